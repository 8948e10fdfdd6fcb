import { lineOf, originOf } from '../diagnostics/span.js';
import type { Span } from '../diagnostics/span.js';
import type { SharedId, ThreadId } from '../ir/ids.js';
import { printHead } from '../ir/print-stmt.js';
import type { Block, Program, Stmt, Thread } from '../ir/program.js';
import { blocksOf } from '../ir/statements.js';
import { mapBlocks } from '../ir/visit.js';
import { at } from '../support/check.js';

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
  /** What people may call the transition, the best name first: `P.L` by its label, `P:12` by its line. */
  readonly names: readonly string[];
  readonly variable: SharedId;
  readonly variableName: string;
  readonly label: string | null;
  readonly line: number | null;
  /** As in `store x = 1`: the first store that the site stands for. */
  readonly action: string;
  readonly span: Span;
}

/** The program with each statement of a transition marked, and the writes of all transitions in the order of the text. */
export interface Numbered {
  readonly program: Program;
  readonly sites: readonly WriteSite[];
}

export function numberWrites(program: Program): Numbered {
  const sites: WriteSite[] = [];
  let transitions = 0;
  const threads = program.threads.map((thread) => {
    const block = (stmts: Block): Block => stmts.map((stmt) => one(stmt));
    const one = (stmt: Stmt): Stmt => {
      if (stmt.kind === 'locked') return stmt;
      if (stmt.kind !== 'atomic' && !isStore(stmt)) return mapBlocks(stmt, block);
      const stores = storesOf(stmt);
      if (stores.length === 0) return stmt;
      const transition = transitions++;
      for (const first of firstOfEach(stores))
        sites.push(siteOf(program, thread, { id: sites.length, transition, whole: stmt, first }));
      return marked(stmt, transition);
    };
    return { ...thread, body: block(thread.body) };
  });
  return { program: { ...program, threads }, sites };
}

/** An assignment to a shared variable. */
export type Store = Extract<Stmt, { kind: 'assign' }> & {
  readonly target: { readonly kind: 'shared' };
};

const isStore = (stmt: Stmt): stmt is Store => stmt.kind === 'assign' && stmt.target.kind === 'shared';

/** The stores that go through the buffer. */
export function storesOf(stmt: Stmt): readonly Store[] {
  if (stmt.kind === 'locked') return [];
  return isStore(stmt) ? [stmt] : blocksOf(stmt).flatMap((block) => block.flatMap(storesOf));
}

function firstOfEach(stores: readonly Store[]): readonly Store[] {
  const seen = new Set<SharedId>();
  return stores.filter(({ target }) => !seen.has(target.shared) && seen.add(target.shared) !== undefined);
}

const marked = (stmt: Stmt, transition: number): Stmt => ({
  ...mapBlocks(stmt, (block) => block.map((s) => marked(s, transition))),
  transition,
});

interface Found {
  readonly id: number;
  readonly transition: number;
  readonly whole: Stmt;
  readonly first: Store;
}

function siteOf(program: Program, thread: Thread, { id, transition, whole, first }: Found): WriteSite {
  const variable = at(program.shared, first.target.shared);
  const [label = null] = [...labelsOf(whole), ...labelsOf(first)];
  return {
    id,
    thread: thread.id,
    threadName: thread.name,
    transition,
    names: namesOf(thread, [whole, first]),
    variable: variable.id,
    variableName: variable.name,
    label,
    line: lineOf(first.span),
    action: `store ${printHead(first, program, thread.id)}`,
    span: originOf(first.span) ?? first.span,
  };
}

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
