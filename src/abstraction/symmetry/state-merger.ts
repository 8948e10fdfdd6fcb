import type { Expr } from '../../lang/expr/expr.js';
import { variablesOf } from '../../lang/expr/substitute.js';
import { at, getOrFail, invariant } from '../../support/invariant.js';
import { remembered } from '../../support/remembered.js';
import { has, include } from '../bits.js';
import type { Mask } from '../bits.js';
import type { Command, CommandPath } from '../command-program.js';
import type { PackedPlaces } from '../lazy/packed-places.js';
import type { PredicateVocabulary } from '../lazy/vocabulary.js';
import type { ExchangeableThreads } from './exchangeable.js';
import { transposition } from './thread-roles.js';
import type { ThreadPermutation } from './thread-roles.js';

/** A predicate, or the complement of the number of one: its negation. */
type SignedPredicate = number;

/** A predicate as one of those that exchanges of threads make of each other. */
interface PredicateOrbit {
  /** The threads that it speaks of, in ascending order. */
  readonly threads: readonly number[];
  /** Which predicate says so of other threads in their place, by the code of their list; filled as it is asked for. */
  readonly images: Map<number, SignedPredicate>;
}

/**
 * Puts abstract states into one order of the threads that the program does not tell apart, so that states that differ in
 * their names are one. The order is by where a thread stands and what is known of it, and of it and others.
 */
export class StateMerger {
  readonly #group: readonly number[];
  readonly #orbits: readonly PredicateOrbit[];
  /** One of each family of predicates about one thread, and about two. */
  readonly #single: readonly number[];
  readonly #paired: readonly number[];
  readonly #permutations: ThreadPermutation[] = [];
  readonly #numbers = new Map<string, number>();
  /** The permutation that exchanges nothing, which has the number 0. */
  readonly #same: ThreadPermutation;
  readonly #locations: Int32Array;
  readonly #turned: Mask;

