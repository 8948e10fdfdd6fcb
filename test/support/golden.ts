import { describe, expect, it } from '@jest/globals';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { Source } from '../../src/diagnostics/span.js';
import { root } from './root.js';

export { root };

const update = process.env['UPDATE_GOLDEN'] === '1';

/**
 * One test for each case of test/golden/<folder>: `render` makes of <case>.<ext> what <case>.expect.<expectExt> holds.
 * The path of the source is the bare file name, so that expectations are the same everywhere. With UPDATE_GOLDEN=1 the
 * expectations are written instead; look at the difference as at code.
 */
export function golden(folder: string, expectExt: string, render: (source: Source) => string): void {
  const path = join(root, 'test', 'golden', folder);
  const files = readdirSync(path).sort();
  const cases = files.filter((file) => !file.includes('.expect.'));
  describe(`golden ${folder}`, () => {
    it.each(cases)('%s', (file) => {
      const actual = withLineEnd(render(new Source(file, readFileSync(join(path, file), 'utf8'))));
      const expectation = join(path, expectationOf(file, expectExt));
      if (update) writeFileSync(expectation, actual);
      expect(existsSync(expectation)).toBe(true);
      expect(actual).toBe(readFileSync(expectation, 'utf8'));
    });

    it('has a case for every expectation', () => {
      const expected = new Set(cases.map((file) => expectationOf(file, expectExt)));
      expect(files.filter((file) => file.includes('.expect.') && !expected.has(file))).toEqual([]);
      expect(cases.length).toBeGreaterThan(0);
    });
  });
}

const expectationOf = (file: string, ext: string): string =>
  `${file.slice(0, -extname(file).length)}.expect.${ext}`;

const withLineEnd = (text: string): string => (text === '' || text.endsWith('\n') ? text : `${text}\n`);
