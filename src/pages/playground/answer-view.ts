import { assertNever, at } from '../../support/invariant.js';
import type { RunModel } from '../run-view/run-model.js';
import { runView } from '../run-view/run-view.js';
import type { RunView } from '../run-view/run-view.js';
import { html } from '../run-view/elements.js';
import type {
  FencedAnswer,
  Mark,
  PlaygroundProgram,
  SuggestedFence,
  VerifiedAnswer,
} from './playground-messages.js';
import type { ClientAnswer } from './worker-client.js';

/** What the answer lets a person do. */
export interface AnswerEvents {
  readonly goTo: (line: number) => void;
  readonly take: (program: PlaygroundProgram) => void;
  /** Loads Z3 and asks again; null: it cannot be loaded here, or is allowed already. */
  readonly loadZ3: (() => void) | null;
  /** A run has come to a line. */
  readonly point: (line: number | null) => void;
}

/** The verdict in a few words, for the status line too. */
export function answerLine(answer: ClientAnswer): string {
  switch (answer.kind) {
    case 'verified':
      return verdictLine(answer);
    case 'fenced':
      return fencesLine(answer);
    case 'failed':
      return answer.reason === 'bug' ? 'This is a fault of fencepost' : 'This cannot be asked';
    case 'stopped':
      return 'Stopped';
    case 'lost':
      return 'The engine has ended without an answer';
    case 'looked':
      return '';
    default:
      return assertNever(answer);
  }
}

function verdictLine({ document: { verdict, reason, property, properties } }: VerifiedAnswer): string {
  switch (verdict) {
    case 'safe':
      return 'Safe';
    case 'unsafe':
      return `Unsafe: ${property ?? 'a property'} is ${properties.some(({ name, kind }) => name === property && kind === 'goal') ? 'never reached' : 'violated'}`;
    case 'unknown':
      return `Unknown: ${reason ?? 'no reason is given'}`;
    case null:
      return reason === 'input' ? 'There are errors in the program' : `No verdict: ${reason ?? 'refused'}`;
  }
}

function fencesLine({ set }: FencedAnswer): string {
  if (set === null) return 'No set of fences is known';
  if (set.length === 0) return 'No fence is needed';
  return set.length === 1 ? 'One fence suffices' : `${set.length} fences suffice`;
}

const toneOf = (answer: ClientAnswer): string => {
  if (answer.kind === 'verified') return answer.document.verdict ?? 'refused';
  if (answer.kind === 'fenced') return answer.set === null ? 'unknown' : 'safe';
  return answer.kind === 'stopped' ? 'unknown' : 'refused';
};

/** What is told of an answer. */
export interface AnswerView {
  readonly nodes: readonly Node[];
  /** To be called when they go: a run may be playing. */
  readonly remove: () => void;
}

const still = (...nodes: readonly Node[]): AnswerView => ({ nodes, remove: () => undefined });

/** All that is told of an answer. */
export function answerView(answer: ClientAnswer, events: AnswerEvents): AnswerView {
  const heading = html('p', { class: `verdict ${toneOf(answer)}` }, answerLine(answer));
  switch (answer.kind) {
    case 'verified':
      return verifiedView(heading, answer, events);
    case 'fenced':
      return still(heading, ...fencedParts(answer, events));
    case 'failed':
      return still(heading, printed(answer.message));
    case 'lost':
      return still(
        heading,
        html('p', {}, `The worker was ended: ${answer.message}. The page goes on with another one.`),
      );
    case 'stopped':
    case 'looked':
      return still(heading);
    default:
      return assertNever(answer);
  }
}

const printed = (text: string): HTMLElement =>
  html(
    'pre',
    { class: 'printed', tabindex: '0', role: 'region', 'aria-label': 'As the command line prints it' },
    text,
  );

/** The same behind a title that opens it. */
const folded = (text: string): HTMLElement =>
  html('details', {}, html('summary', {}, 'As the command line prints it'), printed(text));

function verifiedView(heading: Node, answer: VerifiedAnswer, events: AnswerEvents): AnswerView {
  const { document, text, runs, needsZ3 } = answer;
  const { properties, limitations, verdict } = document;
  if (verdict === null) return still(heading, ...offerZ3(needsZ3, events), printed(text));
  const rows = properties.map(({ name, kind, line, verdict: told, reason }) => [
    html('span', {}, name),
    html('span', {}, kind),
    lineButton(line, events),
    html('span', { class: `told ${told}` }, reason === null ? told : `${told} (${reason})`),
  ]);
  const run = runs.length === 0 ? still() : runPart(runs, document.property, events);
  const nodes = [
    heading,
    ...(rows.length === 0 ? [] : [table(['property', 'kind', 'line', 'verdict'], rows)]),
    ...run.nodes,
    ...limitations.map((sentence) => html('p', {}, sentence)),
    html('p', { class: 'hint' }, statistics(document)),
    folded(text),
  ];
  return { ...run, nodes };
}

