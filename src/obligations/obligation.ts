import type { Expr } from '../lang/expr/expr.js';
import type { ThreadId } from '../lang/expr/ids.js';
import type { SymbolicWay, ThreadStand } from '../symbolic/machine-steps.js';

/** What must hold for an invariant to be a proof. Each is a formula that nothing satisfies. */
export type Obligation = ObligationAbout &
  (
    | { readonly kind: 'begins' }
    /** No state of the invariant is so; what is chosen in it counts as any value. */
    | { readonly kind: 'never'; readonly bad: Expr; readonly chosen: readonly Expr[] }
    /** From no state of the invariant does one of these ways lead out of it. */
    | { readonly kind: 'stays'; readonly thread: ThreadId; readonly ways: readonly StandingWay[] }
  );

export interface ObligationAbout {
  /** As in `P-edge-3-store-x-1`: the name of its file, but for a number. */
  readonly name: string;
  /** A clause. */
  readonly says: string;
}

/** A way, and where the thread stands before it. */
export interface StandingWay {
  readonly stand: ThreadStand;
  readonly way: SymbolicWay;
}
