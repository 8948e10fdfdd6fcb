import type { Span } from '../../diagnostics/span.js';
import type { FenceKind, Stmt } from './program.js';
import { invariant } from '../../support/invariant.js';
import type { TextPlace } from './text-places.js';

/**
 * A change of a text by which its program gets or loses a fence. The statements are those of the program that was read from
 * the text; each says by its span which one it is.
 */
export type FenceEdit = StatementEdit | TextPlaceEdit;

export type StatementEdit =
  /** A fence first in a block of a statement, in front of all labels. The block may be an `else` that is not there. */
  | { readonly kind: 'first'; readonly fence: FenceKind; readonly of: Stmt; readonly block: number }
  /** A fence behind the whole statement. */
  | { readonly kind: 'behind'; readonly fence: FenceKind; readonly stmt: Stmt }
  /** A fence between the statement and its labels, which are then labels of the fence. */
  | { readonly kind: 'behind-labels'; readonly fence: FenceKind; readonly stmt: Stmt }
  /** A fence with a label in front of the statement and its labels; jumps to them now lead to the fence. */
  | { readonly kind: 'before'; readonly fence: FenceKind; readonly stmt: Stmt; readonly label: string }
  /** The statement in a `locked` section of its own. */
  | { readonly kind: 'lock'; readonly stmt: Stmt }
  /** The statement, a fence, goes; where it has labels a `skip` takes its place. */
  | { readonly kind: 'remove'; readonly stmt: Stmt };

/** A change of a text that has places of its own (`text-places.ts`). */
export type TextPlaceEdit =
  /** A fence at a place; one that is there goes. */
  | { readonly kind: 'text-fence'; readonly fence: FenceKind; readonly place: TextPlace }
  /** A stronger order in the place of the one that is written there. */
  | { readonly kind: 'text-order'; readonly span: Span; readonly order: 'seq_cst' };

/** What a language is told whose statements are the places. */
export const statementEdits = (edits: readonly FenceEdit[]): readonly StatementEdit[] =>
  edits.map((edit) => {
    invariant(
      edit.kind !== 'text-fence' && edit.kind !== 'text-order',
      'the text has places of its own only where its front end says so',
    );
    return edit;
  });
