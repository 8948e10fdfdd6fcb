import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { sc } from '../../../../src/memory/sc.js';
import { tso } from '../../../../src/memory/tso.js';
import { families } from '../../../../tools/bench/dual-families.js';
import { dualOptions } from '../../../../tools/bench/dual-options.js';
import { table1, table2 } from '../../../../tools/bench/dual-paper.js';
import { left, right, writeSheets } from '../../../../tools/bench/sheet.js';
import { figureSheets, corpusSheet, table1Sheet, table2Sheet } from '../../../../tools/bench/dual-table.js';
import { root } from '../../../support/golden.js';
import { dualSamples } from '../../../support/samples.js';
import { verifyPath } from '../../../support/verify-text.js';

const folder = mkdtempSync(join(tmpdir(), 'fencepost-bench-dual-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('the benchmark of the dual engine', () => {
  it('has a sample for each row of the tables', () => {
    expect([table1.length, table2.length]).toEqual([20, 8]);
    const missing = [...table1, ...table2].filter(({ sample }) => !dualSamples.includes(`dual/${sample}.fp`));
    expect(missing).toEqual([]);
  });

  describe.each(families)('measures $name', ({ name, smallest, expected, text }) => {
    it.each([smallest, smallest + 1])(
      'of %s processes, with the outcome that is known',
      async (processes) => {
        const path = join(folder, `${name.replaceAll(/\W/g, '-')}-${processes}.fp`);
        writeFileSync(path, text(processes));
        expect(text(processes).match(/^thread /gm)).toHaveLength(processes);
        const under = async (model: typeof tso): Promise<string | null> =>
          (await verifyPath(path, { model, engine: 'explicit' })).verdict;
        expect([await under(sc), await under(tso)]).toEqual(['safe', expected]);
      },
    );
  });

  it('takes the options it names, and no others', () => {
    expect(dualOptions(['--parts', 'corpus,table-1', '--runs', '2'])).toMatchObject({
      parts: ['table-1', 'corpus'],
      runs: 2,
    });
    expect(dualOptions(['--parts', 'table-3'])).toBeNull();
    expect(dualOptions(['--runs'])).toBeNull();
    expect(dualOptions(['--solvers', 'z3'])).toBeNull();
  });
});

describe('a page with tables', () => {
  const sheet = { name: 'dual table 1', columns: [left('program'), right('s')], rows: [['SB', '0.1']] };

  it('gets the tables in their places, once and again', () => {
    const page = join(folder, 'page.md');
    writeFileSync(page, 'Before.\n\n<!-- bench: dual table 1 -->\n\nold\n\n<!-- end -->\n\nAfter.\n');
    const table = '| program | s |\n| --- | --: |\n| SB | 0.1 |';
    const expected = `Before.\n\n<!-- bench: dual table 1 -->\n\n${table}\n\n<!-- end -->\n\nAfter.\n`;
    for (const time of ['once', 'again']) {
      writeSheets(page, [sheet]);
      expect([time, readFileSync(page, 'utf8')]).toEqual([time, expected]);
    }
  });

  it('is not written where it has no place for a table', () => {
    const page = join(folder, 'other.md');
    writeFileSync(page, 'Nothing.\n');
    expect(() => writeSheets(page, [sheet])).toThrow('one place for dual table 1');
    expect(readFileSync(page, 'utf8')).toBe('Nothing.\n');
  });

  it('has a place for each table of the dual engine', () => {
    const page = readFileSync(join(root, 'docs', 'engines', 'dual-figures.md'), 'utf8');
    const sheets = [table1Sheet([]), table2Sheet([]), ...figureSheets([], 10), corpusSheet([])];
    for (const { name } of sheets) expect(page.split(`<!-- bench: ${name} -->`)).toHaveLength(2);
  });
});
