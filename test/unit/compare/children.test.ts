import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { Children } from '../../../src/compare/children.js';
import type { ChildEnd } from '../../../src/compare/children.js';
import { nothingAsked } from '../../../src/compare/asked-way.js';
import { documentOf } from '../../../src/compare/run-outcome.js';

const folder = mkdtempSync(join(tmpdir(), 'fencepost-children-'));
afterAll(() => rmSync(folder, { recursive: true }));

function script(text: string): string {
  const path = join(folder, `${text.length}.mjs`);
  writeFileSync(path, text);
  return path;
}

const run = {
  ...{ file: 'a.fp', model: 'tso', part: null, words: [] },
  way: { ...nothingAsked, engine: 'abstract', method: 'ce' },
};

async function ended(text: string, seconds: number | null, signal = new AbortController().signal) {
  const children = new Children(signal);
  try {
    return await children.run(script(text), [], { seconds, memoryMB: null });
  } finally {
    children.close();
  }
}

describe('a process', () => {
  it('tells what it wrote and how it ended', async () => {
    const end = await ended(`console.log('out'); console.error('err'); process.exitCode = 7;`, 20);
    expect(end).toMatchObject({ stdout: 'out\n', stderr: 'err\n', code: 7, signal: null, stopped: null });
  });

  it('is ended if it does not end, though it does not want to', async () => {
    const end = await ended(`process.on('SIGTERM', () => {}); for (;;) {}`, 2);
    expect(end).toMatchObject({ signal: 'SIGKILL', stopped: 'timeout' });
    expect(documentOf(run, end, '1')).toMatchObject({ verdict: 'unknown', reason: 'timeout' });
  });

  it('is ended when the work is interrupted, and has no row then', async () => {
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 200);
    const end = await ended(`setInterval(() => {}, 1000);`, null, controller.signal);
    expect(end.stopped).toBe('interrupted');
    expect(documentOf(run, end, '1')).toBeNull();
  });

  it('that cannot be found is a row all the same', async () => {
    const children = new Children(new AbortController().signal);
    const end = await children.run(join(folder, 'nowhere.mjs'), [], { seconds: 20, memoryMB: null });
    children.close();
    const document = documentOf(run, end, '1');
    expect(document).toMatchObject({ verdict: null, reason: 'bug', model: 'tso', engine: 'abstract' });
    expect(JSON.stringify(document)).toContain('gave no answer');
  });
});

describe('an answer', () => {
  const safe = JSON.stringify({ schema: 1, verdict: 'safe', reason: null, stats: {} });
  const end: ChildEnd = {
    ...{ stdout: safe, stderr: '', code: 0, signal: null, seconds: 1, stopped: null },
    ...{ cpuSeconds: 1, peakMemoryMB: null },
  };

  it('counts if the exit code says the same', () => {
    expect(documentOf(run, end, '1')).toMatchObject({ verdict: 'safe' });
    const asking = { ...run, way: { ...run.way, refine: 'wp' } };
    expect(documentOf(asking, end, '1')).toMatchObject({ asked: { refine: 'wp' } });
    for (const code of [1, 10, 20, 70, null]) {
      expect(documentOf(run, { ...end, code }, '1')).toMatchObject({ verdict: null, reason: 'bug' });
    }
  });

  it('does not count if it was cut', () => {
    for (const stdout of ['', safe.slice(0, -1), '{}', 'null', '[]', safe.replace('safe', 'sure')]) {
      expect(documentOf(run, { ...end, stdout }, '1')).toMatchObject({ verdict: null, reason: 'bug' });
    }
  });

  it('is unknown if memory was short', () => {
    const killed = { ...end, stdout: '', code: null, signal: 'SIGKILL' as const };
    expect(documentOf(run, killed, '1')).toMatchObject({ verdict: 'unknown', reason: 'memory' });
    const stderr = 'FATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory';
    const full = { ...end, stdout: '', code: 134, stderr };
    expect(documentOf(run, full, '1')).toMatchObject({ verdict: 'unknown', reason: 'memory' });
  });

  it('that somebody else interrupted is none', () => {
    const stdout = safe.replace('safe', 'unknown');
    expect(documentOf(run, { ...end, stdout, code: 130 }, '1')).toBeNull();
  });
});
