import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { completionWords } from '../../../src/pages/playground/completion-words.js';
import { expectation, familyOf, samplesIn } from '../../../src/pages/playground/listed-samples.js';
import { root } from '../../support/root.js';

describe('completion', () => {
  it('knows the words of the language and the names of the text, but not what is being typed', () => {
    const text = 'shared int count = 0; // comment\nthread P { cou /* old */ count = 1; }';
    const position = text.indexOf('cou /*') + 3;
    expect(completionWords(text, position, new Set(['shared', 'int', 'thread']))).toEqual([
      { label: 'shared', type: 'keyword' },
      { label: 'int', type: 'keyword' },
      { label: 'thread', type: 'keyword' },
      { label: 'P', type: 'variable' },
      { label: 'count', type: 'variable' },
    ]);
  });
});

describe('the samples of the playground', () => {
  const samples = samplesIn(JSON.parse(readFileSync(join(root, 'dist/playground/samples.json'), 'utf8')));

  it('are those of the folder, each with every row of the table', () => {
    const rows = readFileSync(join(root, 'samples/verdicts.tsv'), 'utf8').trimEnd().split('\n').slice(1);
    // Those that take in another one would say that there are no files in a browser.
    const whole = rows.filter((row) => {
      const [path = ''] = row.split('\t');
      return !/^\s*#?include "/m.test(readFileSync(join(root, 'samples', path), 'utf8'));
    });
    expect(whole.length).toBeLessThan(rows.length);
    expect(samples.flatMap(({ expected }) => expected).length).toBe(whole.length);
    for (const { path, text } of samples)
      expect(text).toBe(readFileSync(join(root, 'samples', path), 'utf8'));
  });

  it('say what to expect under a model', () => {
    const sample = samples.find(({ path }) => path === 'abstraction/queue-weak.fp');
    if (sample === undefined) throw new Error('the sample is gone');
    expect(familyOf(sample.path)).toBe('abstraction');
    expect(expectation(sample, 'tso')).toBe(
      'Expected under TSO: apart unknown (without a predicate that the proof under SC can do without)',
    );
    expect(expectation(sample, 'tso1')).toBe('');
  });
});
