import type { LitmusWitness } from '../../ask/litmus-witnesses.js';
import type { MemoryModel } from '../../memory/model.js';
import type { RunModel, RunSource } from '../../pages/run-view/run-model.js';
import type { HerdLogInput } from '../herd-log.js';
import type { LitmusEntry } from '../litmus-json.js';
import { drawnGraph } from './graph-layout.js';
import type { DrawnEdge, DrawnNode } from './graph-layout.js';
import { markup, noMarkup } from './markup.js';
import type { Markup } from './markup.js';
import type { PageParts } from './page-frame.js';
import { runModelOf } from './run-model-of.js';
import type { ReportData } from './verify-page.js';

/** A test, with what was found of it under each model. */
export interface ShownTest {
  readonly source: RunSource;
  readonly test: Pick<HerdLogInput['test'], 'name' | 'quantifier' | 'conditionText'>;
  readonly runs: readonly ShownLitmusRun[];
}

export interface ShownLitmusRun {
  readonly model: MemoryModel;
  readonly entry: LitmusEntry;
  /** Runs to the final states. */
  readonly witnesses: readonly LitmusWitness[];
}

/** A page about litmus tests: for each the graph of models and final states, and a run to each of these. */
export function litmusPage(tests: readonly ShownTest[], version: string): PageParts {
  const runs: RunModel[] = [];
  const numbered = (run: RunModel): number => runs.push(run) - 1;
  const sections = tests.map((test, i) => testSection(test, i, numbered));
  const names = tests.map(({ test: { name } }) => name);
  const title = names.length > 3 ? `${names.length} litmus tests` : names.join(', ');
  const body = markup`<header class="head"><p class="brand">fencepost</p><h1>${title}</h1>
<button type="button" id="theme" hidden>Dark</button></header>
<main>
${sections}
</main>
<footer><p>Made by fencepost ${version}.</p></footer>`;
  const data: ReportData = { source: null, runs };
  return { title: `${title}: final states`, body, data };
}

function testSection(
  { source, test, runs }: ShownTest,
  index: number,
  numbered: (run: RunModel) => number,
): Markup {
  const witnessed = new Map<string, RunModel>();
  for (const { model, witnesses } of runs)
    for (const witness of witnesses) {
      const run = witnessed.has(witness.name) ? null : runModelOf(witness, { model, source, drawn: null });
      if (run !== null) witnessed.set(witness.name, { ...run, property: null });
    }
  const parts = finalsOf(runs).map(({ text }) => runPart(text, witnessed.get(text), numbered));
  return markup`<section class="model" aria-labelledby="test-${index}">
<h2 id="test-${index}">${test.name} <span class="question">${test.quantifier} ${test.conditionText}</span></h2>
<ul class="properties" aria-label="Models">${runs.map(modelItem)}</ul>
<div class="scroll" tabindex="0" role="region" aria-label="Final states of ${test.name}">${outcomeGraph(test.name, runs)}</div>
${outcomeTable(runs)}
${parts}
</section>
`;
}

function modelItem({ model, entry: { outcome, reason } }: ShownLitmusRun): Markup {
  if (outcome === null)
    return markup`<li><strong>${model.name}</strong> <span class="badge unknown">${reason ?? 'unknown'}</span></li>`;
  const style = outcome.verdict === 'Ok' ? 'safe' : 'unsafe';
  return markup`<li><strong>${model.name}</strong> <span class="badge ${style}">${outcome.verdict}</span> ${outcome.observation}</li>`;
}

interface FinalWithModels {
  readonly text: string;
  readonly satisfies: boolean;
  readonly models: ReadonlySet<string>;
}

/** Final states under any of the models, in the order of their texts. */
function finalsOf(runs: readonly ShownLitmusRun[]): readonly FinalWithModels[] {
  const all = new Map<string, { satisfies: boolean; models: Set<string> }>();
  for (const { model, entry } of runs)
    for (const { text, satisfies } of entry.outcome?.finals ?? []) {
      const known = all.get(text) ?? { satisfies, models: new Set() };
      known.models.add(model.name);
      all.set(text, known);
    }
  return [...all].sort(([a], [b]) => (a < b ? -1 : 1)).map(([text, final]) => ({ text, ...final }));
}

/** Which model allows which final state. */
function outcomeGraph(name: string, runs: readonly ShownLitmusRun[]): Markup {
  const finals = finalsOf(runs);
  const count = `${finals.length} final ${finals.length === 1 ? 'state' : 'states'}`;
  const title = `${name}: ${runs.length} models and ${count}; the table below says the same`;
  const models = runs.map(({ model }): DrawnNode => ({
    id: `m ${model.name}`,
    lines: [model.name],
    style: 'entry',
    mark: null,
  }));
  const states = finals.map(({ text, satisfies }): DrawnNode => ({
    ...{ id: `s ${text}`, lines: [`${satisfies ? '✓ ' : ''}${text}`], mark: null },
    style: satisfies ? 'satisfying' : '',
  }));
  const edges = finals.flatMap(({ text, models: allowing }) =>
    [...allowing].map((model): DrawnEdge => ({ from: `m ${model}`, to: `s ${text}`, lines: [], style: '' })),
  );
  return drawnGraph({ title, direction: 'LR', nodes: [...models, ...states], edges });
}

function outcomeTable(runs: readonly ShownLitmusRun[]): Markup {
  const rows = finalsOf(runs).map(({ text, satisfies, models }) => {
    const cells = runs.map(({ model, entry }) => {
      const word = models.has(model.name) ? 'allowed' : entry.outcome === null ? '?' : 'forbidden';
      return markup`<td class="${word}">${word}</td>`;
    });
    return markup`<tr><th scope="row"><code>${text}</code></th><td>${satisfies ? 'yes' : 'no'}</td>${cells}</tr>`;
  });
  return markup`<div class="scroll" tabindex="0" role="region" aria-label="Final states by model"><table>
<thead><tr><th scope="col">final state</th><th scope="col">condition</th>${runs.map(({ model }) => markup`<th scope="col">${model.name}</th>`)}</tr></thead>
<tbody>${rows}</tbody></table></div>
`;
}

const runPart = (text: string, run: RunModel | undefined, numbered: (run: RunModel) => number): Markup =>
  run === undefined
    ? noMarkup
    : markup`<details class="run"><summary>A run to <code>${text}</code> under ${run.memoryModel}</summary>
<div class="shown-run" data-run="${numbered(run)}"></div></details>
`;
