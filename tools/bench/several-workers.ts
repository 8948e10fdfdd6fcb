import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { Children } from '../../src/compare/children.js';
import { at, invariant } from '../../src/support/invariant.js';
import { judge, record } from './history.js';
import { runVerify } from './verify-run.js';
import type { VerifyRun } from './verify-run.js';

const rounds = 3;
const counts = [1, 2] as const;

/** Ten million states, which have eight successors each: all words of the stores and the load of six threads in a ring. */
const ring = `shared int x[6] = 0;
thread P(me: 0..5) { local int r = 0; x[me] = 1; x[me] = 2; x[me] = 3; r = x[(me + 1) % 6]; }
final known: P(0).r <= 3;
`;

/** How much faster two workers go through one space than one does, on cores that are idle. */
export async function benchWorkers(): Promise<boolean> {
  const [load = 0] = loadavg();
  process.stdout.write(
    `workers: least time of ${rounds} runs each, alternating, on ${availableParallelism()} cores; load before: ${load.toFixed(1)}\n`,
  );
  const [one, two] = await measured();
  const ratio = one.seconds / two.seconds;
  record('workers', {
    ...{ load, states: statesOf(one), one: one.seconds, two: two.seconds, ratio },
  });
  const isSame = one.verdict === two.verdict && one.states === two.states;
  if (!isSame) process.stdout.write(`WRONG ${answerOf(one)} by one, ${answerOf(two)} by two\n`);
  return (
    judge([{ what: 'times as fast with 2 workers', measured: ratio, limit: 1.6, kind: 'at least' }]) && isSame
  );
}

async function measured(): Promise<readonly [VerifyRun, VerifyRun]> {
  const folder = mkdtempSync(join(tmpdir(), 'fencepost-bench-'));
  const children = new Children(new AbortController().signal);
  const file = join(folder, 'ring.fp');
  writeFileSync(file, ring);
  const runs: Record<(typeof counts)[number], VerifyRun[]> = { 1: [], 2: [] };
  try {
    for (let round = 0; round < rounds; round++)
      for (const count of counts) runs[count].push(await runWith(count, file, children));
  } finally {
    children.close();
    rmSync(folder, { recursive: true, force: true });
  }
  for (const count of counts) show(count, fastest(runs[count]));
  return [fastest(runs[1]), fastest(runs[2])];
}

async function runWith(workers: number, file: string, children: Children): Promise<VerifyRun> {
  const words = [`--workers=${workers}`, '--por=off', '--symmetry=off'];
  const question = { file, model: 'tso', engine: 'explicit', procs: null, timeout: 600, words };
  const run = await runVerify({ ...question, runs: 1 }, children);
  invariant(run.answered, `the ring is decided, not ${run.verdict}`);
  return run;
}

const fastest = (runs: readonly VerifyRun[]): VerifyRun =>
  at(
    runs.toSorted((a, b) => a.seconds - b.seconds),
    0,
  );

const statesOf = ({ states }: VerifyRun): number => states ?? 0;

const answerOf = (run: VerifyRun): string => `${run.verdict}, ${statesOf(run)} states`;

function show(count: number, run: VerifyRun): void {
  const millions = (statesOf(run) / run.seconds / 1e6).toFixed(2);
  process.stdout.write(
    `     ${count} at work: ${answerOf(run)}, ${run.seconds.toFixed(2)} s, ${millions} million states/s\n`,
  );
}
