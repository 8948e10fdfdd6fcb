import { amount } from '../report/stats.js';
import type { Progress } from '../search/limits.js';
import type { Output } from './output.js';

const redrawEverySeconds = 0.2;
const lineEverySeconds = 30;

/** Draws on a terminal; elsewhere writes a line every half minute. Short work stays silent. */
export function progressPrinter(
  output: Output,
  /** In milliseconds. */
  clock: () => number = () => performance.now(),
): (progress: Progress) => void {
  const interval = output.canRedraw ? redrawEverySeconds : lineEverySeconds;
  let last: Progress | null = null;
  let lastAt = clock();
  return (progress) => {
    const now = clock();
    if (now - lastAt < interval * 1000) return;
    output.progress(progressLine(progress, last, process.memoryUsage.rss() / 2 ** 20));
    last = progress;
    lastAt = now;
  };
}

/** `search: 120 000 states (43 000/s), frontier 1 200, 96 MB, 2.8 s`. The rate is since the previous look, if any. */
export function progressLine(now: Progress, previous: Progress | null, memoryMB: number): string {
  const since = previous !== null && previous.phase === now.phase ? previous : null;
  const elapsed = now.seconds - (since?.seconds ?? 0);
  const rate = elapsed > 0 ? Math.round((now.states - (since?.states ?? 0)) / elapsed) : 0;
  const states = `${amount(now.states)} states (${amount(Math.max(0, rate))}/s), frontier ${amount(now.frontier)}`;
  // Work that has not come to states yet, or that has none.
  const searched = now.states === 0 && now.frontier === 0 ? [] : [states];
  return `${now.phase}: ${[...searched, `${Math.round(memoryMB)} MB`, `${now.seconds.toFixed(1)} s`].join(', ')}`;
}

/** Whether a line that a process wrote to its stderr is one of these. */
export const isProgressLine = (line: string): boolean => /^[^:]+: .*\b\d+ MB, \d+\.\d s$/.test(line);
