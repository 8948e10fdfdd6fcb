import { procVariable } from '../../lang/arrays/array-formula.js';
import type { ArrayTerm, ProcTerm, SymbolId } from '../../lang/arrays/array-system.js';
import type { Expr, SharedRead } from '../../lang/expr/expr.js';
import { invariant } from '../../support/invariant.js';
import type { TargetVocabulary } from './target-variables.js';

/** The process whose step it is: the first parameter of a transition. */
export const actor: ProcTerm = procVariable(0);

export interface CubCell {
  readonly symbol: SymbolId;
  readonly indices: readonly ProcTerm[];
}

/** The cell as a term: as process `view` sees it, or, if null, as the actor does. */
export const cellTerm = ({ symbol, indices }: CubCell, view: ProcTerm | null = null): ArrayTerm => ({
  kind: 'cell',
  symbol,
  indices,
  view,
  plus: null,
});

/** Which cell of the target a shared cell is. */
export function cellOf({ shared, index }: SharedRead, vocabulary: TargetVocabulary): CubCell {
  if (index === null || index.kind === 'int')
    return { symbol: vocabulary.cell(shared, Number(index?.value ?? 0n)), indices: [] };
  return { symbol: vocabulary.cell(shared, null), indices: [processOf(index)] };
}

/** In a step other processes are the parameters behind the actor. */
export function processOf(expr: Expr): ProcTerm {
  if (expr.kind === 'param') return actor;
  invariant(expr.kind === 'bound', 'cells of processes are named by processes');
  return procVariable(1 + expr.binder);
}
