import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { printBooleanText } from '../../../../src/boolean/print.js';
import { DiagnosticBag } from '../../../../src/diagnostics/diagnostic.js';
import { renderDiagnostic } from '../../../../src/diagnostics/render.js';
import { Source } from '../../../../src/diagnostics/span.js';
import { parseBl, readBl } from '../../../../src/frontends/bl/read.js';
import { root } from '../../../support/golden.js';
import { sameButSpans } from '../../boolean/text/same-text.js';
import { corpusFolder, describeOver } from '../corpus.js';

const fixtures = join(root, 'test', 'fixtures', 'bl');
const [benchmark, cupex] = [corpusFolder('bl'), corpusFolder('cupex')];

const programsIn = (folder: string): readonly string[] =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((file) => file.endsWith('.bl'))
        .sort()
    : [];

/** A list of no cases is an error, even where they are skipped. */
const cases = (folder: string): readonly string[] =>
  existsSync(folder) ? programsIn(folder) : ['is not there'];

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
  it.each(cases(benchmark))('%s', (file) => {
    expect(faultsOf(join(benchmark, file))).toEqual([]);
  });
});

describeOver(cupex)('the programs of $FENCEPOST_CORPUS/cupex are read as they are printed', () => {
  it.each(cases(cupex))('%s', (file) => {
    expect(faultsOf(join(cupex, file))).toEqual([]);
  });
});

/** Milliseconds and megabytes that a process of its own needs to read a text. */
function cost(text: string): { readonly ms: number; readonly mb: number; readonly commands: number } {
  const from = (path: string): string => JSON.stringify(join(root, 'dist', 'src', path));
  const script = `
    import { readFileSync } from 'node:fs';
    import { DiagnosticBag } from ${from('diagnostics/diagnostic.js')};
    import { Source } from ${from('diagnostics/span.js')};
    import { readBl } from ${from('frontends/bl/read.js')};
    const text = readFileSync(0, 'utf8');
    const start = performance.now();
    const program = readBl(new Source('large.bl', text), new DiagnosticBag());
    const ms = performance.now() - start;
    const commands = program.threads.reduce((sum, thread) => sum + thread.commands.length, 0);
    console.log([ms, process.resourceUsage().maxRSS / 1024, commands].join(' '));`;
  const output = execFileSync(process.execPath, ['--input-type=module', '--eval', script], {
    input: text,
    encoding: 'utf8',
    maxBuffer: 1e8,
  });
  const [ms = NaN, mb = NaN, commands = NaN] = output.split(' ').map(Number);
  return { ms, mb, commands };
}

const within = ({ ms, mb }: { readonly ms: number; readonly mb: number }): boolean => ms < 5000 && mb < 700;

describe('a text of megabytes is read within 5 s and 700 MB', () => {
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
    expect({ ...measured, within: within(measured) }).toMatchObject({ within: true });
  });
});

describeOver(benchmark)('the largest program of $FENCEPOST_CORPUS/bl', () => {
  it('is read within 5 s and 700 MB', () => {
    const measured = cost(readFileSync(join(benchmark, 'bakery_2var_assume6.bl'), 'utf8'));
    expect({ ...measured, within: within(measured) }).toMatchObject({ within: true });
  });
});
