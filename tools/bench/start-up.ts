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

/** The same program in the native language and in C. */
export const languageRuns = (program: string): readonly TimedRun[] =>
  ['samples/litmus/sb.fp', 'tools/bench/models/sb.c'].map((file) => ({
    words: [program, 'verify', file, '--model', 'tso'],
    exitCode: 10,
  }));

/** What it costs to start: CPU time beside that of a Node that does nothing. */
export async function benchStart(): Promise<boolean> {
  process.stdout.write(`start: CPU time, median of ${rounds} runs each, alternating\n`);
  const program = programFile();
  const seconds = cpuSeconds([...startRuns(program), ...languageRuns(program)], rounds);
  const [node, help, verify] = [at(seconds, 0), at(seconds, 1), at(seconds, 2)];
  const [native, c] = [at(seconds, 3), at(seconds, 4)];
  record('start', { node, help, verify, native, c });
  process.stdout.write(`     node -e 0: ${(1000 * node).toFixed(0)} ms\n`);
  return judge([
    { what: '--help, in times of node -e 0', measured: help / node, limit: 2.5, kind: 'at most' },
    { what: 'a small verify, in times of that', measured: verify / node, limit: 4, kind: 'at most' },
    { what: 'the same program in C, in seconds more', measured: c - native, limit: 0.15, kind: 'at most' },
  ]);
}
