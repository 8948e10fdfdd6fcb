import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { modelNamed } from '../../../../src/memory/index.js';
import { at } from '../../../../src/support/invariant.js';
import { verifyPath } from '../../../support/verify-text.js';
import { corpusFolder, describeOver } from '../corpus.js';
import { fixtures, machinesIn } from './read-machine.js';

async function verdictOf(
  path: string,
  modelName: string,
  bound: number | null = null,
  engine = 'explicit',
): Promise<string> {
  const model = modelNamed(modelName);
  if (model === null) throw new Error(`there is no model ${modelName}`);
  const report = await verifyPath(path, { model, bound, engine });
  expect(report.errors).toEqual([]);
  return report.verdict ?? 'none';
}

describe('the forbidden labels are reached exactly where they should be', () => {
  const [header = '', ...lines] = readFileSync(join(fixtures, 'verdicts.tsv'), 'utf8').trimEnd().split('\n');
  const models = header.split('\t').slice(1);
  const rows = lines.map((line) => line.split('\t'));

  it('has a row for every machine', () => {
    const files = machinesIn(fixtures).map(([file]) => file.replace('.rmm', ''));
    expect(new Set(rows.map((row) => row[0]))).toEqual(new Set(files));
  });

  it.each(rows)('%s', async (machine, ...expected) => {
    for (const [i, model] of models.entries()) {
      const verdict = await verdictOf(join(fixtures, `${machine}.rmm`), model);
      expect([model, verdict]).toEqual([model, at(expected, i)]);
    }
    const dual = await verdictOf(join(fixtures, `${machine}.rmm`), 'tso', null, 'dual');
    expect(dual).toBe(at(expected, models.indexOf('tso')));
  });
});

const corpus = corpusFolder('rmm', 'public');
describeOver(corpus)('the machines of others (need $FENCEPOST_CORPUS)', () => {
  // Of two or three processes; with so many buffered writes each is decided.
  const known: readonly (readonly [string, string, number])[] = [
    ['burns_2_us', 'unsafe', 2],
    ['burns_3_us', 'unsafe', 2],
    ['dekker_2', 'safe', 3],
    ['lamport_2', 'safe', 3],
    ['mutex_2', 'safe', 3],
    ['old-peterson2l', 'safe', 3],
    ['peterson_2', 'safe', 3],
    ['spinlock_2_us', 'unsafe', 2],
    ['w-own-dekker', 'unsafe', 2],
    ['w-own-dekker.2', 'unsafe', 2],
    ['w-own-peterson', 'unsafe', 2],
    ['w-trencher-peterson', 'unsafe', 2],
  ];

  it.each(known)('%s is %s under tso', async (machine, verdict, bound) => {
    expect(await verdictOf(join(corpus, `${machine}.rmm`), 'tso', bound)).toBe(verdict);
  });

  it.each(['burns_2_us', 'dekker_2', 'peterson_2', 'w-own-dekker', 'w-own-peterson'])(
    '%s is safe under sc',
    async (machine) => {
      expect(await verdictOf(join(corpus, `${machine}.rmm`), 'sc')).toBe('safe');
    },
  );
});
