import type { Views } from '../../../arrays/compile-formula.js';
import type { ArrayMachine } from '../../../arrays/array-machine.js';
import { viewsOf } from '../../../arrays/array-states.js';
import type { ArrayState } from '../../../arrays/array-states.js';
import { free, isFree } from '../../../arrays/array-values.js';
import { symbolId } from '../../../lang/expr/ids.js';
import { distinctTuples } from '../../../arrays/walk-system.js';
import { at, invariant } from '../../../support/invariant.js';
import { remembered } from '../../../support/remembered.js';
import type { Cube } from '../cubes/cube.js';
import {
  areEqual,
  areUnequal,
  factSize,
  isBefore,
  isBelow,
  isIn,
  isNotExactly,
  isNotValue,
  isValue,
} from '../cubes/facts.js';
import type { CubeFact } from '../cubes/facts.js';
import { renamedFact } from '../cubes/finish.js';
import type { BackwardProblem } from '../cubes/problem.js';
import { SeenValues } from './seen-values.js';
import type { SeenStep } from './seen-values.js';
import { firstOf, isRead, readerOf, secondOf, symbolOf } from '../cubes/term-codes.js';
import type { TermCode } from '../cubes/term-codes.js';

/**
 * States that a few processes really come to, as a table of bits for each fact. What holds in none of them is a candidate for
 * something that never holds; the search back decides whether it does, so it does no harm if states are missing.
 */
export class ForwardStates {
  readonly #bits = new Map<string, KnownBits>();
  readonly #placed = new Map<number, readonly (readonly number[])[]>();

  private constructor(
    private readonly problem: BackwardProblem,
    readonly machine: ArrayMachine,
    /** Of each state: what memory holds, and what each process sees. */
    private readonly views: Views[],
    private readonly seen: SeenValues,
    private readonly steps: readonly SeenStep[],
  ) {}

  /** Of any states, and the steps between them that are known. */
  static from(
    problem: BackwardProblem,
    machine: ArrayMachine,
    states: readonly ArrayState[],
    steps: readonly SeenStep[],
  ): ForwardStates {
    // Without buffers no read is pending.
    const seen = new SeenValues(machine, machine.hasBuffers ? states : []);
    return new ForwardStates(problem, machine, states.map(viewsOf), seen, steps);
  }

  /**
   * Until now pending reads are taken to come after what the state has done: true of those that everything reaches, and wrong where a
   * read comes before what others did in the meantime. From now on one may have happened at any time after the last step of
   * its process.
   */
  becomeCautious(): void {
    if (this.machine.hasBuffers) this.seen.lookBack(this.steps);
    this.#bits.clear();
  }

  /** Takes in a state; without buffers only, as there no read is pending. */
  add(state: ArrayState): void {
    invariant(!this.machine.hasBuffers, 'what pending reads see is worked out once');
    this.views.push(viewsOf(state));
  }

  get procs(): number {
    return this.machine.procs;
  }

  get count(): number {
    return this.views.length;
  }

