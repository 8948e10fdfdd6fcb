import { describe, expect, it } from '@jest/globals';
import { printProgram } from '../../../src/lang/program/print.js';
import { parseFp } from '../../support/parse-fp.js';
import { verify } from '../../../src/library/calls.js';
import type { VerifyCall } from '../../../src/library/calls.js';
import type { VerifyReport } from '../../../src/ask/report.js';

const storeBuffers = `shared int x = 0, y = 0;
  thread P { local int r = 0; x = 1; r = y; }
  thread Q { local int r = 0; y = 1; r = x; }`;
const growing = `shared int x = 0, y = 0;
  thread P { local int n = 0; while (true) { x = n; n = 1 - n; } }
  thread Q { local int r = 0; r = x; y = r; }`;
const ticket = `shared int next = 0, turn = 0;
  process P(me) { local int mine = 0; mine = fetch_add(next, 1); assume(turn == mine); CS: skip; turn = mine + 1; }`;

const told = async (text: string, options: VerifyCall): Promise<VerifyReport> =>
  verify({ text, name: 'goal.fp' }, options);

/** A goal, and its opposite as an invariant or a final condition. */
const opposites = (kind: '' | 'final', formula: string): string =>
  `exists ${kind} goal: ${formula}; ${kind === '' ? 'invariant' : kind} never: !(${formula});`;

const mirrored = { safe: 'unsafe', unsafe: 'safe', unknown: 'unknown' } as const;

describe('a goal', () => {
  it.each<readonly [string, string, VerifyCall, 'safe' | 'unsafe' | 'unknown']>([
    ['within SC', `${storeBuffers} ${opposites('final', 'P.r == 0 && Q.r == 0')}`, { model: 'sc' }, 'unsafe'],
    [
      'with buffers',
      `${storeBuffers} ${opposites('final', 'P.r == 0 && Q.r == 0')}`,
      { model: 'tso' },
      'safe',
    ],
    ['in the middle', `${storeBuffers} ${opposites('', 'x == 1 && y == 0')}`, { model: 'pso' }, 'safe'],
    [
      'by predicates',
      `${storeBuffers} ${opposites('final', 'P.r == 0 && Q.r == 0')}`,
      { model: 'tso', engine: 'abstract' },
      'safe',
    ],
    [
      'without end, backward',
      `${storeBuffers} ${opposites('final', 'P.r == 0 && Q.r == 0')}`,
      { model: 'tso', engine: 'dual' },
      'safe',
    ],
    [
      'beyond the bound',
      `${growing} ${opposites('', 'y == 5')}`,
      { model: 'tso', engine: 'explicit', bound: 2 },
      'unknown',
    ],
    [
      'within the bound',
      `${growing} ${opposites('', 'y == 1')}`,
      { model: 'tso', engine: 'explicit', bound: 2 },
      'safe',
    ],
    [
      'proved to be out of reach',
      `${storeBuffers} ${opposites('', 'y == 5')}`,
      { model: 'tso', engine: 'abstract' },
      'unsafe',
    ],
    [
      'of any number of threads',
      `${ticket} exists goal: exists a != b in P: a at CS && b at CS; invariant never: forall a != b in P: !(a at CS && b at CS);`,
      { model: 'tso', procs: 'any' },
      'unsafe',
    ],
  ])('is the opposite of an invariant, %s', async (_, text, options, verdict) => {
    const { properties } = await told(text, options);
    const [goal, never] = properties;
    expect(goal).toMatchObject({ name: 'goal', kind: 'goal', verdict });
    expect(never).toMatchObject({ name: 'never', verdict: mirrored[verdict] });
    expect(goal?.trace === null).toBe(verdict !== 'safe');
    expect(goal?.reason === null).toBe(verdict !== 'unknown');
  });

  it('that is reached leaves nothing else open, and its run is the run of the answer', async () => {
    const report = await told(
      `${storeBuffers} exists one: x == 1; exists other: y == 1; invariant small: x <= 1; invariant wrong: x < 7;`,
      { model: 'tso' },
    );
    expect(report.properties.map(({ name, verdict }) => `${name} ${verdict}`)).toEqual([
      'one safe',
      'other safe',
      'small safe',
      'wrong safe',
    ]);
    expect(report).toMatchObject({ verdict: 'safe', property: null });
    expect(report.trace).toMatchObject({ violated: 'one', isReached: true });
  });

  it('that nothing reaches is less than a violation that has a run', async () => {
    const report = await told(`${storeBuffers} exists far: x == 7; invariant none: x == 0;`, {
      model: 'tso',
    });
    expect(report).toMatchObject({ verdict: 'unsafe', property: 'none' });
    expect(report.trace?.violated).toBe('none');
  });

  it.each(['explicit', 'abstract', 'ltl'] as const)(
    'is not reached where its formula has no value (%s)',
    async (engine) => {
      const report = await told(
        `shared int x = 5, flag[2] = 0, own[P] = 0;
        thread P(me: 0..1) { local int r = 0; x = me; }
        exists beyond: x > 1 && flag[x] == 1;
        exists divided: 1 / (x - 5) == 7;
        exists final instance: exists a in P: flag[x + 5] == own[a];
        exists sure: flag[x] == 0;
        exists lazy: x > 1 || flag[x] == 1;`,
        { model: 'tso', engine },
      );
      expect(report.properties.map(({ name, verdict }) => `${name} ${verdict}`)).toEqual([
        ...['beyond unsafe', 'divided unsafe', 'instance unsafe', 'sure safe', 'lazy safe'],
        ...report.properties.slice(5).map(({ name }) => `${name} safe`),
      ]);
    },
  );

  it('is told as it is written, of some instance as of one', async () => {
    const report = await told(
      'thread P(me: 0..2) { local int r = 0; L: r = me; } exists a in P: a at L && a.r == 0 && a == 2;',
      {},
    );
    expect(report.trace?.failed?.formula).toBe('P(2) at L && P(2).r == 0 && 2 == 2');
  });

  it('keeps its words', () => {
    const text =
      'shared int x = 0;\n\nthread P(me: 0..1) {\n  x = 1;\n}\n\nexists x == 1;\nexists final name: x == 2;\n';
    expect(printProgram(parseFp(text))).toBe(text);
  });

  it('of instances may leave out a word', () => {
    const program = 'thread P(me: 0..1) { L: skip; }';
    const short = parseFp(`${program} exists a in P: a at L;`);
    expect(printProgram(short)).toBe(printProgram(parseFp(`${program} exists exists a in P: a at L;`)));
  });
});
