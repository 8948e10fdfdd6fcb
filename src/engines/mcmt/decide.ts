import { buffersUnder } from '../../arrays/array-buffering.js';
import { checkBackward } from './check.js';
import type { BackwardResult, BackwardStats, BackwardVerdict } from './request.js';
import { diagnosticOf } from '../../diagnostics/diagnostic.js';
import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import type { ArraySystem } from '../../lang/arrays/array-system.js';
import { at, invariant } from '../../support/invariant.js';
import type { Verdict } from '../../lang/run/verdict.js';
import type { ArrayEvidence, ArrayQuestion, FindingOf } from '../question.js';
import { Confirmer } from './find-run.js';

/** For any number of processes: from the unsafe states backward. Every path it finds has to be one of the plain semantics. */
export async function decideBackward(question: ArrayQuestion): Promise<FindingOf<'array'>> {
  const { system, clauses, options, limits, progress, note } = question;
  const { model, maxProcs = null, search, brab, reduction } = options;
  const bounded = { ...system, maxProcs: maxProcs ?? system.maxProcs };
  const runs = new Confirmer(bounded, model, limits);
  const result = await checkBackward({
    system,
    tso: buffersUnder(model),
    clauses,
    maxProcs,
    order: search ?? 'small',
    brab: brabOf(brab ?? null, reduction ?? true),
    reduced: reduction ?? true,
    limits,
    progress,
    confirm: (proof) => runs.confirm(proof),
    found: (evidence) => runs.keep(evidence),
    note,
  });
  return {
    verdicts: new Map(
      clauses.map((clause, i) => [at(system.unsafe, clause).name, evident(at(result.verdicts, i), runs)]),
    ),
    warnings: warningsOf(system, result),
    remarks: limitationsOf(question, result),
    ...(result.proof === null ? {} : { cubes: result.proof }),
    stats: statsOf(result.stats),
  };
}

function evident(verdict: BackwardVerdict, runs: Confirmer): Verdict<ArrayEvidence> {
  if (verdict.kind !== 'unsafe') return verdict;
  const run = runs.runTo(verdict.clause);
  invariant(run !== null, 'a clause is violated where a run was found');
  return { kind: 'unsafe', ...run };
}

/** The search without the reduction is there to be compared with the other: neither guesses on its own then. */
function brabOf(brab: number | 'off' | null, reduced: boolean): number | 'auto' | null {
  if (brab === 'off') return null;
  return brab ?? (reduced ? 'auto' : null);
}

function warningsOf(
  { init, invariants }: ArraySystem,
  { refuted, isEmpty }: BackwardResult,
): readonly Diagnostic[] {
  const empty = diagnosticOf('W614', init.span, 'no state satisfies init, so nothing can happen');
  const unshown = 'this invariant does not hold in all runs, or could not be shown; it was not used';
  const unused = refuted.map((index) => diagnosticOf('W613', at(invariants, index).span, unshown));
  return isEmpty ? [empty, ...unused] : unused;
}

function limitationsOf({ system, options }: ArrayQuestion, { verdicts }: BackwardResult): readonly string[] {
  const most = options.maxProcs ?? system.maxProcs;
  if (most === null || verdicts.every(({ kind }) => kind !== 'safe')) return [];
  const source = options.maxProcs === null ? 'number_procs' : '--max-procs';
  return [`This holds for at most ${most} ${most === 1 ? 'process' : 'processes'} (${source}).`];
}

const statsOf = (stats: BackwardStats): FindingOf<'array'>['stats'] => ({
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
