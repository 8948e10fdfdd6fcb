import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { inProcess } from '../../cli/in-process.js';
import { root } from '../../support/golden.js';
import { sessionsOf, withoutFigures } from '../../support/shown-sessions.js';

const folder = mkdtempSync(join(tmpdir(), 'fencepost-tutorial-'));
const before = process.cwd();
beforeAll(() => {
  symlinkSync(join(root, 'samples'), join(folder, 'samples'));
  process.chdir(folder);
});
afterAll(() => {
  process.chdir(before);
  rmSync(folder, { recursive: true, force: true });
});

/**
 * Where memory has a column of its own, all figures are left out. Which predicates are found depends on what a solver was asked
 * before, in the same process.
 */
const comparable = (args: readonly string[], text: string): string => {
  const steady = withoutFigures(text)
    .replace(/(?<=predicates \{)[^}]*/, '')
    .replace(/^\d+ predicates, .*$/m, '');
  return args[0] === 'compare' ? steady.replaceAll(/\b\d+\b/g, 'N') : steady;
};

const tutorials = readdirSync(join(root, 'docs/tutorials')).sort();

it('there are four', () => {
  expect(tutorials).toHaveLength(4);
});

describe.each(tutorials)('%s', (name) => {
  const sessions = sessionsOf(readFileSync(join(root, 'docs/tutorials', name), 'utf8'));
  beforeAll(() => void mkdirSync(join(folder, 'try'), { recursive: true }));
  afterAll(() => rmSync(join(folder, 'try'), { recursive: true, force: true }));

  it('has sessions', () => {
    expect(sessions.length).toBeGreaterThanOrEqual(2);
  });

  // One after the other: later ones read what earlier ones have written.
  it.each(sessions)('shows what fencepost $args prints', async ({ args, shown }) => {
    const { stdout } = await inProcess(args);
    // Where only dots are shown, it is a time limit that ends the run.
    const told = shown === null ? (stdout.match(/^VERDICT: .*$/m)?.[0] ?? '') : comparable(args, stdout);
    expect(told).toBe(shown === null ? 'VERDICT: UNKNOWN timeout' : comparable(args, shown));
  });
});
