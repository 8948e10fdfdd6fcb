import { unsupported } from '../diagnostics/diagnostic.js';
import { conjunction } from '../lang/expr/expr.js';
import type { Expr } from '../lang/expr/expr.js';
import type { CellId, LocationId, ThreadId } from '../lang/expr/ids.js';
import type { Automaton, Edge, Location } from '../lang/program/system.js';
import type { MemoryModel } from '../memory/model.js';
import { flushable } from '../memory/semantics.js';
import { at } from '../support/invariant.js';
import { byNumber } from '../support/lists.js';
import { afterStep, beforeStep, entryAt, withoutEntry } from './shaped-buffer.js';
import type { SymbolicState } from './symbolic-state.js';
import { FormulaDomain, waysAlong } from './formula-domain.js';
import type { BufferRoom, WayDraft } from './formula-domain.js';

/** What a thread does in one step. */
export type MachineMove =
  { readonly kind: 'edge'; readonly edge: Edge } | { readonly kind: 'flush'; readonly cell: CellId };

/** A way that a step of a thread may go, over variables of the state before it and what it chooses. */
export interface SymbolicWay {
  readonly moves: readonly MachineMove[];
  /** What must hold of the state before, and of what is chosen, besides where the thread is and the shape of its buffer. */
  readonly guard: Expr;
  /** What changes but for the thread's location and the shape of its buffer. */
  readonly written: ReadonlyMap<Expr, Expr>;
  readonly chosen: readonly Expr[];
  readonly outcome: WayOutcome;
}

export type WayOutcome =
  | { readonly kind: 'moves'; readonly place: LocationId; readonly waiting: number }
  /** A fault, which ends the run, or a failed assert; another way goes on behind that. */
  | { readonly kind: 'violates'; readonly property: string }
  | { readonly kind: 'overflows' };

/** Where a thread is and what the shape of its buffer is. */
export interface ThreadStand {
  readonly thread: ThreadId;
  readonly place: LocationId;
  readonly waiting: number;
}

/** Beyond so many ways through a section, or steps in one, it is refused: a loop in it may have no end. */
const maxSectionWays = 4096;
const maxSectionSteps = 256;

/** A way in the middle of a section. */
interface OpenWay {
  readonly moves: readonly MachineMove[];
  readonly draft: WayDraft;
  readonly place: LocationId;
}

/**
 * The steps of the machine (src/memory/machine.ts) as formulas, with no bound on buffers unless one is given. Exact: a state
 * steps to another by a thread if and only if a way of these leads from the one to the other.
 */
export class MachineSteps {
  readonly #leaving: readonly (readonly (readonly Edge[])[])[];

