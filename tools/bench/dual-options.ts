import { changedBy, namesIn } from './option-words.js';

export interface DualBench {
  /** Of so many runs the median counts, in the tables of the paper. */
  readonly runs: number;
  /** For each run but those of the figure. */
  readonly timeout: number;
  /** For each point of the figure. */
  readonly point: number;
  readonly parts: readonly DualBenchPart[];
  /** Names of programs; empty: all. */
  readonly programs: readonly string[];
  /** A page whose tables are written anew; null: none. */
  readonly write: string | null;
}

const parts = ['table-1', 'table-2', 'figure-3', 'corpus'] as const;
export type DualBenchPart = (typeof parts)[number];

const usual: DualBench = { runs: 3, timeout: 300, point: 10, parts, programs: [], write: null };

export const dualUsage =
  `options: --runs N, --timeout SECONDS, --point SECONDS, --write FILE.md, and lists --parts ${parts.join(',')} ` +
  'and --programs';

/** Null: an option that there is not. */
export const dualOptions = (words: readonly string[]): DualBench | null => changedBy(words, usual, change);

function change(name: string, value: string): Partial<DualBench> | null {
  const list = value.split(',');
  switch (name) {
    case '--runs':
      return Number(value) >= 1 ? { runs: Number(value) } : null;
    case '--timeout':
      return Number(value) > 0 ? { timeout: Number(value) } : null;
    case '--point':
      return Number(value) > 0 ? { point: Number(value) } : null;
    case '--programs':
      return { programs: list };
    case '--parts': {
      const chosen = namesIn(parts, value);
      return chosen === null ? null : { parts: chosen };
    }
    case '--write':
      return { write: value };
    default:
      return null;
  }
}
