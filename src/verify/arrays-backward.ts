import { buffersUnder } from '../arrays/buffering.js';
import { checkBackward } from '../engines/mcmt/check.js';
import type { BackwardResult, BackwardStats, BackwardVerdict } from '../engines/mcmt/request.js';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import type { ArraySystem } from '../ir/array-system.js';
import type { Trace } from '../ir/trace.js';
import { at, getOrFail } from '../support/check.js';
import { Confirmer } from './arrays-confirm.js';
import { blankClause } from './arrays-question.js';
import type { ArrayDecision, ArrayQuestion } from './arrays-question.js';
import type { PropertyReport, Stats } from './report.js';

/** For any number of processes: from the unsafe states backward. What it finds is replayed before it is told. */
export async function decideBackward(question: ArrayQuestion): Promise<ArrayDecision> {
  const { system, clauses, options, limits, progress, started } = question;
  const { model, maxProcs, search, brab, reduction } = options;
  const bounded = { ...system, maxProcs: maxProcs ?? system.maxProcs };
  const confirmer = new Confirmer(bounded, model, limits);
  const built = performance.now();
  const result = await checkBackward({
    system,
    tso: buffersUnder(model),
    clauses,
    maxProcs,
    order: search ?? 'small',
    brab: brabOf(brab, reduction ?? true),
    reduced: reduction ?? true,
    limits,
    progress,
    confirm: (proof) => confirmer.confirm(proof),
  });
  return {
    properties: clauses.map((clause, i) =>
      clauseReport(system, clause, at(result.verdicts, i), confirmer.traces),
    ),
    warnings: warningsOf(system, result),
    limitations: limitationsOf(question, result),
    stats: { ...statsOf(result.stats), buildSeconds: (built - started) / 1000 },
  };
}

/** The search without the reduction is there to be compared with the other: neither guesses on its own then. */
function brabOf(brab: number | 'off' | null, reduced: boolean): number | 'auto' | null {
  if (brab === 'off') return null;
  return brab ?? (reduced ? 'auto' : null);
}

function clauseReport(
  system: ArraySystem,
  clause: number,
  verdict: BackwardVerdict,
  traces: ReadonlyMap<number, Trace>,
): PropertyReport {
  const base = blankClause(system, clause);
  switch (verdict.kind) {
    case 'safe':
      return { ...base, verdict: 'safe' };
    case 'unsafe':
      return { ...base, verdict: 'unsafe', trace: getOrFail(traces, clause) };
    case 'unknown': {
      const detail = verdict.detail === '' ? null : verdict.detail;
      return { ...base, verdict: 'unknown', reason: verdict.reason, detail };
    }
  }
}

function warningsOf(
  { init, invariants }: ArraySystem,
  { refuted, isEmpty }: BackwardResult,
): readonly Diagnostic[] {
  const empty: Diagnostic = {
    code: 'W614',
    severity: 'warning',
    span: init.span,
    message: 'no state satisfies init, so nothing can happen',
    note: null,
  };
  const unused = refuted.map((index): Diagnostic => ({
    code: 'W613',
    severity: 'warning',
    span: at(invariants, index).span,
    message: 'this invariant does not hold in all runs, or could not be shown; it was not used',
    note: null,
  }));
  return isEmpty ? [empty, ...unused] : unused;
}

function limitationsOf({ system, options }: ArrayQuestion, { verdicts }: BackwardResult): readonly string[] {
  const most = options.maxProcs ?? system.maxProcs;
  if (most === null || verdicts.every(({ kind }) => kind !== 'safe')) return [];
  const source = options.maxProcs === null ? 'number_procs' : '--max-procs';
  return [`This holds for at most ${most} ${most === 1 ? 'process' : 'processes'} (${source}).`];
}

const statsOf = (stats: BackwardStats): Partial<Stats> => ({
  states: stats.nodes,
  transitions: stats.instances,
  configurations: stats.generated,
  configurationsKept: stats.kept,
  configurationsPeak: stats.kept,
  smtCalls: stats.linearQueries,
  dlCalls: stats.linearQueries - stats.z3Calls,
  z3Calls: stats.z3Calls,
  checkSeconds: stats.seconds,
});
