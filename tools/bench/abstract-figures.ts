import type { ComparedRun } from '../../src/report/compared-run.js';
import { renderGrid } from '../../src/report/grid.js';
import type { GridColumn, GridRow } from '../../src/report/grid.js';
import { paperRows } from './paper-tables.js';
import type { PaperRow } from './paper-tables.js';

/** What was measured of a program, by one method with one solver. */
export interface Measured {
  readonly program: string;
  readonly model: string;
  readonly method: string;
  readonly solver: string;
  readonly run: ComparedRun;
  /** Of the whole process. */
  readonly seconds: number;
}

const left = ['program', 'model', 'method', 'solver'];
const right = ['preds', 'given', 'calls', 'build', 'used', 'size', 'states', 'MB', 'check', 'whole'];
const columns: readonly GridColumn[] = [
  ...left.map((title): GridColumn => ({ title, align: 'left' })),
  ...right.map((title): GridColumn => ({ title, align: 'right' })),
  { title: 'verdict', align: 'left' },
];

/** Our rows, program by program and model by model, each such group with the paper's rows below. */
export function abstractTable(all: readonly Measured[]): string {
  const groups = [...new Set(all.map(({ program, model }) => `${program} ${model}`))];
  const rows = groups.flatMap((group): readonly GridRow[] => [
    ...all.filter(({ program, model }) => `${program} ${model}` === group).map(ourRow),
    ...paperRows.filter(({ program, model }) => `${program} ${model}` === group).map(paperRow),
  ]);
  const { header, body } = renderGrid(columns, rows, 140);
  return [...header, ...body].join('\n');
}

const text = (value: number | null, digits = 0): string =>
  value === null ? '-' : value.toLocaleString('en', { maximumFractionDigits: digits });

function ourRow({ program, model, method, solver, run, seconds }: Measured): GridRow {
  const verdict = run.reason === null ? (run.verdict ?? 'none') : `${run.verdict ?? 'none'} (${run.reason})`;
  return {
    cells: [
      ...[program, model, method, solver],
      ...[text(run.predicates), text(run.inputCubes), text(run.smtCalls), text(run.buildSeconds, 2)],
      ...[text(run.cubesUsed), text(run.cubeSize), text(run.states), text(run.memoryMB)],
      ...[text(run.checkSeconds, 2), seconds.toFixed(2), verdict],
    ],
  };
}

function paperRow({ program, model, method, predicates, inputCubes, measured }: PaperRow): GridRow {
  const figures =
    measured === null
      ? right.slice(2).map(() => '-')
      : [
          ...[text(measured.smtCalls), text(measured.buildSeconds, 1), text(measured.cubesUsed)],
          ...[text(measured.cubeSize), text(measured.states), text(measured.memoryMB)],
          ...[text(measured.checkSeconds, 1), text(measured.buildSeconds + measured.checkSeconds, 1)],
        ];
  const verdict = measured === null ? 'none in 10 hours' : 'safe';
  return {
    cells: [program, model, method, 'paper', text(predicates), text(inputCubes), ...figures, verdict],
  };
}
