import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { DiagnosticBag, Unsupported } from '../../../../src/diagnostics/diagnostic.js';
import { renderDiagnostics } from '../../../../src/diagnostics/render.js';
import { Source } from '../../../../src/diagnostics/span.js';
import { parseBl, readBl } from '../../../../src/frontends/bl/read.js';
import type { BooleanProgram } from '../../../../src/lang/boolean/boolean-program.js';
import { golden, root } from '../../../support/golden.js';
import { collect, messages } from '../describe.js';

/** As the command line says it: what is not supported is said only where nothing is wrong. */
function read(source: Source, bag: DiagnosticBag): BooleanProgram | 'unsupported' | null {
  try {
    return readBl(source, bag);
  } catch (error) {
    if (error instanceof Unsupported) return 'unsupported';
    throw error;
  }
}

golden('bl', 'txt', (source) => {
  const bag = new DiagnosticBag();
  read(source, bag);
  return renderDiagnostics(bag.sorted());
});

const folder = join(root, 'test', 'golden', 'bl');

it.each(readdirSync(folder).filter((file) => file.endsWith('.bl')))('%s gives what its name says', (file) => {
  const bag = new DiagnosticBag();
  const result = read(new Source(file, readFileSync(join(folder, file), 'utf8')), bag);
  expect(bag.sorted()).not.toEqual([]);
  expect(bag.hasErrors).toBe(!file.startsWith('warning.'));
  expect(result === null).toBe(file.startsWith('error.'));
  expect(result === 'unsupported').toBe(file.startsWith('unsupported.'));
});

const program = (statement: string): string => `shared x; local t; init process 1 1: ${statement}`;

describe('a text that is made to break the reader', () => {
  const deep = 100_000;

  it.each([
    ['brackets', `assume(${'('.repeat(deep)}t != 0${')'.repeat(deep)});`],
    ['negations', `assume(${'!'.repeat(deep)}(t != 0));`],
    ['signs', `t = ${'- '.repeat(deep)}t;`],
    ['nested conjunctions', `assume(${'(t != 0 && '.repeat(deep)}t == 0${')'.repeat(deep)});`],
  ])('with very many %s is refused', (_, statement) => {
    const { result, report } = collect((bag) => parseBl(new Source('t.bl', program(statement)), bag));
    expect(result).toBeNull();
    expect(messages(report)).toEqual([
      expect.stringMatching(/^1:\d+ E103 more than 500 levels of brackets and operators$/),
    ]);
  });

  it.each([
    ['a long sum', `assume(0${' + t'.repeat(2000)} == 2000);`],
    ['a long product', `assume(1${' * t'.repeat(2000)} == 1);`],
    ['a long conjunction', `assume(t != 0${' && t != 0'.repeat(200_000)});`],
  ])('by %s is read', (_, statement) => {
    const { result, report } = collect((bag) => readBl(new Source('t.bl', program(statement)), bag));
    expect(report).toBe('');
    expect(result?.threads[1]?.commands).toHaveLength(1);
  });

  it('by many different things in one comparison is refused', () => {
    const names = Array.from({ length: 20 }, (_, i) => `x${i}`);
    const text = `shared ${names.join()}; local ; init process 1 1: assume(${names.join(' + ')} == 7);`;
    const { result, report } = collect((bag) => read(new Source('t.bl', text), bag));
    expect(result).toBe('unsupported');
    expect(messages(report)).toEqual(['1:102 E501 too many combinations of values in one expression']);
  });

  it('by every prefix of a program gives errors or a program', () => {
    const text = `shared x; local t; init 1: store x = *; process 1 /* a */ 1: load t = x;
      2: t = choose(t != 0 && x == 1, !(t < 1 + x)); 3: if (*) goto 1; assert always (pc{1} != 3);`;
    for (let length = 0; length <= text.length; length++) {
      const bag = new DiagnosticBag();
      const result = readBl(new Source('t.bl', text.slice(0, length)), bag);
      expect(result === null).toBe(bag.hasErrors);
    }
  });
});
