import type { Expr } from '../../ir/expr.js';
import type { Predicate, RuleNumber } from '../predicate.js';
import type { ThreadBuffer } from './buffers.js';
import { cellsOf, relocations } from './relocate.js';
import type { BufferFacts } from './relocate.js';

/** Rule 2: what proves the program under SC stays, for what is in memory. */
export const rule2Keep = (formula: Expr): Predicate => kept(formula, 2);

/** Rule 9: the same for TSO. */
export const rule9Keep = (formula: Expr): Predicate => kept(formula, 9);

/** Rule 3: what is said of a variable is also said of the writes to it that wait, within rules 5, 6 and 7. */
export const rule3Lift: Lift = (formula, buffer, facts) => lifted(formula, buffer, facts, 3);

/** Rule 10: the same for TSO, within rules 12, 13 and 14. */
export const rule10Lift: Lift = (formula, buffer, facts) => lifted(formula, buffer, facts, 10);

export type Lift = (formula: Expr, buffer: ThreadBuffer, facts: BufferFacts) => readonly Predicate[];

const kept = (formula: Expr, rule: RuleNumber): Predicate => ({ formula, origin: { rule, from: formula } });

function lifted(
  formula: Expr,
  buffer: ThreadBuffer,
  facts: BufferFacts,
  rule: RuleNumber,
): readonly Predicate[] {
  return relocations(cellsOf([formula]), buffer, facts).map((relocation) => ({
    formula: facts.places.replace(formula, relocation, facts.system),
    origin: { rule, from: formula },
  }));
}
