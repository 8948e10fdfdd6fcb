import { searchAbstract } from '../../abstraction/lazy/search-abstract.js';
import { untold } from '../../abstraction/discover/stated-predicates.js';
import { executionOf } from '../../abstraction/path/execution-of.js';
import type { AbstractVerdict, AbstractionResult, FoundPath } from '../../abstraction/abstraction-request.js';
import { lineOf } from '../../diagnostics/span.js';
import type { Expr } from '../../lang/expr/expr.js';
import { isImplicit } from '../../lang/program/program.js';
import type { Property } from '../../lang/program/program.js';
import { refuseBits, refuseUnbuffered } from '../../lang/program/refuse.js';
import { hasBuffers } from '../../memory/model-questions.js';
import type { AbstractTrace } from '../../lang/run/trace.js';
import type { Verdict } from '../../lang/run/verdict.js';
import type { SmtCounts } from '../../smt/smt.js';
import { at, getOrFail } from '../../support/invariant.js';
import type { FindingOf, PredicateProof, ProgramEvidence, ProgramQuestion } from '../question.js';
import { isAllLost } from '../shared/after-violation.js';
import { AnyLength, noEvidence } from './unbounded/any-length.js';
import { abstractTrace } from './abstract-trace.js';
import { boundsToTry } from './abstraction-bounds.js';
import type { TriedBound } from './abstraction-bounds.js';
import { prepareTask, smtFor } from './abstraction-task.js';
import type { AbstractionTask } from './abstraction-task.js';
import { Discoverer, discoveryOf } from './discovering.js';
import { decideByProgram } from './by-program.js';
import { proofByPredicates } from './predicate-proof.js';
import { nothingSpent, ScProofs, summed } from './task-program.js';
import type { ProofLimits } from '../../search/limits.js';

/** By predicate abstraction (paper 003), with larger and larger store buffers until none overflows. */
export async function decideAbstractly(question: ProgramQuestion): Promise<FindingOf<'program'>> {
  refuseUntracked(question);
  const settled = new Map<string, Verdict<ProgramEvidence>>();
  const abstract = new Map<string, AbstractTrace>();
  let remarks: readonly string[] = [];
  let bound: number | null = null;
  let last: LastAttempt | null = null;
  const settings = discoveryOf(question);
  const discoverer = settings === null ? null : new Discoverer(settings, question);
  // The search under SC is paid for too.
  let sum: Totals = { ...noTotals, ...(await discoverer?.prepare()) };
  const proofs = new ScProofs(discoverer?.underSc);
  const anyLength = new AnyLength(question, () => discoverer?.underSc);
  for (const tried of boundsToTry(question)) {
    bound = tried.number;
    const open = question.properties.filter((p) => settled.get(p.name)?.kind !== 'unsafe');
    const attempt = await attemptWith({ ...question, properties: open }, tried, proofs, discoverer);
    last = { bound: tried.bound, predicates: attempt.tracked };
    for (const [name, verdict] of attempt.verdicts) settled.set(name, verdict);
    abstract.clear();
    for (const [name, trace] of attempt.abstract) abstract.set(name, trace);
    sum = added(sum, attempt.totals);
    remarks = attempt.remarks;
    if (!attempt.wantsRoom || isSettled(question, settled)) break;
    for (const [name, verdict] of attempt.verdicts)
      if (verdict.kind === 'unsafe') question.found?.(name, verdict);
    if (await anyLength.attempt(settled, tried.isLast)) {
      return {
        verdicts: settled,
        bound: null,
        remarks: [...remarks, anyLength.remark],
        stats: { ...sum, ...summed(sum, anyLength.counts) },
        isEndless: true,
        prove: provingByBounds(question),
      };
    }
  }
  anyLength.settle(settled);
  sum = { ...sum, ...summed(sum, anyLength.counts) };
  remarks = anyLength.hasProved ? [...remarks, anyLength.remark] : remarks;
  const discovery = discoverer?.report([...settled.values()]);
  const found = discovery === undefined ? {} : { discovery };
  const prove = last === null ? {} : { prove: proving(question, last) };
  return { verdicts: settled, bound, remarks, stats: sum, abstract, ...found, ...prove };
}

type LastAttempt = Parameters<typeof proofByPredicates>[1];

const proving =
  (question: ProgramQuestion, last: LastAttempt) =>
  (limits: ProofLimits): Promise<PredicateProof | string> =>
    proofByPredicates({ ...question, limits: limits(question) }, last);

/** Of what holds for any length it may be shown that no buffer needs more than some. */
const provingByBounds =
  (question: ProgramQuestion) =>
  async (limits: ProofLimits): Promise<PredicateProof | string> => {
    const options = { ...question.options, unbounded: false };
    const { verdicts, prove } = await decideAbstractly({ ...question, options, limits: limits(question) });
    const isShown = question.properties.every(({ name }) => verdicts.get(name)?.kind === 'safe');
    return isShown && prove !== undefined ? prove(limits) : noEvidence;
  };

