import { axes, caption, drawing } from './plot-frame.js';
import type { PlotBox } from './plot-frame.js';
import { ink, limitColour, seriesLook, soft } from './plot-look.js';
import { logScale, numberLabel } from './scale.js';
import type { Scale } from './scale.js';
import { node, rounded } from './svg-node.js';
import type { SvgNode } from './svg-node.js';

/** One task, and what two ways took for it. Null: the way did not solve it. */
export interface ScatterPoint {
  readonly name: string;
  /** `safe`, `unsafe`: kinds have marks of their own. */
  readonly kind: string;
  readonly x: number | null;
  readonly y: number | null;
}

export interface ScatterPlot {
  readonly id: string;
  readonly title: string;
  readonly xLabel: string;
  readonly yLabel: string;
  readonly points: readonly ScatterPoint[];
  /** Null: there is no such limit; what is not solved stands beyond all others. */
  readonly limit: number | null;
}

const width = 560;
const height = 520;
const box: PlotBox = { left: 70, right: 480, top: 56, bottom: 466 };

/** Two ways task by task, on two logarithmic axes: below the diagonal the one of the y axis is better. */
export function scatterPlot({ id, title, xLabel, yLabel, points, limit }: ScatterPlot): SvgNode {
  const values = points.flatMap(({ x, y }) => [x, y]).filter((value) => value !== null && value > 0);
  const known = values.filter((value) => value !== null);
  const least = Math.max(1e-3, Math.min(...known, limit ?? Infinity, 1));
  const beyond = limit ?? Math.max(least * 10, ...known) * 2;
  const most = Math.max(least * 10, ...known, beyond);
  const x = logScale(least, most, { from: box.left, to: box.right });
  const y = logScale(least, most, { from: box.bottom, to: box.top });
  const kinds = [...new Set(points.map(({ kind }) => kind))].sort();
  return drawing({ title, description: describe(points, xLabel, yLabel) }, id, width, height, [
    ...axes(box, { scale: x, label: xLabel }, { scale: y, label: yLabel }),
    ...diagonals(x, y, most),
    ...limitLines(x, y, beyond, limit === null ? 'not solved' : `limit ${numberLabel(limit)}`),
    ...points.map(({ name, kind, x: px, y: py }) =>
      node('g', {}, [
        node('title', {}, [`${name}: ${figure(px)} and ${figure(py)}`]),
        seriesLook(kinds.indexOf(kind)).mark(x.at(px ?? beyond), y.at(py ?? beyond)),
      ]),
    ),
    ...kinds.flatMap((kind, index) => [
      seriesLook(index).mark(box.left + 10 + 110 * index, 38),
      caption(box.left + 20 + 110 * index, 42, kind, 'start', ink),
    ]),
  ]);
}

const figure = (value: number | null): string => (value === null ? 'not solved' : value.toPrecision(3));

function describe(points: readonly ScatterPoint[], xLabel: string, yLabel: string): string {
  const both = points.filter(({ x, y }) => x !== null && y !== null);
  const lower = both.filter(({ x, y }) => (y ?? 0) < (x ?? 0)).length;
  const onlyX = points.filter(({ x, y }) => x !== null && y === null).length;
  const onlyY = points.filter(({ x, y }) => x === null && y !== null).length;
  return [
    `${points.length} tasks; across ${xLabel}, up ${yLabel}.`,
    `Of ${both.length} that both solve the second takes less in ${lower}.`,
    `${onlyX} are solved by the first alone, ${onlyY} by the second alone.`,
  ].join(' ');
}

/** Where both take the same, and where one takes ten times what the other does. */
function diagonals(x: Scale, y: Scale, most: number): readonly SvgNode[] {
  const low = Math.min(...x.ticks.map(({ value }) => value));
  const high = Math.max(most, ...x.ticks.map(({ value }) => value));
  const line = (from: readonly [number, number], to: readonly [number, number], dashes: string): SvgNode =>
    node('path', {
      d: `M${rounded(x.at(from[0]))} ${rounded(y.at(from[1]))}L${rounded(x.at(to[0]))} ${rounded(y.at(to[1]))}`,
      stroke: soft,
      'stroke-dasharray': dashes,
      fill: 'none',
    });
  return [
    line([low, low], [high, high], 'none'),
    line([low * 10, low], [high, high / 10], '2 4'),
    line([low, low * 10], [high / 10, high], '2 4'),
  ];
}

function limitLines(x: Scale, y: Scale, beyond: number, label: string): readonly SvgNode[] {
  const line = (d: string): SvgNode =>
    node('path', { d, stroke: limitColour, 'stroke-dasharray': '5 4', fill: 'none' });
  const [px, py] = [rounded(x.at(beyond)), rounded(y.at(beyond))];
  return [
    line(`M${px} ${box.top}V${box.bottom}`),
    line(`M${box.left} ${py}H${box.right}`),
    caption(box.right + 4, py + 4, label.startsWith('limit') ? 'limit' : 'open', 'start', limitColour),
    caption(px, box.top - 6, label, 'end', limitColour),
  ];
}
