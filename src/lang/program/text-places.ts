import type { Spanned } from '../../diagnostics/span.js';
import type { ThreadId } from '../expr/ids.js';
import type { FenceKind, Program, Stmt } from './program.js';

/**
 * A place of a text where its language can have a fence. The program may have it several times, as where a function stands
 * in place of its calls: what is put there stands in all of them.
 */
export interface TextPlace extends Spanned {
  readonly id: number;
  /** Beside the statement of the span; `order`: it says the order of a store; `fence`: a fence that is there. */
  readonly kind: 'before' | 'behind' | 'order' | 'fence';
  /** What can stand there. */
  readonly fences: readonly FenceKind[];
  /** The statement is the whole of a branch or of a loop, without brackets around. */
  readonly isAlone: boolean;
  /** As people are told: `after x = 1`. */
  readonly told: string;
  /** Those that come to it. */
  readonly threads: readonly ThreadId[];
}

/** A store that its text can make sequentially consistent: by what stands at the span. */
export interface TextStore extends Spanned {
  readonly id: number;
  readonly told: string;
  readonly threads: readonly ThreadId[];
  /** No fence can stand beside it. */
  readonly isInside: boolean;
  /** One of those that the program has of it. */
  readonly stmt: Stmt;
}

/** A program whose text has places for fences. */
export interface PlacedText {
  readonly places: readonly TextPlace[];
  readonly stores: readonly TextStore[];
  /** The program of the text with these fences at its places, and with these of its stores as locked instructions. */
  program(fill: (place: TextPlace) => Stmt | null, locked: ReadonlySet<TextStore>): Program;
}

/** By what is asked: the places for fences that are not there, or those of fences that are. */
export type PlacesOf = (task: 'add' | 'remove') => PlacedText;
