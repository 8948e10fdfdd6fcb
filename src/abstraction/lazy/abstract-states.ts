import { at } from '../../support/invariant.js';
import type { Command, CommandPath } from '../command-program.js';
import { has, roomFor } from '../bits.js';
import type { Mask } from '../bits.js';
import type { LazyStep } from './lazy-plan.js';
import { WordSet } from './word-set.js';
import type { Valuation } from './vocabulary.js';

/** How the words of a state are used: where the threads stand, then what is true, then what is false. */
export interface StateLayout {
  readonly placeWords: number;
  /** Of a set of predicates. */
  readonly words: number;
  readonly predicates: number;
}

export const emptyState = ({ placeWords, words }: StateLayout): Mask =>
  new Int32Array(placeWords + 2 * words);

/** A view of what the state knows. */
export const knowledgeOf = (state: Mask, { placeWords, words }: StateLayout): Valuation => ({
  isTrue: state.subarray(placeWords, placeWords + words),
  isFalse: state.subarray(placeWords + words),
});

/** The abstract states that were reached, and how. */
export class AbstractStates extends WordSet {
  /** By state: the step that led to it. */
  #via = new Int32Array(256);
  /** By state: how its threads were exchanged when it was added. */
  #turns = new Int32Array(0);

  constructor(
    private readonly layout: StateLayout,
    memoryLimit: number,
  ) {
    super(layout.placeWords + 2 * layout.words, memoryLimit);
  }

  get bytes(): number {
    return this.store.bytes + this.#via.byteLength + this.#turns.byteLength;
  }

  /** Throws OutOfSpace. */
  reach(state: Mask, parent: number, via: number, turn = 0): void {
    const id = this.add(state, parent);
    if (!this.fresh) return;
    this.#via = roomFor(this.#via, id + 1);
    this.#via[id] = via;
    if (turn === 0) return;
    this.#turns = roomFor(this.#turns, id + 1);
    this.#turns[id] = turn;
  }

  /** The commands that lead to the state, and the states in between, from the first on. */
  pathTo(
    id: number,
    steps: readonly LazyStep[],
  ): {
    readonly commands: CommandPath;
    readonly states: readonly number[];
    readonly turns: readonly number[];
  } {
    const commands: Command[] = [];
    const states: number[] = [];
    for (let state = id; state >= 0; state = this.store.parent(state)) {
      states.push(state);
      const via = at(this.#via, state);
      if (via >= 0) commands.push(at(steps, via).command);
    }
    states.reverse();
    return { commands: commands.reverse(), states, turns: states.map((state) => this.#turns[state] ?? 0) };
  }

  /** What is known of each predicate in a state. */
  knownIn(id: number): readonly (boolean | null)[] {
    const state = emptyState(this.layout);
    this.read(id, state);
    const { isTrue, isFalse } = knowledgeOf(state, this.layout);
    return Array.from({ length: this.layout.predicates }, (_, p) =>
      has(isTrue, p) ? true : has(isFalse, p) ? false : null,
    );
  }
}
