import { printCondition } from '../../lang/program/print-condition.js';
import type { System } from '../../lang/program/system.js';
import type { Predicate, RuleNumber } from '../predicate.js';

/** What each rule of paper 003 is for, in a few words. */
const ruleTitles: Readonly<Record<RuleNumber, string>> = {
  1: 'number of waiting writes',
  2: 'kept from SC',
  3: 'lifted to a waiting write',
  4: 'comparison of a waiting write',
  5: 'variables that a thread does not write',
  6: 'one place for all occurrences',
  7: 'cells that wait at the same time',
  8: 'number and targets of waiting writes',
  9: 'kept from SC',
  10: 'lifted to a waiting write',
  11: 'comparison of a waiting write',
  12: 'variables that a thread does not write',
  13: 'one place for all occurrences',
  14: 'cells that wait at the same time',
};

export interface ExplainedPredicate {
  readonly formula: string;
  /** `rule 3: lifted to a waiting write`; `given`, or what else it is for, if no rule made it. */
  readonly origin: string;
  /** The SC predicate that it was made from, if it is another one. */
  readonly from: string | null;
}

/** Where each predicate comes from, in words. */
export const explainPredicates = (
  system: System,
  predicates: readonly Predicate[],
): readonly ExplainedPredicate[] =>
  predicates.map(({ formula, origin: { rule, from, loaded } }) => ({
    formula: printCondition(formula, system),
    origin:
      rule !== null
        ? `rule ${rule}: ${ruleTitles[rule]}`
        : loaded === true
          ? 'for what a statement loads'
          : 'given',
    from: from === null || from === formula ? null : printCondition(from, system),
  }));
