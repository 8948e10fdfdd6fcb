import { engineNames, engines } from '../../engines/index.js';
import { modelNames } from '../../memory/index.js';
import { answerLine, answerView, markItems } from './answer-view.js';
import type { AnswerView } from './answer-view.js';
import { makeEditor } from './editor.js';
import { html } from '../run-view/elements.js';
import { offerThemes } from '../run-view/themes.js';
import { byId, controls } from './page-controls.js';
import type { Mark, PlaygroundChoices, PlaygroundProgram, PlaygroundRequest } from './playground-messages.js';
import { fragmentOf, programIn } from './program-link.js';
import { SamplePicker } from './sample-picker.js';
import { WorkerClient } from './worker-client.js';
import type { ClientAnswer } from './worker-client.js';

/** What the page begins with. */
const firstSample = 'mutex/peterson.fp';
/** So long nobody has typed, before the text is looked at. */
const pauseMs = 250;
/** Reading takes no longer. */
const lookSeconds = 20;

const startWorker = (): Worker =>
  new Worker(new URL('./engine-worker.js', import.meta.url), { type: 'module' });
const engineClient = new WorkerClient(startWorker);
/** Looks at what is being typed, beside the engines. */
const reader = new WorkerClient(startWorker);

let answerShown: AnswerView | null = null;
/** The text that the answer is about. */
let asked: string | null = null;
const samples = new SamplePicker(controls.sample);
let lookTimer: ReturnType<typeof setTimeout> | undefined;

const editor = makeEditor(byId('editor', HTMLElement), {
  changed: () => {
    tellExpectation();
    tellWhetherOutdated();
    lookSoon();
  },
  verify: () => void ask('verify'),
});

const programNow = (): PlaygroundProgram => ({ name: controls.name.value, text: editor.text() });

const choicesNow = (): PlaygroundChoices => ({
  model: controls.model.value,
  engine: controls.engine.value,
  procs: controls.procs.value,
  timeout: Number(controls.timeout.value),
  allowsZ3: controls.z3.checked,
});

function lookSoon(): void {
  clearTimeout(lookTimer);
  lookTimer = setTimeout(() => void look(), pauseMs);
}

async function look(): Promise<void> {
  if (reader.isBusy) {
    lookSoon();
    return;
  }
  const program = programNow();
  const choices = { ...choicesNow(), timeout: lookSeconds };
  const answer = await reader.ask({ kind: 'look', program, choices });
  // What was typed meanwhile has marks of its own soon.
  if (answer.kind === 'looked' && program.text === editor.text()) showMarks(answer.marks);
}

function showMarks(marks: readonly Mark[]): void {
  editor.mark(marks);
  controls.marks.replaceChildren(...markItems(marks, { goTo: editor.goTo }));
  controls.marks.hidden = marks.length === 0;
}

async function ask(kind: PlaygroundRequest['kind']): Promise<void> {
  setBusy(true);
  const told = kind === 'fences' ? 'Looking for fences' : 'Verifying';
  controls.status.textContent = `${told} ...`;
  const began = performance.now();
  const request = { kind, program: programNow(), choices: choicesNow() };
  const answer = await engineClient.ask(request, (phase, states) => {
    const seconds = Math.round((performance.now() - began) / 1000);
    controls.status.textContent = `${told}: ${phase}, ${states.toLocaleString('en')} states, ${seconds} s`;
  });
  // Another question may have taken its place.
  if (!engineClient.isBusy) setBusy(false);
  showAnswer(answer, request);
}

type AskedRequest = Pick<PlaygroundRequest, 'kind' | 'program' | 'choices'>;

function showAnswer(answer: ClientAnswer, { kind, program, choices }: AskedRequest): void {
  controls.status.textContent = answerLine(answer);
  asked = program.text;
  tellWhetherOutdated();
  const { goTo, point } = editor;
  point(null);
  const events = {
    ...{ goTo, point },
    take: (made: PlaygroundProgram) => {
      if (editor.text() === program.text) show(made);
      else controls.status.textContent = 'The program has changed meanwhile: ask again where its fences go';
    },
    loadZ3: crossOriginIsolated && !choices.allowsZ3 ? () => allowZ3(kind) : null,
  };
  answerShown?.remove();
  answerShown = answerView(answer, events);
  controls.answer.replaceChildren(...answerShown.nodes);
}

