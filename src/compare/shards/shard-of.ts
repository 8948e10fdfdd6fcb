import type { Shard } from '../../options/shard-number.js';
import type { RunJob } from '../run-plan.js';

/**
 * The jobs of one shard. Whoever asks for another shard of the same plan, with the same times, gets others, and together they
 * are all: the longest come first, each to the shard that has least by then (Graham's LPT rule). What was never measured counts
 * as the median of what was; the order among equals is that of their keys. Repetitions of a run stay together.
 */
export function shardOf(
  jobs: readonly RunJob[],
  { index, count }: Shard,
  /** In seconds. */
  timeOf: (job: RunJob) => number | null,
): readonly RunJob[] {
  const firsts = [...new Map(jobs.map((job) => [job.key, job])).values()];
  const measured = firsts.map((job) => ({ job, seconds: timeOf(job) }));
  const usual = median(measured.flatMap(({ seconds }) => seconds ?? [])) ?? 1;
  const longestFirst = measured
    .map(({ job, seconds }) => ({ key: job.key, seconds: Math.max(seconds ?? usual, startSeconds) }))
    .toSorted((a, b) => b.seconds - a.seconds || (a.key < b.key ? -1 : 1));
  const loads = Array.from({ length: count }, () => 0);
  const mine = new Set<string>();
  for (const { key, seconds } of longestFirst) {
    const least = loads.indexOf(Math.min(...loads));
    loads[least] = (loads[least] ?? 0) + seconds;
    if (least === index - 1) mine.add(key);
  }
  return jobs.filter(({ key }) => mine.has(key));
}

/** No process begins and ends in less. */
const startSeconds = 0.1;

function median(values: readonly number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? null;
}
