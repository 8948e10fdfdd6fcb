import { changedBy, namesIn } from './option-words.js';

export interface McmtBench {
  /** Of so many runs the median counts, in the table of the papers. */
  readonly runs: number;
  /** For each run but those with a number of processes. */
  readonly timeout: number;
  /** For each number of processes. */
  readonly point: number;
  readonly parts: readonly McmtBenchPart[];
  /** Names of systems; empty: all. */
  readonly programs: readonly string[];
  /** A page whose tables are written anew; null: none. */
  readonly write: string | null;
}

const parts = ['table', 'sizes'] as const;
type McmtBenchPart = (typeof parts)[number];

const usual: McmtBench = { runs: 3, timeout: 120, point: 10, parts, programs: [], write: null };

export const mcmtUsage =
  `options: --runs N, --timeout SECONDS, --point SECONDS, --write FILE.md, and lists --parts ${parts.join(',')} ` +
  'and --programs';

/** Null: an option that there is not. */
export const mcmtOptions = (words: readonly string[]): McmtBench | null => changedBy(words, usual, change);

function change(name: string, value: string): Partial<McmtBench> | null {
  switch (name) {
    case '--runs':
      return Number(value) >= 1 ? { runs: Number(value) } : null;
    case '--timeout':
      return Number(value) > 0 ? { timeout: Number(value) } : null;
    case '--point':
      return Number(value) > 0 ? { point: Number(value) } : null;
    case '--programs':
      return { programs: value.split(',') };
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
