import { isGoal } from '../lang/program/program.js';
import type { Property } from '../lang/program/program.js';
import type { ProgramQuestion } from '../engines/question.js';
import { together } from './by-engines.js';
import type { Decision } from './decision.js';
import type { PropertyReport } from './report.js';

/*
 * A goal says that something can happen. To engines, evidence and checkers it is the property that it never does: a run that
 * violates that reaches the goal, and a proof of it shows that nothing reaches the goal. So it is all the same to them what
 * they approximate, and in which direction. Only people are told the opposite, here and nowhere else.
 */

interface AskedAboutGoals {
  readonly question: ProgramQuestion;
  readonly soFar?: (decided: readonly PropertyReport[]) => void;
}

/** Each goal by itself: that one is reached is no reason to leave the others. */
export const withGoals =
  <A extends AskedAboutGoals>(decide: (asked: A) => Promise<Decision>): ((asked: A) => Promise<Decision>) =>
  async (asked) => {
    const { properties } = asked.question;
    const goals = properties.filter(isGoal);
    if (goals.length === 0 || properties.length === 1) return decide(asked);
    const others = properties.filter((property) => !isGoal(property));
    const parts = [others, ...goals.map((goal) => [goal])].filter((part) => part.length > 0);
    const known: Property[] = [];
    let decision: Decision | null = null;
    for (const part of parts) {
      const own = await decide({ ...asked, question: { ...asked.question, properties: part } });
      asked.soFar?.(own.properties);
      known.push(...part);
      decision = decision === null ? own : together(known, decision, own);
    }
    return decision === null ? decide(asked) : inOrder(decision, properties);
  };

/** What shows one of the answers does not show the others. */
function inOrder(
  { prove: _prove, proof: _proof, ...decision }: Decision,
  asked: readonly Property[],
): Decision {
  const order = new Map(asked.map(({ name }, i) => [name, i]));
  const properties = decision.properties.toSorted(
    (a, b) => (order.get(a.name) ?? 0) - (order.get(b.name) ?? 0),
  );
  return { ...decision, properties };
}

/** What is told of a goal, from what was decided. */
export function toldOfGoal(report: PropertyReport): PropertyReport {
  const goal = { ...report, kind: 'goal' } as const;
  switch (report.verdict) {
    case 'unknown':
      return goal;
    case 'safe':
      return { ...goal, verdict: 'unsafe', detail: 'no run gets there' };
    case 'unsafe': {
      const { trace } = report;
      return { ...goal, verdict: 'safe', trace: trace === null ? null : { ...trace, isReached: true } };
    }
  }
}
