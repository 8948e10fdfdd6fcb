import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { keywords } from '../../../../src/ir/keywords.js';
import { printProgram } from '../../../../src/ir/print.js';
import { root } from '../../../support/golden.js';
import { errorsOfFp, parseFp } from '../../../support/parse-fp.js';
import { canonical } from '../../../support/same-program.js';

const text = readFileSync(join(root, 'docs', 'language.md'), 'utf8');
const blocks = [...text.matchAll(/^```fp( error)?\n([^]*?)^```$/gm)].map(([, error, code = '']) => ({
  fails: error !== undefined,
  code,
}));

describe('docs/language.md', () => {
  const good = blocks.filter((block) => !block.fails);
  const bad = blocks.filter((block) => block.fails);

  it('has examples', () => {
    expect(good.length).toBeGreaterThan(10);
    expect(bad.length).toBeGreaterThan(2);
  });

  it.each(good.map(({ code }) => [firstLine(code), code]))('%s', (_, code) => {
    const program = parseFp(code);
    expect(canonical(parseFp(printProgram(program)))).toBe(canonical(program));
  });

  it.each(bad.map(({ code }) => [firstLine(code), code]))('is refused: %s', (_, code) => {
    const shown = code.split('\n').flatMap((line) => (line.startsWith('// ') ? [line.slice(3)] : []));
    expect(errorsOfFp(code)).toEqual(shown);
  });

  it('lists the keywords', () => {
    const section = /cannot be names:\n\n([^]*?)\n\n/.exec(text)?.[1] ?? '';
    expect([...section.matchAll(/`(\w+)`/g)].map(([, word]) => word)).toEqual([...keywords]);
  });
});

function firstLine(code: string): string {
  return code.split('\n')[0] ?? '';
}
