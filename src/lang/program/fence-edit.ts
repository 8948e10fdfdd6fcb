import type { FenceKind, Stmt } from './program.js';

/**
 * A change of a text by which its program gets or loses a fence. The statements are those of the program that was read from
 * the text; each says by its span which one it is.
 */
export type FenceEdit =
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
