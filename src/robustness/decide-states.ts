import type { ProgramAsked } from '../ask/ask.js';
import { taker } from '../ask/choose.js';
import type { ChosenEngine } from '../ask/choose.js';
import { decideBy } from '../ask/decision.js';
import type { Decision } from '../ask/decision.js';
import { Unsupported, unsupported } from '../diagnostics/diagnostic.js';
import type { FindingOf, ProgramEvidence, ProgramQuestion } from '../engines/question.js';
import { givenNumber, requireBound } from '../engines/refusals.js';
import type { Verdict } from '../lang/run/verdict.js';
import { isExactTso } from '../memory/model-questions.js';
import { robustProperty } from '../pass/attacks/attack-writer.js';
import { confirmedLack } from './confirm-lack.js';
import { blankRobust, decideTraces, robust } from './decide-traces.js';
import type { ProofLimits } from '../search/limits.js';
import { withFailingPlaces } from './failing-places.js';
import { compareStates } from './state-comparison.js';

/**
 * State robustness: by trace robustness, which implies it and needs no states with buffers; where that gives no proof, by
 * comparing all states.
 */
export async function decideStates(asked: ProgramAsked): Promise<Decision> {
  const { question } = asked;
  const { engine } = question.options;
  if (engine !== 'auto' && engine !== 'explicit')
    unsupported(
      `the ${engine} engine does not compare states under two memory models`,
      null,
      'take --engine explicit, or --robust trace',
    );
  if (engine === 'auto' && isExactTso(question.options.model)) {
    const proof = await provenByTraces(asked);
    if (proof !== null) return proof;
  }
  return byStates(question);
}

/** Null: there is no such proof. */
async function provenByTraces(asked: ProgramAsked): Promise<Decision | null> {
  try {
    const decision = await decideTraces(asked);
    const isProof = decision.properties.every(({ verdict }) => verdict === 'safe');
    const remark = 'It is trace robust: every run has the loads and the last stores of some run under SC.';
    return isProof ? { ...decision, remarks: [...decision.remarks, remark] } : null;
  } catch (error) {
    if (error instanceof Unsupported) return null;
    throw error;
  }
}

async function byStates(question: ProgramQuestion): Promise<Decision> {
  const { row, taking } = taker('program', 'explicit');
  const isNamed = question.options.engine === row.name;
  const chosen: ChosenEngine<'program'> = {
    row,
    why: isNamed ? null : 'it has all states',
    taking: { ...taking, decide: findingOf },
  };
  const decision = await decideBy(chosen, await withinReason(question), [blankRobust], (evidence) =>
    Promise.resolve(confirmedLack(evidence, question.options.model, 'state')),
  );
  const prove = async (limits: ProofLimits) =>
    (await import('./prove-states.js')).proofOfSameStates({ ...question, limits: limits(question) });
  return { ...decision, prove };
}

/** Where values grow without end, so do the states under SC: they get as much room as where another engine helps out. */
async function withinReason(question: ProgramQuestion): Promise<ProgramQuestion> {
  const { relief } = taker('program', 'abstract').taking;
  const most = relief?.leavesMB;
  if (relief === undefined || most === undefined) return question;
  if ((await relief.takes({ ...question, properties: [robust] })).length === 0) return question;
  const { limits } = question;
  return { ...question, limits: { ...limits, memoryMB: Math.min(most, limits.memoryMB ?? most) } };
}

async function findingOf(question: ProgramQuestion): Promise<FindingOf<'program'>> {
  const { options, limits, progress } = question;
  const { model, havocRange } = options;
  const lowered = question.lowerings.of('automata', { procs: givenNumber(options) });
  const { system, mapBack } = withFailingPlaces(lowered.system);
  const bound = requireBound(system.shared, options);
  const comparison = await compareStates({ system, model, bound, havocRange, limits, progress });
  const verdict = (): Verdict<ProgramEvidence> => {
    switch (comparison.kind) {
      case 'same':
        return { kind: 'safe' };
      case 'more': {
        const execution = mapBack(comparison.execution);
        return { kind: 'unsafe', lowered, property: robust, execution, cycle: null, shows: 'reference' };
      }
      case 'open':
        return { kind: 'unknown', ...comparison.why };
    }
  };
  return { verdicts: new Map([[robustProperty, verdict()]]), stats: { ...comparison.stats } };
}
