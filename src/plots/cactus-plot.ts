import { axes, caption, drawing, shortened } from './plot-frame.js';
import type { PlotBox } from './plot-frame.js';
import { ink, limitColour, seriesLook } from './plot-look.js';
import { linearScale, logScale, numberLabel } from './scale.js';
import type { Scale } from './scale.js';
import { node, rounded } from './svg-node.js';
import type { SvgNode } from './svg-node.js';

export interface CactusSeries {
  readonly name: string;
  /** What each solved task took, in any order. */
  readonly values: readonly number[];
  /** By which its look is chosen, so that it is the same in all plots. */
  readonly look: number;
}

export interface CactusPlot {
  readonly id: string;
  readonly title: string;
  /** `CPU time in seconds`. */
  readonly label: string;
  readonly series: readonly CactusSeries[];
  /** How much any run may have; null: there is no such limit. */
  readonly limit: number | null;
}

const width = 760;
const box: PlotBox = { left: 70, right: 540, top: 32, bottom: 340 };
/** More marks than these hide their line. */
const mostMarks = 60;

/** Of each series the n-th fastest solved task, for each n: the further right and the lower, the better. */
export function cactusPlot({ id, title, label, series, limit }: CactusPlot): SvgNode {
  const sorted = series.map((each) => ({ ...each, values: [...each.values].sort((a, b) => a - b) }));
  const all = sorted.flatMap(({ values }) => values).filter((value) => value > 0);
  const least = Math.max(1e-3, Math.min(...all, limit ?? Infinity, 1));
  const x = linearScale(Math.max(1, ...sorted.map(({ values }) => values.length)), {
    from: box.left,
    to: box.right,
  });
  const y = logScale(least, Math.max(least * 10, ...all, limit ?? 0), { from: box.bottom, to: box.top });
  const height = Math.max(390, box.top + 20 * sorted.length + 30);
  const description = sorted
    .map(({ name, values }) => `${name} solves ${values.length}${told(values)}`)
    .join('; ');
  return drawing(
    { title, description: `${label}, by the number solved. ${description}.` },
    id,
    width,
    height,
    [
      ...axes(box, { scale: x, label: 'solved, fastest first' }, { scale: y, label }),
      ...(limit === null ? [] : limitLine(y, limit)),
      ...sorted.flatMap((each) => curve(each, x, y)),
      ...sorted.flatMap((each, index) => legend(each, index)),
    ],
  );
}

const told = (values: readonly number[]): string => {
  const slowest = values.at(-1);
  return slowest === undefined ? '' : `, the slowest in ${numberLabel(Number(slowest.toPrecision(3)))}`;
};

function limitLine(y: Scale, limit: number): readonly SvgNode[] {
  const at = y.at(limit);
  return [
    node('path', {
      d: `M${box.left} ${rounded(at)}H${box.right}`,
      stroke: limitColour,
      'stroke-dasharray': '5 4',
      fill: 'none',
    }),
    caption(box.left + 6, at - 4, `limit ${numberLabel(limit)}`, 'start', limitColour),
  ];
}

function curve({ values, look }: CactusSeries, x: Scale, y: Scale): readonly SvgNode[] {
  const { colour, dashes, mark } = seriesLook(look);
  const places = values.map((value, index) => [x.at(index + 1), y.at(value)] as const);
  const every = Math.ceil(places.length / mostMarks);
  const d = places
    .map(([px, py], index) => `${index === 0 ? 'M' : 'L'}${rounded(px)} ${rounded(py)}`)
    .join('');
  return [
    ...(places.length < 2
      ? []
      : [node('path', { d, stroke: colour, 'stroke-width': 1.6, 'stroke-dasharray': dashes, fill: 'none' })]),
    ...places
      .filter((_, index) => index % every === 0 || index === places.length - 1)
      .map(([px, py]) => mark(px, py)),
  ];
}

function legend({ name, values, look }: CactusSeries, index: number): readonly SvgNode[] {
  const { colour, dashes, mark } = seriesLook(look);
  const y = box.top + 12 + 20 * index;
  const x = box.right + 16;
  return [
    node('path', {
      d: `M${x} ${y}h28`,
      stroke: colour,
      'stroke-width': 1.6,
      'stroke-dasharray': dashes,
      fill: 'none',
    }),
    mark(x + 14, y),
    node('text', { x: x + 36, y: y + 4, fill: ink }, [
      node('title', {}, [name]),
      `${shortened(name, 18)} (${values.length})`,
    ]),
  ];
}
