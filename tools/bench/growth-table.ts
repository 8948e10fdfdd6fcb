import { at } from '../../src/support/invariant.js';
import type { GrowthFamily } from './growth-families.js';
import type { GrowthModel } from './growth-options.js';
import type { BenchTarget } from './history.js';
import { left, right } from './sheet.js';
import type { Sheet } from './sheet.js';
import type { VerifyRun } from './verify-run.js';

/** What is taken off, or not. */
export const growthWays = [
  { name: 'none', words: ['--por=off', '--symmetry=off'] },
  { name: 'partial orders', words: ['--symmetry=off'] },
  { name: 'symmetry', words: ['--por=off'] },
  { name: 'both', words: [] },
] as const;

export type GrowthWay = (typeof growthWays)[number];

/** One way through a family under a model. */
export interface GrowthLine {
  readonly family: GrowthFamily;
  readonly model: GrowthModel;
  readonly way: GrowthWay;
  /** By number of threads, growing. */
  readonly points: readonly GrowthPoint[];
}

export interface GrowthPoint {
  readonly threads: number;
  readonly run: VerifyRun;
}

const count = (value: number | null): string => value?.toLocaleString('en') ?? '-';

/** Two sheets for a model: states, and the engine's seconds, by number of threads. */
export function growthSheets(model: GrowthModel, lines: readonly GrowthLine[]): readonly Sheet[] {
  const all = lines.filter((line) => line.model === model);
  const sizes = [...new Set(all.flatMap(({ points }) => points.map(({ threads }) => threads)))].toSorted(
    (a, b) => a - b,
  );
  const sheet = (what: string, show: (run: VerifyRun) => string): Sheet => ({
    name: `growth ${model}, ${what}`,
    columns: [left('family'), left('reductions'), ...sizes.map((size) => right(String(size)))],
    rows: all.map(({ family, way, points }) => [
      ...[family.name, way.name],
      ...sizes.map((size) => {
        const point = points.find(({ threads }) => threads === size);
        if (point === undefined) return '';
        return point.run.answered ? show(point.run) : point.run.verdict.replace(/^unknown \((.*)\)$/, '$1');
      }),
    ]),
  });
  return [
    sheet('states', ({ states }) => count(states)),
    sheet('seconds', ({ engineSeconds }) => engineSeconds?.toFixed(2) ?? '-'),
  ];
}

/** Of the ring of 7 threads under TSO without reductions: 64 s on a busy machine. */
const ringStates = 26_233_632;

export function growthTargets(lines: readonly GrowthLine[]): readonly BenchTarget[] {
  const pairs = lines
    .filter(({ way }) => way.name === 'none')
    .map((none) => {
      const { family, model } = none;
      return {
        none,
        both: at(
          lines.filter((l) => l.family === family && l.model === model && l.way.name === 'both'),
          0,
        ),
      };
    });
  const tso = pairs.filter(({ none }) => none.model === 'tso');
  const ring = tso.find(({ none }) => none.family.name === 'ring')?.both.points.find((p) => p.threads === 7);
  return [
    ...(ring === undefined
      ? []
      : [
          target('ring of 7 under TSO: states', ring.run.states ?? Infinity, Math.floor(ringStates / 200)),
          target('ring of 7 under TSO: seconds', ring.run.engineSeconds ?? Infinity, 1),
        ]),
    ...pairs.map(({ none, both }) =>
      target(
        `${none.family.name}, ${none.model}: time of small programs, of that without`,
        slower(none, both),
        1.2,
      ),
    ),
    ...(tso.length < 8
      ? []
      : [
          {
            what: 'families that grow half as much per thread (TSO)',
            measured: tso.filter(({ none, both }) => growthOf(both, none) <= growthOf(none, none) / 2).length,
            limit: 5,
            kind: 'at least' as const,
          },
        ]),
  ];
}

const target = (what: string, measured: number, limit: number): BenchTarget => ({
  ...{ what, measured, limit },
  kind: 'at most',
});

/** Time of whole processes, of the sizes that take less than half a second without reductions: all of one family together. */
function slower(none: GrowthLine, both: GrowthLine): number {
  const small = none.points.filter(({ run }) => isSmall(run));
  const sum = (points: readonly GrowthPoint[]): number =>
    points
      .filter(({ threads }) => small.some((p) => p.threads === threads))
      .reduce((total, { run }) => total + run.seconds, 0);
  return sum(both.points) / sum(none.points);
}

export const isSmall = (run: VerifyRun): boolean => run.answered && (run.engineSeconds ?? 0) < 0.5;

/** By which factor the states of `line` grow with a thread, on average over the sizes that `base` answers; the first size is left out where there are more. */
export function growthOf(line: GrowthLine, base: GrowthLine): number {
  const sizes = new Set(base.points.filter(({ run }) => run.answered).map(({ threads }) => threads));
  const points = line.points.filter(({ threads, run }) => run.answered && sizes.has(threads));
  const [first, last] = [points[points.length > 2 ? 1 : 0], points.at(-1)];
  if (first === undefined || last === undefined || first === last) return NaN;
  return ((last.run.states ?? NaN) / (first.run.states ?? NaN)) ** (1 / (last.threads - first.threads));
}

/** How much the states grow with each thread, by family and way. */
export const factorSheet = (model: GrowthModel, lines: readonly GrowthLine[]): Sheet => {
  const families = [...new Set(lines.filter((l) => l.model === model).map((l) => l.family))];
  return {
    name: `growth ${model}, factor`,
    columns: [left('family'), left('what it does'), ...growthWays.map(({ name }) => right(name))],
    rows: families.map((family) => {
      const own = lines.filter((l) => l.family === family && l.model === model);
      const none = at(own, 0);
      return [family.name, family.about, ...own.map((line) => growthOf(line, none).toFixed(2))];
    }),
  };
};
