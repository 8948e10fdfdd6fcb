import type { DiagnosticBag } from '../../../diagnostics/diagnostic.js';
import type { Source } from '../../../diagnostics/span.js';
import { invariant } from '../../../support/invariant.js';
import { parseFile } from '../syntax.js';
import { filledLines, inOneLine, lineWidth } from './fill-lines.js';
import { piecesOf } from './text-pieces.js';
import type { Piece } from './text-pieces.js';
import { clausesOf } from './structure.js';
import type { Clause, FoldedBlock } from './structure.js';

const step = 2;

/**
 * The text in one style: a statement a line, blocks two steps to the right, blanks around operators, no two empty lines in a
 * row. A block that was written in one line stays in one if it has room. Comments stay where they are, and what is not
 * blank stays as it is. Null: the bag says why the text cannot be read.
 */
export function formatFp(source: Source, bag: DiagnosticBag): string | null {
  parseFile(source, bag);
  if (bag.hasErrors) return null;
  const isDos = /^[^\n]*\r\n/.test(source.text);
  const before = piecesOf(source.text.replaceAll('\r\n', '\n'));
  const { clauses, below } = clausesOf(before);
  const lines = blockLines({ clauses, below }, 0);
  const text = lines.map((line) => `${line}\n`).join('');
  const after = piecesOf(text);
  invariant(
    after.length === before.length && after.every((piece, i) => piece.text === before[i]?.text),
    'only blanks are changed',
  );
  return isDos ? text.replaceAll('\n', '\r\n') : text;
}

/** The lines of what is in a block, or in the file. */
function blockLines(
  { clauses, below }: Pick<FoldedBlock, 'clauses' | 'below'>,
  indent: number,
): readonly string[] {
  const lines: string[] = [];
  let end: number | null = null;
  const add = (begin: number, last: number, more: readonly string[]): void => {
    if (end !== null && begin > end + 1) lines.push('');
    lines.push(...more);
    end = last;
  };
  const comment = (piece: Piece): void => {
    const isBehind = piece.line === end && lines.length > 0 && piece.kind === 'blockComment';
    if (isBehind) lines.push(`${lines.pop()} ${piece.text}`);
    else add(piece.line, piece.endLine, [`${' '.repeat(indent)}${piece.text}`]);
    end = piece.endLine;
  };
  for (const clause of clauses) {
    clause.above.forEach(comment);
    const own = clauseLines(clause, indent);
    add(clause.line, clause.endLine, own);
    // A thread stands apart from what follows.
    if (indent === 0 && own.length > 1 && own.at(-1)?.startsWith('}') === true) end = -1;
  }
  below.forEach(comment);
  return lines;
}

function clauseLines(clause: Clause, indent: number): readonly string[] {
  const short = flat(clause);
  const lines: string[] = [];
  if (short !== null && indent + short.length <= lineWidth) lines.push(' '.repeat(indent) + short);
  else lines.push(...foldedLines(clause, indent));
  for (const { text } of clause.behind) lines.push(`${lines.pop() ?? ''} ${text}`);
  return lines;
}

/** The clause in one line; null if it has blocks that were written in several, or comments. */
function flat({ parts }: Clause): string | null {
  const texts = parts.map((part) => (part.kind === 'text' ? inOneLine(part.pieces) : flatBlock(part)));
  return texts.reduce((all, text) => {
    if (all === null || text === null) return null;
    return all === '' || text === ';' ? all + text : `${all} ${text}`;
  }, '');
}

function flatBlock({ isShort, clauses }: FoldedBlock): string | null {
  if (!isShort) return null;
  const inside = clauses.map(flat);
  return inside.includes(null) ? null : ['{', ...inside, '}'].join(' ');
}

const brace = (text: '{' | '}', line: number): Piece => ({
  kind: 'token',
  ...{ text, type: 'symbol', line, endLine: line },
});

function foldedLines({ parts, endLine }: Clause, indent: number): readonly string[] {
  const lines: string[] = [];
  let text: Piece[] = [];
  const end = (): void => {
    lines.push(...filledLines(text, indent));
    text = [];
  };
  for (const part of parts) {
    if (part.kind === 'text') {
      text.push(...part.pieces);
      continue;
    }
    text.push(brace('{', text.at(-1)?.endLine ?? endLine));
    end();
    for (const { text: comment } of part.opening) lines.push(`${lines.pop() ?? ''} ${comment}`);
    lines.push(...blockLines(part, indent + step));
    text.push(brace('}', part.endLine));
  }
  end();
  return lines;
}
