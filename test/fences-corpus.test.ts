import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { fences, verify } from '../src/library/calls.js';
import { checkedSets } from './support/fences/checked-sets.js';
import { corpusFolder, describeOver } from './unit/frontends/corpus.js';
import { everyNth } from './support/thorough.js';

/** What the cheapest sets cost for the properties, and for buffers of one and of two entries; null: it takes too long here. */
const cupex: readonly (readonly [name: string, model: 'tso' | 'pso', costs: readonly (number | null)[]])[] = [
  ['abp', 'tso', [0, 0, 0]],
  ['abp', 'pso', [0, 0, 0]],
  ['dekker', 'tso', [2, 8, 4]],
  ['dekker', 'pso', [2, 6, 2]],
  ['peterson', 'tso', [2, 6, 4]],
  ['peterson', 'pso', [4, 6, 4]],
  ['szymanski', 'tso', [2, null, 3]],
  ['szymanski', 'pso', [2, null, 3]],
  ['queue', 'tso', [0, 1, 1]],
  ['queue', 'pso', [0, 1, 1]],
  ['ticket', 'tso', [2, null, null]],
  ['ticket', 'pso', [2, null, null]],
];

/** Of these one set is enough: all of them take minutes. */
const hard: readonly (readonly [name: string, model: 'tso' | 'pso', bound: number | null, cost: number])[] = [
  ['szymanski', 'tso', 1, 8],
  ['szymanski', 'pso', 1, 8],
  ['bakery', 'pso', null, 4],
];

const text = (name: string): string => readFileSync(corpusFolder('cupex', name, `${name}.orig`), 'utf8');

const questions = [
  ...cupex.flatMap(([name, model, costs]) =>
    costs.flatMap((cost, bound) =>
      cost === null ? [] : [{ name, model, bound: bound === 0 ? null : bound, cost, first: false }],
    ),
  ),
  ...everyNth(hard, 3).map(([name, model, bound, cost]) => ({ name, model, bound, cost, first: true })),
];

describeOver(corpusFolder('cupex'))('fences in the programs of paper 003 (needs $FENCEPOST_CORPUS)', () => {
  it.each(everyNth(questions, 2))(
    '$name under $model, bound $bound: cheapest sets cost $cost',
    async ({ name, model, bound, cost, first }) => {
      const goal = bound === null ? 'property' : 'bound';
      // As a text: the predicates beside the file are not read.
      const asked = { path: `${name}.orig`, text: text(name), model, goal, bound, first } as const;
      const { found, least, leftOut, refuted } = await checkedSets({ ...asked, seconds: 120 });
      expect(found).toMatchObject({ cost, stop: null });
      expect(found?.minimal).toBe(true);
      expect([least, refuted]).toEqual([cost, leftOut]);
      expect(leftOut > 0).toBe(cost > 0);
      expect(found?.missing.filter(({ trace }) => trace === null)).toEqual([]);
    },
  );
});

interface MemoraxAnswer {
  readonly file: string;
  /** Null: it had none in its time. */
  readonly sets: readonly (readonly string[])[] | null;
}

function memoraxAnswers(): readonly MemoraxAnswer[] {
  const path = corpusFolder('rmm', 'public', 'fencins.json');
  const rows: unknown = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : [];
  return Array.isArray(rows) ? rows.map(memoraxAnswer) : [];
}

function memoraxAnswer(row: unknown): MemoraxAnswer {
  if (typeof row !== 'object' || row === null || !('file' in row) || typeof row.file !== 'string')
    throw new Error('a row names its file');
  const sets: unknown = 'sets' in row ? row.sets : null;
  return { file: row.file, sets: Array.isArray(sets) ? sets.map(writesOf) : null };
}

/** `Lock write: L11 P0: write: flag[P0] := 1` is the write of P0 in line 11. */
const writesOf = (set: unknown): readonly string[] =>
  (Array.isArray(set) ? set : []).map((one) => {
    const [, line, thread] = /^Lock write: L(\d+) (\w+): write: /.exec(String(one)) ?? [];
    if (line === undefined || thread === undefined)
      throw new Error(`a set of something else: ${String(one)}`);
    return `${thread} ${line}`;
  });

describeOver(corpusFolder('rmm'))('writes that Memorax locks (needs $FENCEPOST_CORPUS)', () => {
  const answers = memoraxAnswers();
  const path = (file: string): string => join(corpusFolder('rmm', 'public'), file);

  it('are in eight files', () => {
    const sized = answers.map(({ sets }) => sets?.length ?? null);
    expect([answers.length, sized.filter((n) => n === 1).length]).toEqual([8, 4]);
    expect([sized.filter((n) => n === 0).length, sized.filter((n) => n === null).length]).toEqual([3, 1]);
  });

  it.each(answers)('$file: as many, and the same are among ours', async ({ file, sets }) => {
    const { found, verify: answer } = await fences(path(file), {
      kind: 'atomic',
      model: 'tso',
      timeout: 120,
    });
    expect(answer.errors).toEqual([]);
    expect(found).toMatchObject({ minimal: true, stop: null });
    const ours = (found?.sets ?? []).map((set) => set.map(({ thread, line }) => `${thread} ${line}`).sort());
    // What Memorax did not answer in its time has three sets of two. No set: it is wrong without buffers, too.
    const theirs = sets ?? ours.slice(0, 1);
    expect(ours).toEqual(expect.arrayContaining(theirs.map((set) => set.toSorted())));
    expect(ours[0]?.length ?? null).toBe(sets === null ? 2 : (sets[0]?.length ?? null));
  });

  it.each(answers.filter(({ sets }) => sets?.length === 0))(
    '$file: nothing helps, since it is wrong without buffers',
    async ({ file }) => {
      const { found } = await fences(path(file), { kind: 'fence', model: 'tso', timeout: 120 });
      expect(found).toMatchObject({ sets: [], stop: null });
      const { verdict } = await verify(path(file), { model: 'sc', timeout: 120 });
      expect(verdict).toBe('unsafe');
    },
  );

  it.each(answers.filter(({ sets }) => sets?.length === 1))(
    '$file: as many fences do as locked writes',
    async ({ file, sets }) => {
      const asked = { path: path(file), model: 'tso', goal: 'property', bound: null, first: false } as const;
      const { found, least, leftOut, refuted } = await checkedSets({ ...asked, seconds: 120 });
      expect(found).toMatchObject({ cost: sets?.[0]?.length, minimal: true, complete: true });
      expect([least, refuted]).toEqual([found?.cost, leftOut]);
    },
  );
});
