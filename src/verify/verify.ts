import { DiagnosticBag, unsupported } from '../diagnostics/diagnostic.js';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import { isTemporal } from '../ir/program.js';
import type { Program, Property } from '../ir/program.js';
import { invariant } from '../support/check.js';
import { atomicWritesOf } from './atomic-writes.js';
import { chooseEngine, growing } from './choose-engine.js';
import type { Decision, Question } from './decision.js';
import { addProperties } from './extra-properties.js';
import type { VerifyHooks } from './hooks.js';
import { limitations } from './limitations.js';
import { limitsOf } from './limits.js';
import { loadProgram } from './load.js';
import type { Engine, VerifyInput, VerifyOptions } from './options.js';
import { reportOf } from './refusals.js';
import { blankReport } from './report.js';
import type { PropertyReport, Reason, VerifyReport } from './report.js';
import { overall, statsSince } from './run-report.js';
import { selectProperties } from './select.js';
import { decideByTwo } from './two-engines.js';
import type { TwoEngines } from './two-engines.js';

/**
 * Decides the properties of a file. What is wrong with the file or the question is told in the report; only bugs of ours
 * are thrown, a counterexample that does not replay among them.
 */
export async function verifyFile(
  input: VerifyInput,
  options: VerifyOptions,
  hooks: VerifyHooks,
): Promise<VerifyReport> {
  return reportOf(new VerifyRun(input, options, hooks, decideByEngine));
}

export type Decider = (question: Question, engine: Engine) => Promise<Decision | null>;

const explicitly: TwoEngines['explicitly'] = async (...question) =>
  (await import('./explicit.js')).decideExplicitly(...question);
const dually: TwoEngines['dually'] = async (...question) =>
  (await import('./dual.js')).decideDually(...question);

/** Temporal properties go to the engine for runs, unless another one is asked for by name. */
export const decideByEngine: Decider = async (question, engine) => {
  const { engine: choice } = question.options;
  if (engine === 'ltl' || (choice === 'auto' && question.properties.some(isTemporal))) {
    const { decideTemporally } = await import('./temporal.js');
    return decideTemporally(question, (rest) => decideStates(rest, engine === 'ltl' ? 'explicit' : engine));
  }
  return decideStates(question, engine);
};

/** Properties of single states. */
const decideStates = async (question: Question, engine: Exclude<Engine, 'ltl'>): Promise<Decision | null> => {
  switch (engine) {
    case 'explicit':
      return question.options.engine === 'auto'
        ? decideByTwo(question, { explicitly, dually })
        : explicitly(question);
    case 'abstract':
      return (await import('./abstract.js')).decideAbstractly(question);
    case 'dual':
      return dually(question);
    case 'mcmt':
      return unsupported(
        'the mcmt engine takes array-based systems (.cub) only',
        null,
        'for any number of processes of a program take --engine dual',
      );
  }
};

/** A file is read, and somebody decides what is asked of it. */
export class VerifyRun {
  #language: string | null = null;
  #warnings: readonly Diagnostic[] = [];
  #hasProcesses = false;
  #growing: readonly string[] = [];
  #engine: Engine;
  private readonly started = performance.now();

  constructor(
    private readonly input: VerifyInput,
    private readonly options: VerifyOptions,
    private readonly hooks: VerifyHooks,
    private readonly decider: Decider,
  ) {
    this.#engine = options.engine === 'auto' ? 'explicit' : options.engine;
  }

  async report(): Promise<VerifyReport> {
    const { input, options, hooks, started } = this;
    const usage = new DiagnosticBag();
    const program = await this.#load();
    const properties = selectProperties(program.properties, options.properties, options.deadlock, usage);
    if (usage.hasErrors) return this.refused('usage', usage.errors());
    const limits = limitsOf(options, started, hooks.signal);
    const atomicWrites = atomicWritesOf(program, options, hooks);
    this.#engine = chooseEngine(program, options);
    const question: Question = {
      ...{ input, language: this.#language, program, properties, options, hooks, limits, started, usage },
      atomicWrites,
    };
    const decision = await this.decider(question, this.#engine);
    if (decision === null) return this.refused('usage', usage.errors());
    if (decision.engine === 'dual' || decision.engine === 'ltl') this.#engine = decision.engine;
    return this.#conclude(properties, decision);
  }

  async #load(): Promise<Program> {
    const bag = new DiagnosticBag();
    const { language, program, formulas } = await loadProgram(
      this.hooks.languages,
      this.input.path,
      this.input.language,
      bag,
    );
    this.#language = language;
    bag.throwIfErrors();
    invariant(program !== null, 'a front end that gives no program says why');
    this.#warnings = bag.warnings();
    this.#hasProcesses = program.threads.some((t) => t.instances.kind === 'any');
    this.#growing = growing(program);
    const { extraInvariants, extraFormulas } = this.options;
    return addProperties(program, { invariant: extraInvariants, ltl: extraFormulas }, formulas);
  }

  #conclude(asked: readonly Property[], decision: Decision): VerifyReport {
    const { properties, engine, method, encoding, bound } = decision;
    return {
      ...this.#frame(),
      ...{ engine, method, encoding, bound, properties },
      ...overall(properties),
      warnings: [
        ...this.#warnings,
        ...decision.warnings,
        ...noProperty(asked),
        ...noProcess(this.#hasProcesses, this.options),
      ],
      limitations: [
        ...decision.remarks,
        ...limitations(this.#hasProcesses, this.options, properties),
        ...this.#endless(properties),
      ],
      stats: { ...statsSince(this.started), ...decision.stats },
    };
  }

  /** Where a search of all states has no end, another engine may have an answer. */
  #endless(properties: readonly PropertyReport[]): readonly string[] {
    const { engine } = this.options;
    if (this.#engine !== 'explicit' || engine === 'explicit' || this.#growing.length === 0) return [];
    if (!properties.some((p) => p.reason !== null && endlessReasons.has(p.reason))) return [];
    const names = this.#growing.join(', ');
    return [
      `States may have no end here (${names} may grow): with predicates { ... } about them the abstract engine may decide this.`,
    ];
  }

  refused(reason: Reason, errors: readonly Diagnostic[]): VerifyReport {
    return { ...this.#frame(), verdict: null, reason, errors };
  }

  #frame(): VerifyReport {
    const { bound, model, abstraction } = this.options;
    const isAbstract = this.#engine === 'abstract';
    return {
      ...blankReport(this.input.path),
      language: this.#language,
      model: model.name,
      engine: this.#engine,
      method: isAbstract ? abstraction.method : null,
      encoding: isAbstract ? abstraction.encoding : null,
      bound: typeof bound === 'number' ? bound : null,
      warnings: this.#warnings,
      stats: statsSince(this.started),
    };
  }
}

const endlessReasons: ReadonlySet<string> = new Set(['timeout', 'memory', 'integer-limit', 'interrupted']);

function noProcess(hasProcesses: boolean, { procs }: VerifyOptions): readonly Diagnostic[] {
  if (procs === null || hasProcesses) return [];
  const message = `--procs ${procs} has no effect: the program has no process, only threads`;
  const note = 'write `process P(me)` for a thread of which there may be any number';
  return [{ code: 'W605', severity: 'warning', span: null, message, note }];
}

function noProperty(properties: readonly Property[]): readonly Diagnostic[] {
  if (properties.length > 0) return [];
  const message = 'the program states no property, so there is nothing that could be violated';
  const note = 'add an invariant, an assert or a final; or give --invariant EXPR or --deadlock';
  return [{ code: 'W603', severity: 'warning', span: null, message, note }];
}
