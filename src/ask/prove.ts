import { Unsupported } from '../diagnostics/diagnostic.js';
import type { EngineRequest } from '../engines/engine-request.js';
import type { BooleanQuestion, PredicateProof, ProgramQuestion } from '../engines/question.js';
import { givenNumber, processesOf, requireBound } from '../engines/refusals.js';
import { asStates } from '../evidence/always.js';
import { isLimit } from '../lang/program/limit-properties.js';
import { isImplicit, isTemporal } from '../lang/program/program.js';
import type { ArraySystem } from '../lang/arrays/array-system.js';
import type { ProofLimits } from '../search/limits.js';
import type { SharedVar, TemporalProperty } from '../lang/program/program.js';
import type { System } from '../lang/program/system.js';
import type { RunRanking } from '../lang/run/run-ranking.js';
import { fairnessFor, fairnessNamed } from '../memory/fairness.js';
import { violationAutomaton } from '../evidence/ranking/violation-automaton.js';
import { watching } from '../search/watch.js';
import { hasBuffers } from '../memory/model-questions.js';
import { rewritten } from '../pass/lowerings.js';
import type { Decision } from './decision.js';
import type { VerifyHooks } from './hooks.js';
import { leftOpen } from './left-open.js';
import { smallCover } from './proof/small-cover.js';
import type { AnswerProof, ArrayProof, RankedProperty, StateProof } from './report.js';

/** Without --timeout the search may take so many times what the answer took, and some seconds. */
const timesAnswer = 10;
const moreSeconds = 30;

/**
 * Where all that was asked is safe, with what others can check; that is found when it is asked for. The answer took so many
 * seconds.
 */
export async function withProof(
  decision: Decision,
  proof: ((limits: ProofLimits) => Promise<AnswerProof | string>) | null,
  seconds: number,
): Promise<Decision> {
  const isSafe = decision.properties.every(({ verdict }) => verdict === 'safe');
  if (!isSafe || decision.properties.length === 0) return decision;
  const own = performance.now() + (timesAnswer * seconds + moreSeconds) * 1000;
  const isOwn = { used: false };
  const limitsOf: ProofLimits = ({ limits }) => {
    isOwn.used = limits.deadline === null;
    return isOwn.used ? { ...limits, deadline: own } : limits;
  };
  const found = await proofFor(decision, proof === null ? null : () => proof(limitsOf), limitsOf);
  if (found === null) return decision;
  const isLate = typeof found === 'string' && isOwn.used && performance.now() >= own;
  const late = `${timesAnswer} times what the answer took, and ${moreSeconds} s; --timeout gives it more`;
  return { ...decision, proof: isLate ? `${found} (${late})` : found };
}

/** Of a decision about states; null: there is nothing to show it by. */
export const proofOfDecision = (
  decision: Decision,
  question: ProgramQuestion,
  limits: ProofLimits,
): Promise<AnswerProof | string | null> =>
  proofFor(
    decision,
    () => proofOfProgram({ ...question, limits: limits(question) }, decision, undefined),
    limits,
  );

/** Of the engine itself, if it has one of all that was asked; else by states. */
async function proofFor(
  decision: Decision,
  byStates: (() => Promise<AnswerProof | string>) | null,
  limits: ProofLimits,
): Promise<AnswerProof | string | null> {
  const { prove } = decision;
  const own = prove === undefined ? null : await foundOrNot(() => prove(limits));
  if (own !== null && typeof own === 'object' && isOfAll(own, decision)) return own;
  if (byStates === null || decision.isEndless === true) return own;
  const found = await foundOrNot(byStates);
  return typeof own === 'string' && typeof found === 'string' ? own : found;
}

/** One engine may have decided a part of what was asked. */
const isOfAll = (proof: AnswerProof, { properties }: Decision): boolean =>
  properties.every(({ name }) => proof.properties.includes(name));

/** That there is no proof to be had says nothing against the answer. */
async function foundOrNot<T>(
  proof: () => Promise<T | string>,
  without = 'not all states could be visited',
): Promise<T | string> {
  try {
    return await proof();
  } catch (error) {
    const why = error instanceof Unsupported ? error.diagnostic.message : leftOpen(error)?.detail;
    if (why === undefined) throw error;
    return `${without}: ${why}`;
  }
}

/**
 * All its states, or, where these have no end, cubes of the array-based system that it is: of any number of processes, and with buffers
 * of any length.
 */
export async function proofOfProgram(
  question: ProgramQuestion,
  { engine }: Pick<Decision, 'engine'>,
  asArrays: VerifyHooks['asArrays'],
): Promise<AnswerProof | string> {
  const { options, program } = question;
  if (options.havocRange !== null) return 'only the values of --havoc-range were tried';
  const anyNumber = givenNumber(options) === null && processesOf(program).length > 0;
  const isEndless = anyNumber || engine === 'dual';
  if (asArrays === undefined || !isEndless)
    return anyNumber ? 'there is no evidence yet for any number of processes' : proofByStates(question);
  const byCubes = await foundOrNot(
    () => proofByCubes(question, asArrays),
    'it is not shown as an array-based system',
  );
  if (typeof byCubes === 'object' || anyNumber) return byCubes;
  const byStates = await foundOrNot(() => proofByStates(question));
  return typeof byStates === 'string' ? byCubes : byStates;
}

