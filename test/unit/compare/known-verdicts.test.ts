import { resolve } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { judged, readExpected } from '../../../src/compare/known-verdicts.js';

const inFolder = (text: string) => readExpected(text, 'some/expected.tsv');
const ofFile = (text: string, file: string, model: string) => {
  const read = inFolder(text);
  if (typeof read === 'string') throw new Error(read);
  return read.get(resolve('some', file))?.get(model) ?? null;
};

const table = [
  'sample\tproperty\tsc\ttso\tpso\tnote',
  'a.fp\tmutex\tsafe\tunsafe\tunsafe\t',
  'a.fp\tlive\tsafe\tsafe\t-\twhy',
  'b.fp\t-\tunknown\tsafe\tsafe\t',
].join('\n');

const run = (verdict: string | null, properties: Readonly<Record<string, string | null>>) => ({
  verdict,
  properties: Object.entries(properties).map(([name, each]) => ({ name, verdict: each })),
});

describe('known verdicts', () => {
  it('are those of properties in a table, and of files', () => {
    expect(ofFile(table, 'a.fp', 'tso')?.properties).toEqual(
      new Map([
        ['mutex', 'unsafe'],
        ['live', 'safe'],
      ]),
    );
    expect(ofFile(table, 'a.fp', 'pso')?.properties.has('live')).toBe(false);
    expect(ofFile(table, 'b.fp', 'tso')).toMatchObject({ whole: 'safe' });
    expect(ofFile(table, 'b.fp', 'sc')).toBeNull();
    expect(ofFile(table.replaceAll('\n', '\r\n'), 'a.fp', 'sc')?.properties.get('mutex')).toBe('safe');
  });

  it.each([
    [{ file: 'a.bl', verdict: 'safe', note: null }, 'sc', 'safe'],
    [{ file: 'a.cub', model: 'TSO', verdict: 'unsafe' }, 'tso', 'unsafe'],
    [{ file: 'a.rmm', tso: { verdict: 'safe' }, pso: { verdict: 'timeout' } }, 'tso', 'safe'],
    [{ file: 'a.c', models: { sc: { verdict: 'safe' }, c11: { verdict: 'safe' } } }, 'sc', 'safe'],
    [{ file: 'a.txt', robust: true, reachable: { sc: false, tso: true } }, 'tso', 'unsafe'],
    [{ file: 'a.dve', verdict: 'reachable' }, 'sc', 'unsafe'],
  ])('are read of %j', (entry, model, verdict) => {
    expect(ofFile(JSON.stringify([entry]), entry.file, model)).toMatchObject({ whole: verdict });
  });

  it('are asked for where there are none', () => {
    expect(inFolder('{"file": "a"}')).toContain('neither a table');
    expect(inFolder('[]')).toContain('no verdict');
    expect(inFolder('[{"file": "a.fp", "verdict": "timeout"}, null, 7]')).toContain('no verdict');
    expect(inFolder('some text')).toContain('neither a table');
  });
});

describe('a run beside what is known', () => {
  const known = ofFile(table, 'a.fp', 'tso');
  it.each([
    // Engines may stop at the first violation.
    [run('unsafe', { mutex: 'unsafe', live: null }), 'right'],
    [run('unsafe', { mutex: 'unsafe', live: 'safe', range: 'safe' }), 'right'],
    [run('safe', { mutex: 'safe', live: 'safe' }), 'wrong'],
    [run('unsafe', { mutex: 'unsafe', live: 'unsafe' }), 'wrong'],
    [run('unknown', { mutex: 'unknown', live: 'safe' }), 'unknown'],
    [run('unknown', { mutex: 'unknown', live: 'unsafe' }), 'wrong'],
    [run(null, {}), 'unknown'],
    // Only one of them was asked.
    [run('safe', { live: 'safe' }), 'right'],
    // Another property than those that are known: nobody knows.
    [run('unsafe', { live: 'safe', range: 'unsafe' }), 'unknown'],
    [run('safe', { other: 'safe' }), null],
    [run('safe', {}), 'wrong'],
  ])('%j is %s', (document, judgement) => {
    expect(judged(document, known)).toBe(judgement);
  });

  it('is not judged where nothing is known', () => {
    expect(judged(run('safe', { mutex: 'safe' }), null)).toBeNull();
  });
});
