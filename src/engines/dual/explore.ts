import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import type { ThreadId } from '../../lang/expr/ids.js';
import { isImplicit } from '../../lang/program/program.js';
import type { Property } from '../../lang/program/program.js';
import { assertNever, getOrFail } from '../../support/invariant.js';
import type { System } from '../../lang/program/system.js';
import type { EngineRequest, EngineStats } from '../engine-request.js';
import type { Verdict } from '../../lang/run/verdict.js';
import { Pacer, worked } from '../../search/pacer.js';
import type { Stop } from '../../search/limits.js';
import { endedAtFault } from '../shared/packed/incompleteness.js';
import type { GlobalTarget } from './dual-program.js';
import { reach } from './reach-targets.js';
import type { Schedule } from './schedule.js';
import { mentionedLocals } from './unfold/kept-locals.js';
import { targetsOf, violable } from './unfold/targets.js';
import { unfold } from './unfold/unfold.js';
import type { Unfolding } from './unfolding.js';
import { unreachedLabels } from './vacuity.js';

export interface DualRequest extends EngineRequest {
  /** Groups of threads of the system that stand for any number of identical processes each. */
  readonly unbounded: readonly (readonly ThreadId[])[];
}

export type DualVerdict = Verdict<{ readonly witness: DualWitness }>;

/** A run that violates the property, in terms of the unfolding. */
export interface DualWitness {
  readonly system: System;
  readonly unfolding: Unfolding;
  readonly schedule: Schedule;
}

export interface DualStats extends EngineStats {
  readonly configurations: number;
  readonly configurationsKept: number;
  readonly configurationsPeak: number;
}

export interface DualResult {
  readonly verdicts: ReadonlyMap<string, DualVerdict>;
  readonly warnings: readonly Diagnostic[];
  readonly stats: DualStats;
}

/**
 * Decides properties under SC, TSO or PSO with store buffers of any length, and for any number of processes of the unbounded groups.
 * Limits give `unknown`; what the engine cannot take is refused.
 */
export async function exploreDual(request: DualRequest): Promise<DualResult> {
  const { system, model, properties, unbounded, limits, progress } = request;
  const mentioned = mentionedLocals(properties);
  const unfolded = await unfold(system, model, { mentioned, unbounded }, limits, progress);
  if (unfolded.kind === 'stopped') return nothingKnown(properties, unfolded.stop);
  const { unfolding } = unfolded;
  const { program } = unfolding;
  const possible = violable(unfolding);
  const faults = system.properties.filter((p) => isImplicit(p) && possible.has(p.name));
  const verdicts = new Map<string, DualVerdict>();
  const work = { ...noWork };
  const decideAll = async (some: readonly Property[]): Promise<void> => {
    for (const property of some) {
      if (!verdicts.has(property.name))
        verdicts.set(property.name, await decide(property, unfolding, request, work));
    }
  };
  await decideAll(properties);
  const unrefuted = properties.filter((p) => verdicts.get(p.name)?.kind === 'safe');
  // Only what is safe may be doubted because of a fault that nobody asked about.
  if (unrefuted.length > 0) await decideAll(faults);
  const doubt = unrefuted.length > 0 ? doubtOf(faults.map((f) => getOrFail(verdicts, f.name))) : null;
  const proven = doubt === null ? unrefuted : [];
  return {
    warnings: await unreachedLabels({ system, model, unfolding }, proven, limits),
    verdicts: new Map(
      properties.map(({ name }) => {
        const verdict = getOrFail(verdicts, name);
        return [name, verdict.kind === 'safe' && doubt !== null ? doubt : verdict];
      }),
    ),
    stats: {
      ...work,
      states: program.kinds.reduce((n, kind) => n + kind.states, 0),
      transitions: program.kinds.reduce((n, kind) => n + kind.transitions.length, 0),
    },
  };
}

/** Executions end where a fault happens, so nothing is safe where one happens or may happen. */
function doubtOf(faults: readonly DualVerdict[]): DualVerdict | null {
  if (faults.some((v) => v.kind === 'unsafe')) return { kind: 'unknown', ...endedAtFault };
  return faults.find((v) => v.kind === 'unknown') ?? null;
}

/** What the searches for all properties took together. */
type Work = { -readonly [Counter in keyof typeof noWork]: number };

const noWork = {
  ...{ configurations: 0, configurationsKept: 0, configurationsPeak: 0 },
  ...{ checkSeconds: 0, tableBytes: 0 },
};

/** There may be very many, so listing them can be stopped. */
async function targetsInTime(
  property: Property,
  unfolding: Unfolding,
  { system, limits, progress }: EngineRequest,
): Promise<readonly GlobalTarget[] | Stop> {
  const pacer = new Pacer(limits, (seconds) =>
    progress({ phase: 'targets', states: 0, frontier: 0, seconds }),
  );
  return worked(targetsOf(property, system, unfolding), () => pacer.pause());
}

async function decide(
  property: Property,
  unfolding: Unfolding,
  request: EngineRequest,
  work: Work,
): Promise<DualVerdict> {
  const { system, model, limits, progress } = request;
  const targets = await targetsInTime(property, unfolding, request);
  if ('reason' in targets) return stopped(targets, 'while its violations were listed');
  if (targets.length === 0) return { kind: 'safe' };
  const { answer, stats } = await reach(model, unfolding.program, targets, limits, progress);
  work.configurations += stats.generated;
  work.configurationsKept += stats.kept;
  work.configurationsPeak = Math.max(work.configurationsPeak, stats.peak);
  work.checkSeconds += stats.seconds;
  work.tableBytes = Math.max(work.tableBytes, stats.bytes);
  switch (answer.kind) {
    case 'unreachable':
      return { kind: 'safe' };
    case 'reachable':
      return { kind: 'unsafe', witness: { system, unfolding, schedule: answer.schedule } };
    case 'stopped':
      return stopped(answer.stop, `after ${stats.generated} configurations`);
    default:
      return assertNever(answer);
  }
}

const stopped = ({ reason, why }: Stop, when: string): DualVerdict => ({
  kind: 'unknown',
  reason,
  detail: `stopped ${when}: ${why}`,
});

function nothingKnown(properties: readonly Property[], stop: Stop): DualResult {
  const verdict = stopped(stop, 'while the automata were made');
  return {
    verdicts: new Map(properties.map((p) => [p.name, verdict] as const)),
    warnings: [],
    stats: { ...noWork, states: 0, transitions: 0 },
  };
}
