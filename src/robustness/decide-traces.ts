import type { ProgramAsked } from '../ask/ask.js';
import { taker } from '../ask/choose.js';
import type { ChosenEngine } from '../ask/choose.js';
import { decideBy } from '../ask/decision.js';
import type { Decision } from '../ask/decision.js';
import { decideByTwo } from '../ask/two-engines.js';
import { blankProperty } from '../ask/report.js';
import { unsupported } from '../diagnostics/diagnostic.js';
import { generatedBy } from '../diagnostics/span.js';
import { givenNumber } from '../engines/refusals.js';
import type { ProgramQuestion } from '../engines/question.js';
import type { Property } from '../lang/program/program.js';
import { refuseWeak } from '../lang/program/refuse.js';
import { sc } from '../memory/sc.js';
import type { Lowerings } from '../pass/lowerings.js';
import { claimsRobustness, robustProperty } from '../pass/attacks/attack-writer.js';
import { confirmedLack } from './confirm-lack.js';
import type { ProofLimits } from '../search/limits.js';

/** Trace robustness is that the program with all attacks written into it violates nothing under SC. */
export async function decideTraces(asked: ProgramAsked): Promise<Decision> {
  const { question, hooks } = asked;
  const { options } = question;
  const lowerings = withAttacks(asked);
  const chosen = await engineFor(question);
  const prove = async (limits: ProofLimits) => {
    const own = { ...asked, question: { ...asked.question, limits: limits(asked.question) } };
    return (await import('./prove-traces.js')).proofOfRobustness(own, robust);
  };
  if (!hasAttacks(lowerings, question)) return { ...settled(chosen), prove };
  const attacked: ProgramQuestion = {
    ...question,
    ...{ lowerings, properties: [robust], options: { ...options, model: sc } },
  };
  // What an engine has to show is about the automata that it was given.
  return { ...(await byEngines(attacked, question, chosen, hooks.note)), prove };
}

/** Whether no pair of a store and a load can be an attack, whatever the values are: nothing is searched for that. */
export const isRobustByPairs = (asked: ProgramAsked): boolean =>
  !hasAttacks(withAttacks(asked), asked.question);

function withAttacks({ question, pipelines }: ProgramAsked): Lowerings {
  refuseWeak(question.program);
  const { attacks } = pipelines;
  const all = { ...pipelines, automata: attacks, shapes: () => attacks, counters: () => attacks };
  return question.lowerings.with({ pipelines: all });
}

export const robust: Property = {
  kind: 'assert',
  name: robustProperty,
  span: generatedBy('delay-attacks', null),
};

export const blankRobust = blankProperty({ name: robustProperty, kind: 'robust' });

const hasAttacks = (lowerings: Lowerings, { options }: ProgramQuestion): boolean =>
  claimsRobustness(lowerings.of('automata', { procs: givenNumber(options) }).system);

/** The engines that take the instrumented program. */
const takers = ['explicit', 'abstract'] as const;

async function engineFor({ options, ...question }: ProgramQuestion): Promise<ChosenEngine<'program'>> {
  const { engine } = options;
  if (takers.some((name) => name === engine)) return { ...taker('program', engine), why: null };
  if (engine !== 'auto')
    unsupported(`the ${engine} engine decides no robustness`, null, `take one of ${takers.join(', ')}`);
  const abstract = taker('program', 'abstract');
  const { auto } = abstract.taking;
  if (auto !== null && (await auto.when({ ...question, options }))) return { ...abstract, why: auto.why };
  return {
    ...taker('program', 'explicit'),
    why: 'robustness against TSO is a question of single states under SC',
  };
}

async function byEngines(
  attacked: ProgramQuestion,
  asked: ProgramQuestion,
  chosen: ChosenEngine<'program'>,
  note: ProgramQuestion['note'],
): Promise<Decision> {
  const by = async (engine: ChosenEngine<'program'>, question: ProgramQuestion): Promise<Decision> => {
    const decision = await decideBy(engine, question, [blankRobust], (evidence) =>
      Promise.resolve(confirmedLack(evidence, asked.options.model, 'trace')),
    );
    // What is warned of would be about the instrumentation.
    return { ...decision, bound: null, warnings: [] };
  };
  const second = taker('program', 'abstract');
  const { relief } = second.taking;
  const isHelped = chosen.row.name === 'explicit' && chosen.why !== null && relief !== undefined;
  if (!isHelped || (await relief.takes(attacked)).length === 0) return by(chosen, attacked);
  return decideByTwo(attacked, {
    first: (question) => by(chosen, question),
    second: (question) => by({ ...second, why: relief.why }, question),
    secondName: second.row.name,
    ...{ relief, note },
  });
}

/** No store can be overtaken by a load on a cycle of conflicts: there is nothing to search for. */
const settled = ({ row, why }: ChosenEngine<'program'>): Decision => ({
  ...{ engine: row.name, why, bound: null },
  properties: [{ ...blankRobust, verdict: 'safe' }],
  warnings: [],
  remarks: [
    'No load can overtake a store on a cycle of conflicts, whatever the values are: no state was looked at.',
  ],
  stats: {},
});
