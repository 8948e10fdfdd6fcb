import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { DiagnosticBag, Unsupported } from '../../../../src/diagnostics/diagnostic.js';
import { renderDiagnostic, renderDiagnostics } from '../../../../src/diagnostics/render.js';
import { Source, lineOf } from '../../../../src/diagnostics/span.js';
import { trencher } from '../../../../src/frontends/trencher/parse.js';
import type { Program } from '../../../../src/lang/program/program.js';
import { printProgram } from '../../../../src/lang/program/print.js';
import { everyStatement } from '../../../../src/lang/program/walk-statements.js';
import { at } from '../../../../src/support/invariant.js';
import { golden, root } from '../../../support/golden.js';
import { collect } from '../describe.js';

function programOf(text: string): Program {
  const { result, report } = collect((bag) => trencher.parse(new Source('text.trn', text), bag));
  if (result === null) throw new Error(report);
  return result;
}

golden('trencher', 'fp', (source) => printProgram(programOf(source.text)));

golden('trencher-errors', 'txt', (source) => {
  const bag = new DiagnosticBag();
  try {
    trencher.parse(source, bag);
  } catch (error) {
    if (error instanceof Unsupported) return renderDiagnostic(error.diagnostic);
    throw error;
  }
  return renderDiagnostics(bag.sorted());
});

it('the example of docs/formats.md is a program', () => {
  const [, section = ''] = readFileSync(join(root, 'docs', 'formats.md'), 'utf8').split(
    '## Trencher programs',
  );
  const [example = ''] = /^( {4}.*\n|\n(?= {4}))+/m.exec(section) ?? [];
  expect(programOf(example).threads.map(({ name }) => name)).toEqual(['t0', 't1']);
});

const thread = (lines: string, name = 't0'): string => `thread ${name}\ninitial q0\n${lines}\nend\n`;

describe('a Trencher program', () => {
  it('has the lines of the file, and calls statements as the transition goes', () => {
    const { threads } = programOf(
      thread('transition q0 q1 lock\ntransition q1 q2 read r 0\ntransition q2 q0 unlock'),
    );
    const statements = [...everyStatement(at(threads, 0).body)];
    expect(statements.map(({ kind, title, span }) => [kind, title, lineOf(span)])).toEqual([
      ['locked', 'q0->q1', 3],
      ['assign', 'q1->q2', 4],
      ['goto', undefined, 3],
    ]);
  });

  it('has one property, that not all threads are in final states at once', () => {
    const moves = 'transition q0 q1 noop';
    const program = programOf(
      thread(`final q1\n${moves}`) + thread(moves, 't1') + thread(`final q0\nfinal q1\n${moves}`, 't2'),
    );
    expect(program.properties).toMatchObject([
      {
        kind: 'invariant',
        name: 'final_states',
        whenViolated: 'the final states are reached: t0 at q1, t2 at q0 or q1',
      },
    ]);
    expect(programOf(thread(moves)).properties).toEqual([]);
  });

  it('is the same with any blanks between words', () => {
    const text = readFileSync(join(root, 'test', 'golden', 'trencher', 'locks.trn'), 'utf8');
    const printed = printProgram(programOf(text));
    expect(printProgram(programOf(text.replaceAll('\n', '\r\n')))).toBe(printed);
    const oneLine = text.replaceAll(/#.*\n/g, '').replaceAll(/\s+/g, '\t');
    expect(printProgram(programOf(oneLine))).toBe(printed);
  });

  it('has as many cells as it can access, if that is known, and bounds to violate if not', () => {
    const cells = (text: string): unknown => {
      const { shared, properties } = programOf(text);
      return [at(shared, 0).shape, properties.map(({ kind }) => kind)];
    };
    const counting = 'transition q0 q0 local r + r 1\ntransition q0 q1 read s r';
    expect(cells(thread('transition q0 q1 read r 12'))).toEqual([{ kind: 'array', length: 13 }, []]);
    expect(cells(thread('transition q0 q1 noop'))).toEqual([{ kind: 'array', length: 1 }, []]);
    expect(cells(`memory_size 7\n${thread('transition q0 q1 read r 0')}`)).toEqual([
      { kind: 'array', length: 7 },
      [],
    ]);
    expect(cells(thread(counting))).toEqual([{ kind: 'array', length: 10 }, ['bounds']]);
    expect(cells(`memory_size 3\n${thread(counting)}`)).toEqual([{ kind: 'array', length: 3 }, ['bounds']]);
    expect(cells(thread('transition q0 q1 local r -1\ntransition q1 q2 read s r'))).toEqual([
      { kind: 'array', length: 10 },
      ['bounds'],
    ]);
  });
});
