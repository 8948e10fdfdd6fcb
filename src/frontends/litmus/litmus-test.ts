import type { Span } from '../../diagnostics/span.js';
import type { Expr } from '../../lang/expr/expr.js';
import type { LocalId, SharedId } from '../../lang/expr/ids.js';
import type { Program } from '../../lang/program/program.js';
import type { LitmusCondition, LitmusQuantifier } from './ast.js';

/** A litmus test: a program without loops and a question about its final states. */
export interface LitmusTest {
  readonly name: string;
  readonly info: ReadonlyMap<string, string>;
  /** Its one property, of kind `final` and named as the quantifier, is what the test claims. */
  readonly program: Program;
  readonly quantifier: LitmusQuantifier;
  readonly condition: Expr;
  /** As herd prints it. */
  readonly conditionText: string;
  /** The same over positions in `observed`. */
  readonly proposition: LitmusCondition<number>;
  /** What a final state is described by: registers first, by processor, then memory by name. */
  readonly observed: readonly ObservedColumn[];
  readonly span: Span;
}

export interface ObservedColumn {
  /** `0:EAX`, `x`. */
  readonly text: string;
  readonly place: ObservedPlace;
}

export type ObservedPlace =
  | { readonly kind: 'local'; readonly local: LocalId }
  | { readonly kind: 'shared'; readonly shared: SharedId };
