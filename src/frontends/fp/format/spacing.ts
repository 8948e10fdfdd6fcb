import type { Piece } from './text-pieces.js';

/** A token with what its place makes of it. */
export interface PlacedPiece {
  readonly piece: Piece;
  readonly role: PieceRole;
}

/**
 * `before` and `after` stick to the operand: `-x`, `x++`. `between` has blanks on both sides. `call` opens a bracket right
 * behind a name.
 */
export type PieceRole = 'operand' | 'word' | 'before' | 'after' | 'between' | 'call' | 'colon' | 'plain';

/** Keywords behind which a bracket stands without a blank. */
const called = new Set(['assert', 'assume', 'cas', 'xchg', 'fetch_add', 'fence', 'int']);
const operators = /^(?:->|[=!<>]=|&&|\|\||<<|>>|[-+*/%&|^]=?|[=<>?])$/;

/** Whether what comes next continues an operand: `x -` is a difference, `= -` begins a negative number. */
const endsOperand = ({ piece: { text }, role }: PlacedPiece): boolean =>
  role === 'operand' || role === 'after' || text === ')' || text === ']';

/** What tokens of one line are to each other. */
export function placed(pieces: readonly Piece[]): readonly PlacedPiece[] {
  const result: PlacedPiece[] = [];
  const tokens = pieces.filter(({ kind }) => kind === 'token');
  let choices = 0;
  let last: PlacedPiece | null = null;
  let next = 0;
  for (const piece of pieces) {
    if (piece.kind !== 'token') {
      result.push({ piece, role: 'plain' });
      continue;
    }
    next++;
    const isTernary: boolean = piece.text === ':' && choices > 0;
    const role: PieceRole = isTernary ? 'between' : roleOf(piece, last, tokens[next], tokens[next + 1]);
    if (piece.text === '?') choices++;
    if (isTernary) choices--;
    last = { piece, role };
    result.push(last);
  }
  return result;
}

function roleOf(
  piece: Piece,
  last: PlacedPiece | null,
  next: Piece | undefined,
  afterNext: Piece | undefined,
): PieceRole {
  const { text, type } = piece;
  if (type === 'number' || type === 'string') return 'operand';
  if (type === 'name') return isBeginner(piece, last, next) ? 'word' : 'operand';
  if (type === 'prefixop') return 'word';
  if (type === 'infixop') return 'between';
  if (type === 'keyword') return text === 'true' || text === 'false' ? 'operand' : 'word';
  if (text === '(') return opensCall(last) ? 'call' : 'plain';
  if (text === ':') return 'colon';
  if (text === '!') return 'before';
  if ((text === '+' || text === '-') && isStep(piece, last, next, afterNext)) return 'after';
  if (text === '-' && (last === null || !endsOperand(last))) return 'before';
  return operators.test(text) ? 'between' : 'plain';
}

/** `return`, `for`, `do` and the like are names elsewhere: there they have another name, a bracket or a block behind them. */
function isBeginner(piece: Piece, last: PlacedPiece | null, next: Piece | undefined): boolean {
  const isFirst = last === null || last.role === 'colon' || last.piece.text === ')' || last.role === 'word';
  if (!isFirst || next === undefined) return false;
  if (piece.text === 'for') return next.text === '(';
  return piece.text === 'return' && !/^(?:[=;,)\].:[]|[-+]=)$/.test(next.text);
}

/** The signs of `x++` and `x--`. */
function isStep(
  { text }: Piece,
  last: PlacedPiece | null,
  next: Piece | undefined,
  afterNext: Piece | undefined,
): boolean {
  if (last === null) return false;
  const isFirst = next?.text === text && (afterNext === undefined || /^[;)]$/.test(afterNext.text));
  return last.role === 'after' || (isFirst && endsOperand(last));
}

const opensCall = (last: PlacedPiece | null): boolean =>
  last !== null && (last.role === 'operand' || (last.role === 'word' && called.has(last.piece.text)));

/** Whether a blank stands between two tokens of a line. */
export function isSpaced(left: PlacedPiece, right: PlacedPiece): boolean {
  const [a, b] = [left.piece.text, right.piece.text];
  if (left.piece.kind !== 'token' || right.piece.kind !== 'token') return true;
  if (b === ';' || b === ',' || b === ')' || b === ']' || b === '.' || b === '..') return false;
  if (a === '(' || a === '[' || a === '.' || a === '..') return false;
  // Those of a list: those of blocks stand at the ends of lines.
  if (a === '{' || b === '}') return false;
  if (right.role === 'after' || right.role === 'call' || right.role === 'colon' || b === '[') return false;
  // Two signs in a row read like one that is something else.
  if (left.role === 'before') return a === '-' && b === '-';
  return true;
}
