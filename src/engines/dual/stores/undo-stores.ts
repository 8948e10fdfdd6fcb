import { at } from '../../../support/invariant.js';
import { remembered } from '../../../support/remembered.js';
import type { DualProgram } from '../dual-program.js';
import { unite } from '../search/boxes.js';
import type { Box, Boxes, MemorySet } from '../search/boxes.js';
import type { LocalStateId, Locals } from '../search/locals.js';
import type { ProgramFacts } from '../search/program-facts.js';
import { anyQueue, emptyQueue } from './store-queues.js';
import type { StoreQueue, StoreQueues } from './store-queues.js';
import type { StoreBuffers } from './store-buffers.js';
import type { StoreStep } from './store-steps.js';

/** What memory is known to hold, and the processes, in the order of the configuration that it comes from. */
export interface OpenConfig {
  readonly known: MemorySet;
  readonly locals: readonly LocalStateId[];
}

/** A configuration in the making. */
export interface StoreDraft extends OpenConfig {
  /** For each process its place in the configuration that it comes from; a new one comes after those. */
  readonly places: readonly number[];
  /** Own buffers that are emptied right before the step that was undone, by the places of their processes. */
  readonly drained: readonly { readonly place: number; readonly cell: number }[];
}

/** The smallest predecessors of configurations, by docs/engines/dual-pso.md. */
export class StoreUndoing {
  /** For each kind the cells that it stores to, and the other way round. */
  readonly cellsOf: readonly (readonly number[])[];
  readonly #columns: readonly ReadonlyMap<number, number>[];
  readonly #always: Box;
  readonly #allCells: readonly number[];
  readonly #possible = new Map<LocalStateId, boolean>();

  constructor(
    private readonly program: DualProgram,
    private readonly queues: StoreQueues,
    private readonly buffers: StoreBuffers,
    private readonly locals: Locals,
    private readonly facts: ProgramFacts,
  ) {
    this.cellsOf = program.kinds.map(({ transitions }) =>
      [...new Set(transitions.flatMap(({ op }) => (op.kind === 'write' ? [op.cell] : [])))].toSorted(
        (a, b) => a - b,
      ),
    );
    this.#columns = this.cellsOf.map((cells) => new Map(cells.map((cell, column) => [cell, column])));
    this.#always = queues.boxes.exactly([...facts.constants].map(([cell, value]) => ({ cell, value })));
    this.#allCells = [...program.cells.keys()];
  }

