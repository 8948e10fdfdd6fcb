import { originOf } from '../../../diagnostics/span.js';
import type { Span } from '../../../diagnostics/span.js';
import { at, invariant } from '../../../support/invariant.js';
import type { BlockAst, StmtAst } from '../ast.js';

/*
 * From where to where statements go in their text, all that is inside them included. Spans are for messages: that of a
 * compound statement is its head, and labels are not part of one.
 */

export interface Extent {
  readonly start: number;
  readonly end: number;
}

export function placeOf(span: Span): Extent {
  const origin = originOf(span);
  invariant(origin !== null, 'what was read stands in a text');
  return origin;
}

export function startOf({ labels, span }: StmtAst): number {
  return placeOf(labels[0]?.span ?? span).start;
}

export function endOf(stmt: StmtAst, text: string): number {
  switch (stmt.kind) {
    case 'if':
      return endOfBlock(stmt.else ?? stmt.then, text);
    case 'either':
      return endOfBlock(at(stmt.branches, stmt.branches.length - 1), text);
    case 'do':
      return placeOf(stmt.tail).end;
    case 'while':
    case 'for':
    case 'atomic':
    case 'locked':
      return endOfBlock(stmt.body, text);
    default:
      return placeOf(stmt.span).end;
  }
}

export function endOfBlock(block: BlockAst, text: string): number {
  return hasBraces(block, text) ? placeOf(block.span).end : endOf(at(block.statements, 0), text);
}

/** Else it is one statement: a simple one, or the rest of an `else if` chain. */
export const hasBraces = (block: BlockAst, text: string): boolean => text[placeOf(block.span).start] === '{';

/** Made for labels in front of a closing brace, which is its span. */
export const isUnwritten = ({ kind, span }: StmtAst, text: string): boolean =>
  kind === 'skip' && text[placeOf(span).start] === '}';
