import type { Span } from '../../../diagnostics/span.js';
import {
  conjunction,
  disjunction,
  equal,
  int,
  local,
  not,
  or,
  shared,
  truth,
  unary,
} from '../../../lang/expr/expr.js';
import type { Expr } from '../../../lang/expr/expr.js';
import type { LocalId, SharedId } from '../../../lang/expr/ids.js';
import { simplifiedBinary } from '../../../lang/expr/simplify.js';
import { boolType } from '../../../lang/expr/type.js';
import type { SharedPlace, Stmt } from '../../../lang/program/program.js';
import type { CWorld } from './c-world.js';
import { acquires, releases } from './memory-orders.js';
import type { AccessOrder } from './memory-orders.js';
import type { CellPlace } from './object-storage.js';

export type SharedCell = Extract<CellPlace, { readonly kind: 'shared' }>;

/** How an access counts in a race. */
type AccessKind = 'plain read' | 'plain write' | 'atomic read' | 'atomic write';
const accessKinds: readonly AccessKind[] = ['plain read', 'plain write', 'atomic read', 'atomic write'];

/** Two conflict if one of them writes, and one of them is not atomic (C11 5.1.2.4). */
const conflict = (a: AccessKind, b: AccessKind): boolean =>
  (a.endsWith('write') || b.endsWith('write')) && (a.startsWith('plain') || b.startsWith('plain'));

const kindOf = (order: AccessOrder, writes: boolean): AccessKind =>
  `${order === 'plain' ? 'plain' : 'atomic'} ${writes ? 'write' : 'read'}`;

/** What stands for such an access to the variable; 0: none was picked. */
const numberOf = ({ shared: variable }: SharedCell, kind: AccessKind): Expr =>
  int(4 * variable + accessKinds.indexOf(kind) + 1);

export const raceProperty = 'race';

/**
 * Happens-before, as far as one access is concerned. A run picks an access, any one, as the first of a race; from then on each
 * thread knows whether what it does next happens after that access. Who comes to an access that conflicts with it and does
 * not know of it has found a race. Knowledge goes the ways of C11's synchronises-with: a value in an atomic object says
 * besides whether its reader, if it acquires, knows (`2 * value + knowledge` is what the cell holds, so that it waits in
 * store buffers with its value); being made, being joined and mutexes pass it on, and fences keep it for relaxed accesses.
 *
 * As no access happens before one that was made earlier in the run, and one pick is as good as another, a run of the program
 * has a race if and only if some run with a pick comes to such a place. (With vector clocks, as in FastTrack, PLDI'09, all
 * accesses are followed at once; but clocks grow without end in loops, and this needs a bit for each thread and each value.)
 */
export class RaceWatch {
  #made: RaceLocals | null = null;

  constructor(
    private readonly world: CWorld,
    private readonly thread: number,
  ) {}

