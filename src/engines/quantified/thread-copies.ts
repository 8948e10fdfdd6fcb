import type { Expr } from '../../lang/expr/expr.js';
import { local } from '../../lang/expr/expr.js';
import type { LocalId, ThreadId } from '../../lang/expr/ids.js';
import { localId } from '../../lang/expr/ids.js';
import { substitution } from '../../lang/expr/substitute.js';
import type { Action, Automaton, System } from '../../lang/program/system.js';
import type { SymbolicState } from '../../symbolic/symbolic-state.js';
import { assertNever, at, getOrFail } from '../../support/invariant.js';
import { remembered } from '../../support/remembered.js';

/** Threads that run the same automaton: copies of a process, of which there may be any number, or a thread of its own. */
export interface CopiedThread {
  readonly number: number;
  readonly name: string;
  /** Those that formulas name. */
  readonly threads: readonly ThreadId[];
  readonly isAny: boolean;
}

/** What is known of some threads as what is known of others of their kinds. */
export class ThreadCopies {
  readonly #renamings = new Map<string, (formula: Expr) => Expr>();
  readonly #kindOf = new Map<ThreadId, CopiedThread>();
  readonly #locals = new Map<ThreadId, readonly LocalId[]>();

  constructor(
    readonly state: SymbolicState,
    readonly kinds: readonly CopiedThread[],
    /** Entries that a buffer may have, markers included. */
    private readonly positions: number,
  ) {
    for (const kind of kinds) for (const thread of kind.threads) this.#kindOf.set(thread, kind);
    for (const { id } of state.system.threads) this.#locals.set(id, localsOfThread(state.system, id));
  }

  kindOf(thread: ThreadId): CopiedThread {
    return getOrFail(this.#kindOf, thread);
  }

  localsOf(thread: ThreadId): readonly LocalId[] {
    return this.#locals.get(thread) ?? [];
  }

  renamed(formula: Expr, from: readonly ThreadId[], to: readonly ThreadId[]): Expr {
    const key = `${from.join()}>${to.join()}`;
    return remembered(this.#renamings, key, () => substitution(this.#renaming(from, to)))(formula);
  }

  #renaming(from: readonly ThreadId[], to: readonly ThreadId[]): ReadonlyMap<Expr, Expr> {
    return new Map(
      from.flatMap((thread, i) => {
        const images = this.#variablesOf(at(to, i));
        return this.#variablesOf(thread).map((variable, n) => [variable, at(images, n)] as const);
      }),
    );
  }

  /** In an order that is that of all copies. */
  #variablesOf(thread: ThreadId): readonly Expr[] {
    const { state } = this;
    const slots = Array.from({ length: this.positions }, (_, i) =>
      state.cells.all().map((cell) => state.slot(thread, i, cell)),
    );
    return [
      ...this.localsOf(thread).map((id) => state.local(id)),
      ...[state.place(thread), state.waiting(thread)],
      ...slots.flat(),
    ];
  }
}

/** In their order: that of all copies. */
export const localsOfThread = ({ locals }: System, thread: ThreadId): readonly LocalId[] =>
  locals.flatMap((variable, i) => (variable.thread === thread ? [localId(i)] : []));

/**
 * Whether the copies of a process run the same, in all that a proof about any number of them takes from one: passes have seen
 * a number of them.
 */
export function areAlike(system: System, threads: readonly ThreadId[]): boolean {
  const [first, ...others] = threads.map((thread) => likenessOf(system, thread));
  return others.every((other) => other === first);
}

function likenessOf(system: System, thread: ThreadId): string {
  const own = localsOfThread(system, thread);
  const numbers = new Map(own.map((id, i) => [id, i]));
  // Variables that no thread has, the same ones for all copies.
  const places = new Map(own.map((id, i) => [local(id), local(localId(system.locals.length + i))]));
  const settled = substitution(places);
  const key = (expr: Expr): string => textOf(settled(expr));
  const locals = own.map((id) => {
    const { type, init } = at(system.locals, id);
    const start = init.kind === 'value' ? key(init.value) : init.kind;
    return [type.kind, type.kind === 'range' ? `${type.lo}..${type.hi}` : '', start].join(' ');
  });
  return [...locals, ...automatonLines(at(system.threads, thread), key, numbers)].join('\n');
}

const textOf = (expr: Expr): string =>
  JSON.stringify(expr, (_, part: unknown) => (typeof part === 'bigint' ? String(part) : part));

function automatonLines(
  { locations, edges, entry, end }: Automaton,
  key: (expr: Expr) => string,
  numbers: ReadonlyMap<LocalId, number>,
): readonly string[] {
  return [
    `${entry} ${end}`,
    ...locations.map(({ id, labels, atomic }) => [id, atomic, ...labels].join(' ')),
    ...edges.map(({ from, to, actions }) =>
      [from, to, ...actions.map((action) => actionKey(action, key, numbers))].join('; '),
    ),
  ];
}

function actionKey(
  action: Action,
  key: (expr: Expr) => string,
  numbers: ReadonlyMap<LocalId, number>,
): string {
  const numberOf = (id: LocalId): string => String(numbers.get(id) ?? `of another ${id}`);
  switch (action.kind) {
    case 'assume':
      return `assume ${key(action.cond)}`;
    case 'assert':
      return `assert ${action.property} ${key(action.cond)}`;
    case 'assign':
      return `${numberOf(action.local)} := ${key(action.value)}`;
    case 'store': {
      const index = action.index === null ? '' : key(action.index);
      return `shared ${action.shared}[${index}] := ${key(action.value)} ${action.locked}`;
    }
    case 'fence':
      return `fence ${action.fence}`;
    case 'lock':
      return 'lock';
    case 'havoc':
      return `havoc ${numberOf(action.local)}`;
    default:
      return assertNever(action);
  }
}