  private constructor(
    private readonly threads: ExchangeableThreads,
    private readonly vocabulary: PredicateVocabulary,
    private readonly places: PackedPlaces,
    private readonly count: number,
  ) {
    this.#group = [...threads.roles.instances.keys()].sort((a, b) => a - b);
    const members = new Set(this.#group);
    this.#orbits = vocabulary.formulas.map((formula) => ({
      threads: this.#threadsIn(formula, members),
      images: new Map(),
    }));
    this.#same = Array.from({ length: count }, (_, thread) => thread);
    this.#number(this.#same);
    this.#locations = new Int32Array(count);
    this.#turned = new Int32Array(places.words + 2 * vocabulary.words);
    const seen = new Set<number>();
    const families = (size: number): readonly number[] =>
      this.#orbits.flatMap(({ threads: own }, p) => {
        if (own.length !== size || seen.has(p)) return [];
        for (const list of listsOf(this.#group, size)) {
          const image = this.#image(p, list);
          if (image !== null) seen.add(image < 0 ? ~image : image);
        }
        return [p];
      });
    this.#single = families(1);
    this.#paired = families(2);
  }

  /** Null: some predicate has no counterpart among the predicates. */
  static of(
    threads: ExchangeableThreads,
    vocabulary: PredicateVocabulary,
    places: PackedPlaces,
    count: number,
  ): StateMerger | null {
    const merger = new StateMerger(threads, vocabulary, places, count);
    const [first, ...others] = merger.#group;
    if (first === undefined) return null;
    const swaps = others.map((other) => transposition(count, first, other));
    const isClosed = vocabulary.formulas.every((_, p) =>
      swaps.every(
        (swap) =>
          merger.#image(
            p,
            at(merger.#orbits, p).threads.map((t) => at(swap, t)),
          ) !== null,
      ),
    );
    return isClosed ? merger : null;
  }

  /** Puts the state into order; the number of the permutation that did. */
  settle(state: Mask): number {
    const { places } = this;
    places.read(state, this.#locations);
    const order = this.#ordered(state);
    if (order.every((thread, i) => thread === this.#group[i])) return 0;
    const permutation = [...this.#same];
    for (const [i, thread] of order.entries()) permutation[thread] = at(this.#group, i);
    const turned = this.#turned.fill(0);
    for (const [thread, location] of this.#locations.entries())
      places.move(at(permutation, thread), location, turned);
    const { words, count } = this.vocabulary;
    for (let p = 0; p < count; p++) {
      const value = this.#valueIn(state, p);
      if (value === unknown) continue;
      const image = this.#imageUnder(p, permutation);
      const holds = (value === isTrue) === image >= 0;
      include(turned.subarray(places.words + (holds ? 0 : words)), image < 0 ? ~image : image);
    }
    state.set(turned);
    return this.#number(permutation);
  }

  /** A path through settled states as one of the program: each state was turned by the permutation of that number. */
  unturned(path: CommandPath, turns: readonly number[]): CommandPath {
    // Where each thread of the state at hand stands in the path that is told.
    let told = inverse(this.permutation(turns[0] ?? 0));
    return path.map((command, i) => {
      const meant = this.exchanged(command, told);
      const turn = turns[i + 1];
      if (turn !== undefined) told = composed(told, inverse(this.permutation(turn)));
      return meant;
    });
  }

  /** The permutation that leads from the last state to that of the told path. */
  exchanged(command: Command, permutation: ThreadPermutation): Command {
    const other = this.threads.exchanged(command, permutation);
    invariant(other !== null, 'threads that are not told apart have the same commands');
    return other;
  }

  permutation(number: number): ThreadPermutation {
    return this.#permutations[number] ?? this.#same;
  }

  #number(permutation: ThreadPermutation): number {
    return remembered(this.#numbers, permutation.join(), () => this.#permutations.push(permutation) - 1);
  }

  /** The threads of the group, by what tells them apart in this state. */
  #ordered(state: Mask): readonly number[] {
    const alone = new Map<number, number>();
    for (const thread of this.#group) {
      let key = at(this.#locations, thread) + 1;
      for (const p of this.#single) key = mixed(key, this.#known(state, p, [thread]));
      alone.set(thread, key);
    }
    const keys = new Map<number, number>();
    for (const thread of this.#group) {
      const others = this.#group.flatMap((other) => {
        if (other === thread) return [];
        let key = getOrFail(alone, other);
        for (const p of this.#paired) {
          key = mixed(key, this.#known(state, p, [thread, other]));
          key = mixed(key, this.#known(state, p, [other, thread]));
        }
        return [key];
      });
      keys.set(thread, others.sort((a, b) => a - b).reduce(mixed, getOrFail(alone, thread)));
    }
    const keyOf = (thread: number): number => getOrFail(keys, thread);
    return this.#group.toSorted((a, b) => keyOf(a) - keyOf(b) || a - b);
  }

  /** What is known of the predicate of this family that speaks of these threads. */
  #known(state: Mask, family: number, threads: readonly number[]): number {
    const image = this.#image(family, threads);
    if (image === null) return unknown;
    const value = this.#valueIn(state, image < 0 ? ~image : image);
    return image >= 0 || value === unknown ? value : isTrue + isFalse - value;
  }

  #valueIn(state: Mask, p: number): number {
    const { words } = this.vocabulary;
    const from = this.places.words;
    if (has(state.subarray(from, from + words), p)) return isTrue;
    return has(state.subarray(from + words), p) ? isFalse : unknown;
  }

  #imageUnder(p: number, permutation: ThreadPermutation): SignedPredicate {
    const image = this.#image(
      p,
      at(this.#orbits, p).threads.map((thread) => at(permutation, thread)),
    );
    invariant(image !== null, 'the predicates are closed under exchanges');
    return image;
  }

  #image(p: number, threads: readonly number[]): SignedPredicate | null {
    const orbit = at(this.#orbits, p);
    const code = threads.reduce((sum, thread) => sum * this.count + thread, 0);
    const known = orbit.images.get(code);
    if (known !== undefined) return known === none ? null : known;
    const permutation = extended(orbit.threads, threads, this.count);
    const formula = this.threads.roles.exchanged(at(this.vocabulary.formulas, p), permutation);
    const image = formula === null ? null : this.vocabulary.named(formula);
    orbit.images.set(code, image ?? none);
    return image;
  }

  #threadsIn(formula: Expr, members: ReadonlySet<number>): readonly number[] {
    const { roles } = this.threads;
    const all = [...variablesOf(formula)].flatMap((variable) => roles.threadsOf(variable));
    return [...new Set(all)].filter((thread) => members.has(thread)).sort((a, b) => a - b);
  }
}

const unknown = 0;
const isTrue = 1;
const isFalse = 2;
const none = Number.MAX_SAFE_INTEGER;

const mixed = (a: number, b: number): number => (Math.imul(a ^ b, 0x9e3779b1) ^ (a >>> 15)) | 0;

/** All lists of different members. */
function listsOf(members: readonly number[], size: number): readonly (readonly number[])[] {
  if (size === 0) return [[]];
  return listsOf(members, size - 1).flatMap((list) =>
    members.filter((member) => !list.includes(member)).map((member) => [...list, member]),
  );
}

/** A permutation that takes the first threads to the others. */
function extended(from: readonly number[], to: readonly number[], count: number): ThreadPermutation {
  const permutation = Array.from({ length: count }, (_, thread) => thread);
  for (const [i, thread] of from.entries()) {
    const target = at(to, i);
    const holder = permutation.indexOf(target);
    [permutation[thread], permutation[holder]] = [target, at(permutation, thread)];
  }
  return permutation;
}

const inverse = (permutation: ThreadPermutation): ThreadPermutation =>
  permutation.map((_, thread) => permutation.indexOf(thread));

/** First the second, then the first. */
const composed = (first: ThreadPermutation, second: ThreadPermutation): ThreadPermutation =>
  second.map((thread) => at(first, thread));
