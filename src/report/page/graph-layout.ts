import * as dagre from '@dagrejs/dagre';
import { invariant } from '../../support/invariant.js';
import { markup, noMarkup } from './markup.js';
import type { Markup } from './markup.js';

/** A graph to be drawn; texts are lists of lines. */
export interface DrawnGraph {
  /** For those who do not see it. */
  readonly title: string;
  readonly direction: 'TB' | 'LR';
  readonly nodes: readonly DrawnNode[];
  readonly edges: readonly DrawnEdge[];
}

export interface DrawnNode {
  readonly id: string;
  readonly lines: readonly string[];
  /** Classes of the page's styles. */
  readonly style: string;
  /** By which the page's script finds it; null: it need not. */
  readonly mark: { readonly thread: string; readonly place: number } | null;
}

export interface DrawnEdge {
  readonly from: string;
  readonly to: string;
  readonly lines: readonly string[];
  readonly style: string;
}

/** What we use of dagre, whose own types cannot be found from its modules. */
interface Dagre {
  readonly Graph: new (options: { readonly multigraph: boolean }) => LayoutGraph;
  readonly layout: (graph: LayoutGraph, options: { readonly disableOptimalOrderHeuristic: boolean }) => void;
}

interface LayoutGraph {
  setGraph(label: object): void;
  setNode(id: string, label: object): void;
  setEdge(from: string, to: string, label: object, name: string): void;
  graph(): unknown;
  node(id: string): unknown;
  edge(from: string, to: string, name: string): unknown;
}

const isDagre = (module: unknown): module is Dagre =>
  typeof module === 'object' &&
  module !== null &&
  'Graph' in module &&
  typeof module.Graph === 'function' &&
  'layout' in module &&
  typeof module.layout === 'function';

/** Of the styles: what a character of a label takes, and a line. */
const characterWidth = 6.7;
const lineHeight = 15;

interface Point {
  readonly x: number;
  readonly y: number;
}

/** The graph as SVG, laid out here, so that a page need not know how. */
export function drawnGraph({ title, direction, nodes, edges }: DrawnGraph): Markup {
  const module: unknown = dagre;
  invariant(isDagre(module), 'dagre has a graph and a layout');
  const graph = new module.Graph({ multigraph: true });
  graph.setGraph({
    rankdir: direction,
    nodesep: 26,
    ranksep: direction === 'LR' ? 90 : 34,
    edgesep: 16,
    marginx: 6,
    marginy: 6,
  });
  for (const { id, lines } of nodes) graph.setNode(id, { ...sizeOf(lines, 9, 5) });
  for (const [i, { from, to, lines }] of edges.entries())
    graph.setEdge(from, to, { ...(lines.length === 0 ? {} : sizeOf(lines, 5, 2)), labelpos: 'c' }, String(i));
  // From left to right, things stand in the order in which they are given.
  module.layout(graph, { disableOptimalOrderHeuristic: direction === 'LR' });
  const { width, height } = extentOf(graph.graph());
  return markup`<svg class="graph" role="img" aria-label="${title}" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">
${edges.map((edge, i) => {
  const laidOut = graph.edge(edge.from, edge.to, String(i));
  return direction === 'TB'
    ? drawnEdge(edge, laidOut, pointsIn(laidOut), smooth)
    : drawnEdge(edge, laidOut, acrossFrom(graph.node(edge.from), graph.node(edge.to)), swung);
})}
${nodes.map((node) => drawnNode(node, graph.node(node.id)))}
</svg>`;
}

const sizeOf = (lines: readonly string[], beside: number, above: number): Extent => ({
  width: Math.round(Math.max(12, ...lines.map((line) => line.length * characterWidth)) + 2 * beside),
  height: lines.length * lineHeight + 2 * above,
});

interface Extent {
  readonly width: number;
  readonly height: number;
}

/** The layout knows its own types as anything. */
function extentOf(laidOut: unknown): Extent {
  return { width: Math.ceil(numberIn(laidOut, 'width')), height: Math.ceil(numberIn(laidOut, 'height')) };
}

