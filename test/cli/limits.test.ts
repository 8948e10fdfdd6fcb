import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { manyWays } from '../support/mcmt/many-ways.js';
import { atWork, endless, fencepost, fencepostTelling, folderWith } from './fencepost.js';

const folder = folderWith({ 'endless.fp': endless, 'ways.cub': manyWays });
const file = join(folder, 'endless.fp');

const lastLine = (text: string): string | undefined => text.trimEnd().split('\n').at(-1);

describe('long work', () => {
  it('ends at the time limit', async () => {
    const { code, stdout, taken } = await fencepost(['verify', file, '--timeout', '0.5']);
    expect(lastLine(stdout)).toBe('VERDICT: UNKNOWN timeout');
    expect(code).toBe(20);
    expect(taken.cpuSeconds).toBeLessThan(5);
  });

  it('ends at the memory limit', async () => {
    const { code, stdout } = await fencepost(['verify', file, '--memory', '20', '--timeout', '200']);
    expect(lastLine(stdout)).toBe('VERDICT: UNKNOWN memory');
    expect(code).toBe(20);
  });

  it.each(['SIGINT', 'SIGTERM'] as const)('ends at %s with what it has', async (signal) => {
    const { code, stdout } = await fencepost(['verify', file, '--json'], {
      signalWhen: { signal, happened: atWork },
    });
    expect(code).toBe(130);
    expect(JSON.parse(stdout)).toMatchObject({ schema: 1, verdict: 'unknown', reason: 'interrupted' });
  });

  it.each([
    [[], /VERDICT: UNKNOWN interrupted$/],
    [['--json'], /"reason": "interrupted"/],
  ])('tells of a signal that came before anything was loaded: %j', async (more, expected) => {
    // Sends the signal as soon as somebody listens.
    const early = `const { on } = process; process.on = function (name, f) {
      on.call(this, name, f); if (name === 'SIGTERM') process.kill(process.pid, 'SIGINT'); return this; };`;
    const { code, stdout } = await fencepost(['verify', join(folder, 'endless.fp'), ...more], {
      env: { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(early)}` },
    });
    expect(code).toBe(130);
    expect(stdout.trimEnd()).toMatch(expected);
  });

  it('ends at SIGINT within one step of the backward search', async () => {
    const args = ['verify', join(folder, 'ways.cub'), '--model', 'tso', '--search', 'dfs'];
    const { code, stdout, taken } = await fencepost(args, {
      signalWhen: { signal: 'SIGINT', happened: atWork },
    });
    expect(lastLine(stdout)).toBe('VERDICT: UNKNOWN interrupted');
    expect(code).toBe(130);
    expect(taken.cpuSeconds).toBeLessThan(5);
  });

  it('prints a verdict when interrupted', async () => {
    const { code, stdout } = await fencepostTelling(['verify', file], {
      signalWhen: { signal: 'SIGINT', happened: atWork },
    });
    expect(code).toBe(130);
    expect(lastLine(stdout)).toBe('VERDICT: UNKNOWN interrupted');
    expect(stdout).toMatch(/\d states/);
  });

  it('tells of an interrupted table the models that were run', async () => {
    const { code, stdout } = await fencepostTelling(['verify', file, '--all-models', '--json'], {
      signalWhen: { signal: 'SIGINT', happened: atWork },
    });
    expect(code).toBe(130);
    expect(JSON.parse(stdout)).toMatchObject({ schema: 1, runs: [{ model: 'sc', reason: 'interrupted' }] });
  });
});
