import type { ProgramQuestion } from '../../engines/question.js';
import { generatedBy } from '../../diagnostics/span.js';
import { truth } from '../../lang/expr/expr.js';
import type { Property } from '../../lang/program/program.js';
import { freeName } from '../../support/free-names.js';
import type { DecidedChoice } from '../asked-of-choices.js';
import { violationOf } from './goal-violation.js';
import type { DecidedGoal } from './goal-violation.js';
import type { GoalName } from '../../options/fence-wishes.js';
import { overflowOf } from './overflow-run.js';

/** What fences are for. */
export interface FenceGoal {
  readonly name: GoalName;
  /** The question with what the goal asks besides. */
  asked(question: ProgramQuestion): ProgramQuestion;
  /** `ask` has an engine decide the properties of the program. */
  decide(
    question: ProgramQuestion,
    ask: (question: ProgramQuestion) => Promise<DecidedChoice>,
  ): Promise<DecidedGoal>;
}

/** The properties hold; buffers may be as long as they like. */
const propertyGoal: FenceGoal = {
  name: 'property',
  asked: (question) => question,
  decide: async (question, ask) => asGoal(question, await ask(question)),
};

/** The properties hold, and no buffer needs more entries than the bound: the minimal configurations of paper 003. */
const boundGoal: FenceGoal = {
  name: 'bound',
  asked: withBoundAsked,
  decide: async (question, ask) => {
    const answer = await ask(question);
    if (answer.kind !== 'unknown' || answer.reason !== 'overflow') return asGoal(question, answer);
    return (await overflowOf(question)) ?? answer;
  },
};

/**
 * Beyond the bound nothing is known, so what always holds is unknown if it is exceeded. Other properties may be proved by
 * what steps can do at all, without a search.
 */
function withBoundAsked(question: ProgramQuestion): ProgramQuestion {
  const { program, properties, lowerings } = question;
  const name = freeName('bound', (taken) => program.properties.some((p) => p.name === taken));
  const always: Property = { kind: 'invariant', name, formula: truth, span: generatedBy('fences', null) };
  const asked = { ...program, properties: [...program.properties, always] };
  return {
    ...question,
    program: asked,
    properties: [...properties, always],
    lowerings: lowerings.with({ program: asked }),
  };
}

export const goals: Readonly<Record<GoalName, FenceGoal>> = { property: propertyGoal, bound: boundGoal };

function asGoal(question: ProgramQuestion, answer: DecidedChoice): DecidedGoal {
  return answer.kind === 'violated' ? violationOf(question, answer.report) : answer;
}
