import { cactusPlot } from '../../plots/cactus-plot.js';
import { scatterPlot } from '../../plots/scatter-plot.js';
import type { ScatterPoint } from '../../plots/scatter-plot.js';
import { stackedBars } from '../../plots/stacked-bars.js';
import type { StackedBar } from '../../plots/stacked-bars.js';
import type { SvgNode } from '../../plots/svg-node.js';
import { isSolved, metricLabels, waysIn } from './comparison-data.js';
import type { ComparisonData, PageRun, PlotChoice } from './comparison-data.js';

/** A plot, or why there is none. */
export type PagePlot = { readonly name: PlotName } & (
  { readonly drawn: SvgNode } | { readonly missing: string }
);

export const plotNames = ['cactus', 'scatter', 'bars', 'runs'] as const;
export type PlotName = (typeof plotNames)[number];

/** More bars than these nobody reads. */
const mostBars = 60;

/** The plots of some runs of a comparison. The looks of ways are those that they have among all runs. */
export function plotsOf(
  data: ComparisonData,
  runs: readonly PageRun[],
  choice: PlotChoice,
): readonly PagePlot[] {
  const limit = choice.metric === 'seconds' ? data.timeoutSeconds : null;
  return [
    { name: 'cactus', drawn: cactusOf(waysIn(data.runs), runs, choice, limit) },
    scatterOf(runs, choice, limit),
    { name: 'bars', drawn: barsByWay(runs) },
    runs.length > mostBars
      ? { name: 'runs', missing: `A bar for each run is drawn for up to ${mostBars}: choose fewer above.` }
      : { name: 'runs', drawn: barsByRun(runs) },
  ];
}

function cactusOf(
  ways: readonly string[],
  runs: readonly PageRun[],
  { metric }: PlotChoice,
  limit: number | null,
): SvgNode {
  const series = ways.map((way, look) => ({
    name: way,
    look,
    values: runs.filter((run) => run.way === way && isSolved(run)).flatMap((run) => run[metric] ?? []),
  }));
  return cactusPlot({
    ...{ id: 'plot-cactus', title: 'How many are solved in which time', limit },
    ...(metric === 'memory' ? { title: 'How many are solved in which memory' } : {}),
    label: metricLabels[metric],
    series: series.filter(({ name }) => runs.some(({ way }) => way === name)),
  });
}

function scatterOf(runs: readonly PageRun[], { metric, pair }: PlotChoice, limit: number | null): PagePlot {
  if (pair === null)
    return { name: 'scatter', missing: 'Two ways are compared task by task where there are two.' };
  const [first, second] = pair;
  const tasks = new Map<string, { x?: PageRun; y?: PageRun }>();
  for (const run of runs) {
    if (run.way !== first && run.way !== second) continue;
    const task = tasks.get(run.task) ?? {};
    tasks.set(run.task, {
      ...task,
      ...(run.way === first ? { x: run } : {}),
      ...(run.way === second ? { y: run } : {}),
    });
  }
  const value = (run: PageRun): number | null => (isSolved(run) ? run[metric] : null);
  const points = [...tasks].flatMap(([name, { x, y }]): readonly ScatterPoint[] => {
    if (x === undefined || y === undefined) return [];
    const kind = [x, y].find(isSolved)?.verdict ?? 'not solved';
    return [{ name, kind, x: value(x), y: value(y) }];
  });
  if (points.length === 0)
    return { name: 'scatter', missing: `No task was put to both ${first} and ${second}.` };
  const drawn = scatterPlot({
    ...{ id: 'plot-scatter', title: `${first} and ${second}, task by task` },
    ...{ xLabel: `${first}: ${metricLabels[metric]}`, yLabel: `${second}: ${metricLabels[metric]}` },
    ...{ points, limit },
  });
  return { name: 'scatter', drawn };
}

/** Build, check, and what is left of the time by the clock. */
const partsOf = ({ seconds, build, check }: PageRun): readonly number[] => {
  const [built, checked] = [build ?? 0, check ?? 0];
  return [built, checked, Math.max(0, (seconds ?? 0) - built - checked)];
};

const parts = ['build', 'check', 'other'];

/** Only tasks that each way solves: else the best would have the longest bar. */
function barsByWay(runs: readonly PageRun[]): SvgNode {
  const ways = waysIn(runs);
  const solved = new Map<string, Set<string>>();
  for (const run of runs.filter(isSolved))
    solved.set(run.task, (solved.get(run.task) ?? new Set()).add(run.way));
  const common = runs.filter(({ task }) => solved.get(task)?.size === ways.length);
  const count = new Set(common.map(({ task }) => task)).size;
  const bars = ways.map((way): StackedBar => {
    const own = common.filter((run) => run.way === way && isSolved(run)).map(partsOf);
    return { name: way, values: parts.map((_, i) => own.reduce((sum, values) => sum + (values[i] ?? 0), 0)) };
  });
  return stackedBars({
    ...{ id: 'plot-bars', label: 'seconds in all', parts, bars },
    title: `Time of the ${count} ${count === 1 ? 'task' : 'tasks'} that every way solves`,
  });
}

const barsByRun = (runs: readonly PageRun[]): SvgNode =>
  stackedBars({
    ...{ id: 'plot-runs', title: 'Time of each run', label: 'seconds', parts },
    bars: runs.map((run) => ({ name: `${run.task} ${run.way}`, values: partsOf(run) })),
  });
