import type { ComparedRun } from './compared-run.js';

/** What a way of asking came to, over all its rows. */
export interface ComparisonScore {
  readonly way: string;
  readonly rows: number;
  readonly safe: number;
  readonly unsafe: number;
  /** Unknown, and without any verdict. */
  readonly open: number;
  /** Where verdicts are known; null: of no row they are. */
  readonly right: number | null;
  readonly wrong: number;
  readonly score: number | null;
  /** Seconds that the solved ones took together, by the clock and of processors. */
  readonly wallSeconds: number;
  readonly cpuSeconds: number;
}

/**
 * As the competition SV-COMP counts: a right alarm 1, a right proof 2, a false alarm -16, a wrong proof -32, else 0.
 * https://sv-comp.sosy-lab.org/2024/rules.php#scores
 */
const points = { unsafe: { right: 1, wrong: -16 }, safe: { right: 2, wrong: -32 } } as const;

export function scoresOf(rows: readonly ComparedRun[]): readonly ComparisonScore[] {
  const ways = new Map<string, ComparedRun[]>();
  for (const row of rows) {
    const own = ways.get(row.way) ?? [];
    ways.set(row.way, own);
    own.push(row);
  }
  return [...ways].map(([way, own]) => scoreOf(way, own));
}

function scoreOf(way: string, rows: readonly ComparedRun[]): ComparisonScore {
  const solved = rows.filter(isSolved);
  const judged = rows.filter(({ judgement }) => judgement !== null);
  const count = (verdict: string): number => rows.filter((row) => row.verdict === verdict).length;
  const sum = (field: 'wallSeconds' | 'processSeconds'): number =>
    solved.reduce((total, row) => total + (row[field] ?? 0), 0);
  return {
    way,
    rows: rows.length,
    safe: count('safe'),
    unsafe: count('unsafe'),
    open: rows.length - solved.length,
    right: judged.length === 0 ? null : judged.filter(({ judgement }) => judgement === 'right').length,
    wrong: judged.filter(({ judgement }) => judgement === 'wrong').length,
    score: judged.length === 0 ? null : judged.reduce((total, row) => total + pointsOf(row), 0),
    wallSeconds: sum('wallSeconds'),
    cpuSeconds: sum('processSeconds'),
  };
}

function pointsOf({ verdict, judgement }: ComparedRun): number {
  if (verdict !== 'safe' && verdict !== 'unsafe') return 0;
  return judgement === 'right' || judgement === 'wrong' ? points[verdict][judgement] : 0;
}

export const isSolved = ({ verdict }: ComparedRun): boolean => verdict === 'safe' || verdict === 'unsafe';
