import { lineOf } from '../../../diagnostics/span.js';
import type { Span } from '../../../diagnostics/span.js';
import type { Expr } from '../../../lang/expr/expr.js';
import type { CellId, LocalId, SharedId, ThreadId } from '../../../lang/expr/ids.js';
import { cellId } from '../../../lang/expr/ids.js';
import { fits } from '../../../lang/expr/type.js';
import { initialExpr } from '../../../lang/program/program.js';
import type { Init } from '../../../lang/program/program.js';
import { Cells } from '../../../lang/program/system.js';
import type { Automaton, System } from '../../../lang/program/system.js';
import { at, getOrFail } from '../../../support/invariant.js';
import { addTo } from '../../../support/remembered.js';
import { Exchange } from './exchange.js';
import type { Swaps } from './exchange.js';
import { matched } from './match-threads.js';
import type { ActionsByThread, Match } from './match-threads.js';
import { NameClasses } from './name-classes.js';
import { isSameAction } from './settled-actions.js';
import { settledEdges } from './settled-edges.js';
import type { MemberNames, ThreadGroup } from './thread-group.js';
import { unordered } from './unordered.js';

/** What is asked of states, and must be the same whoever is who. */
export interface AskedFormula {
  readonly name: string;
  readonly formula: Expr;
}

export interface FoundGroups {
  readonly groups: readonly ThreadGroup[];
  /** Of threads that have the same graph and are no group: what tells them apart, as clauses. */
  readonly refusals: readonly string[];
}

/** A bound on numbers of entries, by cell, and whatever else is said of cells one by one. */
export type CellMark = (cell: CellId) => string | number;

/** `exact`: what one of them reaches each of them does, place by place. */
export interface GroupWish {
  readonly exact: boolean;
  readonly markOf: CellMark;
}

/** Groups of threads that neither the program nor what is asked tells apart. */
export function findGroups(
  system: System,
  asked: readonly AskedFormula[],
  wish: GroupWish = { exact: false, markOf: () => 0 },
): FoundGroups {
  const alike = lookingAlike(system);
  if (alike.length === 0) return { groups: [], refusals: [] };
  return new GroupSearch(system, asked, wish, alike).run();
}

/** Threads of one graph, by what their edges do; each with others. */
function lookingAlike(system: System): readonly (readonly Automaton[])[] {
  const byShape = new Map<string, Automaton[]>();
  for (const thread of system.threads) {
    const { entry, end, locations, edges, id } = thread;
    const locals = system.locals.filter((l) => l.thread === id);
    const shape = [
      `${entry} ${end}`,
      ...locations.map(({ atomic, atOnce, labels }) => `${atomic} ${atOnce ?? false} ${labels.join()}`),
      ...edges.map(({ from, to, actions }) => `${from} ${to} ${actions.map((a) => a.kind).join()}`),
      ...locals.map(({ type, kept }) => `${typeText(type)} ${kept ?? false}`),
    ];
    addTo(byShape, shape.join(';'), thread);
  }
  return [...byShape.values()].filter((threads) => threads.length > 1);
}

const typeText = (type: System['locals'][number]['type']): string =>
  type.kind === 'range' ? `${type.lo}..${type.hi}` : type.kind;

type Tried =
  | { readonly kind: 'same'; readonly match: Match; readonly startsAlike: boolean }
  | { readonly kind: 'different'; readonly why: string };

class GroupSearch {
  readonly #cells: Cells;
  readonly #classes: NameClasses;
  readonly #actions: ActionsByThread;
  readonly #settled: System;
  readonly #formulas: readonly Expr[];

