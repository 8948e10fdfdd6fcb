import type { DveExpr } from '../dve-ast.js';
import { printExpr } from '../print-expr.js';
import { not } from '../make.js';

/** A write of the list that was made before, to a location with an index as it was when the transition began. */
export interface EarlierWrite {
  readonly variable: string;
  readonly index: DveExpr | null;
  /** Another write of the list will follow it: it holds the place of that in the buffer, and is no entry yet. */
  readonly isPending: boolean;
}

/**
 * How far the rewriting of a transition has come in one of its cases: the conditions of the case, what was written, and
 * what variables hold now in terms of what they held at the beginning; null where that cannot be said.
 */
export interface RewriteProgress {
  readonly conditions: readonly DveExpr[];
  readonly written: readonly EarlierWrite[];
  readonly values: ReadonlyMap<string, DveExpr | null>;
  /** Arrays of which some cell has changed: their cells have no such terms. */
  readonly changed: ReadonlySet<string>;
}

export const beginning: RewriteProgress = {
  conditions: [],
  written: [],
  values: new Map(),
  changed: new Set(),
};

/** The case with one condition more; null: it cannot be. */
export function given(progress: RewriteProgress, condition: DveExpr): RewriteProgress | null {
  if (condition.kind === 'truth') return condition.value ? progress : null;
  const { conditions } = progress;
  const text = printExpr(condition);
  const opposite = printExpr(not(condition));
  if (conditions.some((c) => printExpr(c) === opposite)) return null;
  if (conditions.some((c) => printExpr(c) === text)) return progress;
  return { ...progress, conditions: [...conditions, condition] };
}
