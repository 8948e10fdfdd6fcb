import { allCounters } from '../../ask/report.js';
import type { PropertyReport, VerifyReport } from '../../ask/report.js';
import type { AbstractTrace } from '../../lang/run/trace.js';
import type { System } from '../../lang/program/system.js';
import { renderDiagnostics } from '../../diagnostics/render.js';
import type { MemoryModel } from '../../memory/model.js';
import type { RunModel, RunSource } from '../../pages/run-view/run-model.js';
import { statsLine } from '../stats.js';
import { plainStyle } from '../style.js';
import { renderTrace } from '../trace-table.js';
import { flowGraphs } from './flow-graphs.js';
import { markup, noMarkup } from './markup.js';
import type { Markup } from './markup.js';
import type { PageParts } from './page-frame.js';
import { runModelOf } from './run-model-of.js';
import type { RunSurroundings } from './run-model-of.js';

/** What a report shows of one run of verify. */
export interface ShownRun {
  readonly report: VerifyReport;
  readonly model: MemoryModel;
}

export interface VerifyPage {
  readonly runs: readonly ShownRun[];
  /** The program; null: it is in no file that could be read. */
  readonly source: RunSource | null;
  /** The automata whose control flow is drawn; null: there are none. */
  readonly system: System | null;
  readonly version: string;
}

/** The data of a report's script. The program's text is there once. */
export interface ReportData {
  readonly source: RunSource | null;
  readonly runs: readonly RunModel[];
}

/** A page about what verify found: of each model the verdict, properties, runs, statistics; then the graphs. */
export function verifyPage({ runs, source, system, version }: VerifyPage): PageParts {
  const models: RunModel[] = [];
  const numbered = (model: RunModel): number => models.push({ ...model, source: null }) - 1;
  const sections = runs.map((run, i) => modelSection(run, i, { source, drawn: system, numbered }));
  const file = source?.name ?? runs[0]?.report.file ?? 'program';
  const title = `${file}: ${runs.map(({ report }) => verdictText(report)).join(', ')}`;
  const body = markup`<header class="head"><p class="brand">fencepost</p><h1>${file}</h1>
<button type="button" id="theme" hidden>Dark</button></header>
<main>
${runs.length > 1 ? summary(runs) : noMarkup}
${sections}
${models.length === 0 && source !== null ? listing(source) : noMarkup}
${system === null ? noMarkup : flowGraphs(system)}
</main>
<footer><p>Made by fencepost ${version}.</p></footer>`;
  const data: ReportData = { source: models.length === 0 ? null : source, runs: models };
  return { title, body, data };
}

const verdictText = ({ verdict, reason, property }: VerifyReport): string => {
  switch (verdict) {
    case 'safe':
      return 'safe';
    case 'unsafe':
      return `unsafe, property ${property ?? '?'}`;
    case 'unknown':
    case null:
      return `unknown, ${reason ?? 'unknown'}`;
  }
};

const badge = (verdict: VerifyReport['verdict']): Markup =>
  markup`<span class="badge ${verdict ?? 'unknown'}">${(verdict ?? 'unknown').toUpperCase()}</span>`;

function summary(runs: readonly ShownRun[]): Markup {
  const rows = runs.map(
    ({ report, model: { name } }, i) =>
      markup`<tr><th scope="row"><a href="#model-${i}">${name}</a></th><td>${badge(report.verdict)}</td><td>${report.property ?? ''}</td><td>${report.engine ?? ''}</td><td class="amount">${report.stats.states}</td><td class="amount">${report.stats.seconds.toFixed(2)}</td></tr>`,
  );
  return markup`<div class="scroll" tabindex="0" role="region" aria-label="All models"><table><caption>All models</caption>
<thead><tr><th scope="col">model</th><th scope="col">verdict</th><th scope="col">property</th><th scope="col">engine</th><th scope="col">states</th><th scope="col">seconds</th></tr></thead>
<tbody>${rows}</tbody></table></div>
`;
}

interface RunNumbers {
  /** Takes a run among the data of the page, and gives it a number. */
  readonly numbered: (model: RunModel) => number;
}

function modelSection(
  { report, model }: ShownRun,
  index: number,
  { numbered, ...around }: Pick<RunSurroundings, 'source' | 'drawn'> & RunNumbers,
): Markup {
  const traced = report.properties.filter(({ trace, abstract }) => trace !== null || abstract !== undefined);
  const runs = traced.map((property, i) =>
    property.trace === null
      ? abstractPath(property)
      : runPart(property, runModelOf(shownOf(property, report), { model, ...around }), numbered, i === 0),
  );
  return markup`<section class="model" id="model-${index}" aria-labelledby="title-${index}">
<h2 id="title-${index}">Model ${model.name} ${badge(report.verdict)} <span class="question">${heading(report)}</span></h2>
${errors(report)}
${propertyList(report)}
${report.limitations.map((text) => markup`<p class="limit">${text}</p>`)}
${runs}
${predicates(report)}
${statistics(report)}
</section>
`;
}

function heading({ engine, method, encoding, bound, reason, verdict }: VerifyReport): string {
  const parts = [
    engine === null ? null : `engine ${engine}`,
    method === null ? null : `method ${method}`,
    encoding === null ? null : `encoding ${encoding}`,
    bound === null ? null : `buffer bound ${bound}`,
    verdict === 'unknown' && reason !== null ? `no answer: ${reason}` : null,
  ];
  return parts.filter((part) => part !== null).join(', ');
}

function errors({ errors: diagnostics, warnings, file }: VerifyReport): Markup {
  const all = [...diagnostics, ...warnings];
  return all.length === 0
    ? noMarkup
    : markup`<pre class="${diagnostics.length === 0 ? 'errors warnings' : 'errors'}" tabindex="0">${renderDiagnostics(all, file)}</pre>`;
}