/** The run of the property that the verdict speaks of, or of another one. */
function runPart(runs: readonly RunModel[], property: string | null, { point }: AnswerEvents): AnswerView {
  const place = html('div', { class: 'run' });
  let shown: RunView | null = null;
  const show = (run: RunModel): void => {
    shown?.remove();
    shown = runView(place, run, { showsSource: false, onShow: (_, line) => point(line) });
  };
  const first = runs.find((run) => run.property === property) ?? at(runs, 0);
  show(first);
  const remove = (): void => shown?.remove();
  if (runs.length === 1) return { nodes: [place], remove };
  const choice = html('select');
  for (const [i, run] of runs.entries())
    choice.append(new Option(aboutRun(run), String(i), run === first, run === first));
  choice.addEventListener('change', () => show(at(runs, Number(choice.value))));
  return { nodes: [html('label', { class: 'which-run' }, 'Run that', choice), place], remove };
}

const aboutRun = ({ property, isReached }: RunModel): string =>
  `${isReached ? 'reaches' : 'violates'} ${property ?? 'a property'}`;

function statistics({ engine, model, stats }: VerifiedAnswer['document']): string {
  const counts = [`model ${model ?? '?'}`, `engine ${engine ?? '?'}`];
  if (stats.states > 0) counts.push(`${stats.states.toLocaleString('en')} states`);
  if (stats.smtCalls > 0) counts.push(`${stats.smtCalls.toLocaleString('en')} solver calls`);
  return `${counts.join(', ')}, ${stats.seconds.toFixed(2)} s`;
}

function fencedParts(answer: FencedAnswer, events: AnswerEvents): readonly Node[] {
  const { set, text, program, needsZ3 } = answer;
  const parts = offerZ3(needsZ3, events);
  if (set !== null && set.length > 0) parts.push(fenceTable(set, events));
  if (program !== null && set !== null && set.length > 0) {
    const button = html('button', { type: 'button', class: 'take' }, 'Put them into the program');
    button.addEventListener('click', () => events.take(program));
    parts.push(html('p', {}, button));
  }
  return [...parts, printed(text)];
}

function offerZ3(isNeeded: boolean, { loadZ3 }: AnswerEvents): Node[] {
  if (!isNeeded || loadZ3 === null) return [];
  const button = html('button', { type: 'button', class: 'take' }, 'Load Z3 (35 MB) and ask again');
  button.addEventListener('click', loadZ3);
  return [html('p', {}, button)];
}

const fenceTable = (set: readonly SuggestedFence[], events: AnswerEvents): HTMLElement =>
  table(
    ['thread', 'line', 'put', 'where'],
    set.map(({ kind, thread, line, place }) => [
      html('span', {}, thread),
      lineButton(line, events),
      html('span', {}, kind),
      html('span', {}, place),
    ]),
  );

function table(titles: readonly string[], rows: readonly (readonly Node[])[]): HTMLElement {
  const head = html('tr', {}, ...titles.map((title) => html('th', { scope: 'col' }, title)));
  const body = rows.map((cells) => html('tr', {}, ...cells.map((cell) => html('td', {}, cell))));
  const made = html('table', {}, html('thead', {}, head), html('tbody', {}, ...body));
  return html('div', { class: 'wide', tabindex: '0', role: 'region', 'aria-label': titles.join(', ') }, made);
}

function lineButton(line: number | null, { goTo }: AnswerEvents): Node {
  if (line === null) return document.createTextNode('');
  const button = html(
    'button',
    { type: 'button', class: 'line', 'aria-label': `Go to line ${line}` },
    String(line),
  );
  button.addEventListener('click', () => goTo(line));
  return button;
}

/** What is wrong, below the text: each leads to its line. */
export const markItems = (marks: readonly Mark[], events: Pick<AnswerEvents, 'goTo'>): readonly Node[] =>
  marks.map(({ place, severity, message, note }) => {
    const text = note === null ? message : `${message}: ${note}`;
    if (place === null) return html('li', { class: severity }, text);
    const button = html('button', { type: 'button' }, `line ${place.line}: ${text}`);
    button.addEventListener('click', () => events.goTo(place.line));
    return html('li', { class: severity }, button);
  });
