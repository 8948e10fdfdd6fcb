import { lineOf, originOf } from '../diagnostics/span.js';
import type { Span } from '../diagnostics/span.js';
import type { SharedId, ThreadId } from '../lang/expr/ids.js';
import { printHead } from '../lang/program/print-stmt.js';
import type { Block, Program, Stmt, Thread } from '../lang/program/program.js';
import { blocksOf, everyStatement } from '../lang/program/walk-statements.js';
import { mapBlocks, mapBodies } from '../lang/program/visit.js';
import { at } from '../support/invariant.js';
import { remembered } from '../support/remembered.js';

/**
 * A write that could be made atomic: paper 004's pair (variable, transition). A transition is a statement that stores, or
 * the outermost atomic section around it; all its stores to the variable are one write. Each thread has its own.
 */
export interface WriteSite {
  /** Its place in the list of all sites: the same program has the same. */
  readonly id: number;
  readonly thread: ThreadId;
  readonly threadName: string;
  readonly transition: number;
  /** What people may call the transition, the best name first: `A.q0->q1`, `P.L` by its label, `P:12` by its line. */
  readonly names: readonly string[];
  readonly variable: SharedId;
  readonly variableName: string;
  readonly label: string | null;
  readonly line: number | null;
  /** As in `store x = 1`: the first store that the site stands for. */
  readonly action: string;
}

/** The program with each statement of a transition marked, and the writes of all transitions in the order of the text. */
export interface NumberedWrites {
  readonly program: Program;
  readonly sites: readonly WriteSite[];
}

export function numberWrites(program: Program): NumberedWrites {
  const numbering = new WriteNumbering(program);
  const numbered = mapBodies(program, (_, thread) => numbering.body(thread));
  return { program: numbered, sites: numbering.sites };
}

/** An assignment to a shared variable. */
export type StoreStmt = Extract<Stmt, { kind: 'assign' }> & {
  readonly target: { readonly kind: 'shared' };
};

const isStore = (stmt: Stmt): stmt is StoreStmt => stmt.kind === 'assign' && stmt.target.kind === 'shared';

/** The stores that go through the buffer. */
export function storesOf(stmt: Stmt, { shared }: Pick<Program, 'shared'>): readonly StoreStmt[] {
  if (stmt.kind === 'locked') return [];
  if (isStore(stmt)) return at(shared, stmt.target.shared).buffered === false ? [] : [stmt];
  return blocksOf(stmt).flatMap((block) => block.flatMap((inner) => storesOf(inner, { shared })));
}

class WriteNumbering {
  readonly sites: WriteSite[] = [];
  #transitions = 0;

  constructor(private readonly program: Program) {}

  body(thread: Thread): Block {
    const titles = titlesIn(thread);
    // A transition that the front end has written several times, once for each partner, is one.
    const known = new Map<string, number>();
    const block = (stmts: Block): Block => stmts.map((stmt) => one(stmt));
    const one = (stmt: Stmt): Stmt => {
      if (stmt.kind === 'locked') return stmt;
      if (stmt.kind !== 'atomic' && !isStore(stmt)) return mapBlocks(stmt, block);
      const stores = storesOf(stmt, this.program);
      if (stores.length === 0) return stmt;
      const title = titles.get(stmt);
      const transition = (title === undefined ? undefined : known.get(title)) ?? this.#transitions++;
      if (title !== undefined) known.set(title, transition);
      this.#enter(thread, { transition, whole: stmt, title }, stores);
      return marked(stmt, transition);
    };
    return block(thread.body);
  }

  #enter(thread: Thread, found: FoundTransition, stores: readonly StoreStmt[]): void {
    for (const store of stores) {
      const { shared } = store.target;
      const isKnown = this.sites.some((s) => s.transition === found.transition && s.variable === shared);
      if (!isKnown) this.sites.push(this.#site(thread, found, store));
    }
  }

  #site(thread: Thread, { transition, whole, title }: FoundTransition, first: StoreStmt): WriteSite {
    const variable = at(this.program.shared, first.target.shared);
    const [label = null] = [...labelsOf(whole), ...labelsOf(first)];
    const byTitle = title === undefined ? [] : [`${thread.name}.${title}`];
    return {
      id: this.sites.length,
      thread: thread.id,
      threadName: thread.name,
      transition,
      names: [...byTitle, ...namesOf(thread, [whole, first])],
      variable: variable.id,
      variableName: variable.name,
      label,
      line: lineOf(first.span),
      action: `store ${printHead(first, this.program, thread.id)}`,
    };
  }
}

interface FoundTransition {
  readonly transition: number;
  readonly whole: Stmt;
  readonly title: string | undefined;
}

const marked = (stmt: Stmt, transition: number): Stmt => ({
  ...mapBlocks(stmt, (block) => block.map((s) => marked(s, transition))),
  transition,
});

/** The titles of the transitions of a thread; the second of the same title is `q0->q1#2`. */
function titlesIn(thread: Thread): ReadonlyMap<Stmt, string> {
  const titles = new Map<Stmt, string>();
  const places = new Map<string, number[]>();
  for (const stmt of everyStatement(thread.body)) {
    if (stmt.title === undefined) continue;
    const starts = remembered(places, stmt.title, (): number[] => []);
    const start = startOf(stmt.span);
    if (!starts.includes(start)) starts.push(start);
    const number = starts.indexOf(start) + 1;
    titles.set(stmt, number === 1 ? stmt.title : `${stmt.title}#${number}`);
  }
  return titles;
}

const startOf = (span: Span): number => originOf(span)?.start ?? -1;

const labelsOf = ({ labels, continues }: Stmt): readonly string[] => [...labels, ...(continues ?? [])];

/** `P(0).L`, `P(0):12`, `P(0):12:5`, and the same of all instances: `P.L`, `P:12`, `P:12:5`. */
function namesOf(thread: Thread, stmts: readonly Stmt[]): readonly string[] {
  const [template = thread.name] = thread.name.split('(');
  const labels = stmts.flatMap(labelsOf).map((label) => `.${label}`);
  const places = stmts.flatMap(({ span }) => {
    const origin = originOf(span);
    if (origin === null) return [];
    const { line, column } = origin.source.position(origin.start);
    return [`:${line}`, `:${line}:${column}`];
  });
  const ends = [...new Set([...labels, ...places])];
  return [...new Set([thread.name, template].flatMap((name) => ends.map((end) => `${name}${end}`)))];
}
