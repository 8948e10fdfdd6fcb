import { at } from '../../../support/invariant.js';
import { remembered } from '../../../support/remembered.js';
import { membersOf } from '../../../support/small-sets.js';
import { tighter } from './bounds.js';
import { withEdge } from './event-history.js';
import {
  areEqual,
  areUnequal,
  factAt,
  factSize,
  isBefore,
  isIn,
  isNotExactly,
  isNotValue,
  isNumeric,
  isValue,
  keptFacts,
  sortedFacts,
} from './facts.js';
import { Comparisons } from './numeric-closure.js';
import type { BackwardProblem } from './problem.js';
import { isStandIn, withoutEqualStandIns, withoutNumericStandIns } from './stand-ins.js';
import { firstOf, maxProcesses, symbolOf } from './term-codes.js';
import type { TermCode } from './term-codes.js';

/**
 * The facts in order, with what follows from them by equality, order and single values; null if they are seen to contradict
 * each other. Stand-ins for any value are gone; those that only several cubes could say without (`stand-in-cases.ts`) are still there.
 */
export function closed(
  facts: readonly number[],
  problem: BackwardProblem,
  hasOthers: boolean,
): Int32Array | null {
  // Where all facts are sets of values, which are not empty.
  if (!hasOthers) return sortedFacts(keptFacts(facts, (_, a) => !isStandIn(problem, a)));
  const told = withoutEqualStandIns(problem, facts);
  if (told === null) return null;
  const closure = new Closure(problem);
  for (let f = 0; f < told.length; f += factSize) {
    closure.add(told, f);
  }
  return closure.result();
}

class Closure {
  readonly #sets = new Map<TermCode, number>();
  readonly #values = new Map<TermCode, number>();
  readonly #not = new Map<TermCode, Set<number>>();
  #equal: (readonly [TermCode, TermCode])[] = [];
  #unequal: (readonly [TermCode, TermCode])[] = [];
  readonly #numeric: number[] = [];
  readonly #before: number[] = [];
  #broken = false;

  constructor(private readonly problem: BackwardProblem) {}

  add(facts: readonly number[], f: number): void {
    const [kind, a, b, c] = factAt(facts, f);
    switch (kind) {
      case isIn:
        return this.#restrict(a, b);
      case isValue:
        return this.#setValue(a, b);
      case isNotValue:
        return this.#exclude(a, b);
      case areEqual:
        this.#equal.push([a, b]);
        return;
      case areUnequal:
        this.#unequal.push([a, b]);
        return;
      case isBefore:
        this.#before.push(a, b);
        return;
      default:
        this.#numeric.push(kind, a, b, c);
    }
  }

