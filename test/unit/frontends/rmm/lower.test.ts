import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { DiagnosticBag } from '../../../../src/diagnostics/diagnostic.js';
import { renderDiagnostics } from '../../../../src/diagnostics/render.js';
import { lineOf } from '../../../../src/diagnostics/span.js';
import { rmm } from '../../../../src/frontends/rmm/parse.js';
import { printProgram } from '../../../../src/lang/program/print.js';
import { at } from '../../../../src/support/invariant.js';
import { golden, root } from '../../../support/golden.js';
import { parseFp } from '../../../support/parse-fp.js';
import { programOf } from './read-machine.js';

golden('rmm', 'fp', (source) => printProgram(programOf(source.text)));

golden('rmm-errors', 'txt', (source) => {
  const bag = new DiagnosticBag();
  const program = rmm.parse(source, bag);
  return program === null ? renderDiagnostics(bag.sorted()) : printProgram(program);
});

it('the example of docs/formats.md is a machine', () => {
  const [, section = ''] = readFileSync(join(root, 'docs', 'formats.md'), 'utf8').split(
    '## Memorax machines',
  );
  const [example = ''] = /^( {4}.*\n|\n(?= {4}))+/m.exec(section) ?? [];
  expect(programOf(example).threads.map(({ name }) => name)).toEqual(['P0', 'P1']);
});

describe('a machine', () => {
  const program = programOf(
    'macro w(v)\n  write: x := v\nendmacro\nforbidden * A\ndata x = 0\nprocess(2)\ntext\n  A: w(1);\n  w(\n  2)',
  );

  it('has a thread for each copy of a process, with the lines of the file, in macros those of the macro', () => {
    const threads = program.threads.map(({ id, name, body, span }) => [
      ...[id, name, lineOf(span)],
      ...body.map((stmt) => lineOf(stmt.span)),
    ]);
    expect(threads).toEqual([
      [0, 'P0', 6, 2, 2],
      [1, 'P1', 6, 2, 2],
    ]);
  });

  it('is safe as long as the forbidden labels are not reached', () => {
    expect(program.properties).toHaveLength(1);
    expect(at(program.properties, 0)).toMatchObject({
      ...{ kind: 'invariant', name: 'forbidden' },
      whenViolated: 'the forbidden labels are reached: P1 at A',
    });
    const several = programOf('forbidden A; B process text A: B: nop');
    expect(at(several.properties, 0)).toMatchObject({
      whenViolated: 'the processes are at labels that are forbidden together',
    });
  });

  it('never breaks the range of a variable, as far as ranges tell', () => {
    // The text has the property, as every text that writes to a range.
    const text = 'forbidden A data x = 0 : [0:1] process text A: write: x := 1';
    expect(programOf(text).properties.map(({ kind }) => kind)).toEqual(['invariant']);
    const again = parseFp(printProgram(programOf(text)));
    expect(again.properties.map(({ kind }) => kind)).toEqual(['invariant', 'range']);
  });

  it('is refused, not half read, where it is nested too deeply', () => {
    const deep = (n: number): string => `forbidden A process text A: ${'{'.repeat(n)} nop ${'}'.repeat(n)}`;
    const chain = (n: number): string => `forbidden A process text A: ${'while true do '.repeat(n)} nop`;
    const sum = (n: number): string =>
      `forbidden A process registers $r = 0 text A: $r := ${'1 + '.repeat(n)} 1`;
    for (const text of [deep, chain, sum]) {
      expect(() => programOf(text(500))).not.toThrow();
      expect(() => programOf(text(2000))).toThrow('nested more than 1000 deep [E004]');
    }
  });
});
