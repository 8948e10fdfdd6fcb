import { amount } from './stats.js';

/** One row of a comparison. Null where a field does not apply, or nothing is known. */
export interface ComparedRun {
  /** The name of the file, short where that is clear. */
  readonly algorithm: string;
  readonly file: string;
  readonly model: string;
  readonly engine: string | null;
  readonly method: string | null;
  readonly encoding: string | null;
  readonly bound: number | null;
  readonly verdict: 'safe' | 'unsafe' | 'unknown' | null;
  readonly reason: string | null;
  readonly property: string | null;
  readonly predicates: number | null;
  readonly inputCubes: number | null;
  readonly smtCalls: number | null;
  readonly buildSeconds: number | null;
  readonly cubesUsed: number | null;
  readonly cubeSize: number | null;
  readonly states: number | null;
  readonly memoryMB: number | null;
  readonly checkSeconds: number | null;
  readonly seconds: number | null;
}

/** The columns of tables 1 and 2 of paper 003, then what was decided. `title` heads a table for people. */
export interface ComparedColumn {
  readonly name: string;
  readonly title: string;
  readonly align: 'left' | 'right';
  /** Whether tables for people have it; a list of values always does. */
  readonly inTables: boolean;
  /** For people. */
  readonly shown: (run: ComparedRun) => string | null;
  /** For programs. */
  readonly value: (run: ComparedRun) => string | number | null;
}

type RunField = keyof ComparedRun;

const words = (field: RunField, inTables = true): ComparedColumn => ({
  name: field,
  title: field,
  align: 'left',
  inTables,
  shown: (run) => run[field]?.toString() ?? null,
  value: (run) => run[field],
});

type NumberField = { [F in RunField]: ComparedRun[F] extends number | null ? F : never }[RunField];

const figure = (
  name: string,
  field: NumberField,
  title: string,
  show: (value: number) => string,
): ComparedColumn => ({
  name,
  title,
  align: 'right',
  inTables: true,
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

export const comparedColumns: readonly ComparedColumn[] = [
  words('algorithm'),
  words('model'),
  method,
  figure('predicates', 'predicates', 'preds', whole),
  figure('input_cubes', 'inputCubes', 'given', whole),
  figure('smt_calls', 'smtCalls', 'calls', whole),
  figure('build_seconds', 'buildSeconds', 'build', time),
  figure('cubes_used', 'cubesUsed', 'used', whole),
  figure('cube_size', 'cubeSize', 'size', whole),
  figure('states', 'states', 'states', whole),
  figure('memory_mb', 'memoryMB', 'MB', whole),
  figure('check_seconds', 'checkSeconds', 'check', time),
  verdict,
  words('reason', false),
  figure('seconds', 'seconds', 'total', time),
  words('engine', false),
  words('encoding', false),
  words('bound', false),
  words('property', false),
  words('file', false),
];
