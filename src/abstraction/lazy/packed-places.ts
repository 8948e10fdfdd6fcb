import type { Expr } from '../../lang/expr/expr.js';
import type { Location } from '../../lang/program/system.js';
import { variablesOf } from '../../lang/expr/substitute.js';
import { at } from '../../support/invariant.js';
import { remembered } from '../../support/remembered.js';
import type { CommandThread } from '../command-program.js';
import { maskOf } from '../bits.js';
import type { Mask } from '../bits.js';

/** Where the threads stand, packed: each has a few bits of a word. */
export class PackedPlaces {
  readonly words: number;
  readonly #word: Int32Array;
  readonly #shift: Int32Array;
  readonly #mask: Int32Array;

  constructor(threads: readonly CommandThread[]) {
    const count = threads.length;
    this.#word = new Int32Array(count);
    this.#shift = new Int32Array(count);
    this.#mask = new Int32Array(count);
    let [word, free] = [0, 32];
    for (const [t, { locations }] of threads.entries()) {
      const bits = Math.max(1, 32 - Math.clz32(Math.max(locations.length - 1, 0)));
      if (bits > free) [word, free] = [word + 1, 32];
      free -= bits;
      this.#word[t] = word;
      this.#shift[t] = free;
      this.#mask[t] = 2 ** bits - 1;
    }
    this.words = word + 1;
  }

  /** The location of each thread, from the first words of a state. */
  read(state: Int32Array, to: Int32Array): void {
    for (let t = 0; t < to.length; t++) {
      to[t] = ((state[this.#word[t] ?? 0] ?? 0) >>> (this.#shift[t] ?? 0)) & (this.#mask[t] ?? 0);
    }
  }

  move(thread: number, location: number, state: Int32Array): void {
    const word = this.#word[thread] ?? 0;
    const shift = this.#shift[thread] ?? 0;
    const cleared = (state[word] ?? 0) & ~((this.#mask[thread] ?? 0) << shift);
    state[word] = cleared | (location << shift);
  }
}

/** By location of a thread: the predicates that say nothing of variables that are dead there. */
export function livePredicates(
  thread: CommandThread,
  formulas: readonly Expr[],
  words: number,
): readonly Mask[] {
  const variables = formulas.map(variablesOf);
  const made = new Map<ReadonlySet<Expr>, Mask>();
  return thread.dead.map((dead) => {
    const isLive = (p: number): boolean => ![...at(variables, p)].some((v) => dead.has(v));
    return remembered(made, dead, () => maskOf(words, [...variables.keys()].filter(isLive)));
  });
}

export const isAtomic = (locations: readonly Location[]): Uint8Array =>
  Uint8Array.from(locations, (l) => (l.atomic ? 1 : 0));
