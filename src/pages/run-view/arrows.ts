import { svg } from './elements.js';
import type { ArrowKind, RunModel } from './run-model.js';
import type { StepList } from './step-list.js';

/** What of happens-before is to be seen. */
export interface ArrowChoice {
  readonly kinds: ReadonlySet<ArrowKind>;
  /** Only those that lead to or from the step that is shown. */
  readonly isLocal: boolean;
}

/** Draws arrows over the list of steps: from each store to where it reaches memory, and of happens-before what is wanted. */
export interface ArrowLayer {
  draw(choice: ArrowChoice, position: number): void;
}

/** How far arcs beside a lane stand from each other, and how many of them there is room for. */
const arcStep = 4;
const mostArcs = 4;

export function arrowLayer(model: RunModel, { rows, acts, effects }: StepList): ArrowLayer {
  const layer = svg('svg', { class: 'rv-arrows', 'aria-hidden': 'true' });
  rows.append(layer);
  const levels = arcLevels(model);
  return {
    draw(choice, position) {
      // All places first: to ask for one behind each change would have the page laid out again and again.
      const frame = rows.getBoundingClientRect();
      const boxOf = (element: HTMLElement | null): Box | null => {
        if (element === null) return null;
        const { left, top, width, height } = element.getBoundingClientRect();
        return { x: left - frame.left, y: top - frame.top, width, height };
      };
      const boxes = acts.map(boxOf);
      const ends = effects.map(boxOf);
      const [width, height] = [rows.scrollWidth, rows.scrollHeight];
      const current = position - 1;
      const ways = model.steps.flatMap(({ leaves, kind }, index): readonly SVGElement[] => {
        const [to, from, end] = [boxes[index] ?? null, boxes[leaves ?? -1] ?? null, ends[index] ?? null];
        if (kind !== 'flush' || to === null) return [];
        const isHere = index === current || leaves === current;
        return [
          ...(from === null ? [] : [arc(from, to, levels[index] ?? 0, isHere)]),
          ...(end === null ? [] : [toMemory(to, end, isHere)]),
        ];
      });
      const relations = model.before.flatMap(({ kind, from, to }): readonly SVGElement[] => {
        const [a, b] = [boxes[from] ?? null, boxes[to] ?? null];
        const isHere = from === current || to === current;
        if (!choice.kinds.has(kind) || a === null || b === null || (choice.isLocal && !isHere)) return [];
        return relation(kind, a, b, isHere);
      });
      layer.setAttribute('width', String(width));
      layer.setAttribute('height', String(height));
      layer.replaceChildren(...ways, ...relations);
    },
  };
}

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Writes of a thread that wait at the same time get arcs beside each other. By index of the flush. */
function arcLevels({ steps }: RunModel): readonly number[] {
  const until = new Map<string, number[]>();
  const levels: number[] = [];
  const arcs = steps
    .flatMap(({ leaves, thread }, to) => (leaves === null ? [] : [{ from: leaves, to, thread }]))
    .toSorted((a, b) => a.from - b.from);
  for (const { from, to, thread } of arcs) {
    const ends = until.get(thread) ?? [];
    const free = ends.findIndex((end) => end <= from);
    const level = free < 0 ? ends.length : free;
    until.set(thread, Object.assign([...ends], { [level]: to }));
    levels[to] = level % mostArcs;
  }
  return levels;
}

/** Along the left side of the lane. */
function arc(from: Box, to: Box, level: number, isHere: boolean): SVGElement {
  const [y1, y2] = [from.y + from.height / 2, to.y + to.height / 2];
  const left = Math.min(from.x, to.x) - 6 - level * arcStep;
  const path = `M${from.x} ${y1} C${left} ${y1} ${left} ${y1} ${left} ${y1 + 6} V${y2 - 6} C${left} ${y2} ${left} ${y2} ${to.x - 1} ${y2}`;
  return arrow('rv-way', path, { x: to.x - 1, y: y2, angle: 0 }, isHere);
}

function toMemory(from: Box, to: Box, isHere: boolean): SVGElement {
  const y = from.y + from.height / 2;
  const end = { x: to.x + 1, y: to.y + to.height / 2, angle: 0 };
  return arrow('rv-way', `M${from.x + from.width} ${y} L${end.x} ${end.y}`, end, isHere);
}

interface ArrowEnd {
  readonly x: number;
  readonly y: number;
  /** In degrees; 0: to the right. */
  readonly angle: number;
}

function arrow(name: string, path: string, { x, y, angle }: ArrowEnd, isHere: boolean): SVGElement {
  return svg(
    'g',
    { class: isHere ? `${name} rv-here` : name },
    svg('path', { d: path }),
    svg('path', {
      class: 'rv-tip',
      d: 'M0 0L-7 -3.5L-7 3.5Z',
      transform: `translate(${x} ${y}) rotate(${angle})`,
    }),
  );
}

/** Between two steps, with the kind written on it: colours alone do not tell. */
function relation(kind: ArrowKind, a: Box, b: Box, isHere: boolean): readonly SVGElement[] {
  const isDown = a.y <= b.y;
  const [x1, x2] = [centreOf(a, kind), centreOf(b, kind)];
  const [y1, y2] = [a.y + (isDown ? a.height : 0), b.y + (isDown ? 0 : b.height)];
  const bend = Math.max(12, Math.min(60, Math.abs(y2 - y1) / 2)) * (isDown ? 1 : -1);
  const side = x1 === x2 ? 26 : 0;
  const [c1, c2] = [x1 + side, x2 + side];
  const path = `M${x1} ${y1} C${c1} ${y1 + bend} ${c2} ${y2 - bend} ${x2} ${y2}`;
  const end = { x: x2, y: y2, angle: isDown ? 90 : -90 };
  const middle = { x: (x1 + 3 * c1 + 3 * c2 + x2) / 8, y: (y1 + y2) / 2 };
  const name = `rv-relation rv-${kind}`;
  return [
    arrow(name, path, end, isHere),
    svg('text', { class: isHere ? `${name} rv-here` : name, x: middle.x, y: middle.y + 4 }, kind),
  ];
}

/** Each kind leads from a place of its own, so that they do not cover each other. */
const centreOf = ({ x, width }: Box, kind: ArrowKind): number => x + width * shareOf[kind];

const shareOf = { po: 0.25, rf: 0.45, co: 0.6, fr: 0.75 } as const satisfies Record<ArrowKind, number>;
