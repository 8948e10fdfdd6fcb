import { describe, expect, it } from '@jest/globals';
import { getOrFail, invariant } from '../../../../src/support/invariant.js';
import type { Sheet } from '../../../../tools/bench/sheet.js';
import { targetsOf } from '../../../../tools/bench/strategies-judged.js';
import { runStrategy } from '../../../../tools/bench/strategies-run.js';
import type { StrategyQuestion, StrategyRun } from '../../../../tools/bench/strategies-run.js';
import { strategySubjects, withoutPredicates } from '../../../../tools/bench/strategies-subjects.js';
import { strategySheets } from '../../../../tools/bench/strategies-tables.js';
import type { MeasuredStrategy } from '../../../../tools/bench/strategies-tables.js';

const asked = (name: string, question: Partial<StrategyQuestion> = {}): StrategyQuestion => ({
  ...{ subject: { name, isAuthors: false }, model: 'tso', way: 'itp', scope: 'extrapolate' },
  ...{ encoding: 'shapes', seconds: 10 },
  ...question,
});

const run = (queries: number, change: Partial<StrategyRun> = {}): StrategyRun => ({
  ...{ verdict: 'safe', reason: null, iterations: 5, underSc: 3, found: 10, kept: 4 },
  ...{ queries, z3Queries: 0, cpuSeconds: 0.1 },
  ...change,
});

const late = { verdict: 'unknown', reason: 'timeout' } as const;

/** Two programs in both scopes; the second is not decided directly. */
const measured: readonly MeasuredStrategy[] = [
  { question: asked('mutex/peterson-fenced'), run: run(20) },
  {
    question: asked('mutex/peterson-fenced', { scope: 'direct' }),
    run: run(30, { iterations: 9, underSc: 0, cpuSeconds: 0.11 }),
  },
  { question: asked('mutex/dekker-fenced'), run: run(40) },
  { question: asked('mutex/dekker-fenced', { scope: 'direct' }), run: run(500, late) },
];

function rowsOf(sheets: readonly Sheet[], name: string): Sheet['rows'] {
  const sheet = new Map(sheets.map((each) => [each.name, each]));
  const { columns, rows } = getOrFail(sheet, name);
  for (const row of rows) expect(row).toHaveLength(columns.length);
  return rows;
}

describe('the tables of strategies', () => {
  const sheets = strategySheets(measured);

  it('add up only what all ways decide', () => {
    const same = ['2', '1.00 x', '1.00 x', '1.00 x'];
    const direct = ['1', '1.80 x', '1.50 x', '1.10 x'];
    expect(rowsOf(sheets, 'strategies')).toEqual([
      [
        'tso',
        'extrapolate',
        'itp',
        '2',
        '2',
        '0',
        '0',
        '0.2',
        '1',
        '5',
        '10',
        '4',
        '20',
        '0',
        '0.10',
        ...same,
      ],
      ['tso', 'direct', 'itp', '1', '1', '0', '1', '0.2', '1', '9', '10', '4', '30', '0', '0.11', ...direct],
    ]);
  });

  it('set extrapolation beside direct refinement', () => {
    expect(rowsOf(sheets, 'claim')).toEqual([
      ['shapes', 'tso', '1', '1', '0', '3 + 2', '9', '20', '30', '0.10', '0.11', '1 : 0', '1 : 0', '0 : 0'],
    ]);
  });

  it('tell of each program the default and the fewest queries', () => {
    expect(rowsOf(sheets, 'programs')).toEqual([
      ['mutex/peterson-fenced', '-', '-', 'safe 5 / 20 / 100', 'default', '-', '-'],
      ['mutex/dekker-fenced', '-', '-', 'safe 5 / 40 / 100', 'default', '-', '-'],
    ]);
  });

  it('are not believed where an answer is wrong', () => {
    const [right, ...others] = measured;
    invariant(right !== undefined, 'there are runs');
    expect(targetsOf(measured)[0]).toMatchObject({ measured: 0 });
    const wrong = { ...right, run: run(20, { verdict: 'unsafe' }) };
    expect(targetsOf([wrong, ...others])[0]).toMatchObject({ measured: 1 });
  });
});

describe('the programs of the benchmark', () => {
  it('are at least 40, and have no predicates', async () => {
    const samples = strategySubjects().filter(({ isAuthors }) => !isAuthors);
    expect(samples.length).toBeGreaterThanOrEqual(40);
    for (const subject of samples) expect((await withoutPredicates(subject, 'tso')).predicates).toEqual([]);
  });

  it('are asked in both scopes, and what goes on under SC is counted', async () => {
    const extrapolated = await runStrategy(asked('abstraction/queue'));
    const direct = await runStrategy(asked('abstraction/queue', { scope: 'direct' }));
    const underSc = await runStrategy(asked('abstraction/queue', { model: 'sc' }));
    expect([extrapolated, direct, underSc].map(({ verdict }) => verdict)).toEqual(['safe', 'safe', 'safe']);
    expect(extrapolated.underSc).toBe(underSc.iterations);
    expect(extrapolated.iterations).toBeGreaterThan(underSc.iterations);
    expect(extrapolated.queries).toBeGreaterThan(underSc.queries);
    expect(direct.underSc).toBe(0);
  });

  it('are not decided by templates that are refined', async () => {
    const templates = await runStrategy(asked('abstraction/queue', { model: 'sc', way: 'templates' }));
    expect(templates).toMatchObject({ verdict: 'safe', iterations: 1 });
  });
});
