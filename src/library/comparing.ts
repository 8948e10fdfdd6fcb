import { extname } from 'node:path';
import { discoveriesOf } from '../compare/asked-discovery.js';
import { planRuns, waysOf } from '../compare/run-plan.js';
import type { PassedOption, PlannedRun } from '../compare/run-plan.js';
import { appendToRecording, beginRecording, isFinal, keyOf, readRecording } from '../compare/recording.js';
import { runAll } from '../compare/run-all.js';
import type { CompareSettings } from '../compare/run-all.js';
import { remarks, summaries } from '../compare/summary.js';
import { UsageError } from '../diagnostics/diagnostic.js';
import { mainModels } from '../memory/index.js';
import { hasBuffers } from '../memory/model-questions.js';
import { optionsOf } from '../options/option-table.js';
import { valuesOf } from '../options/values.js';
import type { GivenOptions } from '../options/values.js';
import type { ComparedRun } from '../report/compared-run.js';
import { checkedModel } from './model-args.js';
import { programFile } from './own-package.js';

/** What whoever compares hears, and how he ends it. */
export interface ComparisonListener extends Pick<
  CompareSettings,
  'signal' | 'version' | 'onPlan' | 'onStart' | 'onEnd'
> {
  /** Hears what is wrong with a recording that can be used all the same. */
  readonly warn: (text: string) => void;
}

/** What came of several programs that were verified in several ways. */
export interface ComparedPrograms {
  /** In the order of files, models, and engines or methods. */
  readonly rows: readonly ComparedRun[];
  /** Of each row what `verify --json` prints. */
  readonly documents: readonly object[];
  /** How many runs were not made, because the signal came. */
  readonly missing: number;
  /** Errors, and what answers are limited to. */
  readonly remarks: readonly string[];
}

/** What a run may need beyond its time limit to read, to stop and to print. */
const patience = (seconds: number | null): number | null => (seconds === null ? null : 1.25 * seconds + 10);

/** The runs of `compare`, each in a process of its own. */
export async function compareGiven(
  files: readonly string[],
  given: GivenOptions,
  listener: ComparisonListener,
): Promise<ComparedPrograms> {
  const values = valuesOf('compare', given);
  const { signal, version, onPlan, onStart } = listener;
  const { methods = [], discover = [], refine = [], scope = [] } = values;
  const isAbstract = [discover, refine, scope].some(({ length }) => length > 0);
  const planned = planRuns({
    files,
    models: (values.models ?? mainModels.map((model) => model.name)).map((name) => ({
      name,
      buffers: hasBuffers(checkedModel(name)),
    })),
    ways: waysOf(values.engines ?? (isAbstract ? ['abstract'] : []), methods),
    discoveries: discoveriesOf({ discover, refine, scope }),
    passedOn: passedOn(given),
  });
  const { resume = null, predicates = null, jobs = 1, timeout = null } = values;
  const record = resume === null ? noRecord : recordIn(resume, predicates, listener);
  const finished = await runAll(planned, {
    script: programFile(),
    ...{ version, jobs, patience: patience(timeout), signal, onPlan, onStart },
    known: (run) => record.known(run),
    onEnd: (run, document) => {
      if (document !== null) record.append(run, document);
      listener.onEnd(run, document);
    },
  });
  return {
    rows: summaries(finished),
    documents: finished.map(({ document }) => document),
    missing: planned.length - finished.length,
    remarks: remarks(finished),
  };
}

/** What `verify` has too is for the runs, as it was given. */
const passedOn = (given: GivenOptions): readonly PassedOption[] =>
  optionsOf('compare')
    .filter(({ commands, notPassedOn }) => commands.includes('verify') && notPassedOn !== true)
    .flatMap(({ name, read, ofBuffers = false, engines, refusedBy = [] }): readonly PassedOption[] => {
      const texts = given.get(name);
      if (texts === undefined) return [];
      const words = read === undefined ? [`--${name}`] : texts.map((text) => `--${name}=${text}`);
      return [
        { words, ofBuffers, ...(engines === undefined ? {} : { engines: [...engines, ...refusedBy] }) },
      ];
    });

interface RunRecorder {
  known(run: PlannedRun): object | null;
  append(run: PlannedRun, document: object): void;
}

const noRecord: RunRecorder = { known: () => null, append: () => undefined };

function recordIn(
  path: string,
  predicates: string | null,
  { version, warn }: Pick<ComparisonListener, 'version' | 'warn'>,
): RunRecorder {
  const recording = attempt(path, () => readRecording(path));
  if (recording === null) {
    throw new UsageError(`${path} is no recording of compare, and nothing is added to it`);
  }
  if (recording.unreadable > 0) {
    const lines = recording.unreadable === 1 ? '1 line' : `${recording.unreadable} lines`;
    warn(`${path}: warning: ${lines} could not be read`);
  }
  attempt(path, () => beginRecording(path));
  const key = (run: PlannedRun): string => {
    const beside = `${run.file.slice(0, run.file.length - extname(run.file).length)}.pred`;
    return keyOf(run, predicates === null ? [beside] : [beside, predicates], version);
  };
  return {
    known: (run) => {
      const document = recording.documents.get(key(run)) ?? null;
      return document !== null && isFinal(document) ? document : null;
    },
    append: (run, document) => attempt(path, () => appendToRecording(path, key(run), document)),
  };
}

function attempt<T>(path: string, action: () => T): T {
  try {
    return action();
  } catch (error) {
    throw new UsageError(`cannot use ${path}: ${error instanceof Error ? error.message : String(error)}`);
  }
}