function numberIn(laidOut: unknown, name: string): number {
  const value: unknown = typeof laidOut === 'object' && laidOut !== null ? Reflect.get(laidOut, name) : null;
  return typeof value === 'number' && Number.isFinite(value) ? value : 0;
}

const pointOf = (laidOut: unknown): Point => ({ x: numberIn(laidOut, 'x'), y: numberIn(laidOut, 'y') });

function drawnNode({ lines, style, mark }: DrawnNode, laidOut: unknown): Markup {
  const { x, y } = pointOf(laidOut);
  const { width, height } = extentOf(laidOut);
  const found = mark === null ? noMarkup : markup` data-thread="${mark.thread}" data-place="${mark.place}"`;
  return markup`<g class="node ${style}"${found}><rect x="${round(x - width / 2)}" y="${round(y - height / 2)}" width="${width}" height="${height}" rx="${Math.min(12, height / 2)}"/>${textOf(lines, { x, y })}</g>
`;
}

function drawnEdge(
  { lines, style }: DrawnEdge,
  laidOut: unknown,
  points: readonly Point[],
  pathOf: (points: readonly Point[]) => string,
): Markup {
  const [last, before] = [points.at(-1), points.at(-2)];
  if (last === undefined || before === undefined) return noMarkup;
  const angle = (Math.atan2(last.y - before.y, last.x - before.x) * 180) / Math.PI;
  const tip = markup`<path class="tip" d="M0 0L-8 -4L-8 4Z" transform="translate(${round(last.x)} ${round(last.y)}) rotate(${round(angle)})"/>`;
  const label = lines.length === 0 ? noMarkup : plateOf(lines, pointOf(laidOut));
  return markup`<g class="edge ${style}"><path d="${pathOf(points)}"/>${tip}${label}</g>
`;
}

function pointsIn(laidOut: unknown): readonly Point[] {
  const points: unknown =
    typeof laidOut === 'object' && laidOut !== null ? Reflect.get(laidOut, 'points') : null;
  return Array.isArray(points) ? points.map(pointOf) : [];
}

/** From the right side of one box to the left side of another one, which both are met level. */
function acrossFrom(from: unknown, to: unknown): readonly Point[] {
  const [a, b] = [pointOf(from), pointOf(to)];
  const start = { x: a.x + extentOf(from).width / 2, y: a.y };
  const end = { x: b.x - extentOf(to).width / 2, y: b.y };
  const middle = (start.x + end.x) / 2;
  return [start, { x: middle, y: start.y }, { x: middle, y: end.y }, end];
}

/** One curve of third degree. */
const swung = (points: readonly Point[]): string =>
  points.map(({ x, y }, i) => `${['M', 'C'][i] ?? ' '}${round(x)} ${round(y)}`).join('');

/** Through the middles between the points, with these as what it bends to. */
function smooth(points: readonly Point[]): string {
  const [first, ...rest] = points;
  const last = rest.at(-1);
  if (first === undefined || last === undefined) return '';
  const bends = rest.slice(0, -1).map((point, i) => {
    const next = rest[i + 1] ?? last;
    const end = i === rest.length - 2 ? last : { x: (point.x + next.x) / 2, y: (point.y + next.y) / 2 };
    return `Q${round(point.x)} ${round(point.y)} ${round(end.x)} ${round(end.y)}`;
  });
  const line = bends.length === 0 ? `L${round(last.x)} ${round(last.y)}` : bends.join('');
  return `M${round(first.x)} ${round(first.y)}${line}`;
}

/** A label, with something behind it that hides the line. */
function plateOf(lines: readonly string[], { x, y }: Point): Markup {
  const { width, height } = sizeOf(lines, 2, 0);
  return markup`<rect x="${round(x - width / 2)}" y="${round(y - height / 2)}" width="${width}" height="${height}"/>${textOf(lines, { x, y })}`;
}

function textOf(lines: readonly string[], { x, y }: Point): Markup {
  const top = y - ((lines.length - 1) * lineHeight) / 2 + 4;
  const spans = lines.map(
    (line, i) => markup`<tspan x="${round(x)}" y="${round(top + i * lineHeight)}">${line}</tspan>`,
  );
  return markup`<text>${spans}</text>`;
}

const round = (value: number): number => Math.round(value * 10) / 10;
