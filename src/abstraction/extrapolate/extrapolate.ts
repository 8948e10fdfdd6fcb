import { sharedReads } from '../../ir/expr.js';
import type { Expr } from '../../ir/expr.js';
import type { System } from '../../ir/system.js';
import { assertNever, invariant } from '../../support/check.js';
import type { Predicate } from '../predicate.js';
import { rule11Agreement, rule4Agreement } from './agreement.js';
import { buffersOf } from './buffers.js';
import type { ThreadBuffer } from './buffers.js';
import { rule1Counts, rule8CountsAndTargets } from './generic.js';
import { rule10Lift, rule2Keep, rule3Lift, rule9Keep } from './lift.js';
import type { Lift } from './lift.js';
import { rule11Order, rule4Order } from './order.js';
import type { Order } from './order.js';
import { PredicateSet } from './predicate-set.js';
import { psoPlaces, tsoPlaces } from './relocate.js';
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
  /** Rules 4 and 11 as they are printed, which no proof needs. */
  readonly agreement?: boolean;
}

/** Rules 1 to 7, rules 8 to 14, or none. */
export type RuleFamily = 'sc' | 'pso' | 'tso';

/**
 * Paper 003, section 5 and appendix B: from predicates that prove a program under SC to those that may prove it with its
 * store buffers written in. Those of SC come first, in their order.
 */
export function extrapolate(request: ExtrapolationRequest): readonly Predicate[] {
  const { system, predicates, agreement = false } = request;
  for (const formula of predicates) requireScalar(formula);
  const book = ruleBook(request.rules);
  const set = new PredicateSet(predicates.map(book.keep));
  const buffers = book.buffers(system);
  const facts = factsOf(request);
  const add = (more: readonly Predicate[]): void => more.forEach((predicate) => set.add(predicate));
  for (const { formula } of [...set.all()])
    for (const buffer of buffers) add(book.lift(formula, buffer, facts));
  for (const buffer of buffers) add(book.generic(buffer, system));
  for (const buffer of buffers) add(book.order(buffer, predicates, facts));
  if (agreement) for (const buffer of buffers) add(book.agreement(buffer, system));
  return set.all();
}

export const factsOf = ({ system, source, rules, room = null }: ExtrapolationRequest): BufferFacts => ({
  system,
  together: bufferedTogether(source),
  room: rules === 'tso' ? room : null,
  places: rules === 'tso' ? tsoPlaces : psoPlaces,
});

/** The rules of a memory model, by what they are for. */
interface RuleBook {
  readonly buffers: (system: System) => readonly ThreadBuffer[];
  readonly keep: (formula: Expr) => Predicate;
  readonly lift: Lift;
  readonly generic: (buffer: ThreadBuffer, system: System) => readonly Predicate[];
  readonly order: Order;
  readonly agreement: (buffer: ThreadBuffer, system: System) => readonly Predicate[];
}

function ruleBook(family: RuleFamily): RuleBook {
  switch (family) {
    case 'sc':
      return scRules;
    case 'pso':
      return psoRules;
    case 'tso':
      return tsoRules;
    default:
      return assertNever(family);
  }
}

const scRules: RuleBook = {
  buffers: () => [],
  keep: (formula) => ({ formula, origin: { rule: null, from: null } }),
  lift: () => [],
  generic: () => [],
  order: () => [],
  agreement: () => [],
};

const psoRules: RuleBook = {
  buffers: buffersOf,
  keep: rule2Keep,
  lift: rule3Lift,
  generic: rule1Counts,
  order: rule4Order,
  agreement: rule4Agreement,
};

const tsoRules: RuleBook = {
  buffers: buffersOf,
  keep: rule9Keep,
  lift: rule10Lift,
  generic: rule8CountsAndTargets,
  order: rule11Order,
  agreement: rule11Agreement,
};

function requireScalar(formula: Expr): void {
  const computed = sharedReads(formula).some(({ index }) => index !== null && index.kind !== 'int');
  invariant(!computed, 'predicates to extrapolate read cells by constant indices');
}
