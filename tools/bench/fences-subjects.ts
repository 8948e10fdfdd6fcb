import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { GoalName } from '../../src/options/fence-wishes.js';

/** A program, and where the literature has fences in it. */
export interface PublishedAlgorithm {
  readonly sample: string;
  readonly tso: string;
  readonly pso: string;
}

/** docs/fences.md has the sources. */
export const publishedAlgorithms: readonly PublishedAlgorithm[] = [
  {
    sample: 'mutex/dekker.fp',
    tso: 'own flag → the other’s flag, wherever it is raised',
    pso: 'the same',
  },
  {
    sample: 'mutex/peterson.fp',
    tso: '`turn` → the other’s flag',
    pso: 'the same, and own flag → `turn`',
  },
  {
    sample: 'mutex/szymanski.fp',
    tso: 'own flag to 1, to 3 → the other’s flag',
    pso: 'the same',
  },
  {
    sample: 'mutex/szymanski-loop.fp',
    tso: 'own flag to 1, to 3 → the other’s flag',
    pso: 'the same',
  },
  {
    sample: 'mutex/lamport-fast.fp',
    tso: 'x → y, and y → x',
    pso: 'the same, and y = 0 → own sign down',
  },
  {
    sample: 'data-structures/work-stealing.fp',
    tso: 'taking: bottom → top',
    pso: 'the same',
  },
  {
    sample: 'data-structures/chase-lev.fp',
    tso: 'taking: bottom → top',
    pso: 'the same; pushing: task → bottom',
  },
  {
    sample: 'data-structures/seqlock.fp',
    tso: 'none',
    pso: 'odd number → halves → even number, in each of two rounds',
  },
  {
    sample: 'data-structures/seqlock-loop.fp',
    tso: 'none',
    pso: 'odd number → halves → even number',
  },
  {
    sample: 'data-structures/rcu.fp',
    tso: 'reader: own sign → what it reads; updater: pointer → the readers’ signs',
    pso: 'the same; updater: version → pointer',
  },
  {
    sample: 'data-structures/spsc-queue.fp',
    tso: 'none',
    pso: 'slot → tail',
  },
];

/** A question to `fences`. */
export interface FencesSubject {
  readonly name: string;
  readonly model: 'tso' | 'pso';
  readonly goal: GoalName;
  readonly bound: number | null;
  /** In the language of the name's ending. */
  readonly text: string;
  readonly extension: 'fp' | 'orig';
  /** One set is enough: all of them take too long. */
  readonly first: boolean;
  readonly literature: string | null;
}

const models = ['tso', 'pso'] as const;

/** The seven programs of paper 003, without their predicates. */
const cupexNames = ['abp', 'bakery', 'dekker', 'peterson', 'queue', 'szymanski', 'ticket'] as const;

const cupexGoals: readonly Pick<FencesSubject, 'goal' | 'bound'>[] = [
  { goal: 'property', bound: null },
  { goal: 'bound', bound: 1 },
  { goal: 'bound', bound: 2 },
];

export const cupexSubjects = (folder: string): readonly FencesSubject[] =>
  cupexNames.flatMap((name) => {
    const text = readFileSync(join(folder, name, `${name}.orig`), 'utf8');
    return models.flatMap((model) =>
      cupexGoals.map((asked): FencesSubject => ({
        ...{ name, model, ...asked, text, extension: 'orig', literature: null },
        first: false,
      })),
    );
  });

export const publishedSubjects = (): readonly FencesSubject[] =>
  publishedAlgorithms.flatMap(({ sample, ...literature }) => {
    const text = readFileSync(join('samples', sample), 'utf8');
    return models.map((model): FencesSubject => ({
      ...{ name: sample, model, goal: 'property', bound: null, text, extension: 'fp' },
      ...{ first: false, literature: literature[model] },
    }));
  });

/**
 * Store buffering around a ring: each thread raises its flag and looks at the next one's. What it does before leaves three
 * more places where a fence is of no use.
 */
export function ringText(threads: number): string {
  const names = Array.from({ length: threads }, (_, n) => n);
  const body = (n: number): string =>
    `thread T${n} { local int r = 0; a${n} = 1; a${n} = 2; a${n} = 3; flag${n} = 1; r = flag${(n + 1) % threads}; }`;
  return [
    ...names.map((n) => `shared int[0..3] a${n} = 0;\nshared int[0..1] flag${n} = 0;`),
    ...names.map(body),
    `final somebody_sees: ${names.map((n) => `T${n}.r == 1`).join(' || ')};`,
    '',
  ].join('\n');
}

export const ringSubjects = (): readonly FencesSubject[] =>
  models.map((model) => ({
    ...{ name: 'ring of three', model, goal: 'property', bound: null, text: ringText(3), extension: 'fp' },
    ...{ first: false, literature: null },
  }));
