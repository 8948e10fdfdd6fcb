import type { EngineRequest } from '../../engines/engine-request.js';
import type { StateTable } from '../../engines/shared/cover/state-table.js';
import { checkCover } from '../../evidence/cover/check-cover.js';
import type { CoverCheck } from '../../evidence/cover/check-cover.js';
import { Coordinates } from '../../evidence/cover/coordinates.js';
import type { ThreadId } from '../../lang/expr/ids.js';
import type { StateCover } from '../../lang/run/state-cover.js';
import { Stopped } from '../../search/limits.js';
import { watching } from '../../search/watch.js';
import { combinations } from '../../support/lists.js';
import { at } from '../../support/invariant.js';
import { expandedBoxes } from './expand-boxes.js';
import { outsideOf } from './outside-states.js';

/** How often what comes of steps and is not in a part is put into it. */
const mostRounds = 12;
/** How much of it at once for one step and one part. */
const mostLost = 400;

/** Looks at the clock that an attempt may take, and how many more for each state: so what is found depends on no clock. */
const leastWork = 4_000_000;
const workForState = 100;

/** So many parts there may be about as many threads each, and so many rows may be gone through for them. */
const mostParts = 300;
const mostRows = 20_000_000;

/**
 * An invariant of few boxes that has all states of a table. Where it can, it says what is known of each thread and memory, or of
 * each two threads and memory (as thread-modular proofs do: Flanagan, Qadeer, Thread-Modular Model Checking, SPIN 2003), and so
 * on; what steps make of all that this allows is added, so it may allow states that no run comes to. Of a part about more threads
 * nothing is told that those about fewer tell. What comes out is accepted by the checker, or is one part with the very states.
 */
export function smallCover(all: StateTable, states: number, request: EngineRequest): StateCover {
  return new SmallCoverSearch(all, states, request).found();
}

/** Leaves an attempt. */
class Enough extends Error {
  override readonly name = 'Enough';
}

class SmallCoverSearch {
  readonly #coordinates: Coordinates;
  readonly #watch: () => void;
  readonly #whole: StateTable;
  #best: StateCover;
  #work = 0;

  constructor(
    private readonly all: StateTable,
    private readonly states: number,
    private readonly request: EngineRequest,
  ) {
    this.#coordinates = new Coordinates(request.system);
    this.#watch = watching(request.limits);
    this.#whole = this.#view(this.#threads);
    this.#best = this.#coverOf([this.#whole]);
  }

  found(): StateCover {
    this.#tried(() => this.#search());
    return this.#best;
  }

  get #threads(): readonly ThreadId[] {
    return this.request.system.threads.map(({ id }) => id);
  }

  #search(): void {
    const below: StateTable[] = [];
    const { length } = this.#threads;
    for (let size = 1, count = length; size < length; size++, count = (count * (length - size + 1)) / size) {
      if (count > mostParts || count * this.states > mostRows) break;
      const views = [...combinations(this.#threads, size)].map((set) => this.#view(set));
      const closed = this.#tried(() => this.#closed([...below, ...views]));
      if (closed !== null) return this.#improve(closed);
      below.push(...views);
    }
    this.#improve([...below, this.#whole]);
    const fewest = Math.min(...below.map(({ coordinates }) => coordinates.length));
    const single = below.filter(({ coordinates }) => coordinates.length === fewest);
    if (single.length < below.length) this.#improve([...single, this.#whole]);
  }

  /** Takes the parts, made small, where they are fewer boxes and the checker accepts them. */
  #improve(views: readonly StateTable[]): void {
    const small = this.#tried(() => this.#minimised(views));
    if (small === null || boxesOf(small) >= boxesOf(this.#best)) return;
    if (this.#tried(() => this.#isAccepted(small)) === true) this.#best = small;
  }

  /** Null: that is too much work, or the time is up. */
  #tried<T>(attempt: () => T): T | null {
    this.#work = 0;
    try {
      return attempt();
    } catch (error) {
      if (error instanceof Enough || (error instanceof Stopped && error.stop.reason === 'timeout'))
        return null;
      throw error;
    }
  }

  #works = (): void => {
    this.#watch();
    if (this.#work++ > leastWork + workForState * this.states) throw new Enough();
  };

  /** With what comes of steps of the states that are in all views; null: too much does, or a property does not hold there. */
  #closed(views: readonly StateTable[]): readonly StateTable[] | null {
    const most = 2 * boxesOf(this.#coverOf(views)) + 100;
    let now = views;
    for (let round = 0; round < mostRounds; round++) {
      const { obligations, held, lost, waiting } = this.#checked(this.#coverOf(now), mostLost);
      if (held === obligations) return now;
      // Others violate a property, and will do so with more states.
      if (new Set(lost.map(({ obligation }) => obligation)).size < obligations - held) return null;
      now = now.map((view, i) => {
        const own = lost.filter(({ part }) => part === i).map(({ box }) => box);
        return own.length === 0 ? view : view.with(own, waiting, this.#works);
      });
      if (boxesOf(this.#coverOf(now)) > most) return null;
    }
    return null;
  }

  /** The same states: what parts over fewer coordinates leave out, a part may have. */
  #minimised(views: readonly StateTable[]): StateCover {
    const { parts, waiting } = this.#coverOf(views);
    const small = parts.map((part, i) => {
      const below = views.flatMap((view, j) => (isBelow(view, at(views, i)) ? [at(parts, j)] : []));
      if (below.length === 0) return part;
      const outside = outsideOf(part, below, this.#coordinates.count, this.#works);
      return expandedBoxes(part, outside, this.#works);
    });
    return { parts: small, waiting };
  }

  #isAccepted(cover: StateCover): boolean {
    const { obligations, held } = this.#checked(cover, 0);
    return obligations === held;
  }

  #checked(cover: StateCover, lost: number): CoverCheck {
    const { system, model, properties } = this.request;
    return checkCover(system, model, properties, cover, this.#works, lost);
  }

  #coverOf(views: readonly StateTable[]): StateCover {
    // Those that something was added to know more of what waits.
    const longest = views.reduce((a, b) => (a.waiting.length >= b.waiting.length ? a : b));
    return { parts: views.map((view) => view.part(this.#watch)), waiting: longest.waiting };
  }

  /** What there is to say of these threads and of memory; boxes are merged along variables first. */
  #view(threads: readonly ThreadId[]): StateTable {
    const { cells, system } = this.#coordinates;
    const locals = system.locals.filter(({ thread }) => threads.includes(thread));
    const coordinates = [
      ...cells.all().map((cell) => this.#coordinates.cell(cell)),
      ...locals.map(({ id }) => this.#coordinates.local(id)),
      ...threads.map((id) => this.#coordinates.buffer(id)),
      ...threads.map((id) => this.#coordinates.place(id)),
    ];
    return this.all.over(coordinates, this.#watch);
  }
}

const boxesOf = ({ parts }: StateCover): number => parts.reduce((sum, part) => sum + part.length, 0);

/** Whether the first is over some of the coordinates of the second. */
const isBelow = (a: StateTable, b: StateTable): boolean =>
  a.coordinates.length < b.coordinates.length && a.coordinates.every((c) => b.coordinates.includes(c));