  /** In which states the fact holds, for the processes 1, 2, ... of the instance. */
  holding(fact: CubeFact): Uint32Array {
    const known = remembered(this.#bits, fact.join(' '), () => ({ bits: new Uint32Array(0), count: 0 }));
    const { length } = this.views;
    if (known.count === length) return known.bits;
    const words = (length + 31) >> 5;
    if (words > known.bits.length) {
      const more = new Uint32Array(Math.max(words, known.count === 0 ? 0 : 2 * known.bits.length));
      more.set(known.bits);
      known.bits = more;
    }
    const { bits } = known;
    const holds = this.#testOf(fact);
    for (let i = known.count; i < length; i++) {
      if (holds(i)) bits[i >> 5] = (bits[i >> 5] ?? 0) | (1 << (i & 31));
    }
    known.count = length;
    return bits;
  }

  /** A state of the cube, whichever of the processes are those of the cube; -1: none is known, or these are too few. */
  stateIn(cube: Cube): number {
    const { facts, procs } = cube;
    const held: Uint32Array[] = [];
    for (const places of this.#placements(procs)) {
      held.length = 0;
      for (let f = 0; f < facts.length; f += factSize) {
        const fact = renamedFact(this.problem, facts, f, places);
        if (fact !== null) held.push(this.holding(fact));
      }
      const state = firstCommon(held, (this.count + 31) >> 5);
      if (state >= 0) return state;
    }
    return -1;
  }

  /** Whether a fact of the cube holds in all states of all processes. */
  holdsAlways(cube: Cube, f: number): boolean {
    return this.#placements(cube.procs).every((places) => {
      const fact = renamedFact(this.problem, cube.facts, f, places);
      return fact !== null && isFull(this.holding(fact), this.count);
    });
  }

  /** All ways to give so many processes different places. */
  #placements(procs: number): readonly (readonly number[])[] {
    return remembered(this.#placed, procs, () => {
      const { pinned } = this.problem;
      return distinctTuples(procs, this.procs)
        .map((tuple) => tuple.map((place) => place - 1))
        .filter((tuple) => tuple.every((place, p) => (p < pinned ? place === p : place >= pinned)));
    });
  }

  /** What is not known counts as holding: there may be such a state. */
  #testOf(fact: CubeFact): (state: number) => boolean {
    const [kind, a, b] = fact;
    if (kind === isBefore) return () => a < b;
    const left = this.#certain(a);
    const right = kind >= areEqual ? this.#certain(b) : () => 0;
    if (left !== null && right !== null)
      return (state) => this.#relates(state, fact, left(state), right(state));
    return (state) => {
      const rights = kind >= areEqual ? this.#values(state, b) : [0];
      return this.#values(state, a).some((one) =>
        rights.some((other) => this.#relates(state, fact, one, other)),
      );
    };
  }

  /** The one value of a term in each state; null: a pending read may get several. */
  #certain(term: TermCode): ((state: number) => number) | null {
    if (term >= 0 && isRead(term)) return null;
    if (term < 0) return () => 0;
    if (this.problem.isPlace(term)) return () => firstOf(term) + 1;
    const slot = this.#slotOf(term);
    return (state) => this.views[state]?.[0]?.[slot] ?? free;
  }

  #slotOf(term: TermCode): number {
    const arity = at(this.problem.arities, symbolOf(term));
    const indices = [firstOf(term) + 1, secondOf(term) + 1].slice(0, arity);
    return this.machine.instance.slot(symbolId(symbolOf(term)), indices);
  }

  #relates(state: number, [kind, a, b, c]: CubeFact, left: number, right: number): boolean {
    if (isFree(left) || isFree(right)) return true;
    switch (kind) {
      case isIn:
        return (b & (1 << left)) !== 0;
      case isValue:
      case isNotValue:
        return (kind === isValue) === (left === this.#constant(a, b));
      case areEqual:
      case areUnequal:
        return (kind === areEqual) === (left === right);
      case isBelow:
      case isNotExactly:
        return this.#compared(at(this.views, state), kind, left - right, c);
      default:
        return true;
    }
  }

  #constant(term: TermCode, value: number): number {
    return at(this.problem.sorts, symbolOf(term)) === 'proc' ? value + 1 : value;
  }

  #values(state: number, term: TermCode): readonly number[] {
    const certain = this.#certain(term);
    if (certain !== null) return [certain(state)];
    return this.seen.of(state, readerOf(term) + 1, this.#slotOf(term));
  }

  #compared(views: Views, kind: number, difference: number, c: number): boolean {
    const { bounds, scale } = this.problem;
    const { sum, limit, strict } = bounds.get(c);
    const { instance } = this.machine;
    let left = difference;
    for (const [symbol, factor] of at(bounds.sums, sum)) {
      const value = at(at(views, 0), instance.slot(symbolId(symbol), []));
      if (isFree(value)) return true;
      left += factor * value;
    }
    const right = (limit * instance.scale) / Number(scale);
    if (kind === isNotExactly) return left !== right;
    return strict ? left < right : left <= right;
  }
}

/** In which states a fact holds, of the first `count` ones. */
interface KnownBits {
  bits: Uint32Array;
  count: number;
}

/** The first bit that is in all of them, -1: there is none. */
function firstCommon(all: readonly Uint32Array[], words: number): number {
  for (let i = 0; i < words; i++) {
    let common = -1;
    for (let k = 0; k < all.length && common !== 0; k++) common &= all[k]?.[i] ?? 0;
    if (common !== 0) return i * 32 + (31 - Math.clz32(common & -common));
  }
  return -1;
}

/** Whether the first `count` bits are there. */
function isFull(bits: Uint32Array, count: number): boolean {
  const whole = count >> 5;
  for (let i = 0; i < whole; i++) if (bits[i] !== 0xffffffff) return false;
  return (count & 31) === 0 || bits[whole] === 2 ** (count & 31) - 1;
}
