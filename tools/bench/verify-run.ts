import { resolve } from 'node:path';
import type { Children } from '../../src/compare/children.js';
import { field, numberField, textField } from '../../src/support/json-fields.js';
import { documentOf } from '../../src/compare/run-outcome.js';
import { commandLineOf, planRuns } from '../../src/compare/run-plan.js';
import { nothingAsked } from '../../src/compare/asked-way.js';
import { at, invariant } from '../../src/support/invariant.js';
import { median } from '../corpus/median.js';

/** What one question to `verify` took. */
export interface VerifyRun {
  /** `safe`, `unsafe`, or what came instead: `unknown (timeout)`, `none (unsupported)`. */
  readonly verdict: string;
  readonly answered: boolean;
  /** Of the whole process. */
  readonly seconds: number;
  /** Of the engine. */
  readonly engineSeconds: number | null;
  readonly states: number | null;
  readonly generated: number | null;
  readonly kept: number | null;
  readonly peak: number | null;
  readonly memoryMB: number | null;
}

export interface BenchQuestion {
  readonly file: string;
  readonly model: string;
  readonly engine: string;
  readonly procs: number | 'any' | null;
  readonly timeout: number;
  readonly runs: number;
  /** More words for the command line. */
  readonly words?: readonly string[];
}

/** As the dual engine is asked. */
export const duallyUnderTso = { engine: 'dual', model: 'tso' } as const;

const script = resolve('dist/bin/fencepost.js');

/** `fencepost verify` in a process of its own; of several runs the one of median time. */
export async function runVerify(question: BenchQuestion, children: Children): Promise<VerifyRun> {
  const runs: VerifyRun[] = [];
  while (runs.length < question.runs) {
    const run = await runOnce(question, children);
    if (!run.answered) return run;
    runs.push(run);
  }
  const seconds = median(runs.map((run) => run.seconds));
  return runs.find((run) => run.seconds === seconds) ?? at(runs, 0);
}

async function runOnce(
  { file, model, engine, procs, timeout, words = [] }: BenchQuestion,
  children: Children,
): Promise<VerifyRun> {
  const [plan] = planRuns({
    files: [file],
    models: [{ name: model, buffers: model !== 'sc' }],
    ways: [{ ...nothingAsked, engine }],
    passedOn: [
      {
        words: [...['--trace=none', ...(procs === null ? [] : [`--procs=${procs}`])], ...words],
      },
    ],
  });
  invariant(plan !== undefined, 'one file, one model and one way give one run');
  const limits = { timeoutSeconds: timeout, memoryMB: null };
  const patience = { seconds: timeout + 30, memoryMB: null };
  const end = await children.run(script, commandLineOf({ run: plan, limits }), patience);
  const document = documentOf(plan, end, '');
  invariant(document !== null, 'nobody interrupts a benchmark and goes on');
  return { ...judged(document), seconds: end.seconds };
}

function judged(document: object): Omit<VerifyRun, 'seconds'> {
  const [verdict, reason] = [textField(document, 'verdict'), textField(document, 'reason')];
  const stats = field(document, 'stats');
  return {
    verdict: reason === null ? (verdict ?? 'none') : `${verdict ?? 'none'} (${reason})`,
    answered: verdict === 'safe' || verdict === 'unsafe',
    engineSeconds: numberField(stats, 'checkSeconds'),
    states: numberField(stats, 'states'),
    generated: numberField(stats, 'configurations'),
    kept: numberField(stats, 'configurationsKept'),
    peak: numberField(stats, 'configurationsPeak'),
    memoryMB: numberField(stats, 'peakMemoryMB'),
  };
}
