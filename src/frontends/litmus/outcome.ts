import { constantValue } from '../../lang/expr/constant.js';
import { bool } from '../../lang/expr/expr.js';
import { assertNever, at, getOrFail } from '../../support/invariant.js';
import { conditionExpr } from './condition.js';
import type { LitmusTest } from './litmus-test.js';

/** What the final states of a test say about its condition; the numbers count final states, not executions. */
export interface LitmusOutcome {
  /** As herd spells them, `0:EAX=1; x=2;`, sorted as text, each once. */
  readonly states: readonly string[];
  /** The same, with what each says. */
  readonly finals: readonly LitmusFinal[];
  /** How many of them satisfy the condition, and how many do not. */
  readonly satisfying: number;
  readonly others: number;
  readonly verdict: 'Ok' | 'No';
  readonly observation: 'Never' | 'Sometimes' | 'Always';
}

export interface LitmusFinal {
  readonly text: string;
  /** In the order of `test.observed`. */
  readonly values: readonly bigint[];
  /** Whether the condition of the test holds there. */
  readonly satisfies: boolean;
}

/** Each final state is the list of the values of `test.observed`, in that order. */
export function outcomeOf(test: LitmusTest, ends: Iterable<readonly bigint[]>): LitmusOutcome {
  const found = new Map<string, LitmusFinal>();
  for (const values of ends) {
    const formula = conditionExpr(test.proposition, ({ place, value }) => bool(at(values, place) === value));
    const text = stateLine(test, values);
    found.set(text, { text, values, satisfies: constantValue(formula) === true });
  }
  const states = [...found.keys()].sort();
  const finals = states.map((text) => getOrFail(found, text));
  const satisfying = finals.filter(({ satisfies }) => satisfies).length;
  const others = finals.length - satisfying;
  return {
    states,
    finals,
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
