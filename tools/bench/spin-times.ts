import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { modelNamed } from '../../src/memory/index.js';
import { invariant } from '../../src/support/invariant.js';
import { prepared, spinJudgement } from '../spin/compare-spin.js';
import { runSpin, spinMissing } from '../spin/spin.js';
import type { SpinOptions } from '../spin/spin.js';
import { filterLock } from './filter-lock.js';
import { judge, record } from './history.js';
import { median } from '../corpus/median.js';
import type { BenchTarget } from './history.js';

interface SpinCase {
  readonly file: string;
  readonly model: string;
  readonly bound: number;
}

const models = 'tools/bench/models';

const cases: readonly SpinCase[] = [
  { file: 'filter-lock.fp', model: 'sc', bound: 1 },
  { file: `${models}/szymanski.fp`, model: 'sc', bound: 1 },
  { file: `${models}/bakery.fp`, model: 'pso', bound: 1 },
  { file: `${models}/bakery.fp`, model: 'tso', bound: 2 },
  { file: `${models}/seqlock.fp`, model: 'pso', bound: 1 },
  { file: `${models}/seqlock.fp`, model: 'tso', bound: 2 },
  { file: `${models}/work-stealing.fp`, model: 'pso', bound: 2 },
  { file: `${models}/sense-barrier.fp`, model: 'pso', bound: 1 },
];

const runs = 3;
const common = { pan: ['-c0', '-E', '-n'], depths: [2_000_000] };

/** As Spin's manual has it, and without its reductions, which sometimes cost more than they save. */
const settings: readonly SpinOptions[] = [
  { ...common, generator: [], compiler: ['-O2', '-w', '-DSAFETY'] },
  { ...common, generator: [], compiler: ['-O2', '-w', '-DSAFETY', '-DNOREDUCE'] },
];

/** The whole way to an answer: `spin -a`, gcc and pan on the exported model, and `fencepost verify` on the program. */
export async function benchSpin(): Promise<boolean> {
  const missing = spinMissing();
  if (missing !== null) {
    process.stdout.write(`spin: skipped, as ${missing} is not installed\n`);
    return true;
  }
  const folder = mkdtempSync(join(tmpdir(), 'fencepost-bench-'));
  process.stdout.write(`spin: seconds to the answer, median of ${runs} runs each\n`);
  try {
    writeFileSync(join(folder, 'filter-lock.fp'), filterLock);
    const timings: SpinTiming[] = [];
    for (const one of cases) {
      const path = one.file.includes('/') ? one.file : join(folder, one.file);
      timings.push(await compareTimes(path, one));
    }
    record(
      'spin',
      Object.fromEntries(
        timings.flatMap((t) => [[t.what, t.ours] as const, [`${t.what}, spin`, t.spins] as const]),
      ),
    );
    return judge(timings.map(targetOf));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

interface SpinTiming {
  readonly what: string;
  /** In seconds. */
  readonly ours: number;
  readonly spins: number;
  readonly agrees: boolean;
}

const targetOf = ({ what, ours, spins, agrees }: SpinTiming): BenchTarget => ({
  what: `${what}: our time by Spin's${agrees ? '' : ', with different answers'}`,
  measured: agrees ? ours / spins : Infinity,
  limit: 2,
  kind: 'at most',
});

async function compareTimes(path: string, { model: name, bound }: SpinCase): Promise<SpinTiming> {
  const model = modelNamed(name);
  invariant(model !== null, 'the benchmark names a memory model');
  const { made } = await prepared({ path, model, bound, procs: null });
  const bySpin = settings.map((options) => {
    const results = Array.from({ length: runs }, () => runSpin(made.text, options));
    const [first] = results;
    invariant(first?.complete === true, 'Spin finishes');
    const verdict = spinJudgement(made, first);
    return { verdict, states: first.states, seconds: median(results.map((r) => r.seconds)) };
  });
  const [best] = bySpin.toSorted((a, b) => a.seconds - b.seconds);
  invariant(best !== undefined, 'there is a setting');
  const args = ['dist/bin/fencepost.js', 'verify', path, '--model', name, '--bound', String(bound)];
  const ours = Array.from({ length: runs }, () => timed([...args, '--json']));
  const mine = median(ours.map((r) => r.seconds));
  const answer = ours[0]?.answer ?? '';
  const agrees = bySpin.every(({ verdict }) => verdict === answer);
  process.stdout.write(
    `     ${basename(path, '.fp').padEnd(20)} ${name} ${bound}: ${answer}${agrees ? '' : ` BUT SPIN: ${best.verdict}`}; ` +
      `spin ${best.seconds.toFixed(2)} (${best.states.toLocaleString('en')} states), ours ${mine.toFixed(2)}\n`,
  );
  return { what: `${basename(path, '.fp')} ${name} ${bound}`, ours: mine, spins: best.seconds, agrees };
}

function timed(args: readonly string[]): { readonly seconds: number; readonly answer: string } {
  const started = performance.now();
  const { stdout } = spawnSync(process.execPath, [...args], { encoding: 'utf8' });
  const seconds = (performance.now() - started) / 1000;
  const verdict = /"verdict": ?"(\w+)"/.exec(stdout)?.[1] ?? 'none';
  const reason = /"reason": ?"(\w+)"/.exec(stdout)?.[1];
  return { seconds, answer: verdict === 'unknown' ? (reason ?? verdict) : verdict };
}
