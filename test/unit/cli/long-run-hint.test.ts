import { describe, expect, it } from '@jest/globals';
import { hintFor, hinting } from '../../../src/cli/long-run-hint.js';
import { Output } from '../../../src/cli/output.js';
import { optionsOf } from '../../../src/options/option-table.js';
import type { Progress } from '../../../src/search/limits.js';
import { Written } from '../../cli/in-process.js';

const progress = (phase: string): Progress => ({ phase, states: 1, frontier: 1, seconds: 1 });

/** What is on stderr when progress is told at these seconds. */
function seen(isTTY: boolean, seconds: readonly number[]): string {
  const stderr = Object.assign(new Written(), { isTTY });
  const output = new Output({ stdout: new Written(), stderr, env: {} });
  let now = 0;
  const listener = hinting(
    () => undefined,
    output,
    new Map(),
    () => now * 1000,
  );
  for (const second of seconds) {
    now = second;
    listener(progress('search'));
  }
  return stderr.text;
}

describe('who waits on a terminal', () => {
  it('is told after a minute, and once', () => {
    expect(seen(true, [0, 30, 59])).toBe('');
    expect(seen(true, [0, 30, 61, 90, 200]).match(/This takes long/g)).toHaveLength(1);
  });

  it('is told nothing where there is no terminal', () => {
    expect(seen(false, [0, 61, 90])).toBe('');
  });
});

describe('the advice', () => {
  const none = new Map<string, readonly string[]>();

  it.each([
    ['search', '--workers auto'],
    ['backward search', '--engine explicit'],
    ['building the Boolean program', '--method lazy'],
    ['under sc, refining, failed x <= 1', '--refine spacer'],
    ['invariants', '--engine dual'],
  ])('goes by what the run does: %s', (phase, words) => {
    expect(hintFor(progress(phase), none)).toContain(words);
  });

  it('leaves out what is given already', () => {
    const hint = hintFor(
      progress('search'),
      new Map([
        ['workers', ['2']],
        ['procs', ['3']],
      ]),
    );
    expect(hint).not.toContain('--workers');
    expect(hint).toContain('--property');
  });

  it.each(['search', 'backward', 'building the Boolean program', 'refining', 'invariants'])(
    'names options that verify has: %s',
    (phase) => {
      const named = [...hintFor(progress(phase), none).matchAll(/--([\w-]+)/g)].map(([, name]) => name);
      const known = new Set(optionsOf('verify').map(({ name }) => name));
      expect(named.length).toBeGreaterThan(2);
      expect(named.filter((name) => !known.has(name ?? ''))).toEqual([]);
    },
  );
});
