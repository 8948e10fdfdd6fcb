import { axes, caption, drawing, shortened } from './plot-frame.js';
import type { PlotBox } from './plot-frame.js';
import { ink, seriesLook } from './plot-look.js';
import { linearScale, numberLabel } from './scale.js';
import type { Scale } from './scale.js';
import { node } from './svg-node.js';
import type { SvgNode } from './svg-node.js';

export interface StackedBar {
  readonly name: string;
  /** One for each part. */
  readonly values: readonly number[];
}

export interface StackedBars {
  readonly id: string;
  readonly title: string;
  readonly label: string;
  /** What bars are made of. */
  readonly parts: readonly string[];
  readonly bars: readonly StackedBar[];
}

const width = 760;
const barHeight = 16;
const pitch = 24;

/** Bars that lie above each other, each of parts behind each other. */
export function stackedBars({ id, title, label, parts, bars }: StackedBars): SvgNode {
  const box: PlotBox = { left: 230, right: 690, top: 52, bottom: 60 + pitch * Math.max(1, bars.length) };
  const sums = bars.map(({ values }) => values.reduce((sum, value) => sum + value, 0));
  const x = linearScale(Math.max(1e-3, ...sums), { from: box.left, to: box.right });
  const description = bars
    .map(
      ({ name, values }) =>
        `${name}: ${parts.map((part, i) => `${part} ${figure(values[i] ?? 0)}`).join(', ')}`,
    )
    .slice(0, 40)
    .join('; ');
  return drawing({ title, description: `${label}. ${description}.` }, id, width, box.bottom + 50, [
    ...axes(box, { scale: x, label }, { scale: { at: () => box.bottom, ticks: [] }, label: '' }),
    ...bars.flatMap((bar, index) => drawnBar(bar, box.top + 8 + pitch * index, parts, x)),
    ...parts.flatMap((part, index) => [
      node('rect', { x: box.left + 110 * index, y: 32, width: 12, height: 12, ...filled(index) }),
      caption(box.left + 110 * index + 18, 42, part, 'start', ink),
    ]),
  ]);
}

const figure = (value: number): string => numberLabel(Number(value.toPrecision(3)));

function drawnBar(
  { name, values }: StackedBar,
  y: number,
  parts: readonly string[],
  x: Scale,
): readonly SvgNode[] {
  const starts = values.map((_, index) => values.slice(0, index).reduce((sum, value) => sum + value, 0));
  return [
    node('text', { x: x.at(0) - 8, y: y + 12, 'text-anchor': 'end', fill: ink }, [
      node('title', {}, [name]),
      shortened(name, 30),
    ]),
    ...values.map((value, index) => {
      const from = x.at(starts[index] ?? 0);
      return node(
        'rect',
        {
          x: from,
          y,
          width: Math.max(0, x.at((starts[index] ?? 0) + value) - from),
          height: barHeight,
          ...filled(index),
        },
        [node('title', {}, [`${name}: ${parts[index] ?? ''} ${figure(value)}`])],
      );
    }),
  ];
}

/** Lighter, darker: parts differ in print too. */
const filled = (index: number): Readonly<Record<string, string | number>> => ({
  fill: seriesLook(index).colour,
  'fill-opacity': [0.95, 0.55, 0.25][index % 3] ?? 1,
  stroke: seriesLook(index).colour,
});