  constructor(
    readonly state: SymbolicState,
    readonly model: MemoryModel,
    private readonly room: BufferRoom | null,
    /** Leaves by an exception where the work must stop. */
    private readonly watch: () => void,
  ) {
    this.#leaving = state.system.threads.map(({ edges, locations }) =>
      byNumber(edges, locations.length, ({ from }) => from),
    );
  }

  leaving(thread: ThreadId, place: LocationId): readonly Edge[] {
    return at(at(this.#leaving, thread), place);
  }

  location(thread: ThreadId, place: LocationId): Location {
    return at(this.#automaton(thread).locations, place);
  }

  /** One step along an edge that begins where the thread stands. */
  along({ thread, waiting }: ThreadStand, edge: Edge): readonly SymbolicWay[] {
    const start = this.#start(thread, waiting);
    return this.#edgeWays(thread, edge, start).map((draft) =>
      this.#finished(thread, { moves: [{ kind: 'edge', edge }], draft, place: edge.to }),
    );
  }

  /** A write leaves the buffer. */
  flushes({ thread, place, waiting }: ThreadStand): readonly SymbolicWay[] {
    const start = this.#start(thread, waiting);
    return this.#flushWays(start).map(({ draft, cell }) =>
      this.#finished(thread, { moves: [{ kind: 'flush', cell }], draft, place }),
    );
  }

  /**
   * As `along`, and where that enters an atomic section on to where it stops: behind the section, or at a place in it where
   * `stops` says so. On the way the thread's own writes may leave; ways that come to no end are none.
   */
  complete(
    stand: ThreadStand,
    first: Edge,
    stops: (place: LocationId) => boolean = () => false,
  ): readonly SymbolicWay[] {
    const { thread, waiting } = stand;
    const found: SymbolicWay[] = [];
    const open: OpenWay[] = [];
    const follow = (moves: readonly MachineMove[], edge: Edge, from: WayDraft): void => {
      for (const draft of this.#edgeWays(thread, edge, from)) {
        const way = { moves: [...moves, { kind: 'edge', edge } as const], draft, place: edge.to };
        const goesOn = this.location(thread, edge.to).atomic && !stops(edge.to) && !isOver(draft);
        if (goesOn) open.push(way);
        else found.push(this.#finished(thread, way));
      }
    };
    follow([], first, this.#start(thread, waiting));
    for (let here = open.pop(); here !== undefined; here = open.pop()) {
      this.watch();
      this.#limit(thread, here, found.length + open.length);
      const { moves, draft, place } = here;
      for (const edge of this.leaving(thread, place)) follow(moves, edge, draft);
      for (const flush of this.#flushWays(draft))
        open.push({
          moves: [...moves, { kind: 'flush', cell: flush.cell }],
          draft: flush.draft,
          place,
        });
    }
    return found;
  }

  #limit(thread: ThreadId, { moves }: OpenWay, ways: number): void {
    if (ways <= maxSectionWays && moves.length <= maxSectionSteps) return;
    const { name, span } = this.#automaton(thread);
    const last = moves.at(-1);
    const where = last?.kind === 'edge' ? last.edge.span : span;
    unsupported(`an atomic section of ${name} with loops or very many ways is no formula here`, where);
  }

  #automaton(thread: ThreadId): Automaton {
    return at(this.state.system.threads, thread);
  }

  #start(thread: ThreadId, waiting: number): WayDraft {
    const buffer = beforeStep(this.state, thread, this.state.shape(waiting));
    return { facts: [], written: new Map(), buffer, chosen: [], violates: null, stuck: null };
  }

  #edgeWays(thread: ThreadId, edge: Edge, start: WayDraft): readonly WayDraft[] {
    this.watch();
    const domain = new FormulaDomain(this.state, this.model, thread, this.room, edge.span);
    return waysAlong(domain, edge, start).filter(({ stuck }) => stuck !== 'waits');
  }

  #flushWays(from: WayDraft): readonly { readonly draft: WayDraft; readonly cell: CellId }[] {
    return flushable(this.model, from.buffer.entries).flatMap((position) => {
      const entry = entryAt(from.buffer, position);
      if (entry === null) return [];
      const written = new Map(from.written).set(this.state.cell(entry.cell), entry.value);
      const buffer = withoutEntry(from.buffer, position);
      return [{ draft: { ...from, written, buffer }, cell: entry.cell }];
    });
  }

  #finished(thread: ThreadId, { moves, draft, place }: OpenWay): SymbolicWay {
    const { facts, chosen, stuck, violates } = draft;
    const common = { moves, guard: conjunction(facts), chosen };
    if (stuck !== null) return { ...common, written: new Map(), outcome: { kind: 'overflows' } };
    if (violates !== null)
      return { ...common, written: new Map(), outcome: { kind: 'violates', property: violates } };
    const { shape, values } = afterStep(this.state, thread, draft.buffer);
    const changes = [...draft.written, ...values].filter(([variable, value]) => variable !== value);
    const waiting = this.state.shapeNumber(shape);
    return { ...common, written: new Map(changes), outcome: { kind: 'moves', place, waiting } };
  }
}

const isOver = ({ violates, stuck }: WayDraft): boolean => violates !== null || stuck !== null;
