import { readFileSync, readdirSync } from 'node:fs';
import { extname, join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { languages } from '../../../src/frontends/index.js';
import { looksLike } from '../../../src/frontends/looks-like.js';
import { inProcess } from '../../cli/in-process.js';
import { root } from '../../support/golden.js';

const samples = readdirSync(join(root, 'samples'), { recursive: true, encoding: 'utf8' }).filter((name) =>
  languages.some(({ extensions }) => extensions.includes(extname(name))),
);
const textOf = (sample: string): string => readFileSync(join(root, 'samples', sample), 'utf8');
const languageOf = (name: string): string | undefined =>
  languages.find(({ extensions }) => extensions.includes(extname(name)))?.language;

describe('the language of a text', () => {
  it('is seen of every sample', () => {
    expect(samples.length).toBeGreaterThan(200);
    expect(samples.filter((sample) => looksLike(textOf(sample)) !== languageOf(sample))).toEqual([]);
  });

  it.each([
    'X86 SB\n{ x=0; y=0; }\n P0         | P1         ;\n MOV [x],$1 | MOV [y],$1 ;\nexists (x=1)\n',
    '(* a test *)\nX86 "SB"\n{}\n P0         ;\n MOV [x],$1 ;\nexists (x=1)\n',
  ])('is seen of a litmus test', (text) => {
    expect(looksLike(text)).toBe('litmus');
  });

  it.each(['', 'hello', 'process P', '#define N 3\nactive proctype P() { skip }'])(
    'is not seen of %j',
    (text) => {
      expect(looksLike(text)).toBeNull();
    },
  );
});

describe('a text in another language than it is read in', () => {
  const texts = [
    'litmus/sb.fp',
    'arrays/mutex.cub',
    'boolean/sb.bl',
    'dve/peterson.dve',
    'trencher/publish.trn',
  ];
  const crossed = [...texts, 'dual/handshake.rmm', 'c/seqlock.c'].flatMap((sample) =>
    languages
      .map(({ language }) => language)
      .filter((language) => language !== languageOf(sample))
      .map((language) => ({ sample, language })),
  );

  it.each(crossed)('$sample as $language has one error, which says so', async ({ sample, language }) => {
    const run = await inProcess(['verify', '-', '--lang', language], textOf(sample));
    expect(run.code).toBe(2);
    expect(run.stderr).toContain('[E007]');
    expect(run.stderr).toContain(`say --lang ${languageOf(sample) ?? '?'}`);
    expect(run.stderr.match(/\[E\d+\]/g)).toHaveLength(1);
  });

  it('is not told of a text with errors in its own language', async () => {
    const { stderr } = await inProcess(
      ['verify', '-', '--lang', 'fp'],
      'shared int x = 0;\nthread P { x = 1 }\n',
    );
    expect(stderr).toContain('[E103]');
    expect(stderr).not.toContain('[E007]');
  });
});
