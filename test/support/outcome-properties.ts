import { toAutomata } from '../../passes/pipelines.js';
import { generatedBy } from '../../src/diagnostics/span.js';
import { and, equal, int, local, not, shared } from '../../src/ir/expr.js';
import type { Expr } from '../../src/ir/expr.js';
import type { Program, Property } from '../../src/ir/program.js';
import { Cells } from '../../src/ir/system.js';
import type { Type } from '../../src/ir/type.js';
import { Machine } from '../../src/memory/machine.js';
import type { MemoryModel } from '../../src/memory/model.js';
import { pso } from '../../src/memory/pso.js';
import { sc } from '../../src/memory/sc.js';
import { tso } from '../../src/memory/tso.js';
import { runPipeline } from '../../src/pass/run.js';
import { at } from '../../src/support/check.js';
import { exploreEverything } from './exhaustive.js';
import type { Random } from './random.js';

const span = generatedBy('outcome-properties', null);
const tries = 60;

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
  if (strong === null || middle === null || weak === null || weak.length === 0 || places.length < 2) return [];
  const found = new Map<string, Expr>();
  const look = (seen: readonly (readonly bigint[])[], unseen: readonly (readonly bigint[])[], name: string) => {
    for (let i = 0; i < tries && seen.length > 0 && !found.has(name); i++) {
      const [one, two] = [random.below(places.length), random.below(places.length)];
      const [v, w] = [at(random.pick(seen), one), at(random.pick(seen), two)];
      const has = (outcome: readonly bigint[]): boolean => at(outcome, one) === v && at(outcome, two) === w;
      if (one === two || unseen.some(has) || seen.some(has) === (seen === strong)) continue;
      found.set(name, not(and(is(at(places, one), v), is(at(places, two), w))));
    }
  };
  look(middle, strong, 'beyond_sc');
  look(weak, middle, 'beyond_tso');
  look(strong, weak, 'never');
  return [...found].map(([name, formula]) => ({ kind: 'final', name, formula, span }));
}

const is = ({ expr, type }: { readonly expr: Expr; readonly type: Type }, value: bigint): Expr => {
  if (type.kind !== 'bool') return equal(expr, int(value));
  return value === 0n ? not(expr) : expr;
};

const numbersOf = (text: string): readonly bigint[] =>
  text
    .split(/[,;]/)
    .filter((word) => word !== '')
    .map(BigInt);