  /** Whether what happens now happens after the access that was picked. */
  knows(span: Span): Expr {
    return local(this.#locals(span).knows);
  }

  /** What an access to the cell does besides: it looks whether it is the second of a race, and may become the first. */
  watched(cell: SharedCell, order: AccessOrder, writes: boolean, span: Span): readonly Stmt[] {
    const name = this.#nameOf(cell.shared);
    const kind = kindOf(order, writes);
    // Before there are other threads all that happens happens before what they do.
    if (this.thread === 0 && this.world.isAlone) return [];
    this.world.facts.note(`access:${name}:${this.thread}:${kind}`);
    const others = accessKinds.filter((other) => conflict(kind, other) && this.#hasOther(name, other));
    if (others.length === 0) return [];
    const pick = this.#pickOf(cell, span);
    this.world.assertion(raceProperty, span);
    const clash = conjunction([
      not(this.knows(span)),
      disjunction(others.map((other) => equal(shared(pick.access), numberOf(cell, other)))),
      pick.index === null ? truth : equal(shared(pick.index.variable), pick.index.value),
    ]);
    const picked: readonly Stmt[] = [
      { kind: 'assume', cond: equal(shared(pick.access), int(0)), labels: [], span },
      assignShared(pick.access, null, numberOf(cell, kind), span),
      ...(pick.index === null ? [] : [assignShared(pick.index.variable, null, pick.index.value, span)]),
      assignLocal(this.#locals(span).knows, truth, span),
    ];
    return [
      { kind: 'assert', cond: not(clash), property: raceProperty, labels: [], span },
      { kind: 'either', branches: [[{ kind: 'skip', labels: [], span }], picked], labels: [], span },
    ];
  }

  /** Where it stands which access was picked, and for arrays at which index. */
  #pickOf(
    { shared: variable, index }: SharedCell,
    span: Span,
  ): {
    readonly access: SharedId;
    readonly index: { readonly variable: SharedId; readonly value: Expr } | null;
  } {
    const { world } = this;
    const meaning = 'which access comes first in the race: 4 * variable + kind + 1';
    const access = world.ghost('first_access', meaning, span);
    if (world.storage.shared[variable]?.shape.kind !== 'array') return { access, index: null };
    const where = world.ghost('first_index', 'at which index it is', span);
    return { access, index: { variable: where, value: index ?? int(0) } };
  }

  /** What reading a value with this knowledge teaches. */
  learned(order: AccessOrder, tag: Expr, span: Span): readonly Stmt[] {
    const { knows, seen } = this.#locals(span);
    if (order === 'plain') return [];
    if (acquires(order)) return [assignLocal(knows, or(local(knows), tag), span)];
    const isWanted = this.world.facts.has(`acquire-fence:${this.thread}`);
    return isWanted ? [assignLocal(seen, or(local(seen), tag), span)] : [];
  }

  /** What a store of this order tells those that read its value. */
  told(order: AccessOrder, span: Span): Expr {
    if (order === 'plain') return not(truth);
    if (releases(order)) return this.knows(span);
    return this.world.facts.has(`release-fence:${this.thread}`) ? local(this.#locals(span).kept) : not(truth);
  }

  fenced(order: AccessOrder, span: Span): readonly Stmt[] {
    const { knows, seen, kept } = this.#locals(span);
    const { facts } = this.world;
    if (acquires(order)) facts.note(`acquire-fence:${this.thread}`);
    if (releases(order)) facts.note(`release-fence:${this.thread}`);
    return [
      ...(acquires(order) ? [assignLocal(knows, or(local(knows), local(seen)), span)] : []),
      ...(releases(order) ? [assignLocal(kept, local(knows), span)] : []),
    ];
  }

  /** Sections that are atomic as a whole come one after another, as under one mutex. */
  section(kind: 'begin' | 'end', span: Span): Stmt {
    const ghost = this.world.ghost('section_knows', 'what the last atomic section knew', span);
    const { knows } = this.#locals(span);
    const both = or(local(knows), equal(shared(ghost), int(1)));
    return kind === 'begin'
      ? assignLocal(knows, both, span)
      : assignShared(ghost, null, unary('int', both), span);
  }

  learn(knowledge: Expr, span: Span): Stmt {
    const { knows } = this.#locals(span);
    return assignLocal(knows, or(local(knows), knowledge), span);
  }

  /** Whether the cells of the variable hold knowledge besides values: some access to it is atomic. */
  isTagged(variable: SharedId, order: AccessOrder): boolean {
    const fact = taggedFact(this.#nameOf(variable));
    if (order !== 'plain') this.world.facts.note(fact);
    return this.world.facts.has(fact);
  }

  #nameOf(variable: SharedId): string {
    return this.world.storage.shared[variable]?.name ?? '';
  }

  /** Whether another thread has such accesses to the variable. */
  #hasOther(name: string, kind: AccessKind): boolean {
    for (let thread = 0; thread <= this.world.mostThreads; thread++)
      if (thread !== this.thread && this.world.facts.has(`access:${name}:${thread}:${kind}`)) return true;
    return false;
  }

  #locals(span: Span): RaceLocals {
    if (this.#made !== null) return this.#made;
    const add = (name: string): LocalId =>
      this.world.storage.addLocal(this.thread, name, boolType, { kind: 'value', value: not(truth) }, span);
    this.#made = { knows: add('knows'), seen: add('seen_knowledge'), kept: add('kept_knowledge') };
    return this.#made;
  }
}

interface RaceLocals {
  readonly knows: LocalId;
  /** Of values that were read without acquiring: a fence that acquires makes knowledge of it. */
  readonly seen: LocalId;
  /** At the last fence that released: stores that do not release tell it. */
  readonly kept: LocalId;
}

/** A cell with knowledge holds 2 * value + knowledge. */
export const taggedFact = (variable: string): string => `tagged:${variable}`;

export const withTag = (value: Expr, tag: Expr): Expr =>
  simplifiedBinary('+', simplifiedBinary('*', int(2), value), simplifiedInt(tag));

/** Remainders have the sign of the number. */
export const tagOf = (raw: Expr): Expr => simplifiedBinary('!=', simplifiedBinary('%', raw, int(2)), int(0));

export const valueOf = (raw: Expr, tag: Expr): Expr =>
  simplifiedBinary('/', simplifiedBinary('-', raw, simplifiedInt(tag)), int(2));

const simplifiedInt = (tag: Expr): Expr => (tag.kind === 'bool' ? int(tag.value ? 1 : 0) : unary('int', tag));

export const assignLocal = (target: LocalId, value: Expr, span: Span): Stmt => ({
  ...{ kind: 'assign', labels: [], span },
  ...{ target: { kind: 'local', local: target }, value },
});

export function assignShared(target: SharedId, index: Expr | null, value: Expr, span: Span): Stmt {
  const place: SharedPlace = { kind: 'shared', shared: target, index };
  return { kind: 'assign', target: place, value, labels: [], span };
}
