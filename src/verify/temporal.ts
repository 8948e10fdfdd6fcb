import { isTemporal } from '../ir/program.js';
import type { Property, SharedVar, TemporalProperty } from '../ir/program.js';
import { asInvariant } from '../engines/ltl/as-invariant.js';
import { checkTemporal } from '../engines/ltl/check.js';
import type { LtlVerdict } from '../engines/ltl/check.js';
import { fairnessNamed } from '../memory/fairness.js';
import { buffersGrow, hasBuffers } from '../memory/questions.js';
import { runPipeline } from '../pass/run.js';
import type { Lowered } from '../pass/run.js';
import { getOrFail } from '../support/check.js';
import { bufferBound } from './bound.js';
import { confirmedLasso } from './confirm.js';
import { atomicOf } from './decision.js';
import type { Decision, Question } from './decision.js';
import { rewritten } from './explicit.js';
import { propertyReport } from './property-report.js';
import { noStats } from './report.js';
import type { Stats } from './report.js';
import { givenNumber } from './unbounded.js';

/** A property of single states instead of one of runs, where it is one. */
export const ofStates = (property: Property, shared: readonly SharedVar[]): Property =>
  asInvariant(property, shared) ?? property;

type DecideOthers = (question: Question) => Promise<Decision | null>;

/**
 * Temporal properties by looking for fair cycles; what speaks of single states, formulas `G p` among it, goes to an engine for
 * these. Null if the bag of the question says what is wrong.
 */
export async function decideTemporally(question: Question, others: DecideOthers): Promise<Decision | null> {
  const { options, hooks, properties, program, usage } = question;
  const lowered = runPipeline(
    hooks.pipelines.runs(options.model),
    program,
    { procs: givenNumber(options.procs, 'ltl'), model: options.model, ...atomicOf(question) },
    hooks.listener,
  );
  const stated = rewritten(properties, lowered).filter(isTemporal);
  const temporal = stated.filter((p) => asInvariant(p, lowered.system.shared) === null);
  const names = new Set(temporal.map((p) => p.name));
  const rest = properties.filter((p) => !names.has(p.name));
  const plain =
    rest.length > 0 || temporal.length === 0 ? await others({ ...question, properties: rest }) : null;
  if (usage.hasErrors) return null;
  const isLost = plain?.properties.some((p) => p.verdict === 'unsafe') ?? false;
  const limits = { ...question.limits, isLost };
  const runs = temporal.length === 0 ? null : await decideRuns({ ...question, limits }, lowered, temporal);
  if (runs === null) return plain;
  if (plain === null) return usage.hasErrors ? null : runs;
  const reports = new Map([...plain.properties, ...runs.properties].map((p) => [p.name, p]));
  return {
    ...runs,
    properties: properties.map((p) => getOrFail(reports, p.name)),
    warnings: [...plain.warnings, ...runs.warnings],
    remarks: [...plain.remarks, ...runs.remarks],
    stats: added(plain.stats, runs.stats),
  };
}

async function decideRuns(
  question: Question,
  lowered: Lowered,
  temporal: readonly TemporalProperty[],
): Promise<Decision | null> {
  const { options, hooks, usage, limits, started } = question;
  const bound = bufferBound(lowered.system.shared, options, usage);
  if (usage.hasErrors) return null;
  const fairness = fairnessNamed(options.fairness);
  const built = performance.now();
  const result = await checkTemporal(
    { system: lowered.system, model: options.model, properties: temporal, limits, progress: hooks.progress },
    { bound, havocRange: options.havocRange, fairness },
  );
  return {
    engine: 'ltl',
    method: null,
    encoding: null,
    bound: typeof options.bound === 'number' ? options.bound : null,
    properties: temporal.map((p) =>
      propertyReport(p, getOrFail(result.verdicts, p.name), ({ execution: stem, cycle }) =>
        confirmedLasso(lowered, options.model, p, { stem, cycle }, fairness),
      ),
    ),
    warnings: result.warnings,
    remarks: [
      ...(fairness.flush ? [] : unfairRemark(question)),
      ...endlessRemark(question, [...result.verdicts.values()]),
    ],
    stats: {
      buildSeconds: (built - started) / 1000,
      ...{ states: result.stats.states, transitions: result.stats.transitions },
      ...{ checkSeconds: result.stats.checkSeconds, tableBytes: result.stats.tableBytes },
      productStates: result.productStates,
    },
  };
}

const unfairRemark = ({ options }: Question): readonly string[] =>
  hasBuffers(options.model)
    ? ['Runs count in which a write stays in its buffer for ever (--fairness none).']
    : [];

/** Under TSO and PSO a loop that stores may have no end of states, and then this engine has no other way. */
function endlessRemark({ options }: Question, verdicts: readonly LtlVerdict[]): readonly string[] {
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

/** What both engines count; the second one's time of building has the first one's in it. */
function added(a: Partial<Stats>, b: Partial<Stats>): Partial<Stats> {
  const [first, second] = [
    { ...noStats, ...a },
    { ...noStats, ...b },
  ];
  return {
    ...a,
    ...b,
    buildSeconds: second.buildSeconds - first.checkSeconds,
    states: first.states + second.states,
    transitions: first.transitions + second.transitions,
    checkSeconds: first.checkSeconds + second.checkSeconds,
    tableBytes: Math.max(first.tableBytes, second.tableBytes),
  };
}