function allowZ3(kind: PlaygroundRequest['kind']): void {
  controls.z3.checked = true;
  engineClient.renew();
  void ask(kind);
}

/** An answer stays when the program changes, but says of what it is. */
function tellWhetherOutdated(): void {
  controls.outdated.hidden = asked === null || asked === editor.text();
}

function setBusy(isBusy: boolean): void {
  controls.stop.disabled = !isBusy;
  document.body.classList.toggle('busy', isBusy);
}

function show({ name, text }: PlaygroundProgram): void {
  controls.name.value = name;
  editor.show(text, name);
  tellExpectation();
}

function offerChoices(): void {
  for (const name of modelNames) controls.model.append(html('option', { value: name }, name.toUpperCase()));
  controls.model.value = 'tso';
  for (const name of ['auto', ...engineNames]) controls.engine.append(html('option', { value: name }, name));
  controls.z3.disabled = !crossOriginIsolated;
  controls.aboutZ3.hidden = crossOriginIsolated;
  controls.aboutZ3.textContent =
    'Z3 cannot run here: the server does not send the headers COOP and COEP, so pages have no shared memory. ' +
    'The engines explicit, dual and ltl need no solver. fencepost serve sends these headers.';
}

function tellEngine(): void {
  const engine = engines.find(({ name }) => name === controls.engine.value);
  controls.aboutEngine.textContent =
    engine === undefined
      ? 'auto: the engine that fits the program and the model.'
      : `${engine.name}: ${engine.summary}.`;
}

async function copyLink(): Promise<void> {
  const fragment = await fragmentOf({ ...programNow(), ...choicesNow() });
  history.replaceState(null, '', fragment);
  try {
    await navigator.clipboard.writeText(location.href);
    controls.status.textContent = 'The link is in the clipboard; it carries the program.';
  } catch {
    controls.status.textContent = 'The link is in the address bar; it carries the program.';
  }
}

function tellExpectation(): void {
  controls.expected.textContent = samples.expected(editor.text(), controls.model.value);
}

function takeSample(path: string): void {
  const sample = samples.take(path);
  if (sample === null) return;
  controls.procs.value = sample.hasProcesses ? 'any' : '';
  show(sample);
}

/** What another page, or somebody's hand, has put into a link need not be there to be chosen: then all stays as it is. */
function choose(list: HTMLSelectElement, value: string): void {
  if ([...list.options].some((option) => option.value === value)) list.value = value;
}

/** The program of the address, else the first sample. */
async function begin(): Promise<void> {
  const linked = await programIn(location.hash);
  if (typeof linked === 'string') controls.status.textContent = linked;
  if (linked === null || typeof linked === 'string') {
    takeSample(firstSample);
    return;
  }
  show(linked);
  choose(controls.model, linked.model);
  choose(controls.engine, linked.engine);
  choose(controls.procs, linked.procs);
  tellEngine();
}

function listen(): void {
  controls.sample.addEventListener('change', () => takeSample(controls.sample.value));
  controls.model.addEventListener('change', tellExpectation);
  controls.engine.addEventListener('change', tellEngine);
  controls.name.addEventListener('change', () => {
    editor.rename(controls.name.value);
    lookSoon();
  });
  controls.z3.addEventListener('change', () => engineClient.renew());
  controls.verify.addEventListener('click', () => void ask('verify'));
  controls.fences.addEventListener('click', () => void ask('fences'));
  controls.stop.addEventListener('click', () => engineClient.stop());
  controls.link.addEventListener('click', () => void copyLink());
  addEventListener('hashchange', () => void begin());
}

offerThemes(byId('theme', HTMLButtonElement));
offerChoices();
tellEngine();
listen();
await samples.load();
await begin();
