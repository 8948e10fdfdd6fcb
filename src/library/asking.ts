import { withGoals } from '../ask/asked-goals.js';
import type { EngineRow } from '../engines/engine-row.js';
import { engines } from '../engines/index.js';
import { UsageError } from '../diagnostics/diagnostic.js';
import type { SubjectKind } from '../lang/program/subject-kind.js';
import type { MemoryModel } from '../memory/model.js';
import { hasBuffers } from '../memory/model-questions.js';
import { engineFor, refuseForSubject } from '../options/refused-options.js';
import { fieldsOf, valuesOf } from '../options/values.js';
import type { GivenOptions } from '../options/values.js';
import { pipelineOf } from '../pass/lowerings.js';
import type { PassListener, Pipeline } from '../pass/run-pipeline.js';
import type { FencesReport } from '../synthesis/synthesis-report.js';
import type { AbstractedFile } from '../ask/abstract-file.js';
import type { VerifyHooks } from '../ask/hooks.js';
import { usualCosts } from '../options/fence-wishes.js';
import { usualOptions } from '../ask/verify-options.js';
import type { AskWays } from '../ask/ask.js';
import type { AskOptions, VerifyInput } from '../ask/verify-options.js';
import { blankReport } from '../ask/report.js';
import type { VerifyReport } from '../ask/report.js';
import type { LimitStop } from '../search/limits.js';
import type { UnknownAnswer } from '../synthesis/selection-problem.js';
import { modelOf } from './model-args.js';
import { pipelines } from './all-pipelines.js';
import { readingOf } from './reading.js';

/** A file, or a text with a name. */
export type InputPlace = Pick<VerifyInput, 'path' | 'text'>;

/** What whoever asks brings besides the question. */
export interface Asker extends Pick<
  VerifyHooks,
  'signal' | 'progress' | 'note' | 'decided' | 'soFar' | 'explain'
> {
  /** Hears of the passes of that pipeline; absent: nobody does. */
  readonly listener?: (pipeline: Pipeline) => PassListener;
}

/** The question of `verify`, under the model that is asked for or another one. */
export async function verifyGiven(
  place: InputPlace,
  given: GivenOptions,
  asker: Asker,
  model = modelOf(valuesOf('verify', given)),
): Promise<VerifyReport> {
  const { kindOf } = await import('../frontends/language.js');
  const { ask } = await import('../ask/ask.js');
  const { languages } = await import('../frontends/index.js');
  const values = valuesOf('verify', given);
  const lang = values.lang ?? null;
  const kind = kindOf(languages, place.path, lang);
  const asked = optionsFor(kind, model, given);
  const input = { ...place, language: lang, reading: readingOf(values) };
  const { listener, ...more } = asker;
  const isShown = values.paranoid || values.evidence !== undefined;
  const asArrays = isShown ? { asArrays: (await import('./program-as-arrays.js')).programAsArrays } : {};
  const hooks = { ...more, languages, pipelines, ...asArrays };
  const ways = await waysOf(asked.robust, given, isShown);
  if (listener === undefined || kind === 'boolean' || kind === 'array') return ask(input, asked, hooks, ways);
  return ask(input, asked, { ...hooks, listener: listener(await pipelineFor(asked)) }, ways);
}

/** With `--robust` robustness alone is decided; without it, it may help to decide properties. */
async function waysOf(
  robust: AskOptions['robust'],
  given: GivenOptions,
  isProofWanted: boolean,
): Promise<Partial<AskWays>> {
  if (robust === null) {
    const { decideCarryingOver } = await import('../robustness/carry-over.js');
    return { decider: withGoals(decideCarryingOver), proves: isProofWanted };
  }
  refusePropertiesBeside('--robust', given);
  const { decideRobustness } = await import('../robustness/decide-robustness.js');
  return { decider: (question) => decideRobustness(question, robust), isOther: true, proves: isProofWanted };
}

