import { at } from '../../../support/invariant.js';
import type { DualProgram } from '../dual-program.js';
import { Ints } from './ints.js';
import { hash } from './words.js';
import type { BufferWord } from './words.js';

/** What buffers are known to have in them, each such knowledge a number; what is below stands for more. */
export interface BufferContents {
  readonly length: (content: number) => number;
  readonly below: (small: number, large: number) => boolean;
  /** Numbers of which one that is above has all. */
  readonly bits: (content: number) => readonly number[];
}

/** A process of some kind in some state with something in its buffer: a number. */
export type LocalStateId = number;

/** The parts of configurations, one process each, stored once. */
export class Locals {
  /** The states of all kinds are numbered through. */
  readonly #firstState: readonly number[];
  readonly #kind = new Ints();
  readonly #state = new Ints();
  readonly #word = new Ints();
  readonly #signature = new Ints();
  readonly #signature2 = new Ints();
  readonly #ids = new Map<number, LocalStateId>();

  constructor(
    program: DualProgram,
    private readonly words: BufferContents,
  ) {
    let states = 0;
    this.#firstState = program.kinds.map((kind) => (states += kind.states) - kind.states);
  }

  /** A number for a state of a kind. */
  place(kind: number, state: number): number {
    return at(this.#firstState, kind) + state;
  }

  /** A number for a state of a kind together with a word. */
  key(kind: number, state: number, word: BufferWord): number {
    return this.place(kind, state) * 0x8000000 + word;
  }

  get count(): number {
    return this.#kind.length;
  }

  kind(id: LocalStateId): number {
    return this.#kind.get(id);
  }

  state(id: LocalStateId): number {
    return this.#state.get(id);
  }

  word(id: LocalStateId): BufferWord {
    return this.#word.get(id);
  }

  /** Equal for the same kind and state: only such parts can be below one another. */
  classOf(id: LocalStateId): number {
    return this.place(this.kind(id), this.state(id));
  }

  /** Bits of which a part that is above has all. */
  signature(id: LocalStateId): number {
    return this.#signature.get(id);
  }

  signature2(id: LocalStateId): number {
    return this.#signature2.get(id);
  }

  below(small: LocalStateId, large: LocalStateId): boolean {
    return (
      small === large ||
      (this.classOf(small) === this.classOf(large) &&
        this.words.below(this.#word.get(small), this.#word.get(large)))
    );
  }

  intern(kind: number, state: number, word: BufferWord): LocalStateId {
    const key = this.key(kind, state, word);
    const known = this.#ids.get(key);
    if (known !== undefined) return known;
    const id = this.#kind.length;
    this.#ids.set(key, id);
    this.#kind.push(kind);
    this.#state.push(state);
    this.#word.push(word);
    let [signature, signature2] = [0, 0];
    for (const bit of this.words.bits(word)) {
      const h = hash(bit * 64 + kind);
      if ((h & 32) === 0) signature |= 1 << (h & 31);
      else signature2 |= 1 << (h & 31);
    }
    this.#signature.push(signature);
    this.#signature2.push(signature2);
    return id;
  }

  withWord(id: LocalStateId, word: BufferWord): LocalStateId {
    return this.intern(this.kind(id), this.state(id), word);
  }
}
