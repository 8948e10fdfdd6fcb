import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { printBooleanText } from '../../../../src/lang/boolean/print.js';
import { DiagnosticBag } from '../../../../src/diagnostics/diagnostic.js';
import { renderDiagnostic } from '../../../../src/diagnostics/render.js';
import { Source } from '../../../../src/diagnostics/span.js';
import { parseBl, readBl } from '../../../../src/frontends/bl/read.js';
import { root } from '../../../support/golden.js';
import { sameButSpans } from '../../lang/boolean/text/same-text.js';
import { corpusFolder, describeOver } from '../corpus.js';

const fixtures = join(root, 'test', 'fixtures', 'bl');
const [benchmark, cupex] = [corpusFolder('bl'), corpusFolder('cupex')];

const programsIn = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.bl'))
    .sort();

/** What is wrong with the way a file is read and printed. */
function faultsOf(path: string): readonly string[] {
  const bag = new DiagnosticBag();
  const text = parseBl(new Source(path, readFileSync(path, 'utf8')), bag);
  if (text === null) return bag.errors().map((error) => renderDiagnostic(error));
  const printed = new Source(path, printBooleanText(text));
  const program = readBl(printed, bag);
  return [
    ...(sameButSpans(parseBl(printed, bag), text) ? [] : ['printed and read it is another text']),
    ...(program?.threads.length === text.blocks.length ? [] : ['a thread is missing']),
    ...(program?.property === null ? ['the property is missing'] : []),
    ...bag.errors().map((error) => renderDiagnostic(error)),
  ];
}

describe('our copies of Boolean programs are read as they are printed', () => {
  const files = programsIn(fixtures);
  it.each(files)('%s', (file) => {
    expect(faultsOf(join(fixtures, file))).toEqual([]);
  });

  it('are some', () => {
    expect(files).toHaveLength(4);
  });
});

describeOver(benchmark)('the programs of $FENCEPOST_CORPUS/bl are read as they are printed', () => {
  it.each(programsIn(benchmark))('%s', (file) => {
    expect(faultsOf(join(benchmark, file))).toEqual([]);
  });
});

describeOver(cupex)('the programs of $FENCEPOST_CORPUS/cupex are read as they are printed', () => {
  it.each(programsIn(cupex))('%s', (file) => {
    expect(faultsOf(join(cupex, file))).toEqual([]);
  });
});

describeOver(benchmark)('the comments of the programs of $FENCEPOST_CORPUS/bl', () => {
  it('hide a part of the program in one file only', () => {
    const hiding = programsIn(benchmark).filter((file) => {
      const bag = new DiagnosticBag();
      parseBl(new Source(file, readFileSync(join(benchmark, file), 'utf8')), bag);
      return bag.warnings().some(({ message }) => message.includes('inside a comment'));
    });
    expect(hiding).toEqual(['simple_code_wmm.bl']);
  });
});

interface Cost {
  /** CPU time: of a clock on the wall other work on the machine would have its part. */
  readonly seconds: number;
  /** 0 if the text is refused. */
  readonly commands: number;
  readonly errors: number;
}

/** Megabytes that a process may hold: twice what it needs. */
const heap = 256;

/** What a process of its own needs to read a text. */
function cost(text: string): Cost {
  const from = (path: string): string => JSON.stringify(join(root, 'dist', 'src', path));
  const script = `
    import { readFileSync } from 'node:fs';
    import { DiagnosticBag } from ${from('diagnostics/diagnostic.js')};
    import { Source } from ${from('diagnostics/span.js')};
    import { readBl } from ${from('frontends/bl/read.js')};
    const text = readFileSync(0, 'utf8');
    const start = process.cpuUsage();
    const bag = new DiagnosticBag();
    let program = null;
    try {
      program = readBl(new Source('large.bl', text), bag);
    } catch (error) {
      if (error.name !== 'Unsupported') throw error;
    }
    const { user, system } = process.cpuUsage(start);
    const commands = (program?.threads ?? []).reduce((sum, thread) => sum + thread.commands.length, 0);
    console.log([(user + system) / 1e6, commands, bag.errors().length].join(' '));`;
  // A heap that ends the process, not memory that is measured: how much of it a process takes depends on when it collects.
  const args = [`--max-old-space-size=${heap}`, '--input-type=module', '--eval', script];
  const output = execFileSync(process.execPath, args, { input: text, encoding: 'utf8', maxBuffer: 1e8 });
  const [seconds = NaN, commands = NaN, errors = NaN] = output.split(' ').map(Number);
  return { seconds, commands, errors };
}

/** Some twenty times the seconds of CPU that it takes; what grows with the square of a text takes minutes. */
const isLittle = ({ seconds }: Cost): boolean => seconds < 10;

