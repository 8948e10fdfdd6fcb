import { node } from './svg-node.js';
import type { SvgNode } from './svg-node.js';

/** What tells the series of a plot apart: never the colour alone. */
export interface SeriesLook {
  readonly colour: string;
  readonly dashes: string;
  readonly mark: (x: number, y: number) => SvgNode;
}

/** Each of these is 4.5 : 1 and more on white. */
const colours = ['#0b57a4', '#b23c00', '#1a6b34', '#7a2a8c', '#00696b', '#9a1750', '#5c5a00', '#4a4ab0'];
const dashes = ['none', '7 3', '2 3', '9 3 2 3'];

const path = (d: string) => (colour: string) => node('path', { d, fill: colour, 'fill-opacity': 0.75 });

/** Around a place. */
const marks: readonly ((x: number, y: number) => (colour: string) => SvgNode)[] = [
  (x, y) => (colour) => node('circle', { cx: x, cy: y, r: 3, fill: colour, 'fill-opacity': 0.75 }),
  (x, y) => path(`M${at(x - 3)} ${at(y - 3)}h6v6h-6z`),
  (x, y) => path(`M${at(x)} ${at(y - 4)}l4 7h-8z`),
  (x, y) => path(`M${at(x)} ${at(y - 4)}l4 4l-4 4l-4 -4z`),
  (x, y) => path(`M${at(x)} ${at(y + 4)}l4 -7h-8z`),
];

const at = (value: number): number => Math.round(value * 10) / 10;

/** By the number of a series. Beyond forty they repeat. */
export function seriesLook(index: number): SeriesLook {
  const colour = colours[index % colours.length] ?? '#000000';
  const mark = marks[index % marks.length];
  return {
    colour,
    dashes: dashes[Math.floor(index / 2) % dashes.length] ?? 'none',
    mark: (x, y) => mark?.(x, y)(colour) ?? node('g'),
  };
}

export const ink = '#1c1b1a';
export const soft = '#5b5852';
export const gridColour = '#e2dfd8';
export const limitColour = '#a8201a';
