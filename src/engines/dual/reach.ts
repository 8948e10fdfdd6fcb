import type { MemoryModel } from '../../memory/model.js';
import { ordersWrites } from '../../memory/model-questions.js';
import type { ProgressListener } from '../../search/limits.js';
import type { DualProgram, GlobalTarget } from './dual-program.js';
import { reduce } from './reduce-program.js';
import { schedule } from './schedule.js';
import type { Schedule } from './schedule.js';
import type { BackwardAnswer, CoverLimits, CoverStats } from './search/backward-search.js';
import { cover } from './search/cover.js';
import { coverStores } from './stores/cover-stores.js';

export interface Reached {
  readonly answer: BackwardAnswer<{ readonly schedule: Schedule }>;
  readonly stats: CoverStats;
}

/** Whether one of the targets is reached by store buffers of any length: over load buffers if these keep the order of writes. */
export async function reach(
  model: MemoryModel,
  program: DualProgram,
  targets: readonly GlobalTarget[],
  limits: CoverLimits,
  progress: ProgressListener = () => undefined,
): Promise<Reached> {
  const reduction = reduce(program, targets);
  if (!ordersWrites(model)) return coverStores(program, reduction, limits, progress);
  const { answer, stats } = await cover(reduction.program, reduction.targets, limits, progress);
  if (answer.kind !== 'reachable') return { answer, stats };
  return { answer: { kind: 'reachable', schedule: schedule(program, reduction, answer.run) }, stats };
}
