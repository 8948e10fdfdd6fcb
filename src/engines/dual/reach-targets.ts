import type { MemoryModel } from '../../memory/model.js';
import { ordersWrites } from '../../memory/model-questions.js';
import type { ProgressListener } from '../../search/limits.js';
import { Pacer, worked } from '../../search/pacer.js';
import { deferStores, hasStoreFences, undeferred, withoutStoreFences } from './deferred-stores.js';
import type { DualProgram, GlobalTarget, UnfoldedOp } from './dual-program.js';
import { reduce } from './reduce-program.js';
import { schedule } from './schedule.js';
import type { Schedule } from './schedule.js';
import type { BackwardAnswer, CoverLimits, CoverStats } from './search/backward-search.js';
import { cover } from './search/cover.js';
import { coverStores } from './stores/cover-stores.js';

export interface ReachAnswer {
  readonly answer: BackwardAnswer<{ readonly schedule: Schedule }>;
  readonly stats: CoverStats;
}

/** Beyond this there is no end to it, or it takes too long. */
const deferral = { room: 3, states: 20_000 };

/** Whether one of the targets is reached by store buffers of any length: over load buffers if these keep the order of writes. */
export async function reach(
  model: MemoryModel,
  unfolded: DualProgram<UnfoldedOp>,
  targets: readonly GlobalTarget[],
  limits: CoverLimits,
  progress: ProgressListener = () => undefined,
): Promise<ReachAnswer> {
  const program = withoutStoreFences(unfolded);
  if (ordersWrites(model)) return reachInOrder(program, targets, limits, progress);
  const freely = await coverStores(program, reduce(program, targets), limits, progress);
  if (!hasStoreFences(unfolded) || freely.answer.kind !== 'reachable') return freely;
  return reachDeferred(unfolded, targets, limits, progress);
}

async function reachInOrder(
  program: DualProgram,
  targets: readonly GlobalTarget[],
  limits: CoverLimits,
  progress: ProgressListener,
): Promise<ReachAnswer> {
  const reduction = reduce(program, targets);
  const { answer, stats } = await cover(reduction.program, reduction.targets, limits, progress);
  if (answer.kind !== 'reachable') return { answer, stats };
  return { answer: { kind: 'reachable', schedule: schedule(program, reduction, answer.run) }, stats };
}

/** PSO with store fences, by TSO. */
async function reachDeferred(
  unfolded: DualProgram<UnfoldedOp>,
  targets: readonly GlobalTarget[],
  limits: CoverLimits,
  progress: ProgressListener,
): Promise<ReachAnswer> {
  const pacer = new Pacer(limits, (seconds) =>
    progress({ phase: 'unfold', states: 0, frontier: 0, seconds }),
  );
  const deferred = await worked(deferStores(unfolded, targets, deferral), () => pacer.pause());
  if ('why' in deferred)
    return { answer: { kind: 'stopped', stop: deferred }, stats: noStats(pacer.seconds) };
  const { answer, stats } = await reachInOrder(deferred.program, deferred.targets, limits, progress);
  switch (answer.kind) {
    case 'reachable':
      return { answer: { ...answer, schedule: undeferred(deferred, unfolded, answer.schedule) }, stats };
    case 'unreachable':
      return { answer: deferred.isWhole ? answer : { kind: 'stopped', stop: tooMany }, stats };
    case 'stopped':
      return { answer, stats };
  }
}

const tooMany = {
  reason: 'overflow',
  why: `more than ${deferral.room} stores to one variable may wait between store fences, and which of them are needed is not decided`,
} as const;

const noStats = (seconds: number): CoverStats => ({
  ...{ generated: 0, kept: 0, peak: 0, comparisons: 0, bytes: 0 },
  seconds,
});
