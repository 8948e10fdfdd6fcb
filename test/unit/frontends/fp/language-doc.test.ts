import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { keywords } from '../../../../src/lang/program/keywords.js';
import { printProgram } from '../../../../src/lang/program/print.js';
import { root } from '../../../support/golden.js';
import { errorsOfFp, parseFp, warnedFp } from '../../../support/parse-fp.js';
import type { Program } from '../../../../src/lang/program/program.js';
import { canonical } from '../../../../src/lang/program/modulo-spans.js';

const text = readFileSync(join(root, 'docs', 'language.md'), 'utf8');
const blocks = [...text.matchAll(/^```fp( error| warning)?\n([^]*?)^```$/gm)].map(
  ([, kind = '', code = '']) => ({
    kind: kind.trim(),
    code,
  }),
);

/** Cells and members have names that are not those of a text. */
const hasParts = ({ shared, locals }: Program): boolean =>
  [...shared, ...locals].some(({ name }) => /[.[]/.test(name));

describe('docs/language.md', () => {
  const good = blocks.filter((block) => block.kind === '');
  const bad = blocks.filter((block) => block.kind === 'error');

  it('has examples', () => {
    expect(good.length).toBeGreaterThan(10);
    expect(bad.length).toBeGreaterThan(2);
  });

  it.each(good.map(({ code }) => [firstLine(code), code]))('%s', (_, code) => {
    const program = parseFp(code);
    const printed = printProgram(program);
    const read = parseFp(printed);
    expect(printProgram(read)).toBe(printed);
    expect(hasParts(program) || canonical(read) === canonical(program)).toBe(true);
  });

  it.each(bad.map(({ code }) => [firstLine(code), code]))('is refused: %s', (_, code) => {
    expect(errorsOfFp(code)).toEqual(messagesIn(code));
  });

  const doubtful = blocks.filter((block) => block.kind === 'warning');

  it.each(doubtful.map(({ code }) => [firstLine(code), code]))('has warnings: %s', (_, code) => {
    expect(warnedFp(code).warnings).toEqual(messagesIn(code));
  });

  it('lists the keywords', () => {
    const section = /cannot be names:\n\n([^]*?)\n\n/.exec(text)?.[1] ?? '';
    expect([...section.matchAll(/`(\w+)`/g)].map(([, word]) => word)).toEqual([...keywords]);
  });
});

/** The comments that fill a line. */
function messagesIn(code: string): readonly string[] {
  return code.split('\n').flatMap((line) => (line.startsWith('// ') ? [line.slice(3)] : []));
}

function firstLine(code: string): string {
  return code.split('\n')[0] ?? '';
}
