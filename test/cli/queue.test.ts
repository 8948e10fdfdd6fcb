import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readLine } from '../../src/compare/run-record.js';
import type { RunRecord } from '../../src/compare/run-record.js';
import { parsedJson } from '../../src/support/json-fields.js';
import { hasRedis, RedisServer, tellWithoutRedis } from '../support/redis-server.js';
import { fencepost, folderWith, storeBuffering } from './fencepost.js';
import { inProcess } from './in-process.js';

tellWithoutRedis('tests of queues');

const folder = folderWith({ 'sb.fp': storeBuffering });
const program = (fence: string): string => storeBuffering.replaceAll('= 1; r', `= 1; ${fence} r`);
const others = folderWith({
  'fenced.fp': program('fence;'),
  'skips.fp': program('skip;'),
  'own.fp': program('x = x;'),
});
const files = [
  join(folder, 'sb.fp'),
  ...['fenced.fp', 'skips.fp', 'own.fp'].map((name) => join(others, name)),
];
const elsewhere = folderWith({ 'sb.fp': program('fence;') });
const recording = join(folder, 'runs.jsonl');

const recorded = (): readonly RunRecord[] =>
  (existsSync(recording) ? readFileSync(recording, 'utf8') : '').split('\n').flatMap((line) => {
    const read = readLine(parsedJson(line));
    return read?.kind === 'run' ? [read.record] : [];
  });

async function until(happened: () => boolean): Promise<void> {
  for (let looks = 0; looks < 2000 && !happened(); looks++) await new Promise((go) => setTimeout(go, 50));
  expect(happened()).toBe(true);
}

(hasRedis ? describe : describe.skip)('a queue', () => {
  let redis: RedisServer;
  const workers: ChildProcess[] = [];
  beforeAll(async () => {
    redis = await RedisServer.begin();
  });
  afterAll(async () => {
    for (const worker of workers) worker.kill('SIGKILL');
    await redis.end();
  });
  const worker = (...words: readonly string[]): ChildProcess => {
    const args = [resolve('dist/bin/fencepost.js'), 'worker', '--queue', redis.url, ...words];
    const started = spawn(process.execPath, args, { stdio: 'ignore' });
    workers.push(started);
    return started;
  };

  it('of a database that Redis does not have is refused, and not waited for', async () => {
    const { code, stderr } = await fencepost(['worker', '--queue', redis.url.replace('?', '/9999?')]);
    expect([code, stderr]).toEqual([2, expect.stringContaining('DB index is out of range')]);
  });

  it('is worked off by several, though one is killed and Redis is started again, and each run is made once', async () => {
    const args = ['compare', ...files, '--models', 'sc,tso', '--queue', redis.url, '--format', 'csv'];
    const [lost] = [worker('--keep'), worker('--keep')];
    const comparison = fencepost([...args, '--resume', recording]);
    await until(() => recorded().length >= 2);
    lost.kill('SIGKILL');
    await until(() => recorded().length >= 4);
    await redis.kill();
    await redis.start();
    const { code, stdout } = await comparison;
    expect(code).toBe(0);
    const rows = stdout.trimEnd().split('\n').slice(1);
    const verdicts = rows.map((row) => /^(\w+),(\w+),.*?,(safe|unsafe),/.exec(row)?.slice(1).join(' '));
    expect(verdicts).toEqual([
      ...['sb sc safe', 'sb tso unsafe', 'fenced sc safe', 'fenced tso safe'],
      ...['skips sc safe', 'skips tso unsafe', 'own sc safe', 'own tso unsafe'],
    ]);
    const runs = recorded();
    expect(new Set(runs.map(({ key }) => key)).size).toBe(8);
    expect(runs).toHaveLength(8);
    // Nobody is there to make them again, and nobody has to.
    for (const each of workers) each.kill('SIGKILL');
    const again = await fencepost(args);
    expect([again.code, again.stdout]).toEqual([0, stdout]);
  });

  it('gives no run to who has other files, and leaves nothing behind when it is stopped', async () => {
    const words = [resolve('dist/bin/fencepost.js'), 'worker', '--queue', redis.url];
    const asked = ['compare', 'sb.fp', '--models', 'pso', '--queue', redis.url];
    const comparison = spawn(process.execPath, [words[0] ?? '', ...asked], { cwd: folder, stdio: 'pipe' });
    let told = '';
    comparison.stderr.on('data', (text: Buffer) => (told += text.toString()));
    workers.push(spawn(process.execPath, [...words, '--keep'], { cwd: elsewhere, stdio: 'ignore' }));
    const code = await new Promise((done) => comparison.once('close', done));
    expect(told).toContain('sb.fp: the run was not made: sb.fp is not the same at');
    expect(code).toBe(2);
    for (const each of workers) each.kill('SIGKILL');
    // The queue is empty: a worker that does not stay ends at once.
    const idle = await fencepost(['worker', '--queue', redis.url]);
    expect([idle.code, idle.stderr.trim()]).toEqual([0, '0 runs made']);
  });

  it('is warned of where Redis forgets', async () => {
    await redis.kill();
    await redis.start('--maxmemory-policy', 'allkeys-lru');
    const { code, stderr } = await inProcess(['worker', '--queue', redis.url]);
    expect([code, stderr]).toEqual([0, expect.stringContaining('should be noeviction')]);
  });
});

describe('without a queue', () => {
  it.each<[readonly string[], string]>([
    [['worker'], 'worker needs --queue URL'],
    [['worker', '--queue', 'redis://127.0.0.1:1'], 'cannot use Redis at redis://127.0.0.1:1'],
    [
      ['compare', 'a.fp', '--queue', 'redis://:secret@127.0.0.1:1/2'],
      'cannot use Redis at redis://127.0.0.1:1/2',
    ],
    [['worker', '--queue', 'http://host'], '--queue takes a URL such as redis://host:6379'],
    [['worker', '--queue', 'redis://host?ca=x'], 'ca is for rediss://'],
    [['worker', '--queue', 'redis://host?size=3'], 'and no size'],
    [['worker', '--queue', 'redis://host?lock=0'], 'lock is a number of seconds'],
    [['worker', '--queue', 'redis://host', 'a.fp'], "worker takes no file; what is 'a.fp'?"],
  ])('%j says what is wrong', async (words, told) => {
    const { code, stderr } = await inProcess(words);
    expect([code, stderr]).toEqual([2, expect.stringContaining(told)]);
    expect(stderr).not.toContain('secret');
  });
});

describe('compare --cancel-on first', () => {
  it('has one row where one way has answered, and is complete', async () => {
    const args = [
      'compare',
      files[0] ?? '',
      '--models',
      'tso',
      '--engines',
      'explicit,dual',
      '--cancel-on',
      'first',
    ];
    const { code, stdout } = await fencepost([...args, '--format', 'csv']);
    expect(code).toBe(0);
    expect(stdout.trimEnd().split('\n')).toHaveLength(2);
  });
});