/** What robustness does not ask about. */
function refusePropertiesBeside(what: '--robust' | '--goal robust', given: GivenOptions): void {
  const options = [
    'property',
    'invariant',
    'ltl',
    'fairness',
    'deadlock',
    'races',
    'termination',
    'save-predicates',
  ];
  const other = options.find((name) => given.has(name));
  if (other === undefined) return;
  throw new UsageError(
    `--${other} does not go with ${what}`,
    `with ${what} the program is compared with itself under SC, and its properties are not decided`,
  );
}

function optionsFor(kind: SubjectKind | null, model: MemoryModel, given: GivenOptions): AskOptions {
  if (kind !== null) refuseForSubject('verify', kind, given);
  switch (kind) {
    case 'array':
      return { ...usualOptions, ...fieldsOf('verify', 'array', given), model };
    case 'boolean': {
      const asked = { ...usualOptions, ...fieldsOf('verify', 'boolean', given), model };
      // Of several models those with buffers are meant.
      return given.has('all-models') && !hasBuffers(model) ? { ...asked, bound: null } : asked;
    }
    case 'program':
    case null: {
      const { engine } = valuesOf('verify', given);
      return { ...fieldsOf('verify', 'program', given), model, engine: engineFor('verify', given, engine) };
    }
  }
}

/** The passes of which the user may name one. */
async function pipelineFor({ engine, abstraction, model, robust, ...asked }: AskOptions): Promise<Pipeline> {
  if (robust !== null) return pipelineOf(await pipelines(), 'attacks', model);
  const rows: readonly EngineRow[] = engines;
  const pipeline = rows.find(({ name }) => name === engine)?.takes.program?.pipeline;
  const kind = pipeline?.({ ...asked, engine, abstraction, model }) ?? 'automata';
  return pipelineOf(await pipelines(), kind, model);
}

/** The question of `check`. */
export async function checkGiven(
  place: InputPlace,
  given: GivenOptions,
  asker: Asker,
): Promise<VerifyReport> {
  const values = valuesOf('check', given);
  const { checkFile } = await import('../ask/boolean/boolean-verification.js');
  const { languages } = await import('../frontends/index.js');
  const asked = { ...fieldsOf('check', 'boolean', given), model: modelOf(values) };
  const { signal, progress } = asker;
  const input = { ...place, language: values.lang ?? null };
  return checkFile(input, asked, { languages, pipelines, signal, progress });
}

/** The wish of `abstract`. */
export async function abstractGiven(
  place: InputPlace,
  given: GivenOptions,
  { listener, ...asker }: Asker,
): Promise<AbstractedFile> {
  const values = valuesOf('abstract', given);
  const model = modelOf(values);
  const { languages } = await import('../frontends/index.js');
  const { abstractFile } = await import('../ask/abstract-file.js');
  const all = await pipelines();
  const asked = { ...usualOptions, ...fieldsOf('abstract', 'program', given), model };
  const heard = listener === undefined ? {} : { listener: listener(all[asked.abstraction.encoding](model)) };
  return abstractFile(
    { ...place, language: values.lang ?? null },
    { ...asked, engine: 'abstract' },
    { ...asker, ...heard, languages, pipelines: all },
  );
}

