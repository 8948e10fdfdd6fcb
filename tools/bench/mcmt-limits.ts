import type { SystemExpectation } from '../corpus/cub-expected.js';
import type { BenchTarget } from './history.js';
import type { VerifyRun } from './verify-run.js';

export interface TableRun {
  readonly row: SystemExpectation;
  readonly run: VerifyRun;
}

export interface SizeRuns {
  readonly row: SystemExpectation;
  /** By number of processes, growing. */
  readonly points: readonly { readonly processes: number; readonly run: VerifyRun }[];
}

/** What starting Node takes is not the engine's doing: shorter times count as this one. */
const leastSeconds = 0.5;
const mostRatio = 1.5;
/** Where the gain over Cubicle-W is to be large. */
const largeGain: ReadonlyMap<string, number> = new Map([
  ['two_phase_N', 0.2],
  ['arbiter_v2_N', 0.2],
]);

/** A study of the same rules visited so many cubes. */
export const mostNodes: ReadonlyMap<string, number> = new Map([
  ['mutex_N', 8],
  ['mutex_N_us', 9],
  ['lamport_N', 31],
  ['lamport_N_us', 16],
  ['spinlock_N', 11],
  ['sense_rev_N', 20],
  ['arbiter_v1_N', 39],
  ['arbiter_v2_N', 422],
  ['two_phase_N', 66],
]);

/** Without the folder that the file comes from. */
export const nameOf = ({ file }: SystemExpectation): string => file.replace(/^cubtso-|\.cub$/g, '');

/** Our time to that of Cubicle-W; null: it has none. */
export function ratioOf({ row, run }: TableRun): number | null {
  if (row.seconds === null) return null;
  return Math.max(run.seconds, leastSeconds) / Math.max(row.seconds, leastSeconds);
}

export function tableTargets(runs: readonly TableRun[]): readonly BenchTarget[] {
  if (runs.length === 0) return [];
  return [
    right(
      'table',
      runs.map(({ row, run }) => run.verdict === row.verdict),
    ),
    ...runs.flatMap((one): readonly BenchTarget[] => {
      const name = nameOf(one.row);
      const [nodes, ratio] = [mostNodes.get(name) ?? null, ratioOf(one)];
      return [
        ...(nodes === null ? [] : [atMost(`${name}, nodes`, one.run.states ?? Infinity, nodes)]),
        ...(ratio === null
          ? []
          : [atMost(`${name}, time to Cubicle-W's`, ratio, largeGain.get(name) ?? mostRatio)]),
      ];
    }),
  ];
}

/** A number of processes without an answer ends its row and is no failure; a wrong answer is. */
export function sizeTargets(engine: string, all: readonly SizeRuns[]): readonly BenchTarget[] {
  if (all.length === 0) return [];
  const answers = all.flatMap(({ row, points }) =>
    points.filter(({ run }) => run.answered).map(({ run }) => run.verdict === row.verdict),
  );
  return [right(`numbers of processes, ${engine}`, answers)];
}

const atMost = (what: string, measured: number, limit: number): BenchTarget => ({
  ...{ what, measured, limit },
  kind: 'at most',
});

const right = (where: string, answers: readonly boolean[]): BenchTarget => ({
  what: `${where}: right answers`,
  measured: answers.filter((answer) => answer).length,
  limit: answers.length,
  kind: 'at least',
});
