import { searchAbstract } from '../abstraction/lazy/search-abstract.js';
import { executionOf } from '../abstraction/path/execution-of.js';
import type { AbstractVerdict, AbstractionResult } from '../abstraction/question.js';
import type { Property } from '../ir/program.js';
import { refuseBits, refuseUnbuffered } from '../ir/refuse.js';
import { DiagnosticBag } from '../diagnostics/diagnostic.js';
import { lineOf } from '../diagnostics/span.js';
import { at, getOrFail, invariant } from '../support/check.js';
import { abstractTrace } from './abstract-trace.js';
import { boundsToTry } from './abstraction-bounds.js';
import type { TriedBound } from './abstraction-bounds.js';
import { isFault, prepareTask, smtFor } from './abstraction-task.js';
import { decideByProgram } from './abstract-boolean.js';
import { ScProofs } from './abstract-program.js';
import type { AbstractionTask } from './abstraction-task.js';
import { confirmed } from './confirm.js';
import type { Decision, Question } from './decision.js';
import { loadPredicates } from './predicates-file.js';
import { violationReport } from './property-report.js';
import { blankProperty } from './report.js';
import type { PropertyReport, Stats } from './report.js';
import { refuseDeadlock, refuseTemporal } from './select.js';
import { hasBuffers } from '../memory/questions.js';

/**
 * By predicate abstraction (paper 003), with larger and larger store buffers until none overflows. Null if the bag of the
 * question says what is wrong.
 */
export async function decideAbstractly(asked: Question): Promise<Decision | null> {
  refuseTemporal(asked.properties, 'abstract');
  refuseDeadlock(asked.properties);
  refuseBits(asked.program, 'the abstract engine');
  if (hasBuffers(asked.options.model)) refuseUnbuffered(asked.program, 'the abstract engine');
  if (isWrongMethod(asked)) return null;
  const question = await withPredicates(asked);
  const bounds = boundsToTry(question);
  if (bounds === null) return null;
  const settled = new Map<string, PropertyReport>();
  let sum: Totals = noTotals;
  let remarks: readonly string[] = [];
  let bound = bounds.first;
  const proofs = new ScProofs();
  for (;;) {
    const open = question.properties.filter((p) => settled.get(p.name)?.verdict !== 'unsafe');
    const next = bounds.after(bound);
    const attempt = await attemptWith({ ...question, properties: open }, bound, next === null, proofs);
    for (const report of attempt.reports) settled.set(report.name, report);
    sum = attempt.totals(sum);
    remarks = attempt.remarks;
    if (next === null || !attempt.wantsRoom) break;
    bound = next;
  }
  const { method, encoding } = question.options.abstraction;
  return {
    ...{ engine: 'abstract', method, encoding },
    bound: bound.number,
    properties: question.properties.map((p) => getOrFail(settled, p.name)),
    warnings: [],
    remarks,
    stats: sum,
  };
}

interface Attempt {
  readonly reports: readonly PropertyReport[];
  /** A larger bound might decide what this one did not. */
  readonly wantsRoom: boolean;
  readonly remarks: readonly string[];
  totals(before: Totals): Totals;
}

type Totals = Partial<Stats> &
  Pick<Stats, 'smtCalls' | 'z3Calls' | 'dlCalls' | 'buildSeconds' | 'checkSeconds'>;

const noTotals: Totals = { smtCalls: 0, z3Calls: 0, dlCalls: 0, buildSeconds: 0, checkSeconds: 0 };

/** What was paid for with smaller bounds is paid for; the rest speaks of the last program. */
function added(
  before: Totals,
  { smtCalls, z3Calls, dlCalls, buildSeconds, checkSeconds, ...rest }: Totals,
): Totals {
  return {
    ...rest,
    smtCalls: before.smtCalls + smtCalls,
    z3Calls: before.z3Calls + z3Calls,
    dlCalls: before.dlCalls + dlCalls,
    buildSeconds: before.buildSeconds + buildSeconds,
    checkSeconds: before.checkSeconds + checkSeconds,
  };
}

