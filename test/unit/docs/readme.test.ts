import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { at } from '../../../src/support/invariant.js';
import { root } from '../../support/golden.js';
import { sessionsOf, withoutFigures } from '../../support/shown-sessions.js';

const readme = readFileSync(join(root, 'README.md'), 'utf8');
describe.each(['README.md', 'docs/tour.md', 'docs/robustness.md', 'docs/fences.md', 'docs/runs.md'])(
  '%s',
  (page) => {
    const sessions = sessionsOf(readFileSync(join(root, page), 'utf8'));

    it.each(sessions)('shows what fencepost $args prints', ({ args, shown }) => {
      const run = spawnSync(process.execPath, ['dist/bin/fencepost.js', ...args], {
        cwd: root,
        encoding: 'utf8',
      });
      expect(withoutFigures(run.stdout)).toBe(withoutFigures(shown ?? ''));
    });

    it('has sessions', () => {
      expect(sessions.length).toBeGreaterThanOrEqual(2);
    });
  },
);

describe('the README', () => {
  it('is one screen, with a picture that is quickly loaded', () => {
    expect(readme.split('\n').length).toBeLessThan(75);
    const [, picture = ''] = /!\[[^\]]{40,}\]\(([^)]+\.png)\)/.exec(readme) ?? [];
    expect(readFileSync(join(root, picture)).subarray(1, 4).toString()).toBe('PNG');
    expect(statSync(join(root, picture)).size).toBeLessThan(150_000);
  });
});

describe('the tour', () => {
  it('has the program of samples/litmus/sb.fp', () => {
    const [, program = ''] = readFileSync(join(root, 'samples/litmus/sb.fp'), 'utf8').split(/^(?=shared)/m);
    expect(readFileSync(join(root, 'docs/tour.md'), 'utf8')).toContain(
      program.trimEnd().replaceAll(/^(?=.)/gm, '    '),
    );
  });
});

describe.each([
  'README.md',
  'docs/tour.md',
  'CONTRIBUTING.md',
  'docs/usage.md',
  'docs/library.md',
  'docs/strategies.md',
  'docs/language.md',
  'docs/formats.md',
  'docs/ARCHITECTURE.md',
  'docs/robustness.md',
  'docs/runs.md',
  'docs/fences.md',
  'docs/fences-figures.md',
])('the links of %s', (page) => {
  it('lead somewhere', () => {
    const text = readFileSync(join(root, page), 'utf8');
    const targets = [...text.matchAll(/\]\(([^)#:]+)(?:#[^)]*)?\)/g)].map((m) => at(m, 1));
    expect(targets.filter((target) => !existsSync(join(root, dirname(page), target)))).toEqual([]);
  });
});
