import { classes, html, threadClass } from './elements.js';
import type { RunModel, RunSource } from './run-model.js';

/** The program's text, with the line of the last step, and where each thread was last. */
export interface SourcePanel {
  readonly element: HTMLElement;
  show(position: number): void;
}

export function sourcePanel(model: RunModel, source: RunSource): SourcePanel {
  const lines = source.text.replace(/\n$/, '').split(/\r?\n/);
  const rows = lines.map((text, i) => lineRow(text, i + 1));
  const list = html(
    'div',
    { class: 'rv-lines', tabindex: 0, role: 'region', 'aria-label': `The program ${source.name}` },
    ...rows.map(({ row }) => row),
  );
  return { element: html('div', { class: 'rv-source' }, caption(source), list), show };

  function show(position: number): void {
    const step = model.steps[position - 1];
    const last = lastLines(model, position);
    for (const [i, { row, marks }] of rows.entries()) {
      const isCurrent = step !== undefined && step.line === i + 1;
      row.className = classes('rv-line', isCurrent && 'rv-current');
      if (isCurrent) row.setAttribute('aria-current', 'step');
      else row.removeAttribute('aria-current');
      const here = model.threads.flatMap((name, number) =>
        last.get(name) === i + 1 ? [{ name, number }] : [],
      );
      marks.replaceChildren(
        ...here.map(({ name, number }) => html('span', { class: `rv-mark ${threadClass(number)}` }, name)),
      );
      if (isCurrent) scrollWithin(list, row);
    }
  }
}

const caption = ({ name }: RunSource): HTMLElement => html('p', { class: 'rv-caption' }, name);

function lineRow(text: string, number: number): { readonly row: HTMLElement; readonly marks: HTMLElement } {
  const marks = html('span', { class: 'rv-marks' });
  const row = html(
    'div',
    { class: 'rv-line' },
    html('span', { class: 'rv-number', 'aria-hidden': 'true' }, String(number)),
    html('code', {}, text === '' ? ' ' : text),
    marks,
  );
  return { row, marks };
}

/** The line of the last step of each thread. */
function lastLines({ steps }: RunModel, position: number): ReadonlyMap<string, number> {
  const lines = new Map<string, number>();
  for (const { thread, line } of steps.slice(0, position)) if (line !== null) lines.set(thread, line);
  return lines;
}

/** Scrolls the list, and never the page. */
export function scrollWithin(list: HTMLElement, row: HTMLElement): void {
  const top = row.getBoundingClientRect().top - list.getBoundingClientRect().top + list.scrollTop;
  const margin = row.offsetHeight * 2;
  if (top - margin < list.scrollTop) list.scrollTop = top - margin;
  else if (top + row.offsetHeight + margin > list.scrollTop + list.clientHeight)
    list.scrollTop = top + row.offsetHeight + margin - list.clientHeight;
}
