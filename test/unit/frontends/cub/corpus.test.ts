import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { DiagnosticBag } from '../../../../src/diagnostics/diagnostic.js';
import type { Diagnostic } from '../../../../src/diagnostics/diagnostic.js';
import { Source } from '../../../../src/diagnostics/span.js';
import type { ArraySystem } from '../../../../src/ir/array-system.js';
import { printArraySystem } from '../../../../src/ir/print-array-system.js';
import { checkWeakRules } from '../../../../src/ir/weak-rules.js';
import { corpusFolder, describeOver } from '../corpus.js';
import { outcomeOf, spanless, systemOf } from './read-system.js';

/** What Cubicle-W says of a system. */
interface Expected {
  readonly file: string;
  readonly model: 'TSO' | 'SC';
  readonly note: string | null;
}

/** A list may lack the notes; a skipped test needs no rows. */
const expectedIn = (folder: string): readonly Expected[] => {
  if (!existsSync(folder)) return [missing];
  const rows: readonly (Omit<Expected, 'note'> & Partial<Expected>)[] = JSON.parse(
    readFileSync(join(folder, 'expected.json'), 'utf8'),
  );
  return rows.map((row) => ({ ...row, note: row.note ?? null }));
};

const missing: Expected = { file: 'missing', model: 'SC', note: null };

/** It could not read the file; read(i, X) it reads as a call of something that is not declared. */
const isRefused = ({ note }: Expected): boolean =>
  /syntax error|lexical error|Undefined function symbol/.test(note ?? '');

const isRejectedUnderTso = ({ note }: Expected): boolean => /typing error/.test(note ?? '');

const weakErrors = (system: ArraySystem): readonly Diagnostic[] => {
  const bag = new DiagnosticBag();
  checkWeakRules(system, bag);
  return bag.errors();
};

for (const part of ['public', 'traps']) {
  const folder = corpusFolder('cub', part);
  describeOver(folder)(`the systems of others: ${part}`, () => {
    it.each(expectedIn(folder).map((row) => [row.file, row] as const))('%s', (file, row) => {
      const text = readFileSync(join(folder, file), 'utf8');
      const { system, report } = outcomeOf(new Source(file, text));
      expect(system === null).toBe(isRefused(row));
      if (system === null) {
        expect(report).toMatch(new RegExp(`^${file}:\\d+:\\d+: error`));
        return;
      }
      const printed = printArraySystem(system);
      expect(spanless(systemOf(printed))).toBe(spanless(system));
      expect(printArraySystem(systemOf(printed))).toBe(printed);
      if (row.model === 'TSO' || isRejectedUnderTso(row)) {
        expect(weakErrors(system).length > 0).toBe(isRejectedUnderTso(row));
      }
    });
  });
}
