import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { DiagnosticBag } from '../../../../src/diagnostics/diagnostic.js';
import { Source } from '../../../../src/diagnostics/span.js';
import { printArraySystem } from '../../../../src/lang/arrays/print-array-system.js';
import { checkWeakRules } from '../../../../src/lang/arrays/weak-rules.js';
import { corpusFolder, describeOver } from '../corpus.js';
import { outcomeOf, spanless, systemOf } from './read-system.js';

/** What Cubicle-W says of a system. */
interface Expected {
  readonly file: string;
  readonly path: string;
  readonly model: string;
  readonly note: string;
}

const folders = ['public', 'traps'].map((part) => corpusFolder('cub', part));

/** The public systems and those of the traps. */
const expected = (): readonly Expected[] =>
  folders.flatMap((folder) => {
    const rows: unknown = JSON.parse(readFileSync(join(folder, 'expected.json'), 'utf8'));
    return Array.isArray(rows) ? rows.map((row: unknown) => expectedOf(row, folder)) : [];
  });

function expectedOf(row: unknown, folder: string): Expected {
  const text = (key: string): string => {
    const value: unknown = typeof row === 'object' && row !== null ? Reflect.get(row, key) : null;
    return typeof value === 'string' ? value : '';
  };
  return { file: text('file'), path: join(folder, text('file')), model: text('model'), note: text('note') };
}

/** Cubicle-W cannot read it; `read(i, X)` it takes for a call of something that is not declared. */
const isRefused = ({ note }: Expected): boolean =>
  /syntax error|lexical error|Undefined function symbol/.test(note);

const isRejectedUnderTso = ({ note }: Expected): boolean => note.includes('typing error');

const rows = (wanted: (row: Expected) => boolean): readonly (readonly [string, Expected])[] =>
  expected()
    .filter(wanted)
    .map((row) => [row.file, row]);

const describeSystems = describeOver(corpusFolder('cub'));
const textOf = ({ path }: Expected): string => readFileSync(path, 'utf8');

describeSystems('systems that Cubicle-W cannot read are refused (needs $FENCEPOST_CORPUS)', () => {
  it.each(rows(isRefused))('%s', (file, row) => {
    const { system, report } = outcomeOf(new Source(file, textOf(row)));
    expect(system).toBeNull();
    expect(report).toMatch(new RegExp(`^${file}:\\d+:\\d+: error: .*(\n.*){3}= .*`));
  });
});

describeSystems('all others print as systems that are the same (needs $FENCEPOST_CORPUS)', () => {
  it.each(rows((row) => !isRefused(row)))('%s', (_, row) => {
    const system = systemOf(textOf(row));
    const printed = printArraySystem(system);
    expect(spanless(systemOf(printed))).toBe(spanless(system));
    expect(printArraySystem(systemOf(printed))).toBe(printed);
  });
});

describeSystems('the rules of systems for TSO are those of Cubicle-W (needs $FENCEPOST_CORPUS)', () => {
  const isAsked = (row: Expected): boolean => row.model === 'TSO' || isRejectedUnderTso(row);
  it.each(rows((row) => isAsked(row) && !isRefused(row)))('%s', (_, row) => {
    const bag = new DiagnosticBag();
    checkWeakRules(systemOf(textOf(row)), bag);
    expect(bag.hasErrors).toBe(isRejectedUnderTso(row));
  });
});
