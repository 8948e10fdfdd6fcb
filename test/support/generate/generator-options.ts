/** What a generated statement is for; one choice may give several statements. */
export type StmtChoice =
  | 'store'
  | 'load'
  | 'compute'
  | 'if'
  /** A loop that a counter of its own ends. */
  | 'while'
  /** A loop that waits for a shared variable. */
  | 'spin'
  /** A forward goto around other statements. */
  | 'jump'
  | 'either'
  | 'atomic'
  | 'locked'
  | 'rmw'
  | 'fence'
  | 'fence-ww'
  | 'assume'
  | 'assert'
  | 'havoc'
  | 'skip';

export type StmtWeights = readonly (readonly [StmtChoice, number])[];

export interface GeneratorOptions {
  /** Fewest and most. */
  readonly threads: readonly [number, number];
  readonly sharedVars: readonly [number, number];
  /** At most so many a thread, those in blocks included; a jump or loop may exceed it by its own parts. */
  readonly statements: number;
  /** Integers are 0 to this. */
  readonly maxValue: number;
  readonly weights: StmtWeights;
  /** Of expressions; 0: constants, and locals alone. */
  readonly depth: number;
  /** Arrays, initial values that are unknown or depend on others, divisions, indices that may be out of bounds. */
  readonly everything: boolean;
  /** Threads with a range, and processes. */
  readonly instances: boolean;
  /** Invariants, finals, ltl properties and predicates. */
  readonly properties: boolean;
}

/**
 * Programs for comparing memory models and engines: finitely many states, no loops but bounded ones, observed values
 * kept in locals of their own, and stores followed by loads of other variables, so that buffers show.
 */
export const memoryOptions: GeneratorOptions = {
  threads: [2, 3],
  sharedVars: [2, 3],
  statements: 6,
  maxValue: 2,
  weights: [
    ...([
      ['store', 13],
      ['load', 8],
      ['compute', 1],
      ['if', 1.5],
      ['while', 0.5],
      ['jump', 0.8],
    ] as const),
    ...([
      ['either', 0.7],
      ['atomic', 0.7],
      ['locked', 0.4],
      ['rmw', 0.8],
      ['fence', 0.4],
    ] as const),
    ...([
      ['fence-ww', 0.6],
      ['assume', 0.3],
      ['assert', 0.7],
      ['havoc', 0.4],
      ['skip', 0.3],
    ] as const),
  ],
  depth: 0,
  everything: false,
  instances: false,
  properties: false,
};

/** Programs that use every construct of the language, for printing and parsing; they need not be sensible. */
export const languageOptions: GeneratorOptions = {
  threads: [1, 3],
  sharedVars: [1, 4],
  statements: 12,
  maxValue: 3,
  weights: [
    ...([
      ['store', 3],
      ['load', 2],
      ['compute', 3],
      ['if', 2],
      ['while', 1],
      ['spin', 1],
      ['jump', 1],
    ] as const),
    ...([
      ['either', 1],
      ['atomic', 1],
      ['locked', 1],
      ['rmw', 2],
      ['fence', 1],
      ['fence-ww', 1],
    ] as const),
    ...([
      ['assume', 1],
      ['assert', 1],
      ['havoc', 1],
      ['skip', 1],
    ] as const),
  ],
  depth: 3,
  everything: true,
  instances: true,
  properties: true,
};
