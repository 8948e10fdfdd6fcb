import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { DiagnosticBag } from '../../../../src/diagnostics/diagnostic.js';
import { renderDiagnostics } from '../../../../src/diagnostics/render.js';
import { fp } from '../../../../src/frontends/fp/parse.js';
import { printProgram } from '../../../../src/lang/program/print.js';
import { golden, root } from '../../../support/golden.js';
import { errorsOfFp, warnedFp } from '../../../support/parse-fp.js';
import { canonical } from '../../../../src/lang/program/modulo-spans.js';

golden('fp', 'txt', (source) => {
  const bag = new DiagnosticBag();
  fp.parse(source, bag);
  return renderDiagnostics(bag.sorted());
});

const folder = join(root, 'test', 'golden', 'fp');
const texts = (prefix: string): readonly (readonly [string, string])[] =>
  readdirSync(folder)
    .filter((file) => file.startsWith(prefix) && file.endsWith('.fp'))
    .map((file) => [file, readFileSync(join(folder, file), 'utf8')]);

it.each(texts('error.'))('%s is refused', (_, text) => {
  expect(errorsOfFp(text)).not.toEqual([]);
});

it.each(texts('warning.'))('%s is a program, and has the same warnings when it is printed', (_, text) => {
  const { program, warnings } = warnedFp(text);
  const again = warnedFp(printProgram(program));
  expect(canonical(again.program)).toBe(canonical(program));
  expect(again.warnings).toEqual(warnings);
});
