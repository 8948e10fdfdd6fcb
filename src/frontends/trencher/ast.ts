import type { Span, Spanned, Word } from '../../diagnostics/span.js';
import type { Written } from '../kit/written.js';

/** A program as written, names not yet looked up. */
export interface TrnProgram {
  /** How many cells memory has; null: not said. */
  readonly memorySize: TrnNumber | null;
  readonly threads: readonly TrnThread[];
}

export interface TrnThread {
  readonly name: Word;
  readonly initial: Word;
  readonly finals: readonly Word[];
  readonly transitions: readonly TrnTransition[];
  readonly span: Span;
}

export interface TrnTransition extends Spanned {
  readonly from: Word;
  readonly to: Word;
  readonly instruction: TrnInstruction;
}

export type TrnInstruction =
  | { readonly kind: 'read'; readonly into: Word; readonly address: TrnExpr }
  | { readonly kind: 'write'; readonly value: TrnExpr; readonly address: TrnExpr }
  | { readonly kind: 'local'; readonly into: Word; readonly value: TrnExpr }
  | { readonly kind: 'check'; readonly cond: TrnExpr }
  | { readonly kind: 'noop' | 'mfence' | 'lock' | 'unlock' };

export interface TrnExpr extends Spanned {
  readonly written: WrittenTrn;
}

/** Its leaves are registers. */
export type WrittenTrn = Written<Word>;

export interface TrnNumber extends Spanned {
  readonly value: bigint;
}

/** What a text is a sequence of. */
export type TrnItem = Spanned &
  (
    | { readonly kind: 'memory_size'; readonly size: TrnNumber }
    | { readonly kind: 'thread'; readonly name: Word }
    | { readonly kind: 'initial'; readonly name: Word }
    | { readonly kind: 'final'; readonly name: Word }
    | { readonly kind: 'end' }
    | {
        readonly kind: 'transition';
        readonly from: Word;
        readonly to: Word;
        readonly instruction: TrnInstruction;
      }
  );