/** Nobody asks for more than that. */
const isSettled = (
  { properties, limits }: ProgramQuestion,
  verdicts: ReadonlyMap<string, { readonly kind: string }>,
): boolean =>
  isAllLost(
    limits,
    properties.map(({ name }) => name),
    (name) => verdicts.get(name)?.kind === 'unsafe',
  );

/** What cannot be said in predicates, or written with buffers. */
export function refuseUntracked({ program, options }: ProgramQuestion): void {
  refuseBits(program, 'the abstract engine');
  if (hasBuffers(options.model)) refuseUnbuffered(program, 'the abstract engine');
}

interface BoundAttempt {
  readonly verdicts: ReadonlyMap<string, Verdict<ProgramEvidence>>;
  readonly abstract: ReadonlyMap<string, AbstractTrace>;
  /** A larger bound might decide what this one did not. */
  readonly wantsRoom: boolean;
  readonly remarks: readonly string[];
  readonly totals: Totals;
  /** The predicates that it came to its answer with; null: those that are extrapolated from what the program states. */
  readonly tracked: LastAttempt['predicates'];
}

interface Totals extends SmtCounts, Readonly<Record<string, number>> {
  readonly iterations: number;
  readonly buildSeconds: number;
  readonly checkSeconds: number;
}

const noTotals: Totals = { ...nothingSpent, iterations: 0, buildSeconds: 0, checkSeconds: 0 };

/** What was paid for with smaller bounds is paid for; the rest speaks of the last program. */
const added = (before: Totals, last: Totals): Totals => ({
  ...last,
  ...summed(last, before),
  iterations: before.iterations + last.iterations,
  buildSeconds: before.buildSeconds + last.buildSeconds,
  checkSeconds: before.checkSeconds + last.checkSeconds,
});

async function attemptWith(
  question: ProgramQuestion,
  { bound, isLast }: TriedBound,
  proofs: ScProofs,
  discoverer: Discoverer | null,
): Promise<BoundAttempt> {
  const { options } = question;
  const began = performance.now();
  const task = prepareTask(question, options.model, bound, discoverer?.underSc);
  question.explain?.(task.predicates, task.lowered.system);
  const outcome = await decideTask(question, task, isLast, proofs, discoverer);
  const room = task.overflow === null ? safe : getOrFail(outcome.verdicts, task.overflow);
  const abstract = new Map<string, AbstractTrace>();
  const verdicts = new Map<string, Verdict<ProgramEvidence>>();
  for (const property of task.properties) {
    const { name } = property;
    const own = getOrFail(outcome.verdicts, name);
    const judged = own.kind === 'safe' ? provided(task, property, outcome.verdicts, room) : own;
    const isBlind = outcome.tracked.length === 0 && discoverer === null;
    verdicts.set(name, judgedVerdict(task, property, judged, isBlind));
    if (own.kind === 'unknown' && own.abstract !== undefined)
      abstract.set(name, abstractTrace(task, own.abstract, outcome.tracked));
  }
  const { stats } = outcome;
  const buildSeconds = (performance.now() - began) / 1000 - stats.checkSeconds;
  const predicates = outcome.tracked.length;
  const iterations = outcome.iterations ?? 0;
  const totals: Totals = { ...stats, predicates, iterations, buildSeconds };
  const isOpen = [...verdicts.values()].some(({ kind }) => kind === 'unknown');
  return {
    ...{ verdicts, abstract },
    wantsRoom: room.kind !== 'safe' && !isStopped(room) && isOpen,
    remarks: outcome.remarks ?? [],
    totals,
    tracked: options.abstraction.encoding === 'shapes' ? outcome.tracked : null,
  };
}

const safe: AbstractVerdict = { kind: 'safe' };

/** A larger bound only takes longer. */
const isStopped = (verdict: AbstractVerdict): boolean =>
  verdict.kind === 'unknown' && verdict.reason !== 'spurious' && verdict.reason !== 'unconfirmed';

/** Behind an overflow or a fault nothing was looked at: what is safe before it is not known to be safe. */
function provided(
  task: AbstractionTask,
  property: Property,
  verdicts: ReadonlyMap<string, AbstractVerdict>,
  room: AbstractVerdict,
): AbstractVerdict {
  if (room.kind !== 'safe') return withoutRoom(task, room);
  const cut = task.lowered.system.properties.find(
    (p) => isImplicit(p) && p.name !== property.name && verdicts.get(p.name)?.kind !== 'safe',
  );
  if (cut === undefined) return safe;
  return {
    kind: 'unknown',
    reason: 'cut-off',
    detail: `executions may end where they violate ${cut.name}: what would come after is not known`,
  };
}

