import { getHeapStatistics } from 'node:v8';
import { buffersUnder } from '../arrays/buffering.js';
import { mostFixed } from '../arrays/walk.js';
import { DiagnosticBag, unsupported } from '../diagnostics/diagnostic.js';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import type { Limits } from '../engines/engine.js';
import type { ArraySystem } from '../ir/array-system.js';
import { checkWeakRules } from '../ir/weak-rules.js';
import { invariant } from '../support/check.js';
import { arrayContradiction } from './arrays-options.js';
import type { ArrayOptions } from './arrays-options.js';
import type { ArrayDecision, ArrayQuestion } from './arrays-question.js';
import type { VerifyHooks } from './hooks.js';
import { limitsOf } from './limits.js';
import { loadArray } from './load.js';
import type { VerifyInput } from './options.js';
import { reportOf } from './refusals.js';
import { blankReport } from './report.js';
import type { Reason, VerifyReport } from './report.js';
import { overall, statsSince } from './run-report.js';
import { refuseOthers } from './select.js';

/** As for verify; no passes work on array-based systems. */
export type ArrayHooks = Pick<VerifyHooks, 'languages' | 'signal' | 'progress'>;

/** Decides which clauses of `unsafe` an array-based system reaches. Errors and bugs are told as by verify. */
export async function verifyArrays(
  input: VerifyInput,
  options: ArrayOptions,
  hooks: ArrayHooks,
): Promise<VerifyReport> {
  return reportOf(new ArrayRun(input, options, hooks, performance.now()));
}

/** How a system is decided: for any number of processes, or for one. */
type Way = { readonly engine: 'mcmt' } | { readonly engine: 'explicit'; readonly procs: number };

class ArrayRun {
  #language: string | null = null;
  #warnings: readonly Diagnostic[] = [];
  #way: Way | null = null;

  constructor(
    private readonly input: VerifyInput,
    private readonly options: ArrayOptions,
    private readonly hooks: ArrayHooks,
    private readonly started: number,
  ) {}

  async report(): Promise<VerifyReport> {
    const { options, hooks, started } = this;
    const usage = new DiagnosticBag();
    const wrong = arrayContradiction(options);
    if (wrong !== null) {
      usage.report('E006', null, wrong);
      return this.refused('usage', usage.errors());
    }
    const system = await this.#load();
    const names = system.unsafe.map(({ name }) => name);
    refuseOthers(names, options.properties, usage);
    if (usage.hasErrors) return this.refused('usage', usage.errors());
    const way = wayFor(system, options);
    this.#way = way;
    const chosen = (name: string): boolean =>
      options.properties.length === 0 || options.properties.includes(name);
    const question: ArrayQuestion = {
      ...{ system, options, started, progress: hooks.progress },
      clauses: names.flatMap((name, i) => (chosen(name) ? [i] : [])),
      limits: withinHeap(limitsOf(options, started, hooks.signal)),
    };
    return this.#conclude(await decide(question, way));
  }

  async #load(): Promise<ArraySystem> {
    const hasBuffers = buffersUnder(this.options.model);
    const bag = new DiagnosticBag();
    const { path, language: asked } = this.input;
    const { language, subject: system } = await loadArray(this.hooks.languages, path, asked, bag);
    this.#language = language;
    bag.throwIfErrors();
    invariant(system !== null, 'a front end that gives no system says why');
    if (hasBuffers) checkWeakRules(system, bag);
    bag.throwIfErrors();
    this.#warnings = bag.warnings();
    return system;
  }

  #conclude({ properties, warnings, limitations, stats }: ArrayDecision): VerifyReport {
    return {
      ...this.#frame(),
      properties,
      ...overall(properties),
      warnings: [...this.#warnings, ...warnings],
      limitations,
      stats: { ...statsSince(this.started), ...stats },
    };
  }

  refused(reason: Reason, errors: readonly Diagnostic[]): VerifyReport {
    return { ...this.#frame(), verdict: null, reason, errors };
  }

  #frame(): VerifyReport {
    const { bound, model, engine } = this.options;
    return {
      ...blankReport(this.input.path),
      language: this.#language,
      model: model.name,
      engine: this.#way?.engine ?? (engine === 'auto' ? 'mcmt' : engine),
      bound: typeof bound === 'number' ? bound : null,
      warnings: this.#warnings,
      stats: statsSince(this.started),
    };
  }
}

function wayFor(system: ArraySystem, { engine, procs }: ArrayOptions): Way {
  switch (engine) {
    case 'mcmt':
      return { engine };
    case 'auto':
      return typeof procs === 'number' ? { engine: 'explicit', procs } : { engine: 'mcmt' };
    case 'explicit':
      return { engine, procs: typeof procs === 'number' ? procs : onlyNumber(system) };
    case 'dual':
    case 'abstract':
    case 'ltl':
      return unsupported(
        `the ${engine} engine takes no array-based systems`,
        null,
        'any number of processes: --engine mcmt; N processes: --engine explicit --procs N',
      );
  }
}

/** A system that names as many processes as it may have has no other number. */
function onlyNumber(system: ArraySystem): number {
  const fixed = mostFixed(system);
  if (fixed > 0 && system.maxProcs === fixed) return fixed;
  return unsupported(
    'the explicit engine looks at one number of processes, and none is given',
    null,
    'give it with --procs N, or take --engine mcmt, which decides for any number',
  );
}

const decide = async (question: ArrayQuestion, way: Way): Promise<ArrayDecision> =>
  way.engine === 'mcmt'
    ? (await import('./arrays-backward.js')).decideBackward(question)
    : (await import('./arrays-explicit.js')).decideByStates(question, way.procs);

/** Of the heap that Node allows; beyond it the process is ended. */
const heapShare = 0.8;

function withinHeap(limits: Limits): Limits {
  const room = Math.floor((heapShare * getHeapStatistics().heap_size_limit) / 2 ** 20);
  return { ...limits, memoryMB: Math.min(room, limits.memoryMB ?? room) };
}