async function proofByCubes(
  { properties, options, program, limits, progress }: ProgramQuestion,
  asArrays: Exclude<VerifyHooks['asArrays'], undefined>,
): Promise<ArrayProof | string> {
  const { system, properties: told } = asArrays(program, givenNumber(options), options.model);
  const names = properties.map(({ name }) => name);
  const missing = names.find((name) => told.every((one) => one.name !== name));
  if (missing !== undefined) return `there is no evidence yet for ${missing} of endless states`;
  // A run ends where it goes wrong, so that is claimed with all that is claimed.
  const claimed = new Set([
    ...names,
    ...program.properties.filter((one) => isImplicit(one) || isLimit(one)).map(({ name }) => name),
  ]);
  const wanted = new Set(told.filter(({ name }) => claimed.has(name)).flatMap(({ clauses }) => clauses));
  const clauses = system.unsafe.flatMap(({ name }, i) => (wanted.has(name) ? [i] : []));
  const { decideBackward } = await import('../engines/mcmt/decide.js');
  const { cubes, verdicts } = await decideBackward({ system, clauses, options, limits, progress });
  if (cubes !== undefined) return { system, properties: names, cubes };
  const open = [...verdicts.values()].find(({ kind }) => kind !== 'safe');
  return `the program as an array-based system was not shown to be safe${open?.kind === 'unknown' ? `: ${open.detail}` : ''}`;
}

async function proofByStates(question: ProgramQuestion): Promise<StateProof | string> {
  const { properties, options, lowerings, limits, progress } = question;
  const procs = givenNumber(options);
  const lowered = lowerings.of('automata', { procs, stepwise: true });
  const { system } = lowered;
  const asked = rewritten(properties, lowered).map((property) => asStates(property));
  const ofRuns = asked.filter(isTemporal);
  const ofStates = asked.filter((property) => !isTemporal(property));
  // Of a run that ends at a fault it is not known what it would have violated.
  const implied = ofRuns.length === 0 ? [] : system.properties.filter(isImplicit);
  const claimed = [
    ...new Map([...implied, ...ofStates].map((property) => [property.name, property])).values(),
  ];
  const request = { system, model: options.model, properties: claimed, limits, progress };
  const found = await coverFor(request, question, { shared: system.shared, reductions: true });
  if (typeof found === 'string') return found;
  const ranked: RankedProperty[] = [];
  for (const property of ofRuns) {
    const ranking = await rankingFor(property, system, question);
    if (typeof ranking === 'string') return `no ranking shows ${property.name}: ${ranking}`;
    ranked.push({ property, ranking });
  }
  const names = properties.map(({ name }) => name);
  return { system, procs, properties: names, ...found, ...(ranked.length === 0 ? {} : { ranked }) };
}

/** The automaton is that of the checker, which shares nothing with that of the engine. */
async function rankingFor(
  property: TemporalProperty,
  system: System,
  { options, limits, progress }: ProgramQuestion,
): Promise<RunRanking | string> {
  const automaton = violationAutomaton(property, watching(limits));
  const fairness = fairnessNamed(fairnessFor(property, options.fairness));
  const { rankRuns } = await import('../engines/ltl/rank-runs.js');
  return rankRuns(
    { system, model: options.model, limits, progress },
    { property, automaton },
    { bound: requireBound(system.shared, options), fairness },
  );
}

/** More memory for states than this is not taken as long as there is another way. */
const firstMB = 32;

/** By its states, or where these are many by what is known of its variables. */
export async function proofOfBoolean(
  question: BooleanQuestion,
): Promise<StateProof | PredicateProof | string> {
  const { options, limits } = question;
  if (hasBuffers(options.model)) return booleanStates(question);
  const memoryMB = Math.min(limits.memoryMB ?? firstMB, firstMB);
  const first = await foundOrNot(() => booleanStates({ ...question, limits: { ...limits, memoryMB } }));
  if (typeof first === 'object') return first;
  const { system, property } = question.lowered();
  if (property === null) return first;
  const { proofByVariables } = await import('../engines/abstract/predicate-proof.js');
  const second = await foundOrNot(() => proofByVariables(question, { system, property }));
  return typeof second === 'object' ? second : booleanStates(question);
}

async function booleanStates(question: BooleanQuestion): Promise<StateProof | string> {
  const { system, property, started, localsArePrivate } = question.lowered();
  if (property === null) return 'the program states no property';
  const { options, limits, progress } = question;
  const request = { system, model: options.model, properties: [property], limits, progress };
  const shared = system.shared.filter(({ id }) => id !== started);
  const found = await coverFor(request, question, { shared, reductions: localsArePrivate });
  if (typeof found === 'string') return found;
  return { system, procs: null, properties: [property.name], ...found };
}

export function proofOfArray(
  system: ArraySystem,
  { engine, properties, cubes }: Decision,
): ArrayProof | string {
  if (cubes === undefined) return `there is no evidence yet for what the ${engine} engine shows of it`;
  return { system, properties: properties.map(({ name }) => name), cubes };
}

/** Every state that is come to: each is visited, since what reductions leave out is part of it. */
export async function coverFor(
  request: EngineRequest,
  { options }: Pick<ProgramQuestion, 'options'>,
  { shared, reductions }: { readonly shared: readonly SharedVar[]; readonly reductions: boolean },
): Promise<Pick<StateProof, 'cover' | 'states'> | string> {
  const { exploreExplicit } = await import('../engines/explicit/explore.js');
  const { table, stats, incomplete } = await exploreExplicit(request, {
    ...{ bound: requireBound(shared, options), havocRange: null, reductions },
    ...{ collectFinals: null, table: true },
  });
  if (table === null) return `not all states could be visited: ${incomplete?.detail ?? 'they are too many'}`;
  return { cover: smallCover(table, stats.states, request), states: stats.states };
}