  result(): Int32Array | null {
    if (this.#equal.length > 0) this.#mergeEqual();
    for (let changed = this.#unequal.length > 0; changed && !this.#broken;) changed = this.#parted();
    const compared = this.#broken ? null : this.#compared();
    const order = this.#broken ? null : ordered(this.#before);
    if (order === null || compared === null) return null;
    const numeric = tightest(compared, this.problem);
    if (numeric.length > 0 && !new Comparisons(numeric, this.problem.numbers).mayHold()) return null;
    const facts: number[] = [];
    for (const [term, set] of this.#sets) facts.push(isIn, term, set, 0);
    for (const [term, value] of this.#values) facts.push(isValue, term, value, 0);
    for (const [term, values] of this.#not) {
      if (this.#values.has(term)) continue;
      for (const value of values) facts.push(isNotValue, term, value, 0);
    }
    for (const [a, b] of this.#equal) facts.push(areEqual, a, b, 0);
    for (const [a, b] of this.#unequal) facts.push(areUnequal, a, b, 0);
    facts.push(...numeric, ...order);
    return sortedFacts(this.#withoutStandIns(facts));
  }

  /** The comparisons of numbers, as far as stand-ins can be done without; null: they contradict each other. */
  #compared(): readonly number[] | null {
    const compared = tightest(this.#withKnownPlaces(this.#numeric), this.problem);
    const plain = withoutNumericStandIns(this.problem, compared);
    // Of what is told without them both sides may be places.
    const placed = plain === null || plain === compared ? plain : this.#withKnownPlaces(plain);
    return this.#broken ? null : placed;
  }

  /** Where it is known which process a cell holds, its order is that of the process. */
  #withKnownPlaces(numeric: readonly number[]): readonly number[] {
    const { problem } = this;
    const known = (term: TermCode): TermCode => {
      if (term < 0 || at(problem.sorts, symbolOf(term)) !== 'proc') return term;
      const value = this.#values.get(term);
      return value === undefined ? term : problem.placeOf(value);
    };
    const kept: number[] = [];
    for (let f = 0; f < numeric.length; f += factSize) {
      const [kind, from, to, c] = factAt(numeric, f);
      const [a, b] = [known(from), known(to)];
      const [first, second] = [a, b].map((code) => (code >= 0 && problem.isPlace(code) ? firstOf(code) : -1));
      if (first === undefined || second === undefined || first < 0 || second < 0) kept.push(kind, a, b, c);
      else if (first === second) this.#broken ||= problem.bounds.get(c).strict;
      else if (first < problem.pinned || second < problem.pinned) this.#broken ||= first > second;
      else this.#before.push(first, second);
    }
    return kept;
  }

  #restrict(term: TermCode, set: number): void {
    const before = this.#sets.get(term) ?? at(this.problem.full, symbolOf(term));
    const after = before & set;
    if (after === 0) this.#broken = true;
    if (after !== at(this.problem.full, symbolOf(term))) this.#sets.set(term, after);
  }

  #setValue(term: TermCode, value: number): void {
    const known = this.#values.get(term);
    if (known !== undefined && known !== value) this.#broken = true;
    if (this.#not.get(term)?.has(value) === true) this.#broken = true;
    this.#values.set(term, value);
  }

  #exclude(term: TermCode, value: number): void {
    if (this.#values.get(term) === value) this.#broken = true;
    const values = this.#not.get(term) ?? new Set();
    this.#not.set(term, values.add(value));
  }

  /** Every term of a class of equal ones gets what is known of any; equalities are then between all pairs, where they say more. */
  #mergeEqual(): void {
    const classes = classesOf(this.#equal);
    const same = new Map<TermCode, readonly TermCode[]>();
    for (const members of classes) for (const member of members) same.set(member, members);
    for (const members of classes) {
      for (const from of members) {
        for (const to of members) if (from !== to) this.#copyKnown(from, to);
      }
    }
    const unequal: (readonly [TermCode, TermCode])[] = [];
    for (const [a, b] of this.#unequal) {
      for (const x of same.get(a) ?? [a]) {
        for (const y of same.get(b) ?? [b]) {
          if (x === y) this.#broken = true;
          unequal.push(x < y ? [x, y] : [y, x]);
        }
      }
    }
    this.#unequal = unequal;
    this.#equal = classes
      .filter(([first]) => first !== undefined && !this.#isSingle(first))
      .flatMap((members) => members.flatMap((a, i) => members.slice(i + 1).map((b) => [a, b] as const)));
  }

  #copyKnown(from: TermCode, to: TermCode): void {
    const set = this.#sets.get(from);
    if (set !== undefined) this.#restrict(to, set);
    const value = this.#values.get(from);
    if (value !== undefined) this.#setValue(to, value);
    for (const not of [...(this.#not.get(from) ?? [])]) this.#exclude(to, not);
  }

  #isSingle(term: TermCode): boolean {
    const set = this.#setOf(term);
    return this.#values.has(term) || (set !== 0 && (set & (set - 1)) === 0);
  }

  /** 0 where values are not kept as sets. */
  #setOf(term: TermCode): number {
    return this.#sets.get(term) ?? at(this.problem.full, symbolOf(term));
  }

  /** Inequalities to something that has one value say it of the other side; whether there were any. */
  #parted(): boolean {
    const rest: (readonly [TermCode, TermCode])[] = [];
    let changed = false;
    for (const [a, b] of this.#unequal) {
      const [single, other] = this.#isSingle(a) ? [a, b] : [b, a];
      if (!this.#isSingle(single)) {
        rest.push([a, b]);
        continue;
      }
      changed = true;
      const value = this.#values.get(single);
      if (value !== undefined) this.#exclude(other, value);
      else this.#restrict(other, ~this.#setOf(single));
    }
    this.#unequal = rest;
    return changed;
  }

  /** Of a stand-in nothing has to be known but that there is such a value. */
  #withoutStandIns(facts: readonly number[]): readonly number[] {
    let rest = facts;
    for (;;) {
      const next = this.#withoutFree(rest);
      if (next.length === rest.length) return rest;
      rest = next;
    }
  }

  /** Without stand-ins that have more values than they must not have. */
  #withoutFree(facts: readonly number[]): readonly number[] {
    const isNot = new Map<TermCode, Set<number>>();
    const note = (code: TermCode, what: number): void => {
      if (isStandIn(this.problem, code)) remembered(isNot, code, () => new Set()).add(what);
    };
    for (let f = 0; f < facts.length; f += factSize) {
      const [kind, a, b] = factAt(facts, f);
      if (kind === isNotValue) note(a, -1 - b);
      if (kind !== areUnequal) continue;
      note(a, this.#firstEqual(b));
      note(b, this.#firstEqual(a));
    }
    const isFree = (code: TermCode): boolean =>
      isStandIn(this.problem, code) && (isNot.get(code)?.size ?? 0) < this.#valuesOf(code);
    return keptFacts(facts, (kind, a, b) => {
      if (kind === isBefore || isNumeric(kind)) return true;
      return !isFree(a) && (kind < areEqual || !isFree(b));
    });
  }

  /** Of all terms that are equal to this one the first. */
  #firstEqual(term: TermCode): TermCode {
    return this.#equal.reduce((least, [a, b]) => (b === term ? Math.min(a, least) : least), term);
  }

  /** How many values a term may have, as far as single ones are not excluded. */
  #valuesOf(code: TermCode): number {
    const { sorts, constructors } = this.problem;
    switch (at(sorts, symbolOf(code))) {
      case 'set':
        return membersOf(this.#setOf(code)).length;
      case 'large':
        return this.#values.has(code) ? 1 : at(constructors, symbolOf(code));
      default:
        return Infinity;
    }
  }
}

/** The classes of two and more terms that are equal, each in order. */
function classesOf(pairs: readonly (readonly [TermCode, TermCode])[]): readonly (readonly TermCode[])[] {
  const classOf = new Map<TermCode, TermCode[]>();
  for (const [a, b] of pairs) {
    const [one, other] = [classOf.get(a) ?? [a], classOf.get(b) ?? [b]];
    if (one === other) continue;
    const both = [...one, ...other];
    for (const member of both) classOf.set(member, both);
  }
  return [...new Set(classOf.values())].map((members) => [...new Set(members)].sort((x, y) => x - y));
}

/** Of comparisons of the same terms the tightest. */
function tightest(facts: readonly number[], { bounds }: BackwardProblem): readonly number[] {
  const kept: number[] = [];
  for (let f = 0; f < facts.length; f += factSize) {
    const [kind, a, b, c] = factAt(facts, f);
    const here = bounds.get(c);
    let beaten = false;
    for (let g = 0; g < facts.length && !beaten; g += factSize) {
      if (g === f || at(facts, g) !== kind || at(facts, g + 1) !== a || at(facts, g + 2) !== b) continue;
      if (kind === isNotExactly) {
        beaten = at(facts, g + 3) === c && g < f;
        continue;
      }
      const there = bounds.get(at(facts, g + 3));
      beaten = there.sum === here.sum && tighter(there, here) && (!tighter(here, there) || g < f);
    }
    if (!beaten) kept.push(kind, a, b, c);
  }
  return kept;
}

/** What follows by transitivity is added; null if a process would be before itself. */
function ordered(pairs: readonly number[]): readonly number[] | null {
  let after: readonly number[] | null = pairs.length === 0 ? [] : noOrder;
  for (let i = 0; i < pairs.length && after !== null; i += 2)
    after = withEdge(after, at(pairs, i), at(pairs, i + 1));
  return (
    after?.flatMap((set, first) => membersOf(set).flatMap((second) => [isBefore, first, second, 0])) ?? null
  );
}

const noOrder: readonly number[] = Array.from({ length: maxProcesses }, () => 0);