async function attemptWith(
  question: Question,
  { bound }: TriedBound,
  isLast: boolean,
  proofs: ScProofs,
): Promise<Attempt> {
  const { options } = question;
  const began = performance.now();
  const task = prepareTask(question, options.model, bound);
  question.hooks.explain?.(task.predicates, task.lowered.system);
  const outcome = await decideTask(question, task, isLast, proofs);
  const room = task.overflow === null ? safe : getOrFail(outcome.verdicts, task.overflow);
  const reports = task.properties.map((property) => {
    const own = getOrFail(outcome.verdicts, property.name);
    return own.kind === 'safe'
      ? { ...blankProperty(property), ...provided(task, property, outcome.verdicts, room) }
      : propertyReport(task, property, own);
  });
  const { stats } = outcome;
  const buildSeconds = (performance.now() - began) / 1000 - stats.checkSeconds;
  const totals: Totals = { ...stats, predicates: task.predicates.length, buildSeconds };
  return {
    reports,
    wantsRoom: room.kind !== 'safe' && !isStopped(room) && reports.some((r) => r.verdict === 'unknown'),
    remarks: outcome.remarks ?? [],
    totals: (before) => added(before, totals),
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
): Pick<PropertyReport, 'verdict' | 'reason' | 'detail'> {
  if (room.kind !== 'safe') return withoutRoom(task, room);
  const cut = task.lowered.system.properties.find(
    (p) => isFault(p) && p.name !== property.name && verdicts.get(p.name)?.kind !== 'safe',
  );
  if (cut === undefined) return { verdict: 'safe', reason: null, detail: null };
  return {
    verdict: 'unknown',
    reason: 'cut-off',
    detail: `executions may end where they violate ${cut.name}: what would come after is not known`,
  };
}

function propertyReport(
  task: AbstractionTask,
  property: Property,
  verdict: Exclude<AbstractVerdict, { kind: 'safe' }>,
): PropertyReport {
  switch (verdict.kind) {
    case 'unknown': {
      const { reason, detail, abstract } = verdict;
      const trace = abstract === undefined ? {} : { abstract: abstractTrace(task, abstract) };
      const told = reason === 'spurious' && task.predicates.length === 0 ? noPredicates : detail;
      return { ...blankProperty(property), verdict: 'unknown', reason, detail: told, ...trace };
    }
    case 'unsafe': {
      const execution = executionOf(task.commands, verdict.path, verdict.values);
      return violationReport(property, confirmed(task.lowered, task.model, property, execution, 'reference'));
    }
  }
}

const noPredicates =
  'nothing is tracked, for there are no predicates: state some with predicates { ... } or --predicates FILE';

function withoutRoom(
  task: AbstractionTask,
  room: Exclude<AbstractVerdict, { kind: 'safe' }>,
): Pick<PropertyReport, 'verdict' | 'reason' | 'detail'> {
  if (room.kind === 'unknown' && isStopped(room)) {
    return { verdict: 'unknown', reason: room.reason, detail: room.detail };
  }
  return {
    verdict: 'unknown',
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

/** With those of `--predicates`, if there are any. */
export async function withPredicates(question: Question): Promise<Question> {
  const { options, program, language } = question;
  const { predicatesFile } = options.abstraction;
  if (predicatesFile === null) return question;
  const bag = new DiagnosticBag();
  const predicates = await loadPredicates(predicatesFile, program, language, bag);
  bag.throwIfErrors();
  invariant(predicates !== null, 'without predicates there are errors');
  return { ...question, program: { ...program, predicates } };
}

async function decideTask(
  question: Question,
  task: AbstractionTask,
  isLast: boolean,
  proofs: ScProofs,
): Promise<AbstractionResult> {
  const { commands: program, predicates, properties, cuts, overflow } = task;
  const { limits, hooks } = question;
  const smt = smtFor(question, task);
  try {
    if (question.options.abstraction.method !== 'lazy')
      return await decideByProgram(question, task, smt, proofs);
    return await searchAbstract({
      ...{ program, predicates, smt, limits, progress: hooks.progress },
      properties: properties.map((p) => p.name),
      cuts,
      // With more room all this is done again.
      decisive: isLast ? null : overflow,
    });
  } finally {
    smt.dispose();
  }
}

/** True if the bag says what is wrong. */
export function isWrongMethod({ options, usage }: Question): boolean {
  const { model, abstraction } = options;
  if (abstraction.method !== 'trad' || !hasBuffers(model)) return false;
  usage.report(
    'E006',
    null,
    `--method trad is for sc: under ${model.name} the predicates are extrapolated`,
    'take pe, ce or lazy',
  );
  return true;
}