  constructor(
    private readonly system: System,
    private readonly asked: readonly AskedFormula[],
    private readonly wish: GroupWish,
    private readonly alike: readonly (readonly Automaton[])[],
  ) {
    this.#cells = new Cells(system.shared);
    this.#actions = system.threads.map((thread) => settledEdges(system, thread, !wish.exact));
    this.#settled = {
      ...system,
      threads: system.threads.map((thread, t) => ({
        ...thread,
        edges: thread.edges.map((edge, e) => ({ ...edge, actions: at(at(this.#actions, t), e) })),
      })),
    };
    this.#formulas = asked.map(({ formula }) => unordered(formula));
    const lists = alike.flatMap((threads) => {
      const [first] = threads;
      const own = threads.map(({ id }) => this.#localsOf(id));
      return first === undefined ? [] : this.#localsOf(first.id).map((_, i) => own.map((l) => at(l, i)));
    });
    this.#classes = new NameClasses(this.#settled, this.#formulas, lists);
  }

  run(): FoundGroups {
    const groups: ThreadGroup[] = [];
    const refusals: string[] = [];
    for (const threads of this.alike) {
      const before = refusals.length;
      for (let open = threads; open.length > 1;) {
        const [first, ...others] = open;
        if (first === undefined) break;
        const { group, taken, whys } = this.#groupAround(first, others);
        // What tells one pair apart mostly tells all apart.
        refusals.push(...whys.slice(0, refusals.length === before ? 1 : 0));
        if (group !== null) groups.push(group);
        open = others.filter((thread) => !taken.has(thread));
      }
    }
    return { groups, refusals };
  }

  #groupAround(
    first: Automaton,
    others: readonly Automaton[],
  ): { readonly group: ThreadGroup | null; readonly taken: ReadonlySet<Automaton>; readonly whys: string[] } {
    const whys: string[] = [];
    const found: { readonly thread: Automaton; readonly match: Match; readonly startsAlike: boolean }[] = [];
    for (const thread of others) {
      const tried = this.#tried(first, thread);
      if (tried.kind === 'same') found.push({ thread, ...tried });
      else whys.push(`${first.name} and ${thread.name} are told apart: ${tried.why}`);
    }
    const shared = ownOf(found.map(({ match }) => match));
    const members = found.filter(({ match }) => isOnly(match, shared));
    for (const { thread } of found.filter(({ match }) => !isOnly(match, shared)))
      whys.push(`${first.name} and ${thread.name} have a cell or a name for each pair of threads`);
    if (members.length === 0) return { group: null, taken: new Set(), whys };
    const threads = [first, ...members.map(({ thread }) => thread)];
    const swaps = members.map(({ match }) => match.swaps);
    const cells = [
      shared.cells,
      ...swaps.map((of) => shared.cells.map((c) => cellId(getOrFail(of.cells, c)))),
    ];
    const names = [...shared.names].map(([kind, own]): MemberNames => {
      const values = [own, ...swaps.map((of) => getOrFail(getOrFail(of.names, kind), own))];
      return {
        locals: this.#classes.localsOf(kind),
        shared: this.#classes.sharedOf(kind),
        values: values.map(Number),
      };
    });
    if (!areDistinct(cells.flat()) || !names.every(({ values }) => areDistinct(values))) {
      whys.push(`${first.name} and others: two of them share what would be their own`);
      return { group: null, taken: new Set(), whys };
    }
    const group: ThreadGroup = {
      threads: threads.map(({ id }) => id),
      locals: threads.map(({ id }) => this.#localsOf(id)),
      ...{ cells, names },
      startsAlike: members.every(({ startsAlike }) => startsAlike),
    };
    return { group, taken: new Set(threads), whys };
  }

  #localsOf(thread: ThreadId): readonly LocalId[] {
    return this.system.locals.flatMap(({ id, thread: owner }) => (owner === thread ? [id] : []));
  }

  #tried(first: Automaton, second: Automaton): Tried {
    const match = matched(this.system, this.#cells, this.#classes, this.#actions, this.#formulas, [
      first,
      second,
    ]);
    const exchange = new Exchange(this.system, this.#cells, this.#classes, match.swaps);
    const why = this.#difference(exchange, first) ?? this.#oddVariable(exchange) ?? this.#oddName(exchange);
    if (why !== null) return { kind: 'different', why };
    return { kind: 'same', match, startsAlike: this.#startsAlike(exchange) };
  }

  /** Where the exchanged system is another; the place is told in the first of the two threads. */
  #difference(exchange: Exchange, first: Automaton): string | null {
    const threads = [first, ...this.system.threads.filter((thread) => thread !== first)];
    for (const { id, name, edges } of threads) {
      const image = at(this.system.threads, exchange.thread(id));
      for (const [e, { span }] of edges.entries()) {
        const own = at(at(this.#actions, id), e);
        const other = at(at(this.#actions, image.id), e);
        const isSame =
          own.length === other.length &&
          own.every((action, i) => {
            const said = exchange.action(action);
            return said !== null && isSameAction(said, at(other, i));
          });
        if (!isSame) return `what ${name} does${inLine(span)} is something else with them exchanged`;
      }
    }
    const odd = this.asked.find(({ formula }) => exchange.said(unordered(formula)) !== unordered(formula));
    return odd === undefined ? null : `${odd.name} speaks of one of them`;
  }

  #oddVariable({ swaps }: Exchange): string | null {
    for (const [a, b] of swaps.cells) {
      const [one, other] = [cellId(a), cellId(b)];
      const [own, others] = [this.#cells.variable(one), this.#cells.variable(other)];
      const isSame =
        typeText(own.type) === typeText(others.type) &&
        own.buffered === others.buffered &&
        this.#haveSameNames(own.id, others.id, swaps) &&
        this.wish.markOf(one) === this.wish.markOf(other);
      if (!isSame) return `${this.#cells.nameOf(one)} is not like ${this.#cells.nameOf(other)}`;
    }
    return null;
  }

  #haveSameNames(a: SharedId, b: SharedId, { names }: Swaps): boolean {
    const [own, other] = [this.#classes.ofShared(a), this.#classes.ofShared(b)];
    const isPlain = (kind: number | null): boolean => kind === null || !names.has(kind);
    return own === other || (isPlain(own) && isPlain(other));
  }

  /** Variables that hold names hold all of them, and none is left to chance between names and other numbers. */
  #oddName({ swaps }: Exchange): string | null {
    for (const [kind, names] of swaps.names) {
      const [locals, shared] = [this.#classes.localsOf(kind), this.#classes.sharedOf(kind)];
      const variables = [
        ...[...locals].map((id) => at(this.system.locals, id)),
        ...[...shared].map((id) => at(this.system.shared, id)),
      ];
      for (const { name, type, init } of variables) {
        const known = [...names.keys()].filter((value) => fits(type, value));
        if (known.length !== 0 && known.length !== names.size) return `${name} cannot hold both their names`;
        if (type.kind === 'int' && (init.kind === 'any' || this.#isDrawn(locals)))
          return `${name} may be any integer, and is also the name of a thread`;
      }
      if ([...names.keys()].some((value) => BigInt.asIntN(31, value) !== value))
        return 'their names are too large';
    }
    return null;
  }

  #isDrawn(locals: ReadonlySet<LocalId>): boolean {
    return this.#actions.some((edges) =>
      edges.some((actions) => actions.some((a) => a.kind === 'havoc' && locals.has(a.local))),
    );
  }

  #startsAlike(exchange: Exchange): boolean {
    const same = (own: Init, i: number, other: Init, j: number, kind: number | null): boolean => {
      const [value, there] = [initialExpr(own, i), initialExpr(other, j)];
      if (value === null || there === null) return value === there;
      return exchange.said(unordered(value), kind) === unordered(there);
    };
    return (
      this.system.locals.every(
        ({ id, init, temporary }) =>
          // Nobody reads what it starts with.
          temporary ||
          same(init, 0, at(this.system.locals, exchange.local(id)).init, 0, this.#classes.ofLocal(id)),
      ) &&
      this.#cells.all().every((cell) => {
        const image = exchange.cell(cell);
        const [own, other] = [this.#cells.variable(cell), this.#cells.variable(image)];
        const places = [this.#cells.indexIn(cell), this.#cells.indexIn(image)] as const;
        return same(own.init, places[0], other.init, places[1], this.#classes.ofShared(own.id));
      })
    );
  }
}

const areDistinct = (items: readonly number[]): boolean => new Set(items).size === items.length;

const inLine = (span: Span): string => {
  const line = lineOf(span);
  return line === null ? '' : ` in line ${line}`;
};

/** What belongs to the first thread: what every exchange with another moves. */
interface Own {
  readonly cells: readonly CellId[];
  /** By class of variables. */
  readonly names: ReadonlyMap<number, bigint>;
}

function ownOf(matches: readonly Match[]): Own {
  const [first, ...others] = matches;
  if (first === undefined) return { cells: [], names: new Map() };
  const isOwn = (cell: CellId): boolean => others.every(({ swaps }) => swaps.cells.has(cell));
  const cells = first.cells.flatMap(([a, b]) => (isOwn(a) ? [a] : isOwn(b) ? [b] : []));
  const names = new Map<number, bigint>();
  for (const [kind, values] of first.swaps.names) {
    const own = [...values.keys()].find((value) =>
      others.every(({ swaps }) => swaps.names.get(kind)?.has(value) === true),
    );
    if (own !== undefined) names.set(kind, own);
  }
  return { cells, names };
}

/** An exchange moves nothing else than what belongs to the first thread, and what takes its place. */
function isOnly({ swaps }: Match, { cells, names }: Own): boolean {
  return (
    swaps.cells.size === 2 * cells.length &&
    cells.every((cell) => swaps.cells.has(cell)) &&
    swaps.names.size === names.size &&
    [...swaps.names].every(([kind, values]) => {
      const own = names.get(kind);
      return own !== undefined && values.size === 2 && values.has(own);
    })
  );
}
