import { changedBy } from './option-words.js';

export interface AbstractBench {
  /** Of so many runs the median counts. */
  readonly runs: number;
  readonly timeout: number;
  /** Empty: all. */
  readonly programs: readonly string[];
  readonly models: readonly string[];
  readonly methods: readonly string[];
  readonly solvers: readonly string[];
  readonly encoding: string;
}

const usual: AbstractBench = {
  runs: 1,
  timeout: 300,
  programs: [],
  models: ['sc', 'tso', 'pso'],
  methods: ['trad', 'pe', 'ce', 'lazy'],
  solvers: ['auto', 'z3'],
  encoding: 'shapes',
};

export const abstractUsage =
  'options: --runs N, --timeout SECONDS, --encoding E, and lists --programs, --models, --methods, --solvers';

/** Null: an option that there is not. */
export const abstractOptions = (words: readonly string[]): AbstractBench | null =>
  changedBy(words, usual, change);

function change(name: string, value: string): Partial<AbstractBench> | null {
  const list = value.split(',');
  switch (name) {
    case '--runs':
      return Number(value) >= 1 ? { runs: Number(value) } : null;
    case '--timeout':
      return Number(value) > 0 ? { timeout: Number(value) } : null;
    case '--encoding':
      return { encoding: value };
    case '--programs':
      return { programs: list };
    case '--models':
      return { models: list };
    case '--methods':
      return { methods: list };
    case '--solvers':
      return { solvers: list };
    default:
      return null;
  }
}
