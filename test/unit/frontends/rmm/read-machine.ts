import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DiagnosticBag } from '../../../../src/diagnostics/diagnostic.js';
import { renderDiagnostics } from '../../../../src/diagnostics/render.js';
import { Source } from '../../../../src/diagnostics/span.js';
import type { RmmMachine } from '../../../../src/frontends/rmm/ast.js';
import { rmm } from '../../../../src/frontends/rmm/parse.js';
import { readMachine } from '../../../../src/frontends/rmm/read.js';
import type { Program } from '../../../../src/lang/program/program.js';
import { root } from '../../../support/golden.js';

export const fixtures = join(root, 'test', 'fixtures', 'rmm');

/** The machines of a folder: name and text. */
export const machinesIn = (folder: string): readonly (readonly [string, string])[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.rmm'))
    .sort()
    .map((file) => [file, readFileSync(join(folder, file), 'utf8')]);

export const machineOf = (text: string): RmmMachine => withoutErrors(text, readMachine);
export const programOf = (text: string): Program =>
  withoutErrors(text, (source, bag) => rmm.parse(source, bag));

function withoutErrors<T>(text: string, parse: (source: Source, bag: DiagnosticBag) => T | null): T {
  const bag = new DiagnosticBag();
  const result = parse(new Source('machine.rmm', text), bag);
  if (result === null || bag.sorted().length > 0)
    throw new Error(`${renderDiagnostics(bag.sorted())}\n\n${text}`);
  return result;
}

/** A text that two machines have in common exactly if they are the same but for spans. */
export const spanless = (machine: RmmMachine): string =>
  JSON.stringify(
    machine,
    (key, value: unknown) => {
      if (key === 'span') return undefined;
      return typeof value === 'bigint' ? `${value}n` : sorted(value);
    },
    1,
  );

function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
