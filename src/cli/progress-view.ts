import { progressLine } from '../report/progress.js';
import type { ProgressView } from '../report/progress.js';
import type { Output } from './output.js';

const redrawEverySeconds = 0.2;
const lineEverySeconds = 30;

/** Draws on a terminal; elsewhere writes a line every half minute. Short work stays silent. */
export function progressPrinter(
  output: Output,
  /** In milliseconds. */
  clock: () => number = () => performance.now(),
): (progress: ProgressView) => void {
  const interval = output.canRedraw ? redrawEverySeconds : lineEverySeconds;
  let last: ProgressView | null = null;
  let lastAt = clock();
  return (progress) => {
    const now = clock();
    if (now - lastAt < interval * 1000) return;
    output.progress(progressLine(progress, last, process.memoryUsage.rss() / 2 ** 20));
    last = progress;
    lastAt = now;
  };
}
