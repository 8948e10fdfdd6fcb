import type moo from 'moo';
import { invariant } from '../../../support/invariant.js';
import { isPrefixLetter, lexed } from '../lexer.js';

/** A token as it is written, with the comments that stand before it. */
export interface Piece {
  readonly kind: 'token' | 'lineComment' | 'blockComment';
  readonly text: string;
  /** As the lexer calls it, but for G, F, X and U, R, W of an ltl formula: `prefixop`, `infixop`. */
  readonly type: string;
  /** The lines (from 1) on which it begins and ends. */
  readonly line: number;
  readonly endLine: number;
}

/** All that is written but blanks. */
export function piecesOf(text: string): readonly Piece[] {
  const pieces: Piece[] = [];
  let isFormula = false;
  let isStart = true;
  for (const token of lexed(text)) {
    if (token.type === 'space') continue;
    const piece = pieceOf(token, isFormula);
    pieces.push(piece);
    if (piece.kind !== 'token') continue;
    // Only an item begins with it: it is a keyword.
    if (piece.text === 'ltl' && isStart) isFormula = true;
    isStart = piece.text === ';' || piece.text === '}' || piece.type === 'string';
    if (piece.text === ';') isFormula = false;
  }
  return pieces;
}

function pieceOf({ type, text, line, lineBreaks }: moo.Token, isFormula: boolean): Piece {
  invariant(type !== undefined, 'the lexer has a word for everything');
  const place = { line, endLine: line + lineBreaks };
  if (type !== 'comment')
    return { kind: 'token', text, type: isFormula ? ofFormula(type, text) : type, ...place };
  return text.startsWith('//')
    ? { kind: 'lineComment', text: text.trimEnd(), type, ...place }
    : { kind: 'blockComment', text, type, ...place };
}

function ofFormula(type: string, text: string): string {
  if (type !== 'name') return type;
  return isPrefixLetter(text) ? 'prefixop' : /^[URW]$/.test(text) ? 'infixop' : type;
}
