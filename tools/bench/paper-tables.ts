/** A row of table 1 or 2 of paper 003. */
export interface PaperRow {
  readonly program: string;
  readonly model: 'sc' | 'tso' | 'pso';
  readonly method: 'trad' | 'pe' | 'ce';
  readonly predicates: number;
  /** Null: the method has none. */
  readonly inputCubes: number | null;
  /** Null: no answer within ten hours. */
  readonly measured: PaperFigures | null;
}

export interface PaperFigures {
  readonly smtCalls: number;
  readonly buildSeconds: number;
  readonly cubesUsed: number;
  readonly cubeSize: number;
  readonly states: number;
  readonly memoryMB: number;
  readonly checkSeconds: number;
}

type PaperLine = readonly [
  program: string,
  method: PaperRow['method'],
  model: PaperRow['model'],
  predicates: number,
  inputCubes: number | null,
  figures: Figures | null,
];

/** Calls and states in thousands, as the paper rounds them. */
type Figures = readonly [
  calls: number,
  build: number,
  used: number,
  size: number,
  states: number,
  megabytes: number,
  check: number,
];

/**
 * Dan, Meshman, Vechev, Yahav: Predicate Abstraction for Relaxed Memory Models (SAS 2013), tables 1 and 2: an Intel Xeon
 * at 2.13 GHz, Yices 1, one entry a buffer. The fences of its programs are not printed there.
 */
const lines: readonly PaperLine[] = [
  ['dekker', 'pe', 'sc', 7, null, [0.7, 0.1, 0, 1, 14, 6, 1]],
  ['dekker', 'pe', 'pso', 20, null, [26, 6, 0, 1, 80, 31, 5]],
  ['dekker', 'pe', 'tso', 18, null, [22, 5, 0, 1, 45, 20, 3]],
  ['peterson', 'pe', 'sc', 7, null, [0.6, 0.1, 2, 2, 7, 3, 1]],
  ['peterson', 'pe', 'pso', 20, null, [15, 3, 2, 2, 31, 13, 3]],
  ['peterson', 'pe', 'tso', 18, null, [13, 3, 2, 2, 25, 11, 2]],
  ['abp', 'pe', 'sc', 8, null, [2, 0.5, 5, 2, 0.6, 1, 0.6]],
  ['abp', 'pe', 'pso', 15, null, [20, 4, 5, 2, 2, 3, 1]],
  ['abp', 'pe', 'tso', 17, null, [23, 5, 5, 2, 2, 3, 1]],
  ['szymanski', 'pe', 'sc', 20, null, [16, 3.3, 1, 2, 12, 6, 2]],
  ['szymanski', 'pe', 'pso', 35, null, [152, 33, 1, 2, 61, 30, 4]],
  ['szymanski', 'pe', 'tso', 37, null, [165, 35, 1, 2, 61, 31, 5]],
  ['queue', 'trad', 'sc', 7, null, [20, 5, 50, 4, 1, 2, 1]],
  ['queue', 'pe', 'pso', 15, null, [5747, 1475, 412, 4, 11, 6, 2]],
  ['queue', 'pe', 'tso', 16, null, [11133, 2778, 412, 4, 12, 7, 2]],
  ['queue', 'ce', 'pso', 15, 99, [98, 17, 99, 4, 11, 6, 2]],
  ['queue', 'ce', 'tso', 16, 99, [163, 31, 99, 4, 12, 7, 2]],
  ['bakery', 'trad', 'sc', 15, null, [1552, 355, 161, 4, 20, 8, 2]],
  ['bakery', 'pe', 'pso', 38, null, null],
  ['bakery', 'pe', 'tso', 36, null, null],
  ['bakery', 'ce', 'pso', 38, 422, [9018, 1773, 381, 4, 979, 375, 104]],
  ['bakery', 'ce', 'tso', 36, 422, [7048, 1386, 383, 4, 730, 285, 121]],
  ['ticket', 'trad', 'sc', 11, null, [218, 51, 134, 4, 2, 2, 1]],
  ['ticket', 'pe', 'pso', 56, null, null],
  ['ticket', 'pe', 'tso', 48, null, null],
  ['ticket', 'ce', 'pso', 56, 622, [15644, 2163, 380, 4, 193, 123, 40]],
  ['ticket', 'ce', 'tso', 48, 622, [6941, 1518, 582, 4, 71, 67, 545]],
];

export const paperRows: readonly PaperRow[] = lines.map(
  ([program, method, model, predicates, inputCubes, figures]) => ({
    ...{ program, model, method, predicates, inputCubes },
    measured: figures === null ? null : figuresOf(figures),
  }),
);

function figuresOf([calls, build, used, size, states, megabytes, check]: Figures): PaperFigures {
  return {
    smtCalls: 1000 * calls,
    buildSeconds: build,
    cubesUsed: used,
    cubeSize: size,
    states: 1000 * states,
    memoryMB: megabytes,
    checkSeconds: check,
  };
}
