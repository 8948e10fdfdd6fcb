import { equal, shared } from '../../lang/expr/expr.js';
import type { Expr } from '../../lang/expr/expr.js';
import type { CellId, ThreadId } from '../../lang/expr/ids.js';
import { substitution } from '../../lang/expr/substitute.js';
import type { Action } from '../../lang/program/system.js';
import type { MemoryModel } from '../../memory/model.js';
import { ordersWrites } from '../../memory/model-questions.js';
import type { Contents } from '../shapes/contents.js';
import { plainStore } from '../shapes/made-variables.js';
import type { ShapeFlush, ShapeKind, ShapeWay } from '../shapes/shape-kind.js';
import type { EntryFact, FactInstance, FollowedEntries } from './entry-facts.js';
import type { SummaryVariables } from './summary-variables.js';
import * as words from './summary-word.js';
import type { KeptEntry, FollowedSlot, SummaryWord } from './summary-word.js';

export interface SummarySpec {
  readonly thread: ThreadId;
  readonly model: MemoryModel;
  readonly contents: Contents;
  readonly variables: SummaryVariables;
  /** The entries of this thread that are followed; null: none are. */
  readonly followed: FollowedEntries | null;
  /** What may be assumed of entries of this thread as they leave, and which of it is. */
  readonly facts: readonly EntryFact[];
  readonly isAssumed: (fact: EntryFact) => boolean;
}

/** Buffers of any length, by `SummaryWord` (docs/engines/unbounded.md). */
export function summaryKind(spec: SummarySpec): ShapeKind<SummaryWord> {
  const kind = new SummaryKind(spec);
  return {
    empty: words.emptyWord,
    key: words.wordKey,
    isEmpty: words.isEmptyWord,
    newest: (word, cell) =>
      words.newestFor(word, cell) === null ? null : spec.variables.newest(spec.thread, cell),
    // Without the marker more writes may overtake each other.
    marked: (word) => word,
    stored: (word, cell, value) => kind.stored(word, cell, value),
    flushes: (word) => kind.flushes(word),
    waiting: ({ kept }) =>
      kept.map(({ cell }) => {
        const { cells } = spec.contents;
        return { shared: cells.variable(cell).id, element: cells.indexIn(cell) };
      }),
  };
}

class SummaryKind {
  readonly #isOrdered: boolean;

  constructor(private readonly spec: SummarySpec) {
    this.#isOrdered = ordersWrites(spec.model);
  }

