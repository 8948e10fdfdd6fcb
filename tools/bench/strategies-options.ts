import { changedBy, namesIn } from './option-words.js';
import { benchModels } from './strategies-subjects.js';
import type { BenchModel } from './strategies-subjects.js';

export interface StrategyBench {
  /** Seconds of CPU for each run. */
  readonly timeout: number;
  /** Names such as `mutex/dekker`; empty: all. */
  readonly programs: readonly string[];
  readonly models: readonly BenchModel[];
  /** So many processes at a time. */
  readonly jobs: number;
  /** Every run is added to this file, as a line of JSON; null: to none. */
  readonly save: string | null;
  /** A page whose tables are written anew; null: none. */
  readonly write: string | null;
}

const usual: StrategyBench = {
  ...{ timeout: 1, programs: [], models: benchModels, jobs: 1 },
  ...{ save: null, write: null },
};

export const strategyUsage =
  `options: --timeout SECONDS, --jobs N, --save FILE.jsonl, --write FILE.md, and lists --models ${benchModels.join(',')} ` +
  'and --programs';

/** Null: an option that there is not. */
export const strategyOptions = (words: readonly string[]): StrategyBench | null =>
  changedBy(words, usual, change);

function change(name: string, value: string): Partial<StrategyBench> | null {
  switch (name) {
    case '--timeout':
      return Number(value) > 0 ? { timeout: Number(value) } : null;
    case '--jobs':
      return Number(value) >= 1 ? { jobs: Math.floor(Number(value)) } : null;
    case '--programs':
      return { programs: value.split(',') };
    case '--models': {
      const models = namesIn(benchModels, value);
      return models === null ? null : { models };
    }
    case '--save':
      return { save: value };
    case '--write':
      return { write: value };
    default:
      return null;
  }
}
