import type { ProgramQuestion } from '../../engines/question.js';
import type { DecidedChoice } from '../asked-of-choices.js';
import { stateProperty, violates } from './goal-violation.js';
import type { DecidedGoal } from './goal-violation.js';
import type { GoalName } from '../../options/fence-wishes.js';
import { overflowOf } from './overflow-run.js';

/** What fences are for. */
export interface FenceGoal {
  readonly name: GoalName;
  /** `ask` has an engine decide the properties of the program. */
  decide(
    question: ProgramQuestion,
    ask: (question: ProgramQuestion) => Promise<DecidedChoice>,
  ): Promise<DecidedGoal>;
}

/** The properties hold; buffers may be as long as they like. */
const propertyGoal: FenceGoal = {
  name: 'property',
  decide: async (question, ask) => asGoal(question, await ask(question)),
};

/** The properties hold, and no buffer needs more entries than the bound: the minimal configurations of paper 003. */
const boundGoal: FenceGoal = {
  name: 'bound',
  decide: async (question, ask) => {
    const answer = await ask(question);
    if (answer.kind !== 'unknown' || answer.reason !== 'overflow') return asGoal(question, answer);
    return (await overflowOf(question)) ?? answer;
  },
};

export const goals: Readonly<Record<GoalName, FenceGoal>> = { property: propertyGoal, bound: boundGoal };

function asGoal(question: ProgramQuestion, answer: DecidedChoice): DecidedGoal {
  if (answer.kind !== 'violated') return answer;
  const { name, run = null, trace } = answer.report;
  const stated = question.properties.find((p) => p.name === name) ?? null;
  if (stated === null || run === null)
    return { kind: 'violated', violation: { name, property: stated, run: null, trace, judge: () => false } };
  // A forall is spelt out for the processes of the run.
  const spelt = run.system.properties.find((p) => p.name === name) ?? stated;
  const property = stateProperty(spelt, run.system);
  return { kind: 'violated', violation: { name, property, run, trace, judge: violates(property) } };
}
