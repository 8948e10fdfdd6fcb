import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { treeOf } from '../../src/compare/process-tree.js';
import { readLine } from '../../src/compare/run-record.js';
import { parsedJson } from '../../src/support/json-fields.js';
import { hasRedis, RedisServer } from '../../test/support/redis-server.js';
import { Random } from '../../test/support/random.js';

/** 204 runs, each of a second or less on an idle machine. */
const families = ['litmus', 'mutex'];
const asked = ['--models', 'sc,tso,pso', '--engines', 'explicit', '--repeat', '2', '--trace', 'none'];
const workers = 2;
/** The most between two kills. */
const pauseMs = 5000;

/**
 * A comparison is made once by itself, and once by a queue with two workers, while one of all that takes part is killed again and
 * again without a word and begun anew: who compares, a worker, a process of a run, Redis. Then each run is recorded once, and
 * the tables are the same but for times.
 */
export async function fuzzKills(count: number, seed: number): Promise<boolean> {
  if (!hasRedis) {
    process.stderr.write('redis-server is missing\n');
    return false;
  }
  const folder = mkdtempSync(join(tmpdir(), 'fencepost-kills-'));
  try {
    const files = families.flatMap((family) =>
      readdirSync(join('samples', family))
        .filter((name) => name.endsWith('.fp'))
        .map((name) => join('samples', family, name)),
    );
    const calm = join(folder, 'calm.jsonl');
    await ended(fencepost(['compare', ...files, ...asked, '--jobs', '2', '--resume', calm]));
    const disturbed = join(folder, 'disturbed.jsonl');
    const kills = await killing(files, disturbed, count, new Random(seed));
    return judged(await table(calm), await table(disturbed), disturbed, kills);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

type Victim = 'comparison' | 'worker' | 'run' | 'redis';
const victims: readonly Victim[] = ['comparison', 'worker', 'run', 'redis'];

async function killing(
  files: readonly string[],
  recording: string,
  count: number,
  random: Random,
): Promise<ReadonlyMap<Victim, number>> {
  const redis = await RedisServer.begin();
  const crew = new KilledCrew(redis, [
    'compare',
    ...files,
    ...asked,
    '--queue',
    redis.url,
    '--resume',
    recording,
  ]);
  const kills = new Map<Victim, number>();
  try {
    for (let made = 0; made < count && !(await crew.isDone(random.between(200, pauseMs)));) {
      const victim = victims[random.below(victims.length)] ?? 'run';
      if (!(await crew.kill(victim, random))) continue;
      made++;
      kills.set(victim, (kills.get(victim) ?? 0) + 1);
      process.stderr.write(`${made}: ${victim} killed, ${runsIn(recording).length} runs recorded\n`);
    }
    while (!(await crew.isDone(1000))) continue;
    return kills;
  } finally {
    crew.end();
    await redis.end();
  }
}

/** Who takes part, each begun anew when it is gone. */
class KilledCrew {
  #comparison: ChildProcess;
  readonly #workers: ChildProcess[];

  constructor(
    readonly redis: RedisServer,
    readonly words: readonly string[],
  ) {
    this.#comparison = fencepost(words);
    this.#workers = Array.from({ length: workers }, () => this.#worker());
  }

  /** Whether all is recorded, after so long at most. */
  async isDone(ms: number): Promise<boolean> {
    await new Promise((resolve) => setTimeout(resolve, ms));
    this.#workers.forEach((worker, index) => {
      if (hasEnded(worker)) this.#workers[index] = this.#worker();
    });
    if (!hasEnded(this.#comparison)) return false;
    if (this.#comparison.exitCode === 0) return true;
    this.#comparison = fencepost(this.words);
    return false;
  }

  /** False: there is nobody to kill. */
  async kill(victim: Victim, random: Random): Promise<boolean> {
    switch (victim) {
      case 'comparison':
        return this.#comparison.kill('SIGKILL');
      case 'worker':
        return this.#workers[random.below(workers)]?.kill('SIGKILL') ?? false;
      case 'run': {
        const [, ...below] = treeOf(this.#workers[random.below(workers)]?.pid ?? 0);
        const pid = below[random.below(below.length)];
        if (pid !== undefined) process.kill(pid, 'SIGKILL');
        return pid !== undefined;
      }
      case 'redis':
        await this.redis.kill();
        await new Promise((resolve) => setTimeout(resolve, random.below(3000)));
        await this.redis.start();
        return true;
    }
  }

  end(): void {
    for (const each of [this.#comparison, ...this.#workers]) each.kill('SIGKILL');
  }

  #worker(): ChildProcess {
    return fencepost(['worker', '--queue', this.redis.url, '--keep']);
  }
}

const fencepost = (words: readonly string[]): ChildProcess =>
  spawn(process.execPath, ['dist/bin/fencepost.js', ...words], { stdio: ['ignore', 'pipe', 'ignore'] });

const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean =>
  exitCode !== null || signalCode !== null;

/** What it printed. */
const ended = (child: ChildProcess): Promise<string> =>
  new Promise((resolve) => {
    let text = '';
    child.stdout?.setEncoding('utf8').on('data', (part: string) => (text += part));
    child.once('close', () => resolve(text));
  });

/** Without what the clock and the memory say: how many states a search comes to depends on when its threads look. */
async function table(recording: string): Promise<readonly string[]> {
  const csv = await ended(fencepost(['merge', recording, '--format', 'csv']));
  const [header = '', ...rows] = csv.trimEnd().split('\n');
  const kept = header.split(',').map((name) => !/seconds|_mb$|wall|cpu|^states$/.test(name));
  return rows.map((row) =>
    row
      .split(',')
      .filter((_, index) => kept[index])
      .join(),
  );
}

const runsIn = (recording: string): readonly string[] => {
  try {
    return readFileSync(recording, 'utf8')
      .split('\n')
      .flatMap((line) => {
        const read = readLine(parsedJson(line));
        return read?.kind === 'run' ? [`${read.record.key}-${read.record.repeat}`] : [];
      });
  } catch {
    return [];
  }
};

function judged(
  calm: readonly string[],
  disturbed: readonly string[],
  recording: string,
  kills: ReadonlyMap<Victim, number>,
): boolean {
  const runs = runsIn(recording);
  const twice = runs.length - new Set(runs).size;
  const differing = calm.filter((row, index) => row !== disturbed[index]);
  const told = victims.map((victim) => `${kills.get(victim) ?? 0} ${victim}`).join(', ');
  process.stdout.write(
    `kills: ${told}; ${runs.length} runs recorded, ${twice} of them twice; ${calm.length} rows, ${disturbed.length} disturbed, ${differing.length} differ\n`,
  );
  for (const row of differing) process.stdout.write(`  ${row}\n  ${disturbed[calm.indexOf(row)] ?? '-'}\n`);
  return twice === 0 && differing.length === 0 && calm.length === disturbed.length && calm.length > 0;
}