  stored(word: SummaryWord, cell: CellId, value: Expr): readonly ShapeWay<SummaryWord>[] {
    const { newest } = this.#entry(cell);
    return this.#slotsFor(word, cell).map((slot) => ({
      // What is seen is seen before: of other cells it is the same afterwards.
      actions: [
        plainStore(newest, null, value),
        ...(slot === null ? [] : [plainStore(this.#entry(cell)[slot], null, shared(newest))]),
        ...this.#seeing(word, cell, slot),
      ],
      end: { kind: 'shape', shape: words.withStore(word, cell, slot, this.#isOrdered) },
    }));
  }

  flushes(word: SummaryWord): readonly ShapeFlush<SummaryWord>[] {
    return [
      ...word.others.map((cell) => this.#othersLeave(word, cell)),
      ...words.leaving(word, this.#isOrdered).map((entry) => this.#keptLeaves(word, entry)),
    ];
  }

  /** Any entry may be the one that is followed. */
  #slotsFor(word: SummaryWord, cell: CellId): readonly (FollowedSlot | null)[] {
    const { followed } = this.spec;
    if (followed === null) return [null];
    const isOlderThere = words.isFollowed(word, 'older');
    if (!isOlderThere && followed.older === cell) return [null, 'older'];
    const mayBeNewer = isOlderThere && followed.newer === cell && !words.isFollowed(word, 'newer');
    return mayBeNewer ? [null, 'newer'] : [null];
  }

  #seeing(word: SummaryWord, cell: CellId, slot: FollowedSlot | null): readonly Action[] {
    const { variables, thread, contents } = this.spec;
    return [...this.#entry(cell).seen].flatMap(([other, { byNewest, byOlder }]) => {
      const isOwn = words.newestFor(word, other) !== null;
      const view = isOwn ? variables.newest(thread, other) : contents.inMemory(other);
      return [byNewest, ...(slot === 'older' ? [byOlder] : [])].map((id) => plainStore(id, null, view));
    });
  }

  /** One of the others: of its value only the facts are known. More may be left. */
  #othersLeave(word: SummaryWord, cell: CellId): ShapeFlush<SummaryWord> {
    const { variables, thread } = this.spec;
    const younger = word.kept.filter((entry) => this.#isOrdered || entry.cell === cell);
    const value = variables.drawn(thread, cell);
    const drawing: Action = { kind: 'havoc', local: this.#entry(cell).drawn };
    return this.#leaves(cell, value, younger, [drawing], word);
  }

  #leaves(
    cell: CellId,
    value: Expr,
    younger: readonly KeptEntry[],
    before: readonly Action[],
    shape: SummaryWord,
  ): ShapeFlush<SummaryWord> {
    const about = this.#instances(cell, value, younger);
    const assumed = about.filter(({ fact }) => this.spec.isAssumed(fact));
    const actions = [
      ...before,
      ...assumed.map(({ formula }) => assume(formula)),
      this.spec.contents.toMemory(cell, value),
    ];
    return { cell, actions, end: { kind: 'shape', shape }, about };
  }

  #keptLeaves(word: SummaryWord, entry: KeptEntry): ShapeFlush<SummaryWord> {
    const { cell, slot, isNewest } = entry;
    const { variables, thread } = this.spec;
    const value = slot === null ? variables.newest(thread, cell) : variables.followed(thread, cell, slot);
    const rest = words.withoutKept(word, entry);
    const younger = rest.kept.filter((other) => this.#isOrdered || other.cell === cell);
    const seen = this.#agreed(cell, isNewest, slot);
    if (slot === 'older')
      return { cell, actions: [...seen, ...this.#asserted(cell, rest)], end: { kind: 'stops' } };
    return this.#leaves(cell, value, younger, seen, rest);
  }

  /**
   * Under TSO, where all that is older has left when an entry leaves and nothing younger has: a cell that nobody else writes has
   * in memory what the thread saw there when it stored the entry.
   */
  #agreed(cell: CellId, isNewest: boolean, slot: FollowedSlot | null): readonly Action[] {
    return [...this.#entry(cell).seen].flatMap(([other, { byNewest, byOlder }]) => {
      const views = [...(isNewest ? [byNewest] : []), ...(slot === 'older' ? [byOlder] : [])];
      return views.map((id) => assume(equal(this.spec.contents.inMemory(other), shared(id))));
    });
  }

  /** What the facts say of a value that leaves, with these still waiting. */
  #instances(cell: CellId, value: Expr, younger: readonly KeptEntry[]): readonly FactInstance[] {
    const { facts, variables, thread } = this.spec;
    const own = variables.followed(thread, cell, 'older');
    return facts
      .filter(({ older }) => older === cell)
      .flatMap((fact): readonly FactInstance[] => {
        const { newer, formula } = fact;
        const put = (known: readonly (readonly [Expr, Expr])[]): FactInstance => ({
          fact,
          formula: substitution(new Map([[own, value], ...known]))(formula),
        });
        if (newer === null) return [put([])];
        const other = variables.followed(thread, newer, 'newer');
        const waiting = younger.filter((entry) => entry.cell === newer);
        return waiting.flatMap((entry) => this.#valuesOf(entry)).map((known) => put([[other, known]]));
      });
  }

  #valuesOf({ cell, isNewest, slot }: KeptEntry): readonly Expr[] {
    const { variables, thread } = this.spec;
    return [
      ...(isNewest ? [variables.newest(thread, cell)] : []),
      ...(slot === null ? [] : [variables.followed(thread, cell, slot)]),
    ];
  }

  /** Nothing is looked at behind that: what leaves later was followed in another run. */
  #asserted(cell: CellId, rest: SummaryWord): readonly Action[] {
    const { facts, followed } = this.spec;
    const hasNewer = words.isFollowed(rest, 'newer');
    return facts
      .filter((fact) => this.spec.isAssumed(fact) && fact.older === cell)
      .filter(({ newer }) => newer === (followed?.newer ?? null) && (newer === null || hasNewer))
      .map(({ name, formula }): Action => ({ kind: 'assert', cond: formula, property: name }));
  }

  #entry(cell: CellId) {
    return this.spec.variables.of(this.spec.thread, cell);
  }
}

const assume = (cond: Expr): Action => ({ kind: 'assume', cond });
