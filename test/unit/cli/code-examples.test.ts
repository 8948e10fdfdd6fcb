import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { codeExamples } from '../../../src/cli/explain/code-examples.js';
import { codes } from '../../../src/diagnostics/codes.js';
import { listField, parsedJson, textField } from '../../../src/support/json-fields.js';
import { root } from '../../support/golden.js';
import { inProcess } from '../../cli/in-process.js';
import type { Ended } from '../../cli/in-process.js';

const texts = Object.entries(codeExamples).flatMap(([code, example]) =>
  example.kind === 'text' ? [{ code, ...example }] : [],
);

/** Codes of errors are in the document, those of warnings on stderr. */
async function said(text: string, language: string, options: readonly string[]): Promise<Ended> {
  const run = await inProcess(['verify', '-', '--lang', language, ...options, '--json'], text);
  const errors = listField(parsedJson(run.stdout), 'errors');
  return { ...run, stderr: `${errors.map((error) => textField(error, 'code')).join(' ')}\n${run.stderr}` };
}

describe('the example of', () => {
  it.each(texts)('$code has it', async ({ code, text, language, options = [] }) => {
    expect((await said(text, language, options)).stderr).toContain(code);
  });

  it.each(texts)(
    '$code has it no more, once it is mended',
    async ({ code, mended, language, options = [] }) => {
      const run = await said(mended, language, options);
      expect([0, 10, 20]).toContain(run.code);
      expect(run.stderr).not.toContain(code);
    },
  );
});

describe('the command line that is the example of', () => {
  const samples = join(root, 'samples');
  it.each([
    ['E001', ['verify', join(samples, 'mutex/petersen.fp')]],
    ['E006', ['verify', join(samples, 'mutex/dekker.fp'), '--modle', 'tso']],
    ['E501', ['verify', join(samples, 'mutex/dekker.fp'), '--engine', 'dual', '--model', 'tso1']],
    ['W609', ['transform', join(samples, 'ltl/release.fp'), '--model', 'tso1', '--to', 'smt2']],
  ])('%s has it', async (code, args) => {
    const { stderr } = await inProcess(args);
    expect(stderr).toContain(`[${code}]`);
  });
});

it('there is no code in the sources that is not on the list, and none on the list that is not in the sources', () => {
  const found = new Set<string>();
  for (const entry of readdirSync(join(root, 'src'), { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !entry.name.endsWith('.ts')) continue;
    const isList = ['codes.ts', 'code-examples.ts'].includes(entry.name);
    const text = isList ? '' : readFileSync(join(entry.parentPath, entry.name), 'utf8');
    for (const [, code = ''] of text.matchAll(/'([EW]\d{3})'/g)) found.add(code);
  }
  expect([...found].sort()).toEqual(Object.keys(codes).sort());
});
