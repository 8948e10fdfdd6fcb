import { changedBy, namesIn } from './option-words.js';

export interface FencesBench {
  /** For each question. */
  readonly timeout: number;
  /** Of so many processes the fastest counts, but for the programs of paper 003. */
  readonly runs: number;
  readonly parts: readonly FencesPart[];
  /** Names of programs; empty: all. */
  readonly programs: readonly string[];
  /** A page whose tables are written anew; null: none. */
  readonly write: string | null;
}

const parts = ['cupex', 'literature', 'places'] as const;
export type FencesPart = (typeof parts)[number];

const usual: FencesBench = { timeout: 300, runs: 3, parts, programs: [], write: null };

export const fencesUsage = `options: --timeout SECONDS, --runs N, --write FILE.md, and lists --parts ${parts.join(',')} and --programs`;

/** Null: an option that there is not. */
export const fencesOptions = (words: readonly string[]): FencesBench | null =>
  changedBy(words, usual, change);

function change(name: string, value: string): Partial<FencesBench> | null {
  switch (name) {
    case '--timeout':
      return Number(value) > 0 ? { timeout: Number(value) } : null;
    case '--runs':
      return Number(value) >= 1 ? { runs: Number(value) } : null;
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
