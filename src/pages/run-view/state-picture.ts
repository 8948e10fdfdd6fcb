import { classes, html, threadClass } from './elements.js';
import type { RunModel, ShownWrite } from './run-model.js';
import type { RunState } from './run-states.js';

/** What the picture of a whole run has room for. */
interface PicturePlan {
  readonly model: RunModel;
  /** Whether any write waits anywhere in the run. */
  readonly hasBuffers: boolean;
  /** The most that waits in one queue. */
  readonly depth: number;
  /** Cells that are worth showing; the others keep their value throughout. */
  readonly shown: ReadonlySet<string>;
  /** By thread, the locals that are. */
  readonly locals: ReadonlyMap<string, ReadonlySet<string>>;
}

/** A longer queue makes the picture grow. */
const mostRoom = 6;
/** So many cells are shown, whether they change or not. */
const fewCells = 24;
const fewLocals = 8;

export function planPicture(model: RunModel, states: readonly [RunState, ...RunState[]]): PicturePlan {
  const buffers = states.flatMap(({ buffers: all }) => [...all.values()]);
  const depths = buffers.flatMap((writes) =>
    queuesOf(model, writes).map(({ writes: waiting }) => waiting.length),
  );
  const cells = [...states[0].memory.keys()];
  const changing = new Set(model.steps.flatMap(({ changes }) => changes.memory.map(([name]) => name)));
  return {
    model,
    hasBuffers: buffers.some((writes) => writes.length > 0),
    depth: Math.min(mostRoom, Math.max(1, ...depths)),
    shown: cells.length <= fewCells ? new Set(cells) : changing,
    locals: new Map(model.threads.map((thread) => [thread, shownLocals(thread, model, states[0])])),
  };
}

/** Of many locals those that some step changes: front ends make some for each call that a program has. */
function shownLocals(thread: string, { steps }: RunModel, { locals }: RunState): ReadonlySet<string> {
  const all = [...(locals.get(thread)?.keys() ?? [])];
  if (all.length <= fewLocals) return new Set(all);
  const changed = steps.flatMap(({ changes }) => changes.locals.filter(([owner]) => owner === thread));
  return new Set(changed.map(([, name]) => name));
}

/** A state: each thread with what it knows, what it has written that waits, and memory below. */
export function pictureOf(
  plan: PicturePlan,
  state: RunState,
  before: RunState | null,
  position: number,
): readonly HTMLElement[] {
  const { model } = plan;
  const step = model.steps[position - 1];
  const threads = model.threads.map((name, number) =>
    threadCard(plan, { name, number, isMoving: step?.thread === name }, state, before),
  );
  return [
    html('div', { class: 'rv-threads' }, ...threads),
    memoryBar(plan, state, before),
    ...truthList(model, state, before),
  ];
}

interface ShownThread {
  readonly name: string;
  readonly number: number;
  readonly isMoving: boolean;
}

function threadCard(
  plan: PicturePlan,
  { name, number, isMoving }: ShownThread,
  state: RunState,
  before: RunState | null,
): HTMLElement {
  const place = state.places.get(name);
  const where =
    place === undefined ? '' : place.ended ? 'ended' : place.labels.map((l) => `at ${l}`).join(', ');
  const locals = [...(state.locals.get(name) ?? [])]
    .filter(([local]) => plan.locals.get(name)?.has(local) === true)
    .map(([local, value]) => valueBox(local, value, before?.locals.get(name)?.get(local)));
  return html(
    'div',
    {
      class: classes(
        'rv-thread',
        threadClass(number),
        isMoving && 'rv-moving',
        place?.ended === true && 'rv-ended',
      ),
    },
    html(
      'p',
      { class: 'rv-thread-name' },
      html('strong', {}, name),
      html('span', { class: 'rv-place' }, where),
    ),
    html('div', { class: 'rv-values' }, ...locals),
    ...(plan.hasBuffers ? [bufferBox(plan, name, state, before)] : []),
  );
}

/** A queue for each cell under PSO, one for all else: the newest on top, the oldest next to memory. */
function bufferBox(plan: PicturePlan, name: string, state: RunState, before: RunState | null): HTMLElement {
  const waiting = state.buffers.get(name) ?? [];
  const old = new Set(before?.buffers.get(name)?.map(({ step }) => step) ?? []);
  const isNew = ({ step }: ShownWrite): boolean => before !== null && !old.has(step);
  const queues = queuesOf(plan.model, waiting).map((queue) => queueOf(name, queue, isNew));
  const box = html(
    'div',
    { class: classes('rv-buffer', waiting.length === 0 && 'rv-empty') },
    html('span', { class: 'rv-buffer-name' }, waiting.length === 0 ? 'buffer empty' : 'buffer'),
    html('div', { class: 'rv-queues' }, ...queues),
    html('span', { class: 'rv-outlet', 'aria-hidden': 'true' }, '▼'),
  );
  box.style.setProperty('--rv-depth', String(plan.depth));
  return box;
}

