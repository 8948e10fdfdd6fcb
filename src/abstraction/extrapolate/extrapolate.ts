import { sharedReads } from '../../lang/expr/expr.js';
import type { Expr } from '../../lang/expr/expr.js';
import type { System } from '../../lang/program/system.js';
import { invariant } from '../../support/invariant.js';
import type { Predicate, RuleNumber } from '../predicate.js';
import { buffersOf } from './buffer-variables.js';
import { generic, lifted, ordered } from './predicate-rules.js';
import { PredicateSet } from './predicate-set.js';
import type { BufferFacts } from './relocate.js';
import { bufferedTogether } from './together.js';

export interface ExtrapolationRequest {
  /** What is abstracted: its variables tell which parts of store buffers they are. */
  readonly system: System;
  /** The automata before the buffers were written in, with their fences. */
  readonly source: System;
  /** Over the variables of the source; reads of arrays have constant indices. */
  readonly predicates: readonly Expr[];
  readonly rules: RuleFamily;
  /** The most writes that one queue of a thread holds (TSO), if that is known. */
  readonly room?: number | null;
}

/** Rules 1 to 7, rules 8 to 14, or none. */
export type RuleFamily = 'sc' | 'pso' | 'tso';

/**
 * Paper 003, section 5 and appendix B: from predicates that prove a program under SC to those that may prove it with its
 * store buffers written in. Those of SC come first, in their order.
 */
export function extrapolate(request: ExtrapolationRequest): readonly Predicate[] {
  const { system, predicates } = request;
  for (const formula of predicates) requireScalar(formula);
  const rules = rulesOf[request.rules];
  const set = new PredicateSet();
  const add = (formulas: readonly Expr[], rule: RuleNumber | null, from: Expr | null): void => {
    for (const formula of formulas) set.add({ formula, origin: { rule, from } });
  };
  // Rules 2 and 9: what proves the program under SC stays, for what is in memory.
  for (const formula of predicates) add([formula], rules?.keep ?? null, rules === null ? null : formula);
  if (rules === null) return set.all();
  const buffers = buffersOf(system);
  const facts = factsOf(request);
  for (const { formula } of [...set.all()])
    for (const buffer of buffers) add(lifted(formula, buffer, facts), rules.lift, formula);
  for (const buffer of buffers) add(generic(buffer, system), rules.generic, null);
  for (const buffer of buffers) add(ordered(buffer, predicates, facts), rules.pairs, null);
  return set.all();
}

export const factsOf = ({ system, source, rules, room = null }: ExtrapolationRequest): BufferFacts => ({
  system,
  together: bufferedTogether(source),
  room: rules === 'tso' ? room : null,
});

/** The rules of a memory model, by what they are for; null: SC has none. */
const rulesOf: Readonly<Record<RuleFamily, Readonly<Record<RuleUse, RuleNumber>> | null>> = {
  sc: null,
  pso: { generic: 1, keep: 2, lift: 3, pairs: 4 },
  tso: { generic: 8, keep: 9, lift: 10, pairs: 11 },
};
type RuleUse = 'generic' | 'keep' | 'lift' | 'pairs';

function requireScalar(formula: Expr): void {
  const computed = sharedReads(formula).some(({ index }) => index !== null && index.kind !== 'int');
  invariant(!computed, 'predicates to extrapolate read cells by constant indices');
}