  get #boxes(): Boxes {
    return this.queues.boxes;
  }

  /** A process in the state, of whose buffers the same is known. */
  localWith(kind: number, state: number, queue: StoreQueue): LocalStateId {
    return this.#intern(
      kind,
      state,
      at(this.cellsOf, kind).map(() => queue),
    );
  }

  /** A process that may be anywhere. */
  newcomer(kind: number): LocalStateId {
    return this.localWith(kind, this.somewhere(kind), anyQueue);
  }

  somewhere(kind: number): number {
    return at(this.program.kinds, kind).states - 1;
  }

  queueOf(local: LocalStateId, cell: number): StoreQueue | null {
    const column = at(this.#columns, this.locals.kind(local)).get(cell);
    return column === undefined ? null : at(this.#queuesOf(local), column);
  }

  /** Undoes the step by the process in that place. */
  undo(config: OpenConfig, place: number, step: StoreStep, emit: (draft: StoreDraft) => void): void {
    const local = at(config.locals, place);
    const kind = this.locals.kind(local);
    const become = (known: MemorySet, queues: readonly StoreQueue[]): void => {
      const before = this.#intern(kind, step.from, queues);
      const settled = this.settle({ known, locals: config.locals.with(place, before) });
      if (settled !== null) emit(settled);
    };
    switch (step.op.kind) {
      case 'read':
        for (const way of this.#readings(local, step, step.op.reads)) {
          const known = config.known.slice();
          const demand = this.#boxes.restricted(step.op.reads, way.cells);
          if (this.#boxes.demand(known, demand)) become(known, way.queues);
        }
        return;
      case 'store': {
        const queues = this.#queuesOf(local);
        const column = at(this.#columns, kind).get(step.op.cell) ?? 0;
        const queue = at(queues, column);
        const before = this.queues.beforeStore(queue, step.op.cell, step.op.value);
        if (before === null || (step.to === this.somewhere(kind) && before === queue)) return;
        return become(config.known, queues.with(column, before));
      }
      case 'locked': {
        const known = this.#beforeLocked(config.known, local, step, step.op);
        if (known !== null)
          become(
            known,
            this.#queuesOf(local).map(() => emptyQueue),
          );
        return;
      }
    }
  }

  /** Undoes that the oldest message in a buffer has reached memory. */
  undoFlush(config: OpenConfig, place: number, cell: number, emit: (draft: StoreDraft) => void): void {
    const local = at(config.locals, place);
    const [kind, state] = [this.locals.kind(local), this.locals.state(local)];
    const column = at(this.#columns, kind).get(cell);
    if (column === undefined) return;
    const waiting = at(at(this.facts.kinds, kind).waiting, state);
    const values = this.#common(config.known, waiting, cell);
    if (values === null) return;
    const queues = this.#queuesOf(local);
    const queue = this.queues.beforeFlush(at(queues, column), values);
    const known = config.known.slice();
    this.#boxes.forget(known, cell);
    const before = this.#intern(kind, state, queues.with(column, queue));
    const settled = this.settle({ known, locals: config.locals.with(place, before) });
    if (settled !== null) emit(settled);
  }

  /**
   * The same configuration, or more that leads to it: buffers may have been emptied right before into cells of which nothing
   * is known. Null if it stands for none that can be reached.
   */
  settle({ known: before, locals }: OpenConfig): StoreDraft | null {
    const known = before.slice();
    if (!this.#boxes.demand(known, this.#always)) return null;
    const drained: { readonly place: number; readonly cell: number }[] = [];
    const settled = locals.map((local, place) => this.#drain(known, local, place, drained));
    if (!settled.every((local) => this.#isPossible(local)) || !this.#canBe(known, settled)) return null;
    const places = [...settled.keys()].filter((i) => !this.#isNobody(at(settled, i)));
    return { known, locals: places.map((i) => at(settled, i)), places, drained };
  }

  /** The ways to read the values from own buffers and memory. */
  #readings(local: LocalStateId, { from }: StoreStep, reads: Box): readonly Reading[] {
    const kind = this.locals.kind(local);
    const columns = at(this.#columns, kind);
    const owns = at(at(this.facts.kinds, kind).owns, from);
    let ways: readonly Reading[] = [{ queues: this.#queuesOf(local), cells: [] }];
    for (const cell of reads.cells) {
      const column = columns.get(cell);
      const own = this.#common(reads.row, owns, cell);
      ways = ways.flatMap(({ queues, cells }): readonly Reading[] => {
        const memory = [...cells, cell];
        if (column === undefined) return [{ queues, cells: memory }];
        const queue = at(queues, column);
        const isEmpty = this.queues.length(queue) === 0;
        const newest = own === null ? [] : this.queues.withNewest(queue, cell, own);
        return [
          ...(isEmpty ? [{ queues: queues.with(column, emptyQueue), cells: memory }] : []),
          ...newest.map((q) => ({ queues: queues.with(column, q), cells })),
        ];
      });
    }
    return ways;
  }

  #beforeLocked(
    after: MemorySet,
    local: LocalStateId,
    step: StoreStep,
    { reads, writes }: Extract<StoreStep['op'], { kind: 'locked' }>,
  ): MemorySet | null {
    if (this.#queuesOf(local).some((queue) => this.queues.length(queue) > 0)) return null;
    const isNew = step.to === this.somewhere(this.locals.kind(local));
    if (isNew && writes.every(({ cell }) => this.#boxes.isFull(after, cell))) return null;
    const known = after.slice();
    if (!this.#boxes.demand(known, this.#boxes.exactly(writes))) return null;
    for (const { cell } of writes) this.#boxes.forget(known, cell);
    return this.#boxes.demand(known, reads) ? known : null;
  }

  #drain(
    known: MemorySet,
    local: LocalStateId,
    place: number,
    drained: { readonly place: number; readonly cell: number }[],
  ): LocalStateId {
    const kind = this.locals.kind(local);
    let queues = this.#queuesOf(local);
    for (const [column, cell] of at(this.cellsOf, kind).entries()) {
      if (queues[column] !== emptyQueue || !this.#boxes.isFull(known, cell)) continue;
      queues = queues.with(column, anyQueue);
      drained.push({ place, cell });
    }
    return queues === this.#queuesOf(local) ? local : this.#intern(kind, this.locals.state(local), queues);
  }

  #isNobody(local: LocalStateId): boolean {
    return (
      this.locals.state(local) === this.somewhere(this.locals.kind(local)) &&
      this.#queuesOf(local).every((queue) => queue === anyQueue)
    );
  }

  /** Whether the process may have such messages in such a state. */
  #isPossible(local: LocalStateId): boolean {
    return remembered(this.#possible, local, () => {
      const [kind, state] = [this.locals.kind(local), this.locals.state(local)];
      const { waiting, owns } = at(this.facts.kinds, kind);
      return at(this.cellsOf, kind).every((cell, column) => {
        const queue = at(this.#queuesOf(local), column);
        const rows = this.queues.rows(queue);
        const last = this.queues.tellsNewest(queue) ? rows.slice(-1) : [];
        return (
          rows.every((row) => this.#boxes.meet(row, at(waiting, state), [cell])) &&
          last.every((row) => this.#boxes.meet(row, at(owns, state), [cell]))
        );
      });
    });
  }

  /** Whether memory can hold that: somebody has written it, or it was there from the begin. */
  #canBe(known: MemorySet, locals: readonly LocalStateId[]): boolean {
    const { facts, program } = this;
    const possible = facts.initial.slice();
    for (const [k, kind] of facts.kinds.entries()) {
      const present = locals.filter((local) => this.locals.kind(local) === k).length;
      const { count } = at(program.kinds, k);
      if (count === null || present < count) unite(possible, kind.writes);
    }
    for (const local of locals)
      unite(possible, at(at(facts.kinds, this.locals.kind(local)).written, this.locals.state(local)));
    return this.#boxes.meet(known, possible, this.#allCells);
  }

  /** The values of the cell that are in both; null if there is none. */
  #common(a: MemorySet, b: MemorySet, cell: number): MemorySet | null {
    const [first, second] = [this.#boxes.ofCell(a, cell), this.#boxes.ofCell(b, cell)];
    const row = first.map((word, i) => word & (second[i] ?? 0));
    return this.#boxes.isOpen(row, cell) ? row : null;
  }

  #queuesOf(local: LocalStateId): readonly StoreQueue[] {
    return this.buffers.queuesOf(this.locals.word(local));
  }

  #intern(kind: number, state: number, queues: readonly StoreQueue[]): LocalStateId {
    return this.locals.intern(kind, state, this.buffers.intern(queues));
  }
}

interface Reading {
  readonly queues: readonly StoreQueue[];
  /** The cells that are read from memory. */
  readonly cells: readonly number[];
}
