import type { ThreadId } from '../../lang/expr/ids.js';
import type { Edge, Location, System } from '../../lang/program/system.js';
import { at } from '../../support/invariant.js';
import { byNumber } from '../../support/lists.js';
import { TooWide } from '../cover/coordinates.js';
import { symbolicKey } from './symbolic-state.js';
import type { SymbolicState } from './symbolic-state.js';
import type { SymbolicSteps } from './symbolic-steps.js';

/** More states than these are not gone through inside one section. */
const mostInside = 10_000;

/** Steps from where the invariant speaks to where it speaks again: whole ways through sections of which it says nothing. */
export class SectionSteps {
  /** By thread and location. */
  readonly #leaving: readonly (readonly (readonly Edge[])[])[];

  constructor(
    readonly steps: SymbolicSteps,
    /** Whether the invariant speaks of states in which the thread is inside a section at this place. */
    private readonly isTold: (thread: ThreadId, location: Location) => boolean,
  ) {
    this.#leaving = steps.system.threads.map(({ edges, locations }) =>
      byNumber(edges, locations.length, (edge) => edge.from),
    );
  }

  leaving({ places }: SymbolicState, thread: ThreadId): readonly Edge[] {
    return at(at(this.#leaving, thread), at(places, thread));
  }

  /** All that comes of the edge: where the step ends, what is violated on the way, and what is behind its section. */
  *from(start: SymbolicState, thread: ThreadId, first: Edge): Generator<SymbolicState> {
    const seen = new Set<string>();
    const open = [...this.steps.along(start, thread, first)];
    for (let state = open.pop(); state !== undefined; state = open.pop()) {
      this.steps.watch();
      yield state;
      if (this.isEnd(state, thread)) continue;
      const key = symbolicKey(state);
      if (seen.has(key)) continue;
      if (seen.add(key).size > mostInside)
        throw new TooWide('a section can be gone through in too many ways');
      const inside: SymbolicState = { ...state, failed: [] };
      open.push(...this.steps.flushes(inside, thread));
      for (const edge of this.leaving(inside, thread)) open.push(...this.steps.along(inside, thread, edge));
    }
  }

  /** Whether a way is gone no further: the invariant speaks of the state, or the run is over. */
  isEnd(state: SymbolicState, thread: ThreadId): boolean {
    const location = this.#location(state, thread);
    return state.end !== 'moves' || !location.atomic || this.isTold(thread, location);
  }

  /** The thread that is inside a section; null: none is. */
  insider(state: SymbolicState): ThreadId | null {
    return this.#system.threads.find(({ id }) => this.#location(state, id).atomic)?.id ?? null;
  }

  get #system(): System {
    return this.steps.system;
  }

  #location({ places }: SymbolicState, thread: ThreadId): Location {
    return at(at(this.#system.threads, thread).locations, at(places, thread));
  }
}
