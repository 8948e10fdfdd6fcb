import { DiagnosticBag } from '../../diagnostics/diagnostic.js';
import { originOf } from '../../diagnostics/span.js';
import type { Span } from '../../diagnostics/span.js';
import { statementEdits } from '../../lang/program/fence-edit.js';
import type { StatementEdit } from '../../lang/program/fence-edit.js';
import { assertNever, at, invariant } from '../../support/invariant.js';
import type { FenceEditor } from '../frontend.js';
import { TextEdits } from '../kit/text-edits.js';
import { tokenise } from '../kit/tokenise.js';
import type { Token } from '../kit/token.js';
import type { SalplLine } from './ast.js';
import { readItems } from './items.js';
import { lexicon } from './lexer.js';

/**
 * Puts fences between the lines of a program. Null where the language has no words for it: locked sections, fences for
 * stores alone, labels with names; and in front of labels of `else` and `endif`, where no statement can stand.
 */
export const editLines: FenceEditor = (source, edits) => {
  const bag = new DiagnosticBag();
  const tokens = tokenise(source, lexicon, bag);
  const editor = new LineEditor(new TextEdits(source.text), tokens, readItems(tokens, bag));
  invariant(!bag.hasErrors, 'what was read can be read again');
  const inOrder = statementEdits(edits).toSorted(
    (a, b) => placeOf(spanOf(a)).start - placeOf(spanOf(b)).start,
  );
  return inOrder.every((edit) => editor.make(edit)) ? editor.changes.result() : null;
};

const spanOf = (edit: StatementEdit): Span => (edit.kind === 'first' ? edit.of : edit.stmt).span;

function placeOf(span: Span): { readonly start: number; readonly end: number } {
  const origin = originOf(span);
  invariant(origin !== null, 'what was read stands in a text');
  return origin;
}

const fence = 'fence;';

class LineEditor {
  readonly #byStart: ReadonlyMap<number, number>;

  constructor(
    readonly changes: TextEdits,
    private readonly tokens: readonly Token[],
    private readonly items: readonly SalplLine[],
  ) {
    this.#byStart = new Map(items.map(({ span }, i) => [placeOf(span).start, i]));
  }

  /** Whether it could be made. */
  make(edit: StatementEdit): boolean {
    const index = this.#byStart.get(placeOf(spanOf(edit)).start);
    if (index === undefined || ('fence' in edit && edit.fence !== 'full')) return false;
    switch (edit.kind) {
      case 'first':
        return this.#first(index, edit.block);
      case 'behind':
        return this.#behind(index);
      case 'behind-labels':
        return this.#behindLabel(index);
      case 'remove':
        return this.#remove(index);
      case 'before':
      case 'lock':
        return false;
      default:
        return assertNever(edit);
    }
  }

  #first(index: number, block: number): boolean {
    if (block === 0) return this.#put(index);
    const closing = this.#closing(index);
    if (closing === null) return false;
    const { other, end } = closing;
    const { label, span } = at(this.items, other ?? end);
    if (label !== null) return false;
    if (other !== null) return this.#put(other);
    this.changes.before(placeOf(span).start, `else ${fence}`);
    return true;
  }

  #behind(index: number): boolean {
    const { statement } = at(this.items, index);
    const bracket = statement.kind === 'bracket' ? statement.bracket : null;
    if (statement.kind !== 'if' && bracket !== 'begin_atomic')
      return bracket !== 'end_atomic' && this.#put(index);
    const end = this.#closing(index)?.end;
    if (end === undefined) return false;
    // A label of an `endif` marks a place behind the `if`, one of an `end_atomic` is inside.
    const isMarked = statement.kind === 'if' && at(this.items, end).label !== null;
    return !isMarked && this.#put(end);
  }

  #behindLabel(index: number): boolean {
    const { statement, label } = at(this.items, index);
    const isMark = statement.kind === 'bracket' && statement.bracket !== 'begin_atomic';
    if (label === null || isMark) return false;
    this.changes.before(this.#bodyStart(index), fence);
    return true;
  }

  #remove(index: number): boolean {
    const { label, span } = at(this.items, index);
    if (label === null) this.changes.remove(placeOf(span).start, this.#end(index));
    else this.changes.replace(this.#bodyStart(index), placeOf(span).end, 'nop');
    return true;
  }

  /** A fence behind a line. */
  #put(index: number): true {
    const { start } = placeOf(at(this.items, index).span);
    const { lines, text } = this.changes;
    // In line with the statement, not with its label.
    const label = text.slice(start, this.#bodyStart(index)).replaceAll(/\S/g, ' ');
    this.changes.behind(start, this.#end(index), fence, lines.indentation(start) + label);
    return true;
  }

  /** Behind the label and its colon. */
  #bodyStart(index: number): number {
    const { label, span } = at(this.items, index);
    const { start } = placeOf(span);
    if (label === null) return start;
    return placeOf(at(this.tokens, this.#tokenFrom(start) + 2).span).start;
  }

  /** With its semicolon, if it has one. */
  #end(index: number): number {
    const { end } = placeOf(at(this.items, index).span);
    const next = this.tokens[this.#tokenFrom(end)];
    return next?.value === ';' ? placeOf(next.span).end : end;
  }

  /** The first token that begins there or later. */
  #tokenFrom(offset: number): number {
    const found = this.tokens.findIndex(({ span }) => placeOf(span).start >= offset);
    return found < 0 ? this.tokens.length : found;
  }

  /** The `else` of an `if`, and what closes a bracket; null: the process ends before. */
  #closing(index: number): { readonly other: number | null; readonly end: number } | null {
    let depth = 0;
    let other: number | null = null;
    for (let i = index + 1; i < this.items.length; i++) {
      const { statement } = at(this.items, i);
      if (statement.kind === 'process') return null;
      const bracket = statement.kind === 'bracket' ? statement.bracket : null;
      if (statement.kind === 'if' || bracket === 'begin_atomic') depth++;
      else if (bracket === 'else' && depth === 0) other = i;
      else if ((bracket === 'endif' || bracket === 'end_atomic') && depth-- === 0) return { other, end: i };
    }
    return null;
  }
}
