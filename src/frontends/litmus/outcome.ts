import { constantValue } from '../../lang/expr/constant.js';
import { bool } from '../../lang/expr/expr.js';
import { assertNever, at } from '../../support/invariant.js';
import { conditionExpr } from './condition.js';
import type { LitmusTest } from './litmus-test.js';

/** What the final states of a test say about its condition; the numbers count final states, not executions. */
export interface LitmusOutcome {
  /** As herd spells them, `0:EAX=1; x=2;`, sorted as text, each once. */
  readonly states: readonly string[];
  /** How many of them satisfy the condition, and how many do not. */
  readonly satisfying: number;
  readonly others: number;
  readonly verdict: 'Ok' | 'No';
  readonly observation: 'Never' | 'Sometimes' | 'Always';
}

/** Each final state is the list of the values of `test.observed`, in that order. */
export function outcomeOf(test: LitmusTest, finals: Iterable<readonly bigint[]>): LitmusOutcome {
  const satisfies = new Map<string, boolean>();
  for (const values of finals) {
    const formula = conditionExpr(test.proposition, ({ place, value }) => bool(at(values, place) === value));
    satisfies.set(stateLine(test, values), constantValue(formula) === true);
  }
  const satisfying = [...satisfies.values()].filter((yes) => yes).length;
  const others = satisfies.size - satisfying;
  return {
    states: [...satisfies.keys()].sort(),
    satisfying,
    others,
    verdict: verdictOf(test, satisfying, others) ? 'Ok' : 'No',
    observation: satisfying === 0 ? 'Never' : others === 0 ? 'Always' : 'Sometimes',
  };
}

function verdictOf(test: LitmusTest, satisfying: number, others: number): boolean {
  switch (test.quantifier) {
    case 'exists':
      return satisfying > 0;
    case '~exists':
      return satisfying === 0;
    case 'forall':
      return others === 0;
    default:
      return assertNever(test.quantifier);
  }
}

const stateLine = (test: LitmusTest, values: readonly bigint[]): string =>
  test.observed.map(({ text }, i) => `${text}=${at(values, i)};`).join(' ');
