import { at } from '../../../support/invariant.js';
import type { Piece } from './text-pieces.js';

/** What is between two places where a line must end: a statement, a declaration, a label at the end of a block. */
export interface Clause {
  readonly parts: readonly ClausePart[];
  /** Comments that stand above it on lines of their own. */
  readonly above: readonly Piece[];
  /** Comments behind it in its last line. */
  readonly behind: readonly Piece[];
  /** The lines (from 1) where its text begins, and where it ends with what is behind it. */
  readonly line: number;
  readonly endLine: number;
}

export type ClausePart = { readonly kind: 'text'; readonly pieces: readonly Piece[] } | FoldedBlock;

/** What is between braces. */
export interface FoldedBlock {
  readonly kind: 'block';
  readonly clauses: readonly Clause[];
  /** Comments in the line of the opening brace. */
  readonly opening: readonly Piece[];
  /** Comments below the last clause. */
  readonly below: readonly Piece[];
  /** It was written in one line, without a comment. */
  readonly isShort: boolean;
  /** The line of the closing brace. */
  readonly endLine: number;
}

/** What ends a clause inside of it. */
type Inside = 'statements' | 'members';

/** Takes a text apart whose brackets match. */
export function clausesOf(pieces: readonly Piece[]): Pick<FoldedBlock, 'clauses' | 'below'> {
  return new ClauseReader(pieces).read('statements');
}

class ClauseReader {
  #next = 0;

  constructor(private readonly pieces: readonly Piece[]) {}

  read(inside: Inside): Pick<FoldedBlock, 'clauses' | 'below'> {
    const clauses: Clause[] = [];
    for (;;) {
      const above = this.#comments();
      const first = this.#peek();
      if (first === null || first.text === '}') return { clauses, below: above };
      const parts = this.#parts(inside);
      const behind = this.#commentsInLine();
      clauses.push({ parts, above, behind, line: first.line, endLine: this.#lastLine() });
    }
  }

  #peek(): Piece | null {
    return this.pieces[this.#next] ?? null;
  }

  #comments(): readonly Piece[] {
    const found: Piece[] = [];
    for (let piece = this.#peek(); piece !== null && piece.kind !== 'token'; piece = this.#peek()) {
      found.push(piece);
      this.#next++;
    }
    return found;
  }

  /** Those that begin in the line where the last token ends, unless something else follows there. */
  #commentsInLine(): readonly Piece[] {
    const found: Piece[] = [];
    let line = this.#lastLine();
    for (
      let piece = this.#peek();
      piece !== null && piece.kind !== 'token' && piece.line === line;
      piece = this.#peek()
    ) {
      found.push(piece);
      line = piece.endLine;
      this.#next++;
    }
    // A comment before a token of its line belongs to that.
    const last = found.at(-1);
    if (last?.kind === 'blockComment' && this.#peek()?.line === line && this.#peek()?.text !== '}') {
      this.#next -= found.length;
      return [];
    }
    return found;
  }

  #lastLine(): number {
    return this.#next === 0 ? 1 : at(this.pieces, this.#next - 1).endLine;
  }

  #parts(inside: Inside): readonly ClausePart[] {
    const parts: ClausePart[] = [];
    let text: Piece[] = [];
    let brackets = 0;
    const flush = (): void => {
      if (text.length > 0) parts.push({ kind: 'text', pieces: text });
      text = [];
    };
    for (let piece = this.#peek(); piece !== null && piece.text !== '}'; piece = this.#peek()) {
      if (piece.text === '{' && !this.#opensList(text)) {
        const head = firstToken(parts, text);
        flush();
        const isLoop = lastToken(parts) === 'do';
        parts.push(this.#block(head === 'enum' ? 'members' : 'statements'));
        if (!this.#continues(isLoop)) break;
        continue;
      }
      this.#next++;
      text.push(piece);
      if (piece.kind !== 'token') continue;
      if (/^[([{]$/.test(piece.text)) brackets++;
      if (/^[)\]]$/.test(piece.text)) brackets--;
      // The braces of a list are part of the text.
      if (piece.text === '{') this.#list(text);
      if (piece.text === '{') brackets--;
      if (brackets > 0) continue;
      if (piece.text === ';' || (inside === 'members' && piece.text === ',')) break;
      if (piece.type === 'string') break;
    }
    flush();
    return parts;
  }

  /** `= { 1, 2 }` */
  #opensList(text: readonly Piece[]): boolean {
    const before = text.findLast(({ kind }) => kind === 'token')?.text;
    return before === '=' || before === ',' || before === '(';
  }

  /** To the brace that closes it. */
  #list(text: Piece[]): void {
    let depth = 1;
    for (let piece = this.#peek(); piece !== null && depth > 0; piece = this.#peek()) {
      if (piece.text === '{') depth++;
      if (piece.text === '}') depth--;
      text.push(piece);
      this.#next++;
    }
  }

  #block(inside: Inside): FoldedBlock {
    const begin = this.#next++;
    const opening = this.#commentsInLine();
    const { clauses, below } = this.read(inside);
    const isClosed = this.#peek() !== null;
    if (isClosed) this.#next++;
    const written = this.pieces.slice(begin, this.#next);
    const isShort =
      isClosed &&
      at(written, 0).line === at(written, written.length - 1).line &&
      written.every(({ kind }) => kind === 'token');
    return { kind: 'block', clauses, opening, below, isShort, endLine: this.#lastLine() };
  }

  /** Whether the clause goes on behind a block. */
  #continues(isLoop: boolean): boolean {
    const next = this.pieces.slice(this.#next).find(({ kind }) => kind === 'token')?.text;
    return next === 'else' || next === 'or' || next === ';' || (isLoop && next === 'while');
  }
}

function firstToken(parts: readonly ClausePart[], text: readonly Piece[]): string | null {
  const [first] = parts;
  const pieces = first === undefined ? text : first.kind === 'text' ? first.pieces : [];
  return pieces.find(({ kind }) => kind === 'token')?.text ?? null;
}

function lastToken(parts: readonly ClausePart[]): string | null {
  const last = parts.at(-1);
  return last?.kind === 'text' ? (last.pieces.findLast(({ kind }) => kind === 'token')?.text ?? null) : null;
}