function propertyList({ properties }: VerifyReport): Markup {
  if (properties.length === 0) return noMarkup;
  const items = properties.map(({ name, kind, line, verdict, reason, detail }) => {
    const why = [reason, detail].filter((part) => part !== null).join(': ');
    return markup`<li><strong>${name}</strong>${kind === name ? '' : ` ${kind}`}${line === null ? '' : `, line ${line}`} ${badge(verdict)}${why === '' ? '' : ` ${why}`}</li>`;
  });
  return markup`<ul class="properties" aria-label="Properties">${items}</ul>
`;
}

/** Of a longer run there is no text: verify prints it. */
const longText = 150_000;

/** Boolean programs have words of their own for their runs, which those of their automata would replace. */
const shownOf = (
  { name, trace, run }: PropertyReport,
  { language }: VerifyReport,
): Parameters<typeof runModelOf>[0] =>
  run === undefined || language === 'bl' ? { name, trace } : { name, trace, run };

/** A run, for the script to show; the same as text, for where there is none. */
function runPart(
  { name, trace }: PropertyReport,
  model: RunModel | null,
  numbered: RunNumbers['numbered'],
  isOpen: boolean,
): Markup {
  if (trace === null || model === null) return noMarkup;
  const text = renderTrace(trace, { width: 120, style: plainStyle });
  return markup`<details class="run" ${isOpen ? markup`open` : noMarkup}><summary>A run that ${trace.isReached === true ? 'reaches' : 'violates'} ${name}</summary>
<div class="shown-run" data-run="${numbered(model)}"></div>
${text.length > longText ? noMarkup : markup`<details class="as-text"><summary>The run as text</summary><pre tabindex="0">${text}</pre></details>`}</details>
`;
}

/** A path that an abstraction takes and no run does: its predicates, and what is known of them on the way. */
function abstractPath({ name, abstract }: PropertyReport): Markup {
  if (abstract === undefined) return noMarkup;
  const { predicates: texts, initial, steps, follows } = abstract;
  const shown = texts.map((text, i) => ({ text, i })).filter(({ i }) => isEverKnown(abstract, i));
  const cells = (
    known: readonly (boolean | null)[],
    before: readonly (boolean | null)[],
  ): readonly Markup[] => shown.map(({ i }) => truthCell(known[i] ?? null, known[i] !== before[i]));
  const rows = steps.map(
    ({ thread, line, action, known }, i) =>
      markup`<tr class="${i === follows ? 'parting' : ''}"><th scope="row">${i + 1}</th><td>${thread}</td><td class="amount">${line ?? ''}</td><td><code>${action}</code>${i === follows ? ' (no run takes this step from here)' : ''}</td>${cells(known, steps[i - 1]?.known ?? initial)}</tr>`,
  );
  return markup`<details class="run" open><summary>A path of the abstraction to ${name}, which the program does not take</summary>
<div class="scroll" tabindex="0" role="region" aria-label="Path of the abstraction"><table class="truths">
<thead><tr><th scope="col">step</th><th scope="col">thread</th><th scope="col">line</th><th scope="col">action</th>${shown.map(({ text }) => markup`<th scope="col"><code>${text}</code></th>`)}</tr></thead>
<tbody><tr><th scope="row">0</th><td></td><td></td><td>start</td>${cells(initial, initial)}</tr>${rows}</tbody></table></div></details>
`;
}

const isEverKnown = ({ initial, steps }: AbstractTrace, i: number): boolean =>
  [initial, ...steps.map(({ known }) => known)].some((known) => (known[i] ?? null) !== null);

function truthCell(truth: boolean | null, isChanged: boolean): Markup {
  const text = truth === null ? '?' : truth ? 'true' : 'false';
  return markup`<td class="truth ${text === '?' ? 'open' : text} ${isChanged ? 'changed' : ''}">${text}</td>`;
}

/** Those that were found; those that the program states are in its text. */
function predicates({ discovery, verdict }: VerifyReport): Markup {
  if (discovery === null || discovery.statable.length === 0) return noMarkup;
  const about =
    verdict === 'safe' && discovery.suffices
      ? 'The proof is by these predicates. Stated in the program, they prove it again.'
      : 'These predicates were found.';
  const items = discovery.statable.map((text) => markup`<li><code>${text}</code></li>`);
  return markup`<h3>Predicates</h3><p>${about}</p><ul class="predicates">${items}</ul>
`;
}

function statistics({ stats, why }: VerifyReport): Markup {
  const counts: Readonly<Record<string, number>> = stats;
  const rows = allCounters.flatMap(({ name, about }) => {
    const count = counts[name] ?? 0;
    if (count === 0) return [];
    const shown = Number.isInteger(count) ? String(count) : count.toFixed(3);
    return [markup`<tr><th scope="row">${about}</th><td class="amount">${shown}</td></tr>`];
  });
  return markup`<p class="stats">${statsLine(stats)}${why === null ? '' : `. Why this engine: ${why}.`}</p>
<details class="statistics"><summary>All statistics</summary><table><tbody>${rows}</tbody></table></details>
`;
}

function listing({ name, text }: RunSource): Markup {
  const lines = text.replace(/\n$/, '').split(/\r?\n/);
  const rows = lines.map((line) => markup`<li><code>${line}</code></li>`);
  return markup`<section aria-labelledby="program"><h2 id="program">Program</h2><div class="scroll listing" tabindex="0" role="region" aria-label="The program ${name}"><ol>${rows}</ol></div></section>
`;
}