/** The question of `fences`. */
export async function fencesGiven(
  place: InputPlace,
  given: GivenOptions,
  asker: Asker,
  known?: ToldSoFar,
): Promise<FencesReport> {
  const values = valuesOf('fences', given);
  const wishes = fenceWishes(values);
  if (wishes.kind === 'fence' && wishes.goal === 'robust') refusePropertiesBeside('--goal robust', given);
  const model = modelOf(values);
  if (!given.has('model'))
    throw new UsageError('--model must be given', 'give --model tso or --model pso: the fences are for that');
  if (!hasBuffers(model))
    throw new UsageError(
      `under ${model.name} no write is buffered, so nothing is ever needed`,
      'give --model tso or --model pso',
    );
  const engine = engineFor('fences', given, values.engine);
  const { languages } = await import('../frontends/index.js');
  const { signal, progress, note } = asker;
  const input = { ...place, language: values.lang ?? null, reading: readingOf(values) };
  const options = { ...usualOptions, ...fieldsOf('fences', 'program', given), model, engine };
  if (wishes.kind === 'atomic' && options.procs === 'any')
    throw new UsageError('--procs any goes with --kind fence: atomic writes are those of so many threads');
  if (wishes.kind === 'fence' && options.atomicFile !== undefined)
    throw new UsageError('--atomic goes with --kind atomic');
  if (wishes.kind === 'fence' && wishes.goal === 'bound' && typeof options.bound !== 'number')
    throw new UsageError('--goal bound asks for a bound', 'give --bound 1, or another number of entries');
  const hooks = { languages, pipelines: await pipelines(), signal, progress };
  const heard = note === undefined ? {} : { heard: note };
  const verify = { ...blankReport(input.path), model: model.name };
  if (wishes.kind === 'atomic') {
    const { fencesOfFile } = await import('../synthesis/find-fences.js');
    const { algorithm } = wishes;
    const waits = model.lockedWaits;
    return fencesOfFile(input, options, hooks, {
      ...{ ...wishes, ...heard },
      known: (told) =>
        known?.((why) => ({ verify, kind: 'atomic', algorithm, waits, found: told(openFor(why)) })),
    });
  }
  const { fenceSetsOfFile } = await import('../synthesis/fences/find-fence-sets.js');
  const isPrinted = (values.apply || values.diff) && !(await hasEditor(input));
  const { goal, task } = wishes;
  return fenceSetsOfFile(input, options, hooks, {
    ...{ ...wishes, isPrinted, ...heard },
    known: (told) =>
      known?.((why) => ({
        ...{ verify, kind: 'fence', goal, task, algorithm: 'exact' },
        found: told(openFor(why)),
      })),
  });
}

/** Hears again and again what is known, to be told if the work is ended from outside. */
export type ToldSoFar = (told: (why: LimitStop['reason']) => FencesReport) => void;

const openFor = (reason: LimitStop['reason']): UnknownAnswer => ({
  ...{ kind: 'unknown', reason },
  detail: 'the search was ended from outside',
});

/** Whether fences can be put into texts of its language. */
async function hasEditor({ path, language }: { readonly path: string; readonly language: string | null }) {
  const { languages } = await import('../frontends/index.js');
  const { chooseLanguage } = await import('../frontends/language.js');
  const { DiagnosticBag } = await import('../diagnostics/diagnostic.js');
  return chooseLanguage(languages, path, language, new DiagnosticBag())?.loadFenceEditor !== undefined;
}

type FenceValues = ReturnType<typeof valuesOf<'fences'>>;

/** What is looked for; refuses what does not go together. */
function fenceWishes(values: FenceValues) {
  const { kind = 'fence', algorithm = 'exact', first, goal, cost, remove, robust } = values;
  if (kind === 'atomic') {
    const alien = [goal && '--goal', cost && '--cost', remove && '--remove', robust && '--robust'].find(
      (name) => typeof name === 'string',
    );
    if (alien !== undefined) throw new UsageError(`${alien} is for --kind fence`);
    if (algorithm === 'hazard' && first)
      throw new UsageError('--first is for --algorithm exact: hazard finds one set anyway');
    return { kind, algorithm, first } as const;
  }
  if (algorithm === 'hazard') throw new UsageError('--algorithm hazard is for --kind atomic');
  const robustness = robust ?? null;
  if (robustness !== null && goal !== 'robust') throw new UsageError('--robust goes with --goal robust');
  const task = remove ? 'remove' : 'add';
  return { kind, goal: goal ?? 'property', costs: cost ?? usualCosts, task, first, robustness } as const;
}
