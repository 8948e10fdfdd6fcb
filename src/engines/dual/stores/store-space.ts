import { at } from '../../../support/invariant.js';
import type { Beginning, DualProgram, GlobalTarget } from '../dual-program.js';
import { choicesFor } from '../search/backward-search.js';
import type { BackwardSpace } from '../search/backward-search.js';
import { Boxes } from '../search/boxes.js';
import type { MemorySet } from '../search/boxes.js';
import { Locals } from '../search/locals.js';
import type { LocalStateId } from '../search/locals.js';
import { Memories } from '../search/memories.js';
import { MinorSet } from '../search/minor-set.js';
import type { Config, ConfigId } from '../search/minor-set.js';
import { findFacts } from '../search/program-facts.js';
import type { ProgramFacts } from '../search/program-facts.js';
import { StoreQueues, anyQueue, emptyQueue } from './store-queues.js';
import { StoreAncestry } from './store-ancestry.js';
import type { BufferAction, StoreOrigin } from './store-ancestry.js';
import { StoreBuffers } from './store-buffers.js';
import { stepsInto, withSomewhere } from './store-steps.js';
import type { StoreStep } from './store-steps.js';
import { StoreUndoing } from './undo-stores.js';
import type { OpenConfig, StoreDraft } from './undo-stores.js';

/** What rows, parts and cached results of a search take, about. */
const bytesPerPart = 400;

/** Configurations of PSO with a store buffer for each process and cell. */
export class StoreBufferSpace implements BackwardSpace<StoreDraft, StoreOrigin> {
  readonly queues: StoreQueues;
  readonly locals: Locals;
  readonly undoing: StoreUndoing;
  readonly set: MinorSet;
  readonly ancestry: StoreAncestry;
  readonly #buffers: StoreBuffers;
  readonly #memories: Memories;
  /** For each kind and state the steps into it. */
  readonly into: readonly (readonly (readonly StoreStep[])[])[];
  /** For each kind the states that its processes may begin in. */
  readonly #entries: readonly ReadonlySet<number>[];

