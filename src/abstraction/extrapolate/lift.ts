import type { Expr } from '../../lang/expr/expr.js';
import type { Predicate, RuleNumber } from '../predicate.js';
import type { BufferVariables } from './buffer-variables.js';
import { cellsOf, relocated, relocations } from './relocate.js';
import type { BufferFacts } from './relocate.js';

/** Rules 2 and 9: what proves the program under SC stays, for what is in memory. */
export const kept = (formula: Expr, rule: RuleNumber): Predicate => ({
  formula,
  origin: { rule, from: formula },
});

/**
 * Rules 3 and 10: what is said of a variable is also said of the writes to it that wait, within rules 5, 6 and 7, or 12, 13
 * and 14.
 */
export function lifted(
  formula: Expr,
  buffer: BufferVariables,
  facts: BufferFacts,
  rule: RuleNumber,
): readonly Predicate[] {
  return relocations(cellsOf([formula]), buffer, facts).map((relocation) => ({
    formula: relocated(formula, relocation, facts.system),
    origin: { rule, from: formula },
  }));
}
