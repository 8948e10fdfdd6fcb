import { gridColour, ink, soft } from './plot-look.js';
import type { Scale } from './scale.js';
import { node, svgNamespace } from './svg-node.js';
import type { SvgNode } from './svg-node.js';

export interface PlotWords {
  /** What the plot shows, for the head of the drawing. */
  readonly title: string;
  /** The same for who cannot see it: with the figures that matter. */
  readonly description: string;
}

/** A drawing by itself: it has its own background and fonts, so that it looks the same when it is saved. */
export function drawing(
  { title, description }: PlotWords,
  id: string,
  width: number,
  height: number,
  children: readonly SvgNode[],
): SvgNode {
  return node(
    'svg',
    {
      xmlns: svgNamespace,
      class: 'plot',
      id,
      role: 'img',
      'aria-labelledby': `${id}-title ${id}-description`,
      viewBox: `0 0 ${width} ${height}`,
      width,
      height,
      'font-family': "system-ui, 'DejaVu Sans', 'Liberation Sans', sans-serif",
      'font-size': 12,
    },
    [
      node('title', { id: `${id}-title` }, [title]),
      node('desc', { id: `${id}-description` }, [description]),
      node('rect', { width, height, fill: '#ffffff' }),
      node('text', { x: width / 2, y: 18, 'text-anchor': 'middle', 'font-size': 14, fill: ink }, [title]),
      ...children,
    ],
  );
}

/** Where the plot itself stands in its drawing. */
export interface PlotBox {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

export interface PlotAxis {
  readonly scale: Scale;
  readonly label: string;
}

/** Grid lines, names of ticks and of axes. */
export function axes({ left, right, top, bottom }: PlotBox, x: PlotAxis, y: PlotAxis): readonly SvgNode[] {
  const line = (x1: number, y1: number, x2: number, y2: number, stroke = gridColour): SvgNode =>
    node('path', { d: `M${tenth(x1)} ${tenth(y1)}L${tenth(x2)} ${tenth(y2)}`, stroke, fill: 'none' });
  return [
    ...x.scale.ticks.map(({ value }) => line(x.scale.at(value), top, x.scale.at(value), bottom)),
    ...y.scale.ticks.map(({ value }) => line(left, y.scale.at(value), right, y.scale.at(value))),
    node('rect', { x: left, y: top, width: right - left, height: bottom - top, fill: 'none', stroke: soft }),
    ...x.scale.ticks.flatMap(({ value, label }) =>
      label === '' ? [] : [caption(x.scale.at(value), bottom + 16, label, 'middle')],
    ),
    ...y.scale.ticks.flatMap(({ value, label }) =>
      label === '' ? [] : [caption(left - 6, y.scale.at(value) + 4, label, 'end')],
    ),
    caption((left + right) / 2, bottom + 36, x.label, 'middle', ink),
    node(
      'text',
      {
        transform: `translate(${tenth(left - 46)} ${tenth((top + bottom) / 2)}) rotate(-90)`,
        'text-anchor': 'middle',
        fill: ink,
      },
      [y.label],
    ),
  ];
}

const tenth = (value: number): number => Math.round(value * 10) / 10;

export const caption = (
  x: number,
  y: number,
  text: string,
  anchor: 'start' | 'middle' | 'end' = 'start',
  fill = soft,
): SvgNode => node('text', { x, y, 'text-anchor': anchor, fill }, [text]);

/** What is longer than fits is cut: the whole is told where one points. */
export function shortened(text: string, most: number): string {
  const characters = [...text];
  return characters.length <= most ? text : `${characters.slice(0, most - 1).join('')}…`;
}