describe('a long text that is wrong, or strange, is read in little time and memory', () => {
  const many = (count: number, part: (i: number) => string): string =>
    Array.from({ length: count }, (_, i) => part(i)).join('');
  const head = 'shared A;\nlocal t;\ninit\nprocess 1\n';

  it.each<readonly [string, string, { readonly commands: number; readonly errors: number }]>([
    ['all semicolons are missing', many(100_000, (i) => `${i}: nop\n`), { commands: 0, errors: 100 }],
    ['they are in one line', many(100_000, (i) => `${i}: store A = t `), { commands: 0, errors: 100 }],
    [
      'they are missing behind conditions',
      many(50_000, (i) => `${i}: assume(t == 0 && A == ${i % 7})\n`),
      { commands: 0, errors: 100 },
    ],
    ['nothing ends', `1: ${'nop '.repeat(100_000)}`, { commands: 0, errors: 1 }],
    [
      'a statement has many conditions',
      `1: ${'assume(t == 0) '.repeat(100_000)};`,
      { commands: 0, errors: 1 },
    ],
    ['no name is known', many(100_000, (i) => `${i}: store q${i} = 1;\n`), { commands: 0, errors: 100 }],
    [
      'no name of a property is known',
      `1: nop; assert always ${many(100_000, (i) => `q${i} == 0 ||`)} A == 0;`,
      { commands: 0, errors: 100 },
    ],
    [
      'no label of a property exists',
      `1: nop; assert always ${many(50_000, (i) => `pc{1} != ${i + 2} ||`)} A == 0;`,
      { commands: 1, errors: 0 },
    ],
    [
      'no jump leads anywhere',
      many(30_000, (i) => `1: if (*) goto ${i + 2};\n`),
      { commands: 60_000, errors: 0 },
    ],
  ])('if %s', (_, body, expected) => {
    const measured = cost(head + body);
    expect({ ...measured, within: isLittle(measured) }).toMatchObject({
      ...expected,
      within: true,
    });
  });

  const program = (declarations: string, processes = 1): string =>
    `${declarations}\ninit\n${many(processes, (i) => `process ${i + 1}\n1: nop;\n`)}`;
  const names = (count: number): string => Array.from({ length: count }, (_, i) => `v${i}`).join(', ');

  it.each<readonly [string, string, { readonly commands: number; readonly errors: number }]>([
    ['declares 20,000 names', program(`shared ${names(20_000)}; local ;`), { commands: 1, errors: 0 }],
    [
      'declares 20,000 locals for each of 1,000 processes',
      program(`shared ; local ${names(20_000)};`, 1000),
      { commands: 1000, errors: 0 },
    ],
    ['declares 100,000 names', program(`shared ${names(100_000)}; local ;`), { commands: 0, errors: 1 }],
    [
      'declares 100,000 names one by one',
      program(many(100_000, (i) => `shared v${i};`)),
      { commands: 0, errors: 1 },
    ],
    [
      'declares a name again and again',
      program(`shared a${',a'.repeat(1_000_000)};`),
      { commands: 0, errors: 1 },
    ],
    [
      'declares a name a thousand times',
      program(`shared a${',a'.repeat(1000)};`),
      { commands: 0, errors: 100 },
    ],
  ])('if it %s', (_, text, expected) => {
    const measured = cost(text);
    expect({ ...measured, within: isLittle(measured) }).toMatchObject({
      ...expected,
      within: true,
    });
  });
});

describe('a text of megabytes is read in little time and memory', () => {
  it('if all its conditions are different', () => {
    const names = Array.from({ length: 32 }, (_, i) => `B${i}`);
    const cube = (n: number): string =>
      `(${Array.from({ length: 4 }, (_, i) => `${names[(n * (i + 3) + i) % 32]} ${(n >> i) % 2 === 0 ? '==' : '!='} 0`).join(' && ')})`;
    const condition = (k: number): string =>
      Array.from({ length: 1500 }, (_, i) => cube(1500 * k + i)).join(' || ');
    const statements = Array.from({ length: 50 }, (_, k) => `${k}: assume(!(${condition(k)}));`);
    const text = `shared ${names.join(', ')};\nlocal ;\ninit\nprocess 1\n${statements.join('\n')}\n`;
    expect(text.length).toBeGreaterThan(2_700_000);
    const measured = cost(text);
    expect(measured).toMatchObject({ commands: 50 });
    expect({ ...measured, within: isLittle(measured) }).toMatchObject({ within: true });
  });
});

describeOver(benchmark)('the largest program of $FENCEPOST_CORPUS/bl', () => {
  const text = readFileSync(join(benchmark, 'bakery_2var_assume6.bl'), 'utf8');

  it('is read in little time and memory', () => {
    const measured = cost(text);
    expect({ ...measured, within: isLittle(measured) }).toMatchObject({ within: true, errors: 0 });
  });

  it('is refused in little time and memory if every line misses a semicolon', () => {
    const measured = cost(text.replace(/^([^;\n]*);/gm, '$1'));
    expect({ ...measured, within: isLittle(measured) }).toMatchObject({ errors: 100, within: true });
  });
});
