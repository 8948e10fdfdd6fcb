import { html } from '../run-view/elements.js';
import { offerThemes } from '../run-view/themes.js';
import { shown, svgNamespace } from '../../plots/svg-node.js';
import type { SvgNode } from '../../plots/svg-node.js';
import { metrics, waysIn } from './comparison-data.js';
import type { ComparisonData, Metric, PageRun, PlotChoice } from './comparison-data.js';
import { plotsOf } from './comparison-plots.js';
import type { PagePlot } from './comparison-plots.js';

/** Page and script are made by one build, so that it is data of this kind at all is as much as there is to ask. */
const isComparison = (data: unknown): data is ComparisonData =>
  typeof data === 'object' && data !== null && 'runs' in data && 'columns' in data;

/** Sorts and filters the table, and draws the plots of the rows that are shown. */
class ComparisonPage {
  readonly #rows: readonly HTMLTableRowElement[];
  readonly #body = element('#runs tbody', HTMLTableSectionElement);
  readonly #search = element('#search', HTMLInputElement);
  readonly #told = element('#shown', HTMLElement);
  #sorted: { readonly column: number; readonly isDown: boolean } | null = null;

  constructor(private readonly data: ComparisonData) {
    this.#rows = [...this.#body.rows];
  }

  begin(): void {
    for (const id of ['model', 'way', 'verdict', 'metric', 'first', 'second'])
      choice(id).addEventListener('change', () => this.#filter());
    this.#search.addEventListener('input', () => this.#filter());
    document.querySelectorAll('#runs thead th').forEach((head, column) => {
      head.querySelector('button')?.addEventListener('click', () => this.#sort(column));
    });
    for (const button of document.querySelectorAll('button.save')) {
      if (!(button instanceof HTMLButtonElement)) continue;
      button.hidden = false;
      button.addEventListener('click', () => save(button.value));
    }
    element('#choices', HTMLElement).hidden = false;
    this.#filter();
  }

  #filter(): void {
    const words = this.#search.value
      .toLowerCase()
      .split(/\s+/)
      .filter((word) => word !== '');
    const kept = this.data.runs.filter((run, index) => {
      const isKept = this.#fits(run) && this.#matches(index, words);
      const row = this.#rows[index];
      if (row !== undefined) row.hidden = !isKept;
      return isKept;
    });
    this.#told.textContent = `${kept.length} of ${this.data.runs.length} runs`;
    for (const plot of plotsOf(this.data, kept, this.#choice())) show(plot);
  }

  #fits({ model, way, verdict }: PageRun): boolean {
    const fits = (id: string, value: string): boolean => ['', value].includes(choice(id).value);
    return fits('model', model) && fits('way', way) && fits('verdict', verdict);
  }

  #matches(index: number, words: readonly string[]): boolean {
    const text = this.#rows[index]?.textContent?.toLowerCase() ?? '';
    return words.every((word) => text.includes(word));
  }

  #choice(): PlotChoice {
    const metric = metrics.find((each): each is Metric => each === choice('metric').value) ?? 'seconds';
    const isPair = waysIn(this.data.runs).length > 1;
    return { metric, pair: isPair ? [choice('first').value, choice('second').value] : null };
  }

  /** Up, then down. What is not there comes last either way. */
  #sort(column: number): void {
    const isDown = this.#sorted?.column === column && !this.#sorted.isDown;
    this.#sorted = { column, isDown };
    const order = this.data.runs.map((run, index) => ({ index, value: run.values[column] ?? null }));
    order.sort((a, b) => compared(a.value, b.value, isDown) || a.index - b.index);
    this.#body.append(...order.flatMap(({ index }) => this.#rows[index] ?? []));
    document.querySelectorAll('#runs thead th').forEach((head, i) => {
      if (i === column) head.setAttribute('aria-sort', isDown ? 'descending' : 'ascending');
      else head.removeAttribute('aria-sort');
    });
  }
}

function compared(a: string | number | null, b: string | number | null, isDown: boolean): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  const order = typeof a === 'number' && typeof b === 'number' ? a - b : String(a).localeCompare(String(b));
  return isDown ? -order : order;
}

/** Puts a drawing, or why there is none, in its place. */
function show(plot: PagePlot): void {
  const place = element(`#place-${plot.name}`, HTMLElement);
  place.replaceChildren(
    'drawn' in plot ? elementOf(plot.drawn) : html('p', { class: 'missing' }, plot.missing),
  );
  const button = document.querySelector(`button.save[value="${plot.name}"]`);
  if (button instanceof HTMLButtonElement) button.hidden = !('drawn' in plot);
}

function elementOf({ name, attributes, children }: SvgNode): SVGElement {
  const made = document.createElementNS(svgNamespace, name);
  for (const [key, value] of Object.entries(attributes))
    if (key !== 'xmlns') made.setAttribute(key, shown(value));
  made.append(...children.map((child) => (typeof child === 'string' ? child : elementOf(child))));
  return made;
}

function save(name: string): void {
  const drawn = document.querySelector(`#place-${name} svg`);
  if (drawn === null) return;
  const text = `<?xml version="1.0" encoding="UTF-8"?>\n${new XMLSerializer().serializeToString(drawn)}\n`;
  const address = URL.createObjectURL(new Blob([text], { type: 'image/svg+xml' }));
  const link = html('a', { href: address, download: `${name}.svg` });
  link.click();
  // The browser has taken it by then.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

const choice = (id: string): HTMLSelectElement => element(`#${id}`, HTMLSelectElement);

function element<T extends Element>(selector: string, kind: new () => T): T {
  const found = document.querySelector(selector);
  if (found instanceof kind) return found;
  throw new Error(`the page has no ${selector}`);
}

const carried: unknown = JSON.parse(document.querySelector('#data')?.textContent ?? 'null');
offerThemes(document.querySelector('#theme'));
if (isComparison(carried)) new ComparisonPage(carried).begin();
