import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { endless, fencepost, folderWith, storeBuffering } from './fencepost.js';

const folder = folderWith({ 'sb.fp': storeBuffering, 'endless.fp': endless });

describe('a random run', () => {
  const run = (name: string, ...options: readonly string[]) =>
    fencepost(['simulate', join(folder, name), '--random', ...options]);

  it('goes on until the program ends', async () => {
    const { code, stdout } = await run('sb.fp', '--model', 'tso', '--seed', '1');
    expect(code).toBe(0);
    expect(stdout).toContain('All threads have ended and all buffers are empty.');
    for (const step of ['store x = 1', 'store y = 1', 'flush x = 1', 'flush y = 1'])
      expect(stdout).toContain(step);
  });

  it('is the same for the same seed, and not for every seed', async () => {
    const options = ['--model', 'pso', '--seed'];
    const [first, again, ...others] = await Promise.all(
      ['7', '7', '8', '9', '10'].map((seed) => run('sb.fp', ...options, seed)),
    );
    expect(first?.stdout).toBe(again?.stdout);
    const steps = (text = ''): string => text.split('\n').slice(0, -2).join('\n');
    expect(others.some((other) => steps(other.stdout) !== steps(first?.stdout))).toBe(true);
  });

  it('stops after the steps that are asked for', async () => {
    const { code, stdout } = await run('endless.fp', '--steps', '12', '--seed', '1');
    expect(code).toBe(0);
    expect(stdout).toContain('Stopped after 12 steps.');
    expect(stdout).toMatch(/^ *12 /m);
    expect(stdout).not.toMatch(/^ *13 /m);
  });

  it('tells of a violation, and how to have the run again', async () => {
    const seeds = Array.from({ length: 30 }, (_, i) => String(i));
    let violating: string | null = null;
    for (const seed of seeds) {
      const { stdout } = await run('sb.fp', '--model', 'tso', '--seed', seed);
      if (stdout.includes('the final sb is violated')) violating = stdout;
      if (violating !== null) break;
    }
    expect(violating).toMatch(/--random --steps \d+ --seed \d+ gives this run again/);
  });
});
