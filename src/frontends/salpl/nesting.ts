import type { DiagnosticBag } from '../../diagnostics/diagnostic.js';
import type { Spanned, Word } from '../../diagnostics/span.js';
import { assertNever } from '../../support/invariant.js';
import { maxNesting } from '../kit/nesting.js';
import type { Token } from '../kit/token.js';
import type { Bracket, SalplCond, SalplLine, SalplSimple, SalplStatement } from './ast.js';

/** The statements of a process with what they enclose. */
export type NestedStatement = Spanned & { readonly label: Word | null } & (
    | SalplSimple
    | { readonly kind: 'if'; readonly cond: SalplCond; readonly then: Nodes; readonly else: Nodes }
    | { readonly kind: 'atomic'; readonly body: Nodes }
  );

export type Nodes = readonly NestedStatement[];

/** A statement of a body: what `process`, `assert always` and the initial section are has been taken out. */
export interface BodyItem extends SalplLine {
  readonly statement: SalplSimple | Extract<SalplStatement, { kind: 'if' | 'bracket' }>;
}

/** An open bracket and what it holds so far. */
interface OpenBracket {
  readonly item: SalplLine;
  /** Null: of `begin_atomic`. */
  readonly cond: SalplCond | null;
  /** Behind its `else` the branch before that. */
  readonly then: Nodes | null;
  readonly body: NestedStatement[];
}

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
    if (statement.kind === 'bracket') this.#bracket(statement.bracket, item);
    else if (statement.kind !== 'if') this.#body().push({ ...statement, label, span });
    else this.#open.push({ item, cond: statement.cond, then: null, body: [] });
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
        this.#open.push({ item, cond: null, then: null, body: [] });
        return;
      case 'end_atomic':
        this.#labelHere(item);
        this.#close(({ cond }) => cond === null, 'end_atomic without begin_atomic', item);
        return;
      case 'else':
        this.#else(item);
        return;
      case 'endif':
        this.#close(({ cond }) => cond !== null, 'endif without if', item);
        this.#labelHere(item);
        return;
      case 'beginit':
      case 'endinit': {
        const hint = 'The initial section is the first of the file.';
        this.bag.report('E402', item.span, `${bracket} inside a process`, hint);
        return;
      }
      default:
        assertNever(bracket);
    }
  }

  #else(item: BodyItem): void {
    const frame = this.#open.at(-1);
    const isIf = frame !== undefined && frame.cond !== null;
    if (isIf && frame.then === null) {
      this.#open[this.#open.length - 1] = { ...frame, then: frame.body, body: [] };
      this.#labelHere(item);
    } else {
      const hint = isIf ? 'Its if has an else already: an endif may be missing before.' : null;
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

  #reportOpen({ cond, item }: OpenBracket): void {
    const [opens, closes] = cond === null ? ['begin_atomic', 'end_atomic'] : ['if', 'endif'];
    this.bag.report('E103', item.span, `this ${opens} has no ${closes}`);
  }

  /** A label of a bracket that is no statement by itself marks the place it stands at. */
  #labelHere({ label, span }: BodyItem): void {
    if (label !== null) this.#body().push({ kind: 'nop', label, span });
  }

  #body(): NestedStatement[] {
    return this.#open.at(-1)?.body ?? this.#top;
  }
}

function closed({ item: { label, span }, cond, then, body }: OpenBracket): NestedStatement {
  if (cond === null) return { kind: 'atomic', label, body, span };
  return { kind: 'if', label, cond, then: then ?? body, else: then === null ? [] : body, span };
}

/**
 * Ticket's last `if` ends with its process. That is clear if the first branch jumps away: then it means nothing to
 * the rest where exactly the other branch ends.
 */
const mayEndWithProcess = ({ then }: OpenBracket): boolean => then?.at(-1)?.kind === 'goto';
