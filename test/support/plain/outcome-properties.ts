import { toAutomata } from '../../../passes/pipelines.js';
import { generatedBy } from '../../../src/diagnostics/span.js';
import { and, equal, int, local, not, shared } from '../../../src/lang/expr/expr.js';
import type { Expr } from '../../../src/lang/expr/expr.js';
import type { Program, Property } from '../../../src/lang/program/program.js';
import { Cells } from '../../../src/lang/program/system.js';
import type { Type } from '../../../src/lang/expr/type.js';
import { Machine } from '../../../src/memory/machine.js';
import type { MemoryModel } from '../../../src/memory/model.js';
import { pso } from '../../../src/memory/pso.js';
import { sc } from '../../../src/memory/sc.js';
import { tso } from '../../../src/memory/tso.js';
import { runPipeline } from '../../../src/pass/run-pipeline.js';
import { at } from '../../../src/support/invariant.js';
import { exploreEverything } from './exhaustive.js';
import type { Random } from '../random.js';

const span = generatedBy('outcome-properties', null);
const mixtures = 20;

/**
 * Properties that tell memory models apart: no execution ends with two variables having values that some execution under a
 * weaker model gives them, and none under a stronger one. Where there are none, two values that are never seen. The
 * program has no instances, and all its locals are the user's.
 */
export function outcomeProperties(program: Program, maxStates: number, random: Random): readonly Property[] {
  const { reference } = runPipeline(toAutomata, program, { procs: 2 });
  const cells = new Cells(reference.shared);
  const places = [
    ...cells.all().map((cell) => {
      const { id, type, shape } = cells.variable(cell);
      const index = shape.kind === 'scalar' ? null : int(cells.indexIn(cell));
      return { expr: shared(id, index), type };
    }),
    ...reference.locals.filter((v) => !v.temporary).map(({ id, type }) => ({ expr: local(id), type })),
  ];
  const outcomes = (model: MemoryModel): readonly (readonly bigint[])[] | null => {
    const all = exploreEverything(new Machine(reference, model), maxStates);
    return all === null ? null : [...all.finals].map(numbersOf);
  };
  const [strong, middle, weak] = [outcomes(sc), outcomes(tso), outcomes(pso)];
  if (strong === null || middle === null || weak === null || weak.length === 0 || places.length < 2)
    return [];
  const pairs = { strong: pairsIn(strong), middle: pairsIn(middle), weak: pairsIn(weak) };
  const apart = {
    beyond_sc: without(pairs.middle, pairs.strong),
    beyond_tso: without(pairs.weak, pairs.middle),
    never: without(crossed(strong, random), pairs.weak),
  };
  return Object.entries(apart).flatMap(([name, candidates]) => {
    if (candidates.length === 0) return [];
    const [one, v, two, w] = random.pick(candidates);
    const formula = not(and(is(at(places, one), v), is(at(places, two), w)));
    return [{ kind: 'final', name, formula, span }];
  });
}

/** Two places by their numbers, each with its value. */
type Pair = readonly [one: number, v: bigint, two: number, w: bigint];

/** By text, what pairs of values the outcomes have. */
function pairsIn(outcomes: readonly (readonly bigint[])[]): ReadonlyMap<string, Pair> {
  const pairs = new Map<string, Pair>();
  for (const outcome of outcomes) {
    for (const [two, w] of outcome.entries()) {
      for (const [one, v] of outcome.slice(0, two).entries()) {
        const pair: Pair = [one, v, two, w];
        pairs.set(pair.join(), pair);
      }
    }
  }
  return pairs;
}

/** Pairs of values of different outcomes. */
function crossed(outcomes: readonly (readonly bigint[])[], random: Random): ReadonlyMap<string, Pair> {
  const mixed = Array.from({ length: outcomes.length === 0 ? 0 : mixtures }, () => {
    const [left, right] = [random.pick(outcomes), random.pick(outcomes)];
    return left.map((v, i) => (random.chance(0.5) ? v : at(right, i)));
  });
  return pairsIn(mixed);
}

const without = (pairs: ReadonlyMap<string, Pair>, others: ReadonlyMap<string, Pair>): readonly Pair[] =>
  [...pairs].flatMap(([key, pair]) => (others.has(key) ? [] : [pair]));

const is = ({ expr, type }: { readonly expr: Expr; readonly type: Type }, value: bigint): Expr => {
  if (type.kind !== 'bool') return equal(expr, int(value));
  return value === 0n ? not(expr) : expr;
};

const numbersOf = (text: string): readonly bigint[] =>
  text
    .split(/[,;]/)
    .filter((word) => word !== '')
    .map(BigInt);