  private constructor(
    /** With a state of each kind that is somewhere. */
    readonly program: DualProgram,
    readonly boxes: Boxes,
    facts: ProgramFacts,
  ) {
    this.queues = new StoreQueues(boxes);
    this.#buffers = new StoreBuffers(this.queues);
    this.locals = new Locals(program, this.#buffers);
    this.#memories = new Memories(boxes.rowLength);
    this.undoing = new StoreUndoing(program, this.queues, this.#buffers, this.locals, facts);
    this.set = new MinorSet(this.locals, this.#buffers, this.#memories);
    this.into = stepsInto(program, boxes);
    this.ancestry = new StoreAncestry(this.into, program.cells.length);
    this.#entries = program.kinds.map(
      (_, k) => new Set(program.beginnings.flatMap(({ states }) => at(states, k))),
    );
  }

  /** It may take long, so there are pauses. */
  static *of(given: DualProgram): Generator<undefined, StoreBufferSpace> {
    const program = withSomewhere(given);
    const boxes = new Boxes(program.cells);
    return new StoreBufferSpace(program, boxes, yield* findFacts(program, boxes));
  }

  get bytes(): number {
    const parts = this.locals.count + this.queues.count + this.#buffers.count;
    return this.set.bytes + this.#memories.bytes + this.ancestry.bytes + parts * bytesPerPart;
  }

  configOf({ known, locals }: StoreDraft): Config {
    return { memory: this.#memories.intern(known), locals: this.orderOf(locals).map((i) => at(locals, i)) };
  }

  openConfig(id: ConfigId): OpenConfig {
    return { known: this.#memories.row(this.set.memoryOf(id)), locals: this.set.localsOf(id) };
  }

  /** The indices of the processes in the order in which configurations have them. */
  orderOf(locals: readonly LocalStateId[]): readonly number[] {
    return [...locals.keys()].toSorted((i, j) => {
      const [a, b] = [at(locals, i), at(locals, j)];
      return (
        this.locals.kind(a) - this.locals.kind(b) || this.locals.classOf(a) - this.locals.classOf(b) || a - b
      );
    });
  }

  note(id: ConfigId, origin: StoreOrigin): void {
    this.ancestry.add(id, origin);
  }

  /** Nothing. */
  *prepare(): Generator<undefined, undefined> {
    // Each step is undone at once.
  }

  *rootsOf(target: GlobalTarget): Generator<readonly [StoreDraft, StoreOrigin] | undefined, undefined> {
    const { row: known, cells } = this.boxes.exactly(target.memory);
    if (!cells.every((cell) => this.boxes.isOpen(known, cell))) return;
    const counts = this.program.kinds.map((_, k) => target.processes.filter((p) => p.kind === k).length);
    if (this.program.kinds.some(({ count }, k) => count !== null && at(counts, k) > count)) return;
    // Memory is meant after all buffers have drained, those of processes that the target does not mention, too.
    const queue = target.memory.length > 0 ? emptyQueue : anyQueue;
    const others = this.program.kinds.flatMap(({ count }, k) =>
      target.memory.length === 0 || count === null
        ? []
        : Array.from({ length: count - at(counts, k) }, () =>
            this.undoing.localWith(k, this.undoing.somewhere(k), queue),
          ),
    );
    const choices = target.processes.map(({ states }) => states);
    for (const ends of choicesFor(target.processes, choices)) {
      const locals = ends.map((state, p) =>
        this.undoing.localWith(at(target.processes, p).kind, state, queue),
      );
      const draft = this.undoing.settle({ known, locals: [...locals, ...others] });
      yield draft === null ? undefined : [draft, { kind: 'target', draft, target }];
    }
  }

  expand(id: ConfigId, add: (draft: StoreDraft, origin: StoreOrigin) => void): void {
    const config = this.openConfig(id);
    const undo = (place: number, action: BufferAction): void =>
      this.before(config, place, action, (draft) => add(draft, { kind: 'undone', child: id, place, action }));
    const { locals } = config;
    const postponable = locals.findIndex((local) => this.#isPostponable(local));
    for (let place = 0; place < locals.length; place++) {
      // Equal processes have equal predecessors.
      if (place > 0 && locals[place] === locals[place - 1]) continue;
      if (postponable === -1 || place === postponable)
        for (const step of this.#stepsTo(at(locals, place)))
          undo(place, { kind: 'step', by: this.locals.kind(at(locals, place)), step });
    }
    if (postponable !== -1) return;
    this.#undoFlushes(config, undo);
    this.#undoNew(config, undo);
  }

  #undoFlushes({ known, locals }: OpenConfig, undo: (place: number, action: BufferAction) => void): void {
    for (const [place, local] of locals.entries()) {
      if (place > 0 && local === locals[place - 1]) continue;
      const by = this.locals.kind(local);
      for (const cell of at(this.undoing.cellsOf, by))
        if (!this.boxes.isFull(known, cell)) undo(place, { kind: 'flush', by, cell });
    }
  }

  /** Steps of processes that were not looked at so far. They are of use only if memory has to be as they leave it. */
  #undoNew({ known, locals }: OpenConfig, undo: (place: number, action: BufferAction) => void): void {
    for (const [by, { count }] of this.program.kinds.entries()) {
      if (count !== null && locals.filter((l) => this.locals.kind(l) === by).length >= count) continue;
      for (const cell of at(this.undoing.cellsOf, by))
        if (!this.boxes.isFull(known, cell)) undo(locals.length, { kind: 'flush', by, cell });
      for (const step of at(at(this.into, by), this.undoing.somewhere(by)))
        if (step.op.kind === 'locked') undo(locals.length, { kind: 'step', by, step });
    }
  }

  /** Undoes what the process in that place did, or one that comes in if that is one place too far. */
  before(
    { known, locals }: OpenConfig,
    place: number,
    action: BufferAction,
    emit: (draft: StoreDraft) => void,
  ): void {
    const all = place < locals.length ? locals : [...locals, this.undoing.newcomer(action.by)];
    if (action.kind === 'flush') this.undoing.undoFlush({ known, locals: all }, place, action.cell, emit);
    else this.undoing.undo({ known, locals: all }, place, action.step, emit);
  }

  /**
   * Whether the last step of the process can be put off to the end of each run that leads here: it must have taken one, and
   * none of those that lead to its state looks at memory or gives something to memory.
   */
  #isPostponable(local: LocalStateId): boolean {
    const [kind, state] = [this.locals.kind(local), this.locals.state(local)];
    if (state === this.undoing.somewhere(kind) || at(this.#entries, kind).has(state)) return false;
    const waits = (cell: number): boolean => {
      const queue = this.undoing.queueOf(local, cell);
      return queue !== null && this.queues.length(queue) > 0;
    };
    return this.#stepsTo(local).every(({ op }) => {
      switch (op.kind) {
        case 'read':
          return op.reads.cells.every((cell) => waits(cell));
        case 'store':
          return waits(op.cell);
        case 'locked':
          return op.reads.cells.length === 0 && op.writes.length === 0;
      }
    });
  }

  #stepsTo(local: LocalStateId): readonly StoreStep[] {
    return at(at(this.into, this.locals.kind(local)), this.locals.state(local));
  }

  /** All buffers are empty at the begin. */
  begin({ memory, states }: Beginning, { known, locals }: StoreDraft): MemorySet | null {
    const isBegin = (local: LocalStateId): boolean => {
      const [kind, state] = [this.locals.kind(local), this.locals.state(local)];
      return (
        this.#buffers.length(this.locals.word(local)) === 0 &&
        (state === this.undoing.somewhere(kind) || at(states, kind).includes(state))
      );
    };
    if (!locals.every(isBegin)) return null;
    const begin = known.slice();
    for (const [cell, value] of memory.entries()) {
      if (value !== null && !this.boxes.demand(begin, this.boxes.oneOf(cell, [value]))) return null;
    }
    return begin;
  }
}
