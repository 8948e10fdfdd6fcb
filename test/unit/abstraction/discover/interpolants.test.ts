import { expect, it } from '@jest/globals';
import { itp } from '../../../../src/abstraction/discover/strategies/itp.js';
import { spacer } from '../../../../src/abstraction/discover/strategies/spacer.js';
import { PathRefuter } from '../../../../src/abstraction/discover/path-refuter.js';
import type { NumberedPath } from '../../../../src/abstraction/discover/numbered-path.js';
import type { RefinementStrategy, SpuriousPath } from '../../../../src/abstraction/discover/spurious-path.js';
import { binary, conjunction, falsity, int, local, not, truth } from '../../../../src/lang/expr/expr.js';
import type { BinaryOp, Expr } from '../../../../src/lang/expr/expr.js';
import { localId } from '../../../../src/lang/expr/ids.js';
import { variablesOf } from '../../../../src/lang/expr/substitute.js';
import { intType, rangeType } from '../../../../src/lang/expr/type.js';
import type { Type } from '../../../../src/lang/expr/type.js';
import { openSmt } from '../../../../src/smt/session.js';
import { at } from '../../../../src/support/invariant.js';
import { Random } from '../../../support/random.js';

const count = 6;
const variables = Array.from({ length: count }, (_, i) => local(localId(i)));
/** Some are of ranges, so that contradictions need their bounds. */
const typeOf = (variable: Expr): Type =>
  variable.kind === 'local' && variable.local % 3 === 2 ? rangeType(0n, 4n) : intType;
const comparisons: readonly BinaryOp[] = ['<', '<=', '==', '!=', '>', '>='];

function condition(random: Random): Expr {
  const [x, y] = [random.pick(variables), random.pick(variables)];
  const constant = int(random.between(-3, 3));
  const right = random.chance(0.6) ? binary('+', y, constant) : constant;
  const one = binary(random.pick(comparisons), x, right);
  return random.chance(0.15) ? binary('||', one, condition(random)) : one;
}

/** Each variable lives from the first part that speaks of it to the last. */
function pathOf(random: Random): NumberedPath {
  const parts = Array.from({ length: random.between(2, 6) }, () =>
    Array.from({ length: random.between(1, 3) }, () => condition(random)),
  );
  const mentioned = parts.map((conditions) => new Set(conditions.flatMap((c) => [...variablesOf(c)])));
  const meanings = parts.map((_, cut) => {
    const before = mentioned.slice(0, cut + 1);
    return new Map(variables.filter((v) => before.some((part) => part.has(v))).map((v) => [v, v] as const));
  });
  return { parts, meanings, definitions: parts.map(() => new Map()) };
}

function contradictions(number: number, seed: number): readonly SpuriousPath[] {
  const random = new Random(seed);
  const refuter = new PathRefuter(typeOf);
  const found: SpuriousPath[] = [];
  while (found.length < number) {
    const formula = pathOf(random);
    const answer = refuter.refute(formula);
    if (answer.kind !== 'refuted') continue;
    const { core, refutation } = answer;
    // As many that need case splits as that do not.
    if (refutation.kind !== (found.length % 2 === 0 ? 'cases' : 'cycle')) continue;
    found.push({ core, refutation, formula, typeOf });
  }
  return found;
}

/** Complaints about what is not implied by the parts before its cut, not refuted by those behind, or speaks of others. */
async function complaintsAbout(path: SpuriousPath, strategy: RefinementStrategy): Promise<readonly string[]> {
  const { parts } = path.formula;
  const cuts = await strategy(path);
  if (cuts === null) return ['nothing was said'];
  const smt = openSmt({ solver: 'z3', typeOf });
  const impossible = async (formulas: readonly Expr[]): Promise<boolean> => {
    await smt.prepare(formulas);
    return smt.check(formulas.map((formula) => smt.literal(formula))).kind === 'unsat';
  };
  const complaints: string[] = [];
  for (const { cut, formula } of cuts) {
    // Of a part that contradicts itself Spacer makes no rule, and what is known behind it is not told.
    if (strategy === spacer && (formula === truth || formula === falsity)) continue;
    const [before, behind] = [parts.slice(0, cut + 1).flat(), parts.slice(cut + 1).flat()];
    if (!(await impossible([...before, not(formula)]))) complaints.push(`cut ${cut}: not implied`);
    if (!(await impossible([formula, ...behind]))) complaints.push(`cut ${cut}: not refuted`);
    const shared = [before, behind].map((side) => new Set(side.flatMap((c) => [...variablesOf(c)])));
    for (const variable of variablesOf(formula))
      if (!shared.every((side) => side.has(variable)))
        complaints.push(`cut ${cut}: speaks of what is not shared`);
  }
  for (const [i, { formula, cut }] of cuts.entries()) {
    const next = cuts[i + 1];
    if (next === undefined || strategy === spacer) continue;
    const step = [formula, ...at(parts, cut + 1), not(next.formula)];
    if (!(await impossible(step))) complaints.push(`cut ${cut}: does not lead to the next`);
  }
  smt.dispose();
  return complaints;
}

it('interpolants follow from what is before, lead on to the next, and are refuted by what is behind', async () => {
  for (const path of contradictions(200, 1803)) expect(await complaintsAbout(path, itp)).toEqual([]);
});

it('so are the answers of Spacer', async () => {
  for (const path of contradictions(12, 77)) expect(await complaintsAbout(path, spacer)).toEqual([]);
});

it('interpolants are as weak as they can be', async () => {
  const [i, x, next] = [at(variables, 0), at(variables, 1), at(variables, 3)];
  const path: NumberedPath = {
    parts: [
      [binary('==', i, int(0))],
      [binary('==', next, binary('+', i, int(1)))],
      [binary('==', x, next)],
      [binary('<', x, int(0))],
    ],
    meanings: [[i], [next], [x]].map((live) => new Map(live.map((v) => [v, v]))),
    definitions: [],
  };
  const answer = new PathRefuter(typeOf).refute(path);
  if (answer.kind !== 'refuted') throw new Error(answer.kind);
  const { core, refutation } = answer;
  // docs/engines/discovery.md tells where the numbers come from.
  expect(await itp({ core, refutation, formula: path, typeOf })).toEqual([
    { cut: 0, formula: not(binary('<=', i, int(-2))) },
    { cut: 1, formula: not(binary('<=', next, int(-1))) },
    { cut: 2, formula: not(binary('<=', x, int(-1))) },
  ]);
});

it('what is wrong is complained about', async () => {
  const wrong: RefinementStrategy = async (path) =>
    (await itp(path))?.map((one) => ({
      ...one,
      formula: conjunction([one.formula, binary('<', at(variables, 0), int(0))]),
    })) ?? null;
  const complaints = [];
  for (const path of contradictions(20, 5)) complaints.push(...(await complaintsAbout(path, wrong)));
  expect(complaints.length).toBeGreaterThan(20);
});
