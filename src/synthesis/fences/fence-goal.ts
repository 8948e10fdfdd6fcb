import type { ProgramAsked } from '../../ask/ask.js';
import type { Decision } from '../../ask/decision.js';
import { blankProperty } from '../../ask/report.js';
import type { ViolatingRun } from '../../ask/report.js';
import { happensBeforeCycle } from '../../evidence/happens-before.js';
import { Machine } from '../../memory/machine.js';
import type { MemoryModel } from '../../memory/model.js';
import { isExactTso } from '../../memory/model-questions.js';
import type { RobustnessKind } from '../../robustness/decide-robustness.js';
import { decideRobustness } from '../../robustness/decide-robustness.js';
import { assertNever, at, invariant } from '../../support/invariant.js';
import { statesOf } from '../atomic/occurrences.js';
import type { EndJudge } from './run-on-places.js';
import type { ProgramQuestion } from '../../engines/question.js';
import { generatedBy } from '../../diagnostics/span.js';
import { truth } from '../../lang/expr/expr.js';
import type { Property } from '../../lang/program/program.js';
import { freeName } from '../../support/free-names.js';
import type { DecidedChoice } from '../asked-of-choices.js';
import { violationOf } from './goal-violation.js';
import type { DecidedGoal, ViolatedGoal } from './goal-violation.js';
import type { GoalName } from '../../options/fence-wishes.js';
import { overflowOf } from './overflow-run.js';

/** Has engines decide the properties of a program; or another question, by a decider of its own. */
type AskEngine = (
  question: ProgramQuestion,
  decide?: (question: ProgramQuestion) => Promise<Decision>,
) => Promise<DecidedChoice>;

/** What fences are for. */
export interface FenceGoal {
  readonly name: GoalName;
  /** The question with what the goal asks besides. */
  asked(question: ProgramQuestion): ProgramQuestion;
  /** `ask` has an engine decide the properties of the program. */
  decide(asked: ProgramAsked, ask: AskEngine): Promise<DecidedGoal>;
}

/** The properties hold; buffers may be as long as they like. */
const propertyGoal: FenceGoal = {
  name: 'property',
  asked: (question) => question,
  decide: async ({ question }, ask) => asGoal(question, await ask(question)),
};

/** The properties hold, and no buffer needs more entries than the bound: the minimal configurations of paper 003. */
const boundGoal: FenceGoal = {
  name: 'bound',
  asked: withBoundAsked,
  decide: async ({ question }, ask) => {
    // That of the goal itself is the last one.
    const property = at(question.properties, question.properties.length - 1);
    // Engines look at all states within the bound, of which there may be no end.
    const near = await overflowOf(question, property.name, fewStates);
    if (near !== null) {
      await ask(question, () => Promise.resolve(seenAtOnce(question, property, near)));
      return near;
    }
    const answer = await ask(question);
    if (answer.kind !== 'unknown' || answer.reason !== 'overflow') return asGoal(question, answer);
    return (await overflowOf(question, property.name)) ?? answer;
  },
};

const fewStates = 2_000;

/** What no engine was asked about. */
function seenAtOnce(
  { options }: ProgramQuestion,
  property: Property,
  { violation: { run, trace } }: ViolatedGoal,
): Decision {
  const { bound } = options;
  const report = { ...blankProperty(property), verdict: 'unsafe', trace } as const;
  return {
    ...{ engine: 'explicit', why: null, bound: typeof bound === 'number' ? bound : null },
    properties: [run === null ? report : { ...report, run }],
    ...{ warnings: [], remarks: [], stats: {} },
  };
}

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

/** The program behaves as under SC: by traces under TSO, by states under other models, if nothing is said. */
const robustGoal = (wanted: RobustnessKind | null): FenceGoal => ({
  name: 'robust',
  asked: (question) => question,
  decide: async (asked, ask) => {
    const { model } = asked.question.options;
    const kind = wanted ?? (isExactTso(model) ? 'trace' : 'state');
    const answer = await ask(asked.question, (question) => decideRobustness({ ...asked, question }, kind));
    if (answer.kind !== 'violated') return answer;
    const { name, run, trace } = answer.report;
    invariant(run !== undefined, 'a program that is not robust has a run');
    const judge = kind === 'trace' ? hasCycle : endsAs(run, model);
    return { kind: 'violated', violation: { name, property: null, run, trace, judge } };
  },
});

/** The run that was found has one. */
const hasCycle: EndJudge = (machine, { retimed }) =>
  retimed === null || happensBeforeCycle(machine, retimed()) !== null;

/** SC comes to no such state, with or without fences. */
function endsAs({ system, execution }: ViolatingRun, model: MemoryModel): EndJudge {
  const machine = new Machine(system, model);
  const end = statesOf(machine, machine.initial(execution.initial), execution.steps).at(-1);
  return (_, { state }) =>
    end !== undefined &&
    state.buffers.every((buffer) => buffer.length === 0) &&
    isSame(state.memory, end.memory) &&
    isSame(state.locals, end.locals);
}

const isSame = (one: readonly bigint[], other: readonly bigint[]): boolean =>
  one.length === other.length && one.every((value, i) => value === other[i]);

/** `robustness`: the kind that is asked for; null: the strongest that is decided under the model. */
export function goalNamed(name: GoalName, robustness: RobustnessKind | null): FenceGoal {
  switch (name) {
    case 'property':
      return propertyGoal;
    case 'bound':
      return boundGoal;
    case 'robust':
      return robustGoal(robustness);
    default:
      return assertNever(name);
  }
}

function asGoal(question: ProgramQuestion, answer: DecidedChoice): DecidedGoal {
  return answer.kind === 'violated' ? violationOf(question, answer.report) : answer;
}
