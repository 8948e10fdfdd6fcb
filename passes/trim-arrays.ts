import { partsOf } from '../src/lang/expr/expr.js';
import type { Expr } from '../src/lang/expr/expr.js';
import type { SharedId } from '../src/lang/expr/ids.js';
import { byTypes, intervalOf, isBounded } from '../src/lang/expr/interval.js';
import type { KnownIntervals } from '../src/lang/expr/interval.js';
import { expressionsRead } from '../src/lang/program/actions.js';
import { formulasOf, initialExprs } from '../src/lang/program/program.js';
import type { SharedVar } from '../src/lang/program/program.js';
import { Cells, lengthOf } from '../src/lang/program/system.js';
import type { System } from '../src/lang/program/system.js';
import type { Execution, Step } from '../src/lang/run/execution.js';
import type { SystemPass } from '../src/pass/pass.js';
import { at } from '../src/support/invariant.js';

/** Shorter arrays cost nothing worth the while, and stay as people know them. */
const leastLength = 64;

/**
 * A long array ends behind the last cell that anything may touch: engines have a field, a variable or a predicate for each
 * cell, also for those that nobody reads or writes.
 *
 *   BEFORE  shared int a[1048576] = 0;    AFTER  shared int a[4] = 0;
 *           thread P { a[3] = 1; }               thread P { a[3] = 1; }
 *
 * Indices stay what they are, so what is in bounds stays so. Left alone: arrays with an index that may be anywhere by the
 * types of what it is computed from, arrays whose cells have initial values of their own, and short ones.
 */
export const trimArrays: SystemPass = {
  name: 'trim-arrays',
  summary: 'leave out the end of long arrays that nothing touches',
  level: 'system',
  run: (system, { watch }) => {
    const isLong = system.shared.map((v) => lengthOf(v) > leastLength && v.init.kind !== 'cells');
    if (!isLong.includes(true)) return { system, mapBack: (execution) => execution };
    const touched = new TouchedLengths(system, watch);
    const shared = system.shared.map((v) => (at(isLong, v.id) ? trimmed(v, touched.of(v.id)) : v));
    return { system: { ...system, shared }, mapBack: backTo(system.shared, shared) };
  },
};

function trimmed(variable: SharedVar, length: number): SharedVar {
  const { shape } = variable;
  if (shape.kind !== 'array' || length >= shape.length) return variable;
  return { ...variable, shape: { ...shape, length: Math.max(1, length) } };
}

/** How long each array must be for all that may be asked of it. */
class TouchedLengths {
  readonly #lengths: number[];
  readonly #known: KnownIntervals;

  constructor(
    private readonly system: System,
    private readonly watch: () => void = () => undefined,
  ) {
    this.#lengths = system.shared.map(() => 0);
    this.#known = byTypes(system);
    for (const expr of this.#expressions()) this.#read(expr);
    for (const { edges } of system.threads)
      for (const { actions } of edges)
        for (const action of actions) {
          this.watch();
          for (const expr of expressionsRead(action)) this.#read(expr);
          if (action.kind === 'store') this.#touch(action.shared, action.index);
        }
  }

  of(id: SharedId): number {
    return at(this.#lengths, id);
  }

  /** Those that stand outside of the threads. */
  *#expressions(): Generator<Expr> {
    const { shared, locals, properties, predicates } = this.system;
    for (const { init } of [...shared, ...locals]) yield* initialExprs(init);
    for (const property of properties) yield* formulasOf(property);
    yield* predicates;
  }

  #read(expr: Expr): void {
    for (const part of partsOf(expr)) if (part.kind === 'shared') this.#touch(part.shared, part.index);
  }

  /** An index beyond the end stays beyond it, wherever the end is; one that may be within counts up to where it may be. */
  #touch(id: SharedId, index: Expr | null): void {
    if (index === null) return;
    const length = lengthOf(at(this.system.shared, id));
    const values = intervalOf(index, this.#known);
    const isInside = isBounded(values) && values.hi < BigInt(length);
    const isBeyond = values.lo !== null && values.lo >= BigInt(length);
    if (isBeyond) return;
    const reach = isInside ? Number(values.hi) + 1 : length;
    this.#lengths[id] = Math.max(at(this.#lengths, id), reach);
  }
}

/** Cells have numbers, which are others behind an array that was trimmed. */
function backTo(before: readonly SharedVar[], after: readonly SharedVar[]): (run: Execution) => Execution {
  const [were, are] = [new Cells(before), new Cells(after)];
  const original = are.all().map((cell) => were.cell(are.variable(cell).id, are.indexIn(cell)));
  const back = (step: Step): Step =>
    step.kind === 'flush' ? { ...step, cell: at(original, step.cell) } : step;
  return ({ initial, steps, ...more }) => ({
    ...more,
    initial: {
      ...initial,
      cells: new Map([...initial.cells].map(([cell, value]) => [at(original, cell), value])),
    },
    steps: steps.map(back),
  });
}
