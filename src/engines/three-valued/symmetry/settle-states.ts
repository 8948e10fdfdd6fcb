import { at } from '../../../support/invariant.js';
import type { BooleanId } from '../../../lang/expr/ids.js';
import type { ThreeValuedPlan } from '../search-plan.js';
import type { AlikeThreads } from './alike-threads.js';
import { variableImage } from './renaming.js';
import type { Renaming } from './renaming.js';

/** Bits that go from one word of a plane to another, all by the same distance. */
interface BitMove {
  readonly from: number;
  readonly to: number;
  readonly mask: number;
  /** To the left; negative: to the right. */
  readonly shift: number;
  /** What was known to be true is known to be false. */
  readonly isTurned: boolean;
}

/** What a permutation does to the words of a state. */
interface StateMove {
  /** Of each thread that moves, or whose stops get other numbers: who it is then, and the numbers. */
  readonly threads: readonly {
    readonly from: number;
    readonly to: number;
    readonly stops: readonly number[];
  }[];
  readonly bits: readonly BitMove[];
}

/** Puts the states of one search into order: of all that differ in who is who the one with the least words. */
export class StateSettler {
  readonly #counters: Int32Array;
  readonly #bestCounters: Int32Array;
  readonly #planes: Int32Array;
  readonly #bestPlanes: Int32Array;

  private constructor(
    private readonly plan: ThreeValuedPlan,
    private readonly moves: readonly StateMove[],
  ) {
    const { counters, layout } = plan;
    this.#counters = new Int32Array(counters.words);
    this.#bestCounters = new Int32Array(counters.words);
    this.#planes = new Int32Array(2 * layout.storedWords);
    this.#bestPlanes = new Int32Array(2 * layout.storedWords);
  }

  /** Null: what the states of this search keep is not the same for all. */
  static of(plan: ThreeValuedPlan, alike: AlikeThreads): StateSettler | null {
    const moves: StateMove[] = [];
    for (const renaming of alike.renamings) {
      const threads = threadMoves(plan, alike, renaming);
      if (threads === null) return null;
      moves.push({ threads, bits: bitMoves(plan, renaming) });
    }
    return new StateSettler(plan, moves);
  }

  /** The state with counters `P` and planes at S[q] becomes the settled one; which of the permutations did it is returned. */
  settle(P: Int32Array, S: Int32Array, q: number): number {
    const { storedWords, frameWords } = this.plan.layout;
    let best = 0;
    for (let i = 1; i < this.moves.length; i++) {
      const { threads, bits } = at(this.moves, i);
      const counters = this.#moveThreads(threads, P);
      const order = compared(counters, best === 0 ? P : this.#bestCounters);
      if (order > 0) continue;
      this.#moveBits(bits, S, q);
      const isLess =
        order < 0 ||
        (best === 0
          ? comparedPlanes(this.#planes, S, q, storedWords, frameWords)
          : compared(this.#planes, this.#bestPlanes)) < 0;
      if (!isLess) continue;
      best = i;
      this.#bestCounters.set(counters);
      this.#bestPlanes.set(this.#planes);
    }
    if (best === 0) return 0;
    P.set(this.#bestCounters);
    for (let w = 0; w < storedWords; w++) {
      S[q + w] = at(this.#bestPlanes, w);
      S[q + frameWords + w] = at(this.#bestPlanes, storedWords + w);
    }
    return best;
  }

  #moveThreads(threads: StateMove['threads'], P: Int32Array): Int32Array {
    const { counters } = this.plan;
    this.#counters.set(P);
    for (const { from, to, stops } of threads)
      counters.putStop(to, at(stops, counters.stopOf(from, P)), this.#counters);
    return this.#counters;
  }

  #moveBits(bits: readonly BitMove[], S: Int32Array, q: number): void {
    const { storedWords, frameWords } = this.plan.layout;
    const planes = this.#planes.fill(0);
    for (const { from, to, mask, shift, isTurned } of bits) {
      const [whenTrue, whenFalse] = isTurned ? [storedWords + to, to] : [to, storedWords + to];
      planes[whenTrue] = at(planes, whenTrue) | moved(at(S, q + from), mask, shift);
      planes[whenFalse] = at(planes, whenFalse) | moved(at(S, q + frameWords + from), mask, shift);
    }
  }
}

const moved = (word: number, mask: number, shift: number): number =>
  shift >= 0 ? (word & mask) << shift : (word & mask) >>> -shift;

function compared(a: Int32Array, b: Int32Array): number {
  for (let i = 0; i < a.length; i++) {
    const difference = at(a, i) - at(b, i);
    if (difference !== 0) return difference;
  }
  return 0;
}

function comparedPlanes(
  planes: Int32Array,
  S: Int32Array,
  q: number,
  storedWords: number,
  frameWords: number,
): number {
  for (let i = 0; i < planes.length; i++) {
    const there = i < storedWords ? q + i : q + frameWords + i - storedWords;
    const difference = at(planes, i) - at(S, there);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** Null: where a thread takes another's place something else is kept. */
function threadMoves(
  { graphs, cone }: ThreeValuedPlan,
  alike: AlikeThreads,
  renaming: Renaming,
): StateMove['threads'] | null {
  const keptAt = (thread: number, location: number): ReadonlySet<BooleanId> =>
    at(at(cone.live, thread), location);
  const moves: StateMove['threads'][number][] = [];
  for (const { thread, nodes } of graphs) {
    if (thread === 0) continue;
    const to = at(renaming.threads, thread);
    const [own, other] = [at(alike.graphs, thread), at(alike.graphs, to)];
    const place = new Map(
      own.nodes.map(({ location, index }) => [location, at(other.nodes, index).location]),
    );
    const numbers = new Map(
      at(graphs, to)
        .nodes.filter(({ stop }) => stop)
        .map(({ location }, i) => [location, i]),
    );
    const stops: number[] = [];
    for (const { stop, location } of nodes) {
      if (!stop) continue;
      const image = place.get(location);
      const number = image === undefined ? undefined : numbers.get(image);
      if (image === undefined || number === undefined) return null;
      const [kept, there] = [keptAt(thread, location), keptAt(to, image)];
      if (kept.size !== there.size || ![...kept].every((v) => isIn(there, variableImage(renaming, v))))
        return null;
      stops.push(number);
    }
    if (to !== thread || stops.some((number, i) => number !== i)) moves.push({ from: thread, to, stops });
  }
  return moves;
}

const isIn = (set: ReadonlySet<number>, variable: number): boolean => set.has(variable);

function bitMoves({ program, layout }: ThreeValuedPlan, { literals }: Renaming): readonly BitMove[] {
  const moves = new Map<string, BitMove>();
  for (const { id } of program.variables) {
    const image = at(literals, id);
    const [from, to] = [at(layout.places, id), at(layout.places, image >> 1)];
    if (from.word >= layout.storedWords) continue;
    const shift = bitOf(to.mask) - bitOf(from.mask);
    const isTurned = image % 2 === 1;
    const key = `${from.word} ${to.word} ${shift} ${isTurned}`;
    const mask = (moves.get(key)?.mask ?? 0) | from.mask;
    moves.set(key, { from: from.word, to: to.word, mask, shift, isTurned });
  }
  return [...moves.values()];
}

const bitOf = (mask: number): number => 31 - Math.clz32(mask);
