import type { DiagnosticBag } from '../../diagnostics/diagnostic.js';
import type { Span, Word } from '../../diagnostics/span.js';
import { assertNever, at } from '../../support/invariant.js';
import { maxNesting } from '../kit/nesting.js';
import type { Token } from '../kit/token.js';
import type { Bracket, SalplCond, SalplLine, SalplStatement } from './ast.js';

/** The statements of a process with what they enclose. */
export type NestedStatement =
  | {
      readonly kind: 'simple';
      readonly label: Word | null;
      readonly statement: SalplSimple;
      readonly span: Span;
    }
  | {
      readonly kind: 'if';
      readonly label: Word | null;
      readonly cond: SalplCond;
      readonly then: Nodes;
      readonly else: Nodes;
      readonly span: Span;
    }
  | { readonly kind: 'atomic'; readonly label: Word | null; readonly body: Nodes; readonly span: Span };

export type Nodes = readonly NestedStatement[];
export type SalplSimple = Extract<
  SalplStatement,
  { kind: 'store' | 'load' | 'assign' | 'nop' | 'fence' | 'goto' }
>;

/** A statement of a body: what `process`, `assert always` and the initial section are has been taken out. */
export interface BodyItem extends SalplLine {
  readonly statement: SalplSimple | Extract<SalplStatement, { kind: 'if' | 'bracket' }>;
}

/** An open bracket and what it holds so far. */
type OpenBracket =
  | {
      readonly kind: 'then';
      readonly item: SalplLine;
      readonly cond: SalplCond;
      readonly body: NestedStatement[];
    }
  | {
      readonly kind: 'else';
      readonly item: SalplLine;
      readonly cond: SalplCond;
      readonly then: Nodes;
      readonly body: NestedStatement[];
    }
  | { readonly kind: 'atomic'; readonly item: SalplLine; readonly body: NestedStatement[] };

export function nest(items: readonly BodyItem[], bag: DiagnosticBag): Nodes {
  const nesting = new Nesting(bag);
  for (const item of items) nesting.take(item);
  return nesting.end();
}

/** The first word that opens a statement inside of `maxNesting` others; else null. */
export function tooDeepStatement(tokens: readonly Token[]): Token | null {
  let depth = 0;
  for (const token of tokens) {
    if (token.value === 'process') depth = 0;
    if (token.value === 'if' || token.value === 'begin_atomic') depth++;
    if (token.value === 'endif' || token.value === 'end_atomic') depth = Math.max(0, depth - 1);
    if (depth > maxNesting) return token;
  }
  return null;
}

class Nesting {
  readonly #top: NestedStatement[] = [];
  readonly #open: OpenBracket[] = [];

  constructor(private readonly bag: DiagnosticBag) {}

  take(item: BodyItem): void {
    const { statement, label, span } = item;
    switch (statement.kind) {
      case 'if':
        this.#open.push({ kind: 'then', item, cond: statement.cond, body: [] });
        return;
      case 'bracket':
        this.#bracket(statement.bracket, item);
        return;
      default:
        this.#body().push({ kind: 'simple', label, statement, span });
    }
  }

  /** The nodes of the process; ends what is open as far as that is clear. */
  end(): Nodes {
    for (let frame = this.#open.pop(); frame !== undefined; frame = this.#open.pop()) {
      if (!mayEndWithProcess(frame)) this.#reportOpen(frame);
      this.#body().push(closed(frame));
    }
    return this.#top;
  }

  #bracket(bracket: Bracket, item: BodyItem): void {
    switch (bracket) {
      case 'begin_atomic':
        this.#open.push({ kind: 'atomic', item, body: [] });
        return;
      case 'end_atomic':
        this.#labelHere(item);
        this.#close((frame) => frame.kind === 'atomic', 'end_atomic without begin_atomic', item);
        return;
      case 'else':
        this.#else(item);
        return;
      case 'endif':
        this.#close((frame) => frame.kind !== 'atomic', 'endif without if', item);
        this.#labelHere(item);
        return;
      case 'beginit':
      case 'endinit':
        this.bag.report(
          'E402',
          item.span,
          `${bracket} inside a process`,
          'The initial section is the first of the file.',
        );
        return;
      default:
        assertNever(bracket);
    }
  }

  #else(item: BodyItem): void {
    const frame = this.#open[this.#open.length - 1];
    if (frame?.kind === 'then') {
      this.#open[this.#open.length - 1] = { ...frame, kind: 'else', then: frame.body, body: [] };
      this.#labelHere(item);
    } else {
      const hint =
        frame?.kind === 'else' ? 'Its if has an else already: an endif may be missing before.' : null;
      this.bag.report('E402', item.span, 'else without if', hint);
    }
  }

  /** Closes the innermost frame that fits; what is open inside it has no end. */
  #close(fits: (frame: OpenBracket) => boolean, message: string, item: BodyItem): void {
    if (!this.#open.some(fits)) {
      this.bag.report('E402', item.span, message);
      return;
    }
    for (let frame = this.#open.pop(); frame !== undefined; frame = this.#open.pop()) {
      this.#body().push(closed(frame));
      if (fits(frame)) return;
      this.#reportOpen(frame);
    }
  }

  #reportOpen(frame: OpenBracket): void {
    const [opens, closes] = frame.kind === 'atomic' ? ['begin_atomic', 'end_atomic'] : ['if', 'endif'];
    this.bag.report('E103', frame.item.span, `this ${opens} has no ${closes}`);
  }

  /** A label of a bracket that is no statement by itself marks the place it stands at. */
  #labelHere({ label, span }: BodyItem): void {
    if (label !== null) this.#body().push({ kind: 'simple', label, statement: { kind: 'nop' }, span });
  }

  #body(): NestedStatement[] {
    return this.#open.length === 0 ? this.#top : at(this.#open, this.#open.length - 1).body;
  }
}

function closed(frame: OpenBracket): NestedStatement {
  const { label, span } = frame.item;
  switch (frame.kind) {
    case 'then':
      return { kind: 'if', label, cond: frame.cond, then: frame.body, else: [], span };
    case 'else':
      return { kind: 'if', label, cond: frame.cond, then: frame.then, else: frame.body, span };
    case 'atomic':
      return { kind: 'atomic', label, body: frame.body, span };
    default:
      return assertNever(frame);
  }
}

/**
 * Ticket's last `if` ends with its process. That is clear if the first branch jumps away: then it means nothing to
 * the rest where exactly the other branch ends.
 */
function mayEndWithProcess(frame: OpenBracket): boolean {
  if (frame.kind !== 'else') return false;
  const last = frame.then[frame.then.length - 1];
  return last?.kind === 'simple' && last.statement.kind === 'goto';
}
