import { axisNames, distinctWays, mayGoTo, wayName } from './asked-way.js';
import type { AskedWay } from './asked-way.js';

/** A question to `verify`: one row of the table to be. Plain data, so that it can be sent. */
export interface PlannedRun {
  readonly file: string;
  readonly model: string;
  readonly way: AskedWay;
  /** The part of the plan that asks, where parts have names. */
  readonly part: string | null;
  /** What else is said to verify: options, each one word, without limits. */
  readonly words: readonly string[];
}

/** When a run is ended. Null: never. */
export interface AskedLimits {
  readonly timeoutSeconds: number | null;
  readonly memoryMB: number | null;
}

/** A question that is to be put, perhaps one of several times. Plain data. */
export interface RunJob {
  /** Of the question and the contents of its files and the version: what has the same key is the same run. No limits. */
  readonly key: string;
  /** From 0. */
  readonly repeat: number;
  readonly run: PlannedRun;
  readonly limits: AskedLimits;
  /** In the plan, from 0: the order of the table. */
  readonly place: number;
}

/** What tells a job from all others. */
export const jobId = ({ key, repeat }: Pick<RunJob, 'key' | 'repeat'>): string => `${key}-${repeat}`;

export interface RunGrid {
  readonly files: readonly string[];
  readonly models: readonly { readonly name: string; readonly buffers: boolean }[];
  readonly ways: readonly AskedWay[];
  readonly part?: string | null;
  readonly passedOn: readonly PassedOption[];
}

/** Words for the command lines of runs. */
export interface PassedOption {
  readonly words: readonly string[];
  /** It is only for models that have buffers. */
  readonly ofBuffers?: boolean;
  /** It is for runs that may go to one of these engines; absent: for all. */
  readonly engines?: readonly string[];
}

/** Row by row: all of one file stand together, and of it all of one model. */
export function planRuns({ files, models, ways, part = null, passedOn }: RunGrid): readonly PlannedRun[] {
  const ofModel = models.map((model) => ({
    model,
    questions: distinctWays(ways, model.buffers).map((way) => ({
      way,
      words: passedOn
        .filter(({ ofBuffers }) => model.buffers || ofBuffers !== true)
        .filter(({ engines }) => mayGoTo(way.engine, engines))
        .flatMap(({ words }) => words),
    })),
  }));
  return [...new Set(files)].flatMap((file) =>
    ofModel.flatMap(({ model, questions }) =>
      questions.map((question) => ({ file, model: model.name, part, ...question })),
    ),
  );
}

/** What is asked, in words of the command line, but for the file and the limits. */
export const questionOf = ({ model, way, words }: PlannedRun): readonly string[] => [
  ...['verify', '--json', '--model', model],
  ...axisNames.flatMap((axis) => {
    const value = way[axis];
    return value === null ? [] : [`--${axis}`, value];
  }),
  ...words,
];

export function commandLineOf({ run, limits }: Pick<RunJob, 'run' | 'limits'>): readonly string[] {
  const { timeoutSeconds, memoryMB } = limits;
  return [
    ...questionOf(run),
    ...(timeoutSeconds === null ? [] : [`--timeout=${timeoutSeconds}`]),
    ...(memoryMB === null ? [] : [`--memory=${memoryMB}`]),
    ...['--', run.file],
  ];
}

/** `peterson.fp pso ce`: what tells the runs of a comparison from each other. */
export function nameOf({ file, model, way, part }: PlannedRun): string {
  return [file, model, wayName(way), part ?? ''].filter((text) => text !== '').join(' ');
}
