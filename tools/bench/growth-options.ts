import { growthFamilies } from './growth-families.js';
import { changedBy, namesIn } from './option-words.js';

export interface GrowthBench {
  /** A way is followed to larger programs until one takes longer, in seconds. */
  readonly point: number;
  /** Where every way takes less than half a second, the median of so many runs counts. */
  readonly runs: number;
  readonly models: readonly GrowthModel[];
  /** Names of families. */
  readonly families: readonly string[];
  /** A page whose tables are written anew; null: none. */
  readonly write: string | null;
}

const models = ['sc', 'tso', 'pso'] as const;
export type GrowthModel = (typeof models)[number];

const names = growthFamilies.map(({ name }) => name);
const usual: GrowthBench = { point: 10, runs: 3, models, families: names, write: null };

export const growthUsage = `options: --point SECONDS, --runs N, --write FILE.md, and lists --models ${models.join(',')} and --families`;

/** Null: an option that there is not. */
export const growthOptions = (words: readonly string[]): GrowthBench | null =>
  changedBy(words, usual, (name, value): Partial<GrowthBench> | null => {
    switch (name) {
      case '--point':
        return Number(value) > 0 ? { point: Number(value) } : null;
      case '--runs':
        return Number(value) >= 1 ? { runs: Number(value) } : null;
      case '--models': {
        const chosen = namesIn(models, value);
        return chosen === null ? null : { models: chosen };
      }
      case '--families': {
        const chosen = namesIn(names, value);
        return chosen === null ? null : { families: chosen };
      }
      case '--write':
        return { write: value };
      default:
        return null;
    }
  });
