import { FileContents, keyOf } from '../compare/run-key.js';
import { planRuns } from '../compare/run-plan.js';
import type { PassedOption, PlannedRun, RunJob, AskedLimits } from '../compare/run-plan.js';
import { waysOf } from '../compare/asked-way.js';
import { UsageError } from '../diagnostics/diagnostic.js';
import { mainModels } from '../memory/index.js';
import { hasBuffers } from '../memory/model-questions.js';
import { optionsOf } from '../options/option-table.js';
import { valuesOf } from '../options/values.js';
import type { GivenOptions } from '../options/values.js';
import { checkedModel } from './model-args.js';

/** All questions that a command line of `compare` puts to these files. */
export function plannedBy(files: readonly string[], given: GivenOptions): readonly PlannedRun[] {
  const values = valuesOf('compare', given);
  for (const [one, several] of [
    ['encoding', 'encodings'],
    ['solver', 'solvers'],
  ] as const) {
    if (given.has(one) && given.has(several))
      throw new UsageError(`--${one} and --${several} exclude each other`);
  }
  return planRuns({
    files,
    models: (values.models ?? mainModels.map((model) => model.name)).map((name) => ({
      name,
      buffers: hasBuffers(checkedModel(name)),
    })),
    ways: waysOf({
      engine: values.engines ?? [],
      method: values.methods ?? [],
      encoding: values.encodings ?? [],
      solver: values.solvers ?? [],
      discover: values.discover ?? [],
      refine: values.refine ?? [],
      scope: values.scope ?? [],
    }),
    passedOn: passedOn(given),
  });
}

export function limitsGiven(given: GivenOptions): AskedLimits {
  const { timeout = null, memory = null } = valuesOf('compare', given);
  return { timeoutSeconds: timeout, memoryMB: memory };
}

/** Each question so many times, in rounds: what changes on the machine with time changes for all. */
export function jobsFor(
  runs: readonly PlannedRun[],
  limits: AskedLimits,
  version: string,
  times: number,
): readonly RunJob[] {
  const contents = new FileContents();
  const keyed = runs.map((run) => ({ run, key: keyOf(run, version, contents), limits }));
  return Array.from({ length: times }, (_, repeat) => keyed.map((each) => ({ ...each, repeat }))).flat();
}

/** Limits are no part of the question. */
const limitNames: ReadonlySet<string> = new Set(['timeout', 'memory']);

/** What `verify` has too is for the runs, as it was given. */
const passedOn = (given: GivenOptions): readonly PassedOption[] =>
  optionsOf('compare')
    .filter(({ name, commands, notPassedOn }) => {
      return commands.includes('verify') && notPassedOn !== true && !limitNames.has(name);
    })
    .flatMap(({ name, read, ofBuffers = false, engines, refusedBy = [] }): readonly PassedOption[] => {
      const texts = given.get(name);
      if (texts === undefined) return [];
      const words = read === undefined ? [`--${name}`] : texts.map((text) => `--${name}=${text}`);
      return [
        { words, ofBuffers, ...(engines === undefined ? {} : { engines: [...engines, ...refusedBy] }) },
      ];
    });
