import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { filesNamed } from '../compare/file-patterns.js';
import { readPlan } from '../compare/plan-file.js';
import type { PlanPart } from '../compare/plan-file.js';
import { FileContents, keyOf } from '../compare/run-key.js';
import { planRuns } from '../compare/run-plan.js';
import type { AskedLimits, PassedOption, PlannedRun, RunJob } from '../compare/run-plan.js';
import { waysOf } from '../compare/asked-way.js';
import { UsageError } from '../diagnostics/diagnostic.js';
import { languages } from '../frontends/index.js';
import { kindOf } from '../frontends/language.js';
import { mainModels } from '../memory/index.js';
import { hasBuffers } from '../memory/model-questions.js';
import { givenBy } from '../options/call-options.js';
import { optionsOf } from '../options/option-table.js';
import { valuesOf } from '../options/values.js';
import type { OptionRow } from '../options/kit/row.js';
import type { GivenOptions, OptionValues } from '../options/values.js';
import { checkedModel } from './model-args.js';
import { WayRefusals } from './way-refusals.js';

/** What is to be made, and what cannot be. */
export interface ComparisonPlan {
  readonly jobs: readonly RunJob[];
  readonly leftOut: readonly LeftOutRun[];
}

/** A combination that nothing takes, and why: a clause. */
export interface LeftOutRun {
  readonly run: PlannedRun;
  readonly why: string;
}

/** All that a command line of `compare` asks for. */
export function planGiven(files: readonly string[], given: GivenOptions, version: string): ComparisonPlan {
  const { plan, repeat = 1 } = valuesOf('compare', given);
  const parts = plan === undefined ? [{ name: null, files, given }] : partsOf(plan, files, given);
  const planned = parts.map((part) => plannedBy(part.files, part.given, part.name));
  const contents = new FileContents();
  const keyed = planned.flatMap(({ runs, limits }) =>
    runs.map((run) => ({ run, key: keyOf(run, version, contents), limits })),
  );
  // Two parts may ask the same: it is one run then.
  const distinct = [...new Map(keyed.map((each) => [each.key, each])).values()];
  return {
    // In rounds: what changes on the machine with time changes for all.
    jobs: Array.from({ length: repeat }, (_, round) => distinct.map((each) => ({ ...each, repeat: round })))
      .flat()
      .map((job, place) => ({ ...job, place })),
    leftOut: planned.flatMap(({ leftOut }) => leftOut),
  };
}

interface GivenPart {
  readonly name: string | null;
  readonly files: readonly string[];
  readonly given: GivenOptions;
}

/** What stands on the command line is for all parts; files that are named there are those of parts that name none. */
function partsOf(path: string, files: readonly string[], given: GivenOptions): readonly GivenPart[] {
  const read = readPlan(textOf(path, 'plan'));
  if (typeof read === 'string') throw new UsageError(`${path} is no plan: ${read}`);
  return read.map((part) => ({
    name: part.name,
    files: part.files.length === 0 ? files : part.files.map((file) => join(dirname(path), file)),
    given: new Map([...optionsIn(part, path), ...given]),
  }));
}

function optionsIn(part: PlanPart, path: string): GivenOptions {
  try {
    return givenBy('compare', part.options);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    throw new UsageError(`${path}: ${error.message}`, error.note);
  }
}

export function textOf(path: string, option: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new UsageError(`cannot read --${option} ${path}: ${error instanceof Error ? error.message : ''}`);
  }
}

interface PlannedPart {
  readonly runs: readonly PlannedRun[];
  readonly limits: AskedLimits;
  readonly leftOut: readonly LeftOutRun[];
}

function plannedBy(words: readonly string[], given: GivenOptions, part: string | null): PlannedPart {
  const values = valuesOf('compare', given);
  const files = filesNamed(
    words,
    languages.flatMap(({ extensions }) => extensions),
  );
  if (files.length === 0)
    throw new UsageError(part === null ? 'compare needs at least one file' : `part ${part} names no files`);
  for (const [one, several] of excluding) {
    if (given.has(one) && given.has(several))
      throw new UsageError(`--${one} and --${several} exclude each other`);
  }
  const models = (values.models ?? mainModels.map((model) => model.name)).map((name) => ({
    name,
    buffers: hasBuffers(checkedModel(name)),
  }));
  const all = planRuns({ files, models, ways: waysOf(axesOf(values)), part, passedOn: passedOn(given) });
  const weak = new Set(models.filter(({ buffers }) => buffers).map(({ name }) => name));
  const refusals = new WayRefusals();
  const judged = all.map((run) => ({
    run,
    why: refusals.of(run.way, kindOf(languages, run.file, values.lang ?? null), weak.has(run.model)),
  }));
  return {
    runs: judged.filter(({ why }) => why === null).map(({ run }) => run),
    leftOut: judged.flatMap(({ run, why }) => (why === null ? [] : [{ run, why }])),
    limits: { timeoutSeconds: values.timeout ?? null, memoryMB: values.memory ?? null },
  };
}

/** One for all runs, or a list with a row for each. */
const excluding = [
  ['encoding', 'encodings'],
  ['solver', 'solvers'],
] as const;

const axesOf = (values: OptionValues<'compare'>): Parameters<typeof waysOf>[0] => ({
  engine: values.engines ?? [],
  method: values.methods ?? [],
  encoding: values.encodings ?? [],
  solver: values.solvers ?? [],
  discover: values.discover ?? [],
  refine: values.refine ?? [],
  scope: values.scope ?? [],
});

/** Limits are no part of the question. */
const limitNames: ReadonlySet<string> = new Set(['timeout', 'memory']);

const isPassedOn = ({ name, commands, notPassedOn }: OptionRow): boolean =>
  commands.includes('verify') && notPassedOn !== true && !limitNames.has(name);

/** What `verify` has too is for the runs, as it was given. */
const passedOn = (given: GivenOptions): readonly PassedOption[] =>
  optionsOf('compare')
    .filter(isPassedOn)
    .flatMap(({ name, read, ofBuffers = false, engines, refusedBy = [] }): readonly PassedOption[] => {
      const texts = given.get(name);
      if (texts === undefined) return [];
      const words = read === undefined ? [`--${name}`] : texts.map((text) => `--${name}=${text}`);
      return [
        { words, ofBuffers, ...(engines === undefined ? {} : { engines: [...engines, ...refusedBy] }) },
      ];
    });

/** Whether a word may stand in a question, as others put it: it is an option that `compare` passes on. */
export function isWordOfRuns(word: string): boolean {
  const name = /^--([^=]+)(=|$)/.exec(word)?.[1];
  return optionsOf('compare').some((row) => row.name === name && isPassedOn(row));
}
