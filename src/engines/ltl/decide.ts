import { isTemporal } from '../../lang/program/program.js';
import type { Property, TemporalProperty } from '../../lang/program/program.js';
import type { Verdict } from '../../lang/run/verdict.js';
import { fairnessFor, fairnessNamed, fairnessNames } from '../../memory/fairness.js';
import { buffersGrow, hasBuffers } from '../../memory/model-questions.js';
import { rewritten } from '../../pass/lowerings.js';
import type { Lowered } from '../../pass/run-pipeline.js';
import { getOrFail } from '../../support/invariant.js';
import type { FindingOf, ProgramEvidence, ProgramQuestion } from '../question.js';
import { givenNumber, noAnyProcs, refuseIf, requireBound } from '../refusals.js';
import { allOrders } from '../shared/packed/por/partial-orders.js';
import { symmetryWish } from '../shared/symmetry/symmetry-wish.js';
import { asInvariant } from '../shared/temporal/as-invariant.js';
import { checkTemporal } from './check.js';
import type { LtlResult, LtlVerdict } from './check.js';

/** Temporal properties that are not invariants in disguise (`G p`). */
export function shareOf(question: ProgramQuestion): readonly Property[] {
  const names = new Set(temporalOf(question, runsOf(question)).map((p) => p.name));
  return question.properties.filter((p) => names.has(p.name));
}

function runsOf(question: ProgramQuestion): Lowered {
  refuseIf(noAnyProcs('ltl'), question);
  return question.lowerings.of('runs', { procs: givenNumber(question.options) });
}

const temporalOf = ({ properties }: ProgramQuestion, lowered: Lowered): readonly TemporalProperty[] =>
  rewritten(properties, lowered)
    .filter(isTemporal)
    .filter((p) => asInvariant(p, lowered.system.shared) === null);

/** By looking for fair cycles. All properties are temporal. */
export async function decideRuns(question: ProgramQuestion): Promise<FindingOf<'program'>> {
  const { options, limits, progress } = question;
  const lowered = runsOf(question);
  const temporal = temporalOf(question, lowered);
  const bound = requireBound(lowered.system.shared, options);
  question.note?.(allOrders('temporal properties speak of what happens on the way'));
  const results: LtlResult[] = [];
  for (const name of fairnessNames) {
    const properties = temporal.filter((p) => fairnessFor(p, options.fairness) === name);
    if (properties.length === 0) continue;
    const isLost = limits.isLost === true || results.some(hasViolation);
    const result = await checkTemporal(
      {
        ...{ system: lowered.system, model: options.model, properties },
        ...{ limits: { ...limits, isLost }, progress },
      },
      {
        ...{ bound, havocRange: options.havocRange, fairness: fairnessNamed(name) },
        ...symmetryWish(question, { exact: false }),
      },
    );
    results.push(result);
  }
  const verdicts = new Map(results.flatMap((result) => [...result.verdicts]));
  return {
    verdicts: new Map(temporal.map((p) => [p.name, evident(lowered, p, getOrFail(verdicts, p.name))])),
    remarks: [
      ...(options.fairness === 'none' ? unfairRemark(question) : []),
      ...endlessRemark(question, [...verdicts.values()]),
    ],
    stats: joinedStats(results),
  };
}

const hasViolation = ({ verdicts }: LtlResult): boolean =>
  [...verdicts.values()].some(({ kind }) => kind === 'unsafe');

/** What searches of the same program under several kinds of fairness counted together. */
function joinedStats(results: readonly LtlResult[]): FindingOf<'program'>['stats'] {
  const sum = (of: (result: LtlResult) => number): number => results.reduce((n, result) => n + of(result), 0);
  return {
    states: sum(({ stats }) => stats.states),
    transitions: sum(({ stats }) => stats.transitions),
    checkSeconds: sum(({ stats }) => stats.checkSeconds),
    tableBytes: Math.max(0, ...results.map(({ stats }) => stats.tableBytes)),
    productStates: sum(({ productStates }) => productStates),
  };
}

const evident = (lowered: Lowered, property: Property, verdict: LtlVerdict): Verdict<ProgramEvidence> =>
  verdict.kind === 'unsafe' ? { ...verdict, lowered, property, shows: 'system' } : verdict;

const unfairRemark = ({ options }: ProgramQuestion): readonly string[] =>
  hasBuffers(options.model)
    ? ['Runs count in which a write stays in its buffer for ever (--fairness none).']
    : [];

/** Under TSO and PSO a loop that stores may have no end of states, and then this engine has no other way. */
function endlessRemark({ options }: ProgramQuestion, verdicts: readonly LtlVerdict[]): readonly string[] {
  const { model, bound } = options;
  const mayGrow = buffersGrow(model) && bound === null;
  const gaveUp = verdicts.some((v) => v.kind === 'unknown' && cutShort.has(v.reason));
  return mayGrow && gaveUp
    ? [
        `Buffers may have no bound under ${model.name}: --bound N looks for violations, --model tso1 has an end.`,
      ]
    : [];
}

const cutShort: ReadonlySet<string> = new Set(['timeout', 'memory', 'interrupted', 'overflow']);
