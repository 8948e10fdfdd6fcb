import type { ProgressListener } from '../../../search/limits.js';
import type { DualProgram, GlobalTarget } from '../dual-program.js';
import type { Reduction } from '../reduce-program.js';
import type { Schedule } from '../schedule.js';
import { searchBackward } from '../search/backward-search.js';
import type { BackwardAnswer, CoverLimits, CoverStats } from '../search/backward-search.js';
import { linkedRun } from './store-run.js';
import { scheduleStores } from './store-schedule.js';
import { StoreBufferSpace } from './store-space.js';

/**
 * Whether one of the targets of the reduced program can be reached under PSO with unbounded buffers, with a run of the
 * program itself (docs/engines/dual-pso.md).
 */
export async function coverStores(
  program: DualProgram,
  reduction: Reduction,
  limits: CoverLimits,
  progress: ProgressListener = () => undefined,
): Promise<{
  readonly answer: BackwardAnswer<{ readonly schedule: Schedule }>;
  readonly stats: CoverStats;
}> {
  const targets: readonly GlobalTarget[] = reduction.targets;
  const { answer, stats } = await searchBackward(
    StoreBufferSpace.of(reduction.program),
    (space) => targets.map((target) => space.rootsOf(target)),
    limits,
    progress,
  );
  if (answer.kind !== 'reachable') return { answer, stats };
  const { space, found } = answer;
  const run = linkedRun(space, found);
  return {
    answer: { kind: 'reachable', schedule: scheduleStores(program, reduction, run, space) },
    stats,
  };
}
