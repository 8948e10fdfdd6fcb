import { subexpressions } from '../../../lang/expr/expr.js';
import type { Expr } from '../../../lang/expr/expr.js';
import type { CellId, LocalId, ThreadId } from '../../../lang/expr/ids.js';
import { lengthOf } from '../../../lang/program/system.js';
import type { Cells, System } from '../../../lang/program/system.js';
import { evaluatePartly } from '../../../lang/expr/eval.js';
import type { EvalResult } from '../../../lang/expr/eval.js';
import { at, getOrFail } from '../../../support/invariant.js';
import { byNumber } from '../../../support/lists.js';
import { remembered } from '../../../support/remembered.js';
import type { StateOrigin, Unfolding } from '../unfolding.js';
import type { Dimension, DimensionOption } from './boxes.js';

/** A thread as a process of a target: the n-th of its kind. */
interface LookedAt {
  readonly kind: number;
  readonly nth: number;
}

type PlaceOrigin = Extract<StateOrigin, { kind: 'place' }>;

/** What a formula reads, and what of it is known at a moment. */
export class FormulaReads {
  readonly #locals = new Map<LocalId, bigint>();
  readonly #places = new Map<ThreadId, ReadonlySet<string>>();
  readonly #memory = new Map<CellId, bigint>();
  /** The locals of each thread, in their order. */
  readonly #localsOf: readonly (readonly LocalId[])[];
  readonly #processes = new Map<ThreadId, LookedAt>();

  constructor(
    private readonly system: System,
    private readonly cells: Cells,
    private readonly unfolding: Unfolding,
  ) {
    const localsOf = byNumber(system.locals, system.threads.length, ({ thread }) => thread);
    this.#localsOf = localsOf.map((locals) => locals.map(({ id }) => id));
    for (const [kind, { threads }] of unfolding.kinds.entries()) {
      for (const [nth, thread] of threads.entries()) this.#processes.set(thread, { kind, nth });
    }
  }

  /** The value of a formula as far as it is known; undefined: not yet. */
  value(formula: Expr): EvalResult | undefined {
    return evaluatePartly(formula, {
      local: (id) => this.#locals.get(id),
      at: (thread, label) => this.#places.get(thread)?.has(label),
      shared: (id, index) => {
        if (index < 0n || index >= BigInt(lengthOf(at(this.system.shared, id)))) return null;
        return this.#memory.get(this.cells.cell(id, Number(index)));
      },
    });
  }

  /** The places of a thread that satisfy `among`, those together that the formula cannot tell apart. */
  ofThread(formula: Expr, thread: ThreadId, among: (place: PlaceOrigin) => boolean): Dimension {
    const asked = [...subexpressions(formula)];
    const labels = new Set(asked.flatMap((e) => (e.kind === 'at' && e.thread === thread ? [e.label] : [])));
    const locals = new Set(asked.flatMap((e) => (e.kind === 'local' ? [e.local] : [])));
    const found = new Map<string, { values: Map<LocalId, bigint>; at: Set<string>; members: number[] }>();
    const kind = at(this.unfolding.kinds, this.process(thread).kind);
    const own = this.#ownAndFirst(thread, at(kind.threads, 0)).filter(([id]) => locals.has(id));
    for (const [state, origin] of kind.states.entries()) {
      if (origin.kind !== 'place' || !among(origin)) continue;
      const values = new Map(own.map(([id, first]) => [id, getOrFail(origin.locals, first)]));
      const location = at(at(this.system.threads, thread).locations, origin.location);
      const here = new Set(location.labels.filter((label) => labels.has(label)));
      const key = `${[...values.values()].join()};${[...here].sort().join()}`;
      remembered(found, key, () => ({ values, at: here, members: [] })).members.push(state);
    }
    const options = [...found.values()].map(({ values, at: here, members }): DimensionOption => ({
      members,
      show: () => {
        this.#places.set(thread, here);
        for (const [id, value] of values) this.#locals.set(id, value);
      },
      hide: () => {
        this.#places.delete(thread);
        for (const id of values.keys()) this.#locals.delete(id);
      },
    }));
    return { options, joins: true };
  }

  ofCell(cell: CellId): Dimension {
    const { values } = at(this.unfolding.program.cells, cell);
    const options = values.map((value, position): DimensionOption => ({
      members: [position],
      show: () => void this.#memory.set(cell, value),
      hide: () => void this.#memory.delete(cell),
    }));
    return { options, joins: false };
  }

  process(thread: ThreadId): LookedAt {
    return getOrFail(this.#processes, thread);
  }

  /** The locals of a thread, each with the one of another thread of the kind that corresponds to it. */
  #ownAndFirst(thread: ThreadId, first: ThreadId): readonly (readonly [LocalId, LocalId])[] {
    const firsts = at(this.#localsOf, first);
    return at(this.#localsOf, thread).map((id, i) => [id, at(firsts, i)] as const);
  }
}

/** The threads that a formula speaks of, in their order. */
export function threadsOf(formula: Expr, system: System): readonly ThreadId[] {
  const found = new Set<ThreadId>();
  for (const e of subexpressions(formula)) {
    if (e.kind === 'at') found.add(e.thread);
    if (e.kind === 'local') found.add(at(system.locals, e.local).thread);
  }
  return [...found].sort((a, b) => a - b);
}
