import type { ComparisonData, PageRun, PlotChoice } from '../../pages/comparison/comparison-data.js';
import { metricLabels, metrics, waysIn } from '../../pages/comparison/comparison-data.js';
import { plotsOf } from '../../pages/comparison/comparison-plots.js';
import type { PagePlot, PlotName } from '../../pages/comparison/comparison-plots.js';
import { svgText } from '../../plots/svg-node.js';
import { tableColumns } from '../compared-run.js';
import type { ComparedColumn, ComparedRun } from '../compared-run.js';
import { scoresOf } from '../comparison-scores.js';
import { scoreColumns } from '../score-table.js';
import { Markup, markup, noMarkup } from './markup.js';
import type { PageParts } from './page-frame.js';

/** What a page about a comparison tells besides its rows. */
export interface ComparisonPageParts {
  readonly rows: readonly ComparedRun[];
  readonly timeoutSeconds: number | null;
  /** Contradictions, wrong verdicts: in whole sentences. */
  readonly alarms: readonly string[];
  /** Who made the runs, what was left out. */
  readonly notes: readonly string[];
  readonly version: string;
}

/** A page with the table, which can be sorted and filtered, and plots of what it shows. It says as much without its script. */
export function comparisonPage({
  rows,
  timeoutSeconds,
  alarms,
  notes,
  version,
}: ComparisonPageParts): PageParts {
  const columns = tableColumns.filter((column) => rows.some((row) => column.shown(row) !== null));
  const data: ComparisonData = {
    columns: columns.map(({ title, align }) => ({ title, isNumber: align === 'right' })),
    runs: rows.map((row) => pageRun(row, columns)),
    timeoutSeconds,
  };
  const [first, second] = waysIn(data.runs);
  const pair = first === undefined || second === undefined ? null : ([first, second] as const);
  const title = `Comparison of ${new Set(rows.map(({ file }) => file)).size} programs, ${rows.length} runs`;
  const body = markup`<header class="head"><p class="brand">fencepost</p><h1>${title}</h1>
<button type="button" id="theme" hidden>Dark</button></header>
<main>
${alarms.map((alarm) => markup`<p class="alarm">${alarm}</p>`)}
<h2>Ways</h2>
${scoreTable(rows)}
<h2>Runs</h2>
${choices(data, pair)}
<p id="shown" role="status">${rows.length} runs</p>
<div class="scrolled" tabindex="0" role="region" aria-label="Runs">${runTable(rows, columns)}</div>
<h2>Plots</h2>
<p class="note">They show the runs that the table shows.</p>
<div class="plots">${plotsOf(data, data.runs, { metric: 'seconds', pair }).map(figure)}</div>
<h2>How this was made</h2>
<ul>${notes.map((note) => markup`<li>${note}</li>`)}</ul>
</main>
<footer><p>Made by fencepost ${version}.</p></footer>`;
  return { title, body, data };
}

function pageRun(row: ComparedRun, columns: readonly ComparedColumn[]): PageRun {
  return {
    task: `${row.algorithm} ${row.model}`,
    model: row.model,
    way: row.way,
    verdict: row.verdict ?? 'none',
    seconds: short(row.seconds ?? row.wallSeconds),
    cpu: short(row.processSeconds),
    memory: short(row.processMB ?? row.memoryMB),
    build: short(row.buildSeconds),
    check: short(row.checkSeconds),
    values: columns.map((column) => sortValue(column, row)),
  };
}

const short = (value: number | null): number | null => (value === null ? null : Number(value.toPrecision(4)));

function sortValue(column: ComparedColumn, row: ComparedRun): string | number | null {
  const value = column.value(row);
  return typeof value === 'number' ? short(value) : value;
}

function scoreTable(rows: readonly ComparedRun[]): Markup {
  const scores = scoresOf(rows);
  const columns = scoreColumns(scores);
  const form = (align: string): string => (align === 'right' ? 'number' : 'text');
  return markup`<div class="scrolled" tabindex="0" role="region" aria-label="Ways"><table id="ways">
<thead><tr>${columns.map(({ title, align }) => markup`<th scope="col" class="${form(align)}">${title}</th>`)}</tr></thead>
<tbody>${scores.map(
    (
      score,
    ) => markup`<tr>${columns.map(({ shown, align }) => markup`<td class="${form(align)}">${shown(score)}</td>`)}</tr>
`,
  )}</tbody></table></div>`;
}

function runTable(rows: readonly ComparedRun[], columns: readonly ComparedColumn[]): Markup {
  const heads = columns.map(
    ({ title, align }) =>
      markup`<th scope="col"${align === 'right' ? numberClass : noMarkup}><button type="button">${title}</button></th>`,
  );
  const lines = rows.map(
    (row) => markup`<tr>${columns.map((column) => cell(column, row))}</tr>
`,
  );
  return markup`<table id="runs"><thead><tr>${heads}</tr></thead><tbody>${lines}</tbody></table>`;
}

const numberClass = markup` class="number"`;

function cell(column: ComparedColumn, row: ComparedRun): Markup {
  const shown = column.shown(row) ?? '';
  if (column.name === 'verdict') return markup`<td class="${row.verdict ?? 'none'}">${shown}</td>`;
  if (column.name === 'judgement') return markup`<td class="${shown}">${shown}</td>`;
  return markup`<td${column.align === 'right' ? numberClass : noMarkup}>${shown}</td>`;
}

function choices({ runs }: ComparisonData, pair: PlotChoice['pair']): Markup {
  const ways = waysIn(runs);
  const all = (values: readonly string[]): Markup =>
    markup`<option value="">all</option>${options(values, null)}`;
  const models = [...new Set(runs.map(({ model }) => model))];
  const verdicts = [...new Set(runs.map(({ verdict }) => verdict))].sort();
  return markup`<div id="choices" class="choices" hidden>
<label>Search <input id="search" type="search" autocomplete="off"></label>
<label>Model <select id="model">${all(models)}</select></label>
<label>Way <select id="way">${all(ways)}</select></label>
<label>Verdict <select id="verdict">${all(verdicts)}</select></label>
<label>Plots show <select id="metric">${metrics.map((metric) => markup`<option value="${metric}">${metricLabels[metric]}</option>`)}</select></label>
<label>Task by task: across <select id="first">${options(ways, pair?.[0] ?? null)}</select></label>
<label>and up <select id="second">${options(ways, pair?.[1] ?? null)}</select></label>
</div>`;
}

const options = (values: readonly string[], chosen: string | null): Markup =>
  markup`${values.map((value) => markup`<option value="${value}"${value === chosen ? markup` selected` : noMarkup}>${value}</option>`)}`;

const captions: Readonly<Record<PlotName, string>> = {
  cactus: 'Each curve is one way: its n-th fastest run at n. Lower and further right is better.',
  scatter: 'Each mark is one task. Below the diagonal the way of the upright axis takes less.',
  bars: 'Seconds by the clock, added up, of the tasks that every way shown here solves.',
  runs: 'Seconds by the clock of each run.',
};

function figure(plot: PagePlot): Markup {
  // A drawing is made of escaped text, as pieces of pages are.
  const drawn =
    'drawn' in plot ? new Markup(svgText(plot.drawn)) : markup`<p class="missing">${plot.missing}</p>`;
  return markup`<figure><div id="place-${plot.name}" class="place" tabindex="0" role="group" aria-label="${captions[plot.name]}">${drawn}</div>
<figcaption>${captions[plot.name]} <button type="button" class="save" value="${plot.name}" hidden>Save as SVG</button></figcaption></figure>
`;
}