/** One that is for one cell says so below, and each of its writes only what. */
function queueOf(
  thread: string,
  { cell, writes }: WriteQueue,
  isNew: (write: ShownWrite) => boolean,
): HTMLElement {
  const name = cell === null ? `Buffer of ${thread}` : `Buffer of ${thread} for ${cell}`;
  const items = writes
    .toReversed()
    .map((write) =>
      html(
        'li',
        { class: classes('rv-write', isNew(write) && 'rv-changed') },
        cell === null ? writeText(write) : write.value,
      ),
    );
  const queue = html('ol', { class: 'rv-queue', reversed: true, 'aria-label': name }, ...items);
  return cell === null
    ? queue
    : html('div', { class: 'rv-cell-queue' }, queue, html('span', { class: 'rv-queue-cell' }, cell));
}

const writeText = ({ cell, value }: ShownWrite): string =>
  cell === null ? 'fence(ww)' : `${cell} = ${value}`;

interface WriteQueue {
  /** Null: for all cells. */
  readonly cell: string | null;
  readonly writes: readonly ShownWrite[];
}

/** A marker is in the way of all cells, so with one the buffer is shown as it is. */
function queuesOf({ queues }: RunModel, writes: readonly ShownWrite[]): readonly WriteQueue[] {
  if (writes.length === 0) return [];
  if (queues === 'thread' || writes.some(({ cell }) => cell === null)) return [{ cell: null, writes }];
  const cells = [...new Set(writes.map(({ cell }) => cell))];
  return cells.map((cell) => ({ cell, writes: writes.filter((write) => write.cell === cell) }));
}

function memoryBar({ shown }: PicturePlan, state: RunState, before: RunState | null): HTMLElement {
  const boxes = (isShown: boolean): readonly HTMLElement[] =>
    groupsOf([...state.memory].filter(([name]) => shown.has(name) === isShown)).map((group) =>
      cellGroup(group, before),
    );
  const rest = boxes(false);
  const more =
    rest.length === 0
      ? []
      : [
          html(
            'details',
            { class: 'rv-rest' },
            html('summary', {}, 'cells that no step changes'),
            html('div', { class: 'rv-values' }, ...rest),
          ),
        ];
  return html(
    'div',
    { class: 'rv-memory' },
    html('p', { class: 'rv-memory-name' }, 'memory'),
    html('div', { class: 'rv-values' }, ...boxes(true)),
    ...more,
  );
}

type CellValue = readonly [name: string, value: string];

/** Cells of an array that follow one another belong together. */
function groupsOf(cells: readonly CellValue[]): readonly (readonly CellValue[])[] {
  const groups: CellValue[][] = [];
  let array: string | null = null;
  for (const cell of cells) {
    const name = arrayOf(cell[0]);
    if (name !== null && name === array) groups.at(-1)?.push(cell);
    else groups.push([cell]);
    array = name;
  }
  return groups;
}

const arrayOf = (cell: string): string | null => /^(.+)\[[^\]]*\]$/.exec(cell)?.[1] ?? null;

function cellGroup(group: readonly CellValue[], before: RunState | null): HTMLElement {
  const boxes = group.map(([name, value]) => valueBox(name, value, before?.memory.get(name)));
  const [only] = boxes;
  return boxes.length === 1 && only !== undefined ? only : html('div', { class: 'rv-array' }, ...boxes);
}

function valueBox(name: string, value: string, old: string | undefined): HTMLElement {
  const isChanged = old !== undefined && old !== value;
  return html(
    'div',
    { class: classes('rv-value', isChanged && 'rv-changed') },
    html('span', { class: 'rv-name' }, name),
    ' ',
    ...(isChanged ? [html('s', { class: 'rv-old' }, old), ' '] : []),
    html('span', { class: 'rv-now' }, value),
  );
}

/** The predicates of an abstraction, and whether they hold here. */
function truthList(
  { predicates }: RunModel,
  { truths }: RunState,
  before: RunState | null,
): readonly HTMLElement[] {
  if (predicates.length === 0) return [];
  const items = predicates.map((text, i) => {
    const truth = truths[i] ?? null;
    const isChanged = before !== null && before.truths[i] !== truth;
    return html(
      'li',
      { class: classes('rv-truth', `rv-${String(truth)}`, isChanged && 'rv-changed') },
      html('code', {}, text),
      ` ${truth === null ? 'unknown' : String(truth)}`,
    );
  });
  return [
    html(
      'div',
      { class: 'rv-truths' },
      html('p', { class: 'rv-memory-name' }, 'predicates'),
      html('ul', {}, ...items),
    ),
  ];
}
