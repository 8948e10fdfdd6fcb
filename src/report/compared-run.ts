import { amount } from './stats.js';

/** One row of a comparison. Null where a field does not apply, or nothing is known. */
export interface ComparedRun extends RunFigures {
  /** The name of the file, short where that is clear. */
  readonly algorithm: string;
  readonly file: string;
  readonly model: string;
  readonly engine: string | null;
  readonly method: string | null;
  readonly encoding: string | null;
  readonly bound: number | null;
  /** What was asked of the abstract engine, as far as it was. */
  readonly solver: string | null;
  readonly discover: string | null;
  readonly refine: string | null;
  readonly scope: string | null;
  /** The part of a plan that asked, where it has a name. */
  readonly part: string | null;
  readonly verdict: 'safe' | 'unsafe' | 'unknown' | null;
  readonly reason: string | null;
  readonly property: string | null;
  /** How it was asked, in a few words: what plots and scores put together. */
  readonly way: string;
  /** Beside what is known; null: nothing is. */
  readonly judgement: 'right' | 'wrong' | 'unknown' | null;
}

export type RunFigures = Readonly<Record<FigureName, number | null>>;

/** What is measured of a run; the others are counted by engines. Of processes: with all that they made. */
export type MeasuredName =
  | ('seconds' | 'wallSeconds' | 'processSeconds' | 'processMB')
  /** Of a run that was made several times the others are medians. */
  | ('repeats' | 'leastSeconds' | 'mostSeconds');

export type FigureName =
  | ('iterations' | 'found' | 'kept' | 'differenceCalls' | 'z3Calls' | 'cpuSeconds')
  | ('predicates' | 'inputCubes' | 'smtCalls' | 'buildSeconds' | 'cubesUsed' | 'cubeSize')
  | ('states' | 'memoryMB' | 'checkSeconds')
  | MeasuredName;

/** `title` heads a table for people. */
export interface ComparedColumn {
  readonly name: string;
  readonly title: string;
  readonly align: 'left' | 'right';
  /** For people. */
  readonly shown: (run: ComparedRun) => string | null;
  /** For programs. */
  readonly value: (run: ComparedRun) => string | number | null;
}

const words = (field: keyof ComparedRun): ComparedColumn => ({
  name: field,
  title: field,
  align: 'left',
  shown: (run) => run[field]?.toString() ?? null,
  value: (run) => run[field],
});

const figure = (
  name: string,
  field: FigureName,
  title: string,
  show: (value: number) => string,
): ComparedColumn => ({
  name,
  title,
  align: 'right',
  shown: (run) => (run[field] === null ? null : show(run[field])),
  value: (run) => (run[field] === null ? null : Math.round(run[field] * 1e6) / 1e6),
});

const whole = (value: number): string => amount(Math.round(value));
const time = (value: number): string => value.toFixed(value < 100 ? 2 : 0);

const verdict: ComparedColumn = {
  ...words('verdict'),
  shown: ({ verdict: decided, reason }) => {
    const told = decided ?? 'none';
    return reason === null ? told : `${told} (${reason})`;
  },
};

const method: ComparedColumn = {
  ...words('method'),
  // Engines without methods have rows too.
  shown: (run) => run.method ?? run.engine,
};

const identity = [words('algorithm'), words('model'), method];
const asked = [words('discover'), words('refine'), words('scope')];
const askedToo = [words('solver'), words('part')];
const processSeconds = figure('process_cpu_seconds', 'processSeconds', 'CPU', time);
const measured = [
  figure('wall_seconds', 'wallSeconds', 'wall', time),
  processSeconds,
  figure('process_memory_mb', 'processMB', 'MB', whole),
];
const discovered = [
  figure('iterations', 'iterations', 'iter', whole),
  figure('found', 'found', 'found', whole),
  figure('kept', 'kept', 'kept', whole),
  figure('dl_calls', 'differenceCalls', 'dl', whole),
  figure('z3_calls', 'z3Calls', 'z3', whole),
  figure('cpu_seconds', 'cpuSeconds', 'cpu', time),
];
const figures = [
  figure('predicates', 'predicates', 'preds', whole),
  figure('input_cubes', 'inputCubes', 'given', whole),
  figure('smt_calls', 'smtCalls', 'calls', whole),
  figure('build_seconds', 'buildSeconds', 'build', time),
  figure('cubes_used', 'cubesUsed', 'used', whole),
  figure('cube_size', 'cubeSize', 'size', whole),
  figure('states', 'states', 'states', whole),
  {
    ...figure('memory_mb', 'memoryMB', 'MB', whole),
    // Of all processes of the run, where that is known.
    shown: ({ processMB, memoryMB }: ComparedRun) => {
      const most = processMB ?? memoryMB;
      return most === null ? null : whole(most);
    },
  },
  figure('check_seconds', 'checkSeconds', 'check', time),
];
/** How far the times of several repetitions are from each other. */
const spread: ComparedColumn = {
  ...words('way'),
  name: 'spread',
  title: 'spread',
  align: 'right',
  shown: ({ leastSeconds, mostSeconds }) =>
    leastSeconds === null || mostSeconds === null ? null : `${time(leastSeconds)}..${time(mostSeconds)}`,
};
const repeated = [
  figure('repeats', 'repeats', 'runs', whole),
  figure('least_seconds', 'leastSeconds', 'least', time),
  figure('most_seconds', 'mostSeconds', 'most', time),
];
const total = figure('seconds', 'seconds', 'total', time);
const others = [words('engine'), words('encoding'), words('bound'), words('property'), words('file')];

/** The columns of tables 1 and 2 of paper 003 and how predicates were found, then what was decided. */
export const tableColumns: readonly ComparedColumn[] = [
  ...[...identity, ...askedToo, ...asked, ...discovered, ...figures],
  ...[verdict, words('judgement'), total, processSeconds, spread],
];

/** All there is: what is new comes last. */
export const listColumns: readonly ComparedColumn[] = [
  ...[...identity, ...figures, words('verdict'), words('reason'), total, ...others],
  ...[...asked, ...discovered],
  ...[...askedToo, ...measured, ...repeated, words('judgement')],
];