function judgedVerdict(
  task: AbstractionTask,
  property: Property,
  verdict: AbstractVerdict,
  isBlind: boolean,
): Verdict<ProgramEvidence> {
  switch (verdict.kind) {
    case 'safe':
      return verdict;
    case 'unknown': {
      const { kind, reason, detail } = verdict;
      return { kind, reason, detail: isBlind && reason === 'spurious' ? noPredicates : detail };
    }
    case 'unsafe':
      return { kind: 'unsafe', ...violation(task, property, verdict) };
  }
}

const violation = (
  { commands, lowered }: AbstractionTask,
  property: Property,
  { path, values }: Pick<FoundPath, 'path' | 'values'>,
): ProgramEvidence => ({
  ...{ lowered, property },
  execution: executionOf(commands, path, values),
  cycle: null,
  shows: 'reference',
});

/** Violations of what the program states, as they are found. */
const foundBy =
  ({ found }: ProgramQuestion, task: AbstractionTask) =>
  (path: FoundPath): void => {
    const property = task.properties.find(({ name }) => name === path.name);
    if (property !== undefined) found?.(property.name, violation(task, property, path));
  };

const noPredicates =
  'nothing is tracked, for there are no predicates: state some with predicates { ... } or --predicates FILE';

function withoutRoom(
  task: AbstractionTask,
  room: Exclude<AbstractVerdict, { kind: 'safe' }>,
): AbstractVerdict {
  if (room.kind === 'unknown' && isStopped(room)) {
    return { kind: 'unknown', reason: room.reason, detail: room.detail };
  }
  return {
    kind: 'unknown',
    reason: 'overflow',
    detail: `${fullStore(task, room)} as many writes buffered as the bound allows: a fence, a larger --bound or --max-bound may help`,
  };
}

/** Which store it is that overflows, as far as is known. */
function fullStore({ lowered }: AbstractionTask, room: Exclude<AbstractVerdict, { kind: 'safe' }>): string {
  const last = room.kind === 'unsafe' ? room.path.at(-1) : room.abstract?.steps.at(-1);
  const line = last === undefined ? null : lineOf(last.span);
  const finds = room.kind === 'unsafe' ? 'finds' : 'may find';
  if (last === undefined || line === null) return `a store ${finds}`;
  return `the store of ${at(lowered.system.threads, last.thread).name} in line ${line} ${finds}`;
}

interface Outcome extends AbstractionResult {
  /** The formulas of all predicates. */
  readonly tracked: readonly Expr[];
  /** That finding predicates took. */
  readonly iterations?: number;
}

async function decideTask(
  question: ProgramQuestion,
  task: AbstractionTask,
  isLast: boolean,
  proofs: ScProofs,
  discoverer: Discoverer | null,
): Promise<Outcome> {
  const { commands: program, predicates, properties, cuts, overflow } = task;
  const { limits, progress } = question;
  // With more room all this is done again.
  const decisive = isLast ? null : overflow;
  if (question.options.abstraction.method !== 'lazy')
    return decideRefining(question, task, decisive, proofs, discoverer);
  if (discoverer !== null) {
    const result = await discoverer.decide(task, decisive);
    return { ...result, tracked: result.found.map(({ formula }) => formula) };
  }
  const smt = smtFor(question, task);
  try {
    const found = foundBy(question, task);
    const asked = { program, predicates, smt, limits, progress, cuts, decisive, found };
    const result = await searchAbstract({ ...asked, properties: properties.map((p) => p.name) });
    return { ...result, tracked: formulasOf(task) };
  } finally {
    smt.dispose();
  }
}

const formulasOf = ({ predicates }: AbstractionTask): readonly Expr[] =>
  predicates.map(({ formula }) => formula);

/** By a Boolean program. Where what was found under SC is not enough for it, more is found on the program of the task. */
async function decideRefining(
  question: ProgramQuestion,
  task: AbstractionTask,
  decisive: string | null,
  proofs: ScProofs,
  discoverer: Discoverer | null,
): Promise<Outcome> {
  const smt = smtFor(question, task);
  try {
    const first = await decideByProgram(question, task, smt, proofs);
    const isEnough = isSettled(question, first.verdicts) || ![...first.verdicts.values()].some(isSpurious);
    if (discoverer === null || isEnough) return { ...first, tracked: formulasOf(task) };
    const { found, stats, iterations } = await discoverer.decide(task, decisive);
    const refined = { ...task, predicates: untold(found) };
    const second = await decideByProgram(question, refined, smt, proofs);
    return {
      ...second,
      remarks: [...(second.remarks ?? []), refinedFurther],
      stats: { ...second.stats, ...summed(second.stats, stats) },
      tracked: formulasOf(refined),
      iterations,
    };
  } finally {
    smt.dispose();
  }
}

const refinedFurther =
  'The predicates that were found under SC were not enough for the Boolean program; it was made again with what refinement added.';

const isSpurious = (verdict: AbstractVerdict): boolean =>
  verdict.kind === 'unknown' && verdict.reason === 'spurious';
