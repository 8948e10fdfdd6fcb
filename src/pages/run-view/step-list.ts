import { classes, html, threadClass } from './elements.js';
import type { Content } from './elements.js';
import type { RunModel, RunStep } from './run-model.js';
import { scrollWithin } from './source-panel.js';

/** The steps as rows, with a lane for each thread and one for memory. */
export interface StepList {
  /** What scrolls. */
  readonly element: HTMLElement;
  /** What the rows stand in; arrows are drawn over it. */
  readonly rows: HTMLElement;
  /** Of each step, what arrows lead from and to. */
  readonly acts: readonly HTMLElement[];
  /** Of each step that changes memory, where that stands. */
  readonly effects: readonly (HTMLElement | null)[];
  show(position: number): void;
}

let lists = 0;

export function stepList(model: RunModel, choose: (position: number) => void): StepList {
  const prefix = `rv${++lists}`;
  const made = model.steps.map((step, i) => stepRow(model, step, i, `${prefix}-${i}`));
  const list = html(
    'div',
    {
      ...{ class: 'rv-rows', role: 'listbox', tabindex: 0 },
      'aria-label': 'Steps: arrow keys go through them',
    },
    ...made.map(({ row }) => row),
  );
  const element = html('div', { class: 'rv-steps' }, laneHeads(model), list);
  element.style.setProperty('--rv-lanes', String(model.threads.length));
  for (const [i, { row }] of made.entries()) row.addEventListener('click', () => choose(i + 1));
  return {
    ...{ element, rows: list, acts: made.map(({ act }) => act), effects: made.map(({ effect }) => effect) },
    show(position) {
      for (const [i, { row }] of made.entries()) {
        row.classList.toggle('rv-current', i === position - 1);
        row.classList.toggle('rv-later', i >= position);
        row.setAttribute('aria-selected', String(i === position - 1));
      }
      const current = made[position - 1];
      if (current === undefined) list.removeAttribute('aria-activedescendant');
      else list.setAttribute('aria-activedescendant', current.row.id);
      if (current === undefined) element.scrollTop = 0;
      else scrollWithin(element, current.row);
    },
  };
}

function laneHeads({ threads }: RunModel): HTMLElement {
  return html(
    'div',
    { class: 'rv-row rv-heads', 'aria-hidden': 'true' },
    html('span', { class: 'rv-number' }, '#'),
    ...threads.map((name, number) => html('span', { class: `rv-head ${threadClass(number)}` }, name)),
    html('span', { class: 'rv-head' }, 'memory'),
  );
}

interface StepRow {
  readonly row: HTMLElement;
  readonly act: HTMLElement;
  readonly effect: HTMLElement | null;
}

function stepRow(model: RunModel, step: RunStep, index: number, id: string): StepRow {
  const lane = model.threads.indexOf(step.thread);
  const isRepeated = model.loop === index;
  const act = html(
    'span',
    { class: classes('rv-act', `rv-${step.kind}`, threadClass(lane)) },
    ...actContent(step),
  );
  const effect = effectOf(step);
  const place = html(
    'span',
    { class: 'rv-lane' },
    ...(step.kind === 'gap' ? [] : [unseen(` ${step.thread}: `)]),
    act,
    ...(step.line === null ? [] : [unseen(`, line ${step.line}`)]),
  );
  place.style.setProperty('grid-column', step.kind === 'gap' ? '2 / -1' : String(lane + 2));
  const row = html(
    'div',
    {
      ...{ class: classes('rv-row', 'rv-step', isRepeated && 'rv-loop'), role: 'option', id },
      'aria-selected': 'false',
    },
    ...(isRepeated ? [html('span', { class: 'rv-repeats' }, 'The run repeats from here: ')] : []),
    html('span', { class: 'rv-number' }, String(step.number)),
    place,
    ...(effect === null ? [] : [unseen(', memory: '), effect]),
  );
  return { row, act, effect };
}

/** For screen readers: what the place of a thing tells others. */
const unseen = (text: string): HTMLElement => html('span', { class: 'rv-unseen' }, text);

const actContent = ({ kind, action }: RunStep): readonly Content[] =>
  kind === 'flush'
    ? [unseen('flush '), html('span', { 'aria-hidden': 'true' }, '↧ '), action.replace(/^flush /, '')]
    : [action];

function effectOf({ kind, action, changes: { memory } }: RunStep): HTMLElement | null {
  if (kind === 'gap') return null;
  // A write that finds its value there already reaches memory as well.
  const same = kind === 'flush' ? (/^flush (.*=.*)$/.exec(action)?.[1] ?? null) : null;
  if (memory.length === 0 && same === null) return null;
  const text = memory.length === 0 ? same : memory.map(([name, value]) => `${name} = ${value}`).join(', ');
  const style = classes('rv-effect', memory.length === 0 && 'rv-same');
  return html('span', { class: style }, html('span', { class: 'rv-effect-text' }, text ?? ''));
}
