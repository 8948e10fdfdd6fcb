import { kindOf } from '../frontends/language.js';
import { originOf } from '../diagnostics/span.js';
import { languages } from '../frontends/index.js';
import { toAutomata } from '../../passes/pipelines.js';
import { herdLog } from '../report/herd-log.js';
import type { LitmusEntry } from '../report/litmus-json.js';
import type { ShownLitmusRun, ShownTest } from '../report/page/litmus-page.js';
import { loadLitmus, runLitmus } from '../ask/litmus-run.js';
import { witnessesOf } from '../ask/litmus-witnesses.js';
import type { LitmusHooks, LoadedTest } from '../ask/litmus-run.js';
import { limitsOf } from '../ask/limits-of-run.js';
import { refuseKind } from '../ask/load.js';
import { valuesOf } from '../options/values.js';
import type { GivenOptions } from '../options/values.js';
import { placeOf } from '../ask/verify-options.js';
import { checkedModel } from './model-args.js';
import type { Asker, InputPlace } from './asking.js';

/** What was found of a test under models, with runs to its final states, for a page. */
export async function shownTest(
  loaded: LoadedTest,
  entries: readonly LitmusEntry[],
  hooks: LitmusHooks,
): Promise<ShownTest> {
  const { test, path } = loaded;
  const runs: ShownLitmusRun[] = [];
  for (const entry of entries) {
    const model = checkedModel(entry.model);
    // What an earlier model has shown already is not shown again.
    const known = new Set(runs.flatMap(({ witnesses }) => witnesses.map(({ name }) => name)));
    const finals = (entry.outcome?.finals ?? []).filter(({ text }) => !known.has(text));
    const wanted = finals.slice(0, Math.max(0, mostWitnesses - known.size));
    runs.push({ model, entry, witnesses: await witnessesOf(loaded, model, wanted, hooks) });
  }
  return { source: { name: path, text: sourceTextOf(loaded) }, test, runs };
}

/** Of more final states there are no runs on a page. */
const mostWitnesses = 32;

const sourceTextOf = ({ test }: LoadedTest): string => originOf(test.span)?.source.text ?? '';

/** What was found of a test under a model. */
export interface LitmusFinding extends LitmusEntry {
  /** As herd7 prints it; or why the final states were not all found. */
  readonly text: string;
}

/** Throws an InputError if it is no litmus test. */
export function loadTest(place: InputPlace): LoadedTest {
  const kind = kindOf(languages, place.path, null);
  if (kind === 'boolean' || kind === 'array') refuseKind(kind);
  return loadLitmus(placeOf({ ...place, language: null }), toAutomata);
}

/** The wish of `litmus`, for one test. */
export async function litmusGiven(
  place: InputPlace,
  given: GivenOptions,
  { signal, progress }: Asker,
): Promise<readonly LitmusFinding[]> {
  const { model: models = ['sc'], timeout = null, memory = null } = valuesOf('litmus', given);
  const limits = limitsOf({ timeoutSeconds: timeout, memoryMB: memory }, performance.now(), signal);
  const loaded = loadTest(place);
  const findings: LitmusFinding[] = [];
  for (const model of models) findings.push(await runTest(loaded, model, { limits, progress }));
  return findings;
}

/** All final states of the test under the model of that name. */
export async function runTest(loaded: LoadedTest, name: string, hooks: LitmusHooks): Promise<LitmusFinding> {
  const model = checkedModel(name);
  const run = await runLitmus(loaded, model, hooks);
  const { test, path } = loaded;
  const entry = { name: test.name, file: path, model: model.name };
  if (run.kind === 'incomplete') {
    const text = `${path}: ${test.name} under ${model.name}: ${run.reason}: ${run.detail}`;
    return { ...entry, outcome: null, reason: run.reason, text };
  }
  const { outcome } = run;
  return { ...entry, outcome, reason: null, text: herdLog({ test, outcome, model: model.name }) };
}
