import type { ArithmeticOp, ChangeOp, ComparisonOp, JudgedOrder } from './judged-ast.js';
import type { JudgedInteger, JudgedType } from './judged-types.js';

/** What a thread does, for a machine with a stack of numbers; addresses are places in one list of cells. */
export type JudgeInstr =
  | { readonly kind: 'push'; readonly value: bigint }
  | { readonly kind: 'drop' | 'swap' }
  /** `a` becomes `a a`. */
  | { readonly kind: 'twice' }
  /** `address value` become `value address value`, for the old value of `x++`. */
  | { readonly kind: 'tuck' }
  /** `address index` become the address of the element; null: nobody knows how long it is. */
  | { readonly kind: 'element'; readonly cells: number; readonly length: number | null }
  | { readonly kind: 'offset'; readonly cells: number }
  | { readonly kind: 'load'; readonly type: JudgedType }
  /** `address value` become the value. */
  | { readonly kind: 'store'; readonly type: JudgedType; readonly order: 'plain' | 'release' | 'seq_cst' }
  | { readonly kind: 'convert'; readonly type: JudgedType }
  | { readonly kind: 'arithmetic'; readonly op: ArithmeticOp; readonly type: JudgedInteger }
  | { readonly kind: 'comparison'; readonly op: ComparisonOp }
  | { readonly kind: 'negate'; readonly type: JudgedInteger }
  | { readonly kind: 'complement'; readonly type: JudgedInteger }
  | { readonly kind: 'jump'; to: number }
  | { readonly kind: 'jump-if-zero'; to: number }
  | { readonly kind: 'call'; readonly name: string }
  | { readonly kind: 'return' }
  /** `address value` become the old value, or the new one; null: the value itself is put there. */
  | {
      readonly kind: 'update';
      readonly op: ChangeOp | null;
      readonly wantsNew: boolean;
      readonly type: JudgedType;
    }
  /** `address expected desired` become the old value. */
  | { readonly kind: 'compare-exchange'; readonly type: JudgedType }
  | { readonly kind: 'fence'; readonly order: JudgedOrder }
  | { readonly kind: 'lock' | 'unlock' | 'trylock'; readonly cell: number }
  | { readonly kind: 'begin' | 'end' }
  | { readonly kind: 'create' | 'join'; readonly thread: number }
  | { readonly kind: 'assert'; readonly id: number }
  | { readonly kind: 'assume' }
  | { readonly kind: 'stop' };

/** A cell of memory; null is where no object is. */
export interface JudgeCell {
  readonly type: JudgedType;
  /** Whose own it is; null: everybody's. */
  readonly owner: number | null;
  readonly init: bigint;
}

export interface JudgeThread {
  readonly code: readonly JudgeInstr[];
  /** Where each function begins. */
  readonly entries: ReadonlyMap<string, number>;
  readonly start: number;
}

export interface JudgeImage {
  readonly cells: readonly (JudgeCell | null)[];
  readonly threads: readonly JudgeThread[];
  /** Of what is watched: by the first thread's code, each leaves its value. */
  readonly watched: readonly number[];
}
