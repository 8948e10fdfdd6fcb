import { programFile } from '../../src/library/own-package.js';
import { at } from '../../src/support/invariant.js';
import { cpuSeconds } from './cpu-time.js';
import type { TimedRun } from './cpu-time.js';
import { judge, record } from './history.js';

const rounds = 21;

/** Node itself, then the program: the shortest thing to do, and a small proof. */
export const startRuns = (program: string): readonly TimedRun[] => [
  { words: ['-e', '0'], exitCode: 0 },
  { words: [program, '--help'], exitCode: 0 },
  { words: [program, 'verify', 'samples/mutex/peterson.fp', '--model', 'tso'], exitCode: 10 },
];

/** What it costs to start: CPU time beside that of a Node that does nothing. */
export async function benchStart(): Promise<boolean> {
  process.stdout.write(`start: CPU time, median of ${rounds} runs each, alternating\n`);
  const seconds = cpuSeconds(startRuns(programFile()), rounds);
  const [node, help, verify] = [at(seconds, 0), at(seconds, 1), at(seconds, 2)];
  record('start', { node, help, verify });
  process.stdout.write(`     node -e 0: ${(1000 * node).toFixed(0)} ms\n`);
  return judge([
    { what: '--help, in times of node -e 0', measured: help / node, limit: 2.5, kind: 'at most' },
    { what: 'a small verify, in times of that', measured: verify / node, limit: 4, kind: 'at most' },
  ]);
}
