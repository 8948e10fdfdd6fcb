import type { BooleanSystem } from '../lang/boolean/to-system/to-system.js';
import {
  DiagnosticBag,
  InputError,
  Unsupported,
  WrongQuestion,
  diagnosticOf,
} from '../diagnostics/diagnostic.js';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import type { ProgramQuestion } from '../engines/question.js';
import { plainText } from '../frontends/frontend.js';
import type { ProgramText, ReadingOptions } from '../frontends/frontend.js';
import { kindOf } from '../frontends/language.js';
import type { SubjectKind } from '../lang/program/subject-kind.js';
import type { PlacesOf } from '../lang/program/text-places.js';
import type { BooleanProgram } from '../lang/boolean/boolean-program.js';
import type { Unknown } from '../lang/run/verdict.js';
import { Lowerings } from '../pass/lowerings.js';
import type { Pipelines } from '../pass/lowerings.js';
import { stopOf } from '../search/limits.js';
import type { ProofLimits } from '../search/limits.js';
import { watching } from '../search/watch.js';
import { at, invariant } from '../support/invariant.js';
import { toldOfGoal, withGoals } from './asked-goals.js';
import { isGoal } from '../lang/program/program.js';
import { atomicWritesOf } from './chosen-writes.js';
import { chooseEngine, refuseAlien, taker, usualEngine } from './choose.js';
import { decideBy } from './decision.js';
import type { Decision } from './decision.js';
import { decideProgram } from './by-engines.js';
import type { VerifyHooks } from './hooks.js';
import { leftOpen } from './left-open.js';
import { limitations } from './limitations.js';
import { limitsOf, withinHeap } from './limits-of-run.js';
import { loadArray, loadBoolean, loadProgram, refuseKind, required } from './load.js';
import type { Loaded, LoadPlace } from './load.js';
import { placeOf } from './verify-options.js';
import type { AskOptions, VerifyInput } from './verify-options.js';
import { enginesWith } from '../options/option-table.js';
import { enginesText } from '../options/refused-options.js';
import { loadPredicates } from './predicates-file.js';
import { blankProperty, blankReport, noStats, violatedOf } from './report.js';
import type { AnswerProof, BlankReport, PropertyReport, Reason, Stats, VerifyReport } from './report.js';
import { addProperties, refuseOthers, selectProperties } from './select.js';

/** A program that was read, what is asked of it, and what that takes. */
export interface ProgramAsked {
  readonly question: ProgramQuestion;
  readonly hooks: VerifyHooks;
  readonly pipelines: Pipelines;
  /** Writes that are atomic, by their numbers; null: nobody asks about single writes. */
  readonly atomicWrites: ReadonlySet<number> | null;
  /** Where its text can have fences; null: wherever the program can. */
  readonly fencePlaces: PlacesOf | null;
  readonly reading: ReadingOptions;
  /** Hears what is decided while other properties are open. */
  readonly soFar?: (decided: readonly PropertyReport[]) => void;
}

export type Decider = (asked: ProgramAsked) => Promise<Decision>;

/** How commands differ that ask questions. */
export interface AskWays {
  readonly decider: Decider;
  /** Throws where the command takes no such file. */
  readonly guard: (kind: SubjectKind | null) => void;
  /** The decider has a question of its own: what the file states is not asked. */
  readonly isOther: boolean;
  /** The decider asks something besides what the file states. */
  readonly asksMore: boolean;
  /** What is safe comes with what others can check. */
  readonly proves: boolean;
}

/** For commands that need a program with statements. */
export function programsOnly(kind: SubjectKind | null): void {
  if (kind === 'boolean' || kind === 'array') refuseKind(kind);
}

const usualDecider: Decider = withGoals(({ question, hooks, soFar }) =>
  decideProgram(question, hooks.note, question.options.engine, soFar),
);

/**
 * From a file and a question to a report: reads it, finds out what is asked of it, has that decided. What is wrong with the
 * file or the question is told in the report; only bugs of ours are thrown, a counterexample that does not replay among them.
 */
export async function ask(
  input: VerifyInput,
  options: AskOptions,
  hooks: VerifyHooks,
  {
    decider = usualDecider,
    guard = () => undefined,
    isOther = false,
    asksMore = false,
    proves = false,
  }: Partial<AskWays> = {},
): Promise<VerifyReport> {
  const run = new Asking(input, options, hooks, { decider, guard, isOther, asksMore, proves });
  try {
    return await run.report();
  } catch (error) {
    if (error instanceof InputError) return run.refused('input', error.diagnostics);
    if (error instanceof Unsupported) return run.refused('unsupported', [error.diagnostic]);
    if (error instanceof WrongQuestion) return run.refused('usage', error.diagnostics);
    const open = leftOpen(error);
    if (open !== null) return run.leftOpen(open);
    throw error;
  }
}

/** What the kinds of subjects add to what was decided of them. */
interface Additions {
  readonly decision: Decision;
  readonly warnings?: readonly Diagnostic[];
  readonly hasProcesses?: boolean;
  readonly limitations?: readonly string[];
  /** Looks for what others can check. */
  readonly proof?: (limits: ProofLimits) => Promise<AnswerProof | string>;
}

class Asking {
  readonly #started = performance.now();
  readonly #cpuStarted = process.cpuUsage();
  readonly #kind: SubjectKind | null;
  #language: string | null = null;
  #warnings: readonly Diagnostic[] = [];
  #loadSeconds = 0;
  #engine: string | null;
  /** What is asked, once it is known. */
  #stated: readonly BlankReport[] = [];
  /** The names of those that say that something can happen. */
  #goals: ReadonlySet<string> = new Set();
  /** Of these some, while others are open. */
  readonly #decidedSoFar = new Map<string, PropertyReport>();

  constructor(
    private readonly input: VerifyInput,
    private readonly options: AskOptions,
    private readonly hooks: VerifyHooks,
    private readonly ways: AskWays,
  ) {
    this.#kind = kindOf(hooks.languages, input.path, input.language);
    const { engine } = options;
    const usual = engine === 'auto' ? usualEngine : (): string => engine;
    this.#engine = this.#kind === null ? null : usual(this.#kind);
  }

  async report(): Promise<VerifyReport> {
    this.ways.guard(this.#kind);
    const additions = await this.#decided();
    const { decision, proof = null } = additions;
    const report = this.#conclude(additions);
    if (!this.ways.proves || (proof === null && decision.prove === undefined)) return report;
    // The answer stands whatever comes of the search for a proof, which may be long.
    this.hooks.decided?.(report);
    this.hooks.note?.('looking for what others can check');
    const { withProof } = await import('./prove.js');
    const seconds = (performance.now() - this.#started) / 1000;
    return this.#conclude({ ...additions, decision: await withProof(decision, proof, seconds) });
  }

  #decided(): Promise<Additions> {
    switch (this.#kind) {
      case 'boolean':
        return this.#boolean();
      case 'array':
        return this.#array();
      case 'program':
      case null:
        return this.#program();
    }
  }

  async #program(): Promise<Additions> {
    const { options, hooks } = this;
    const { program, fencePlaces = null } = await this.#loadProgram();
    const { isOther, asksMore } = this.ways;
    const properties = this.#selected((bag) =>
      isOther ? [] : selectProperties(program.properties, options.properties, options.deadlock, bag),
    );
    this.#stated = properties.map(blankProperty);
    this.#goals = new Set(properties.filter(isGoal).map(({ name }) => name));
    const pipelines = typeof hooks.pipelines === 'function' ? await hooks.pipelines() : hooks.pipelines;
    const atomicWrites = atomicWritesOf(program, options, pipelines.automata);
    const { model } = options;
    const { listener, explain } = hooks;
    const asked = this.#asked();
    const ground = {
      pipelines,
      program,
      model,
      atomicWrites,
      watch: watching(asked.limits),
      ...(listener === undefined ? {} : { listener }),
    };
    const question: ProgramQuestion = {
      ...{ program, properties, lowerings: new Lowerings(ground), ...asked },
      ...(explain === undefined ? {} : { explain }),
    };
    // A refusal tells which engine it is that refuses.
    if (!isOther) this.#engine = (await chooseEngine('program', question)).row.name;
    const hasProcesses = program.threads.some((t) => t.instances.kind === 'any');
    const { reading = plainText } = this.input;
    const asking: ProgramAsked = {
      ...{ question, hooks, pipelines, atomicWrites, fencePlaces, reading },
      soFar: (decided) => this.#tellSoFar(decided),
    };
    const decision = await this.ways.decider(asking);
    const asArrays = atomicWrites === null ? hooks.asArrays : undefined;
    return {
      decision,
      ...(isOther
        ? {}
        : {
            proof: async (limits: ProofLimits) =>
              (await import('./prove.js')).proofOfProgram(
                { ...question, limits: limits(question) },
                decision,
                asArrays,
              ),
          }),
      warnings: [
        ...(properties.length > 0 || isOther || asksMore ? [] : [nothingStated(noneInProgram)]),
        ...(options.procs === null || hasProcesses ? [] : [noProcess(options.procs)]),
      ],
      hasProcesses,
    };
  }

  async #boolean(): Promise<Additions> {
    const { options } = this;
    const program = await this.#loaded(loadBoolean);
    const { refuseDrawn, toSystem } = await import('../lang/boolean/to-system/to-system.js');
    refuseDrawn(program);
    const { property } = program;
    this.#selected((bag) => {
      refuseOthers(property === null ? [] : [property.kind], options.properties, bag);
    });
    let system: BooleanSystem | null = null;
    const lowered = (): BooleanSystem => (system ??= toSystem(program));
    const question = { program, lowered, ...this.#asked() };
    const chosen = await chooseEngine('boolean', question);
    this.#engine = chosen.row.name;
    this.#stated = [blankAssertion(program)];
    const decision = await decideBy(chosen, question, this.#stated, async ({ execution }) => {
      const { confirmed } = await import('./boolean/check-confirm.js');
      return confirmed(program, lowered(), options.model, execution, question.limits);
    });
    const [only] = decision.properties;
    const count = only?.trace?.leftOut?.count;
    return {
      decision,
      proof: async (limits) =>
        (await import('./prove.js')).proofOfBoolean({ ...question, limits: limits(question) }),
      warnings: property === null ? [nothingStated('add assert always or assert final')] : [],
      limitations: [
        // Without a property there is no line that could tell it.
        ...(property === null && only !== undefined && only.detail !== null ? [only.detail] : []),
        ...(count === undefined ? [] : [toldInPart(count)]),
      ],
    };
  }

  async #array(): Promise<Additions> {
    const { options } = this;
    const { buffersUnder } = await import('../arrays/array-buffering.js');
    const { checkWeakRules } = await import('../lang/arrays/weak-rules.js');
    const hasBuffers = buffersUnder(options.model);
    const system = await this.#loaded(loadArray, (found, bag) => {
      if (hasBuffers) checkWeakRules(found, bag);
    });
    const names = system.unsafe.map(({ name }) => name);
    this.#selected((bag) => {
      refuseOthers(names, options.properties, bag);
    });
    const isChosen = (name: string): boolean =>
      options.properties.length === 0 || options.properties.includes(name);
    const clauses = names.flatMap((name, i) => (isChosen(name) ? [i] : []));
    const asked = this.#asked();
    const question = { system, clauses, ...asked, limits: withinHeap(asked.limits) };
    const chosen = await chooseEngine('array', question);
    refuseAlien(chosen, options);
    this.#engine = chosen.row.name;
    this.#stated = clauses.map((i) => blankProperty({ ...at(system.unsafe, i), kind: 'invariant' }));
    const decision = await decideBy(chosen, question, this.#stated, async (evidence) =>
      (await import('./confirm.js')).confirmedArrayRun(evidence),
    );
    const proof = async () => (await import('./prove.js')).proofOfArray(system, decision);
    return { decision, proof };
  }

  async #loadProgram(): Promise<ProgramText> {
    const { extraInvariants, extraFormulas, predicatesFile } = this.options;
    const text = await this.#loaded(loadProgram);
    const program = await addProperties(text, { invariant: extraInvariants, ltl: extraFormulas });
    if (predicatesFile === null) return { ...text, program };
    const bag = new DiagnosticBag();
    const predicates = await loadPredicates(predicatesFile, program, this.#language, bag);
    bag.throwIfErrors();
    invariant(predicates !== null, 'without predicates there are errors');
    return { ...text, program: { ...program, predicates } };
  }

  /** Throws what is wrong with the file; `check` looks at what could be read. */
  async #loaded<T>(
    load: (...place: LoadPlace) => Promise<Loaded<T>>,
    check: (subject: T, bag: DiagnosticBag) => void = () => undefined,
  ): Promise<T> {
    const bag = new DiagnosticBag();
    const { hooks, input } = this;
    const loaded = await load(hooks.languages, placeOf(input), input.language, bag, input.reading);
    this.#language = loaded.language;
    check(required(loaded, bag), bag);
    const subject = required(loaded, bag);
    this.#warnings = bag.warnings();
    return subject;
  }

  #selected<T>(select: (bag: DiagnosticBag) => T): T {
    const { engine } = this.options;
    if (engine !== 'auto' && this.#kind !== null) taker(this.#kind, engine);
    const bag = new DiagnosticBag();
    const selected = select(bag);
    if (bag.hasErrors) throw new WrongQuestion(bag.errors());
    this.#loadSeconds = (performance.now() - this.#started) / 1000;
    return selected;
  }

  #asked(): Pick<ProgramQuestion, 'limits' | 'progress' | 'note'> & { readonly options: AskOptions } {
    const { options, hooks } = this;
    const limits = limitsOf(options, this.#started, hooks.signal);
    const { progress, note } = hooks;
    return { options, limits, progress, ...(note === undefined ? {} : { note }) };
  }

  #conclude({
    decision,
    warnings = [],
    hasProcesses = false,
    limitations: own = [],
  }: Additions): VerifyReport {
    const { engine, why, bound, remarks } = decision;
    const properties = this.#told(decision.properties);
    this.#engine = engine;
    const { buildSeconds = 0, ...stats } = decision.stats;
    return {
      ...this.#frame(),
      ...{ why, bound, discovery: decision.discovery ?? null },
      properties: properties.filter(({ name }) => name !== nameless),
      ...(properties.length > 0 ? overall(properties) : this.#nothingAsked()),
      warnings: [
        ...this.#warnings,
        ...decision.warnings,
        ...warnings,
        ...workersUnused(this.options, decision),
      ],
      ...(decision.proof === undefined ? {} : { proof: decision.proof }),
      limitations: [...remarks, ...limitations(hasProcesses, this.options, properties), ...own],
      stats: { ...this.#stats(), ...stats, buildSeconds: this.#loadSeconds + buildSeconds },
    };
  }

  #told(properties: readonly PropertyReport[]): readonly PropertyReport[] {
    return properties.map((report) => (this.#goals.has(report.name) ? toldOfGoal(report) : report));
  }

  /** Where nothing is asked nothing is violated; but work that was cut off says nothing. */
  #nothingAsked(): Pick<VerifyReport, 'verdict' | 'reason'> {
    const stop = stopOf(this.#asked().limits, performance.now());
    return stop === null ? { verdict: 'safe', reason: null } : { verdict: 'unknown', reason: stop.reason };
  }

  #tellSoFar(decided: readonly PropertyReport[]): void {
    const { soFar } = this.hooks;
    if (soFar === undefined) return;
    for (const report of decided)
      if (report.verdict !== 'unknown') this.#decidedSoFar.set(report.name, report);
    if (this.#decidedSoFar.size === 0) return;
    soFar((reason) => this.leftOpen({ kind: 'unknown', reason, detail: 'the work was ended from outside' }));
  }

  /** The work was left before all was decided. */
  leftOpen({ reason, detail }: Unknown): VerifyReport {
    const properties = this.#told(
      this.#stated
        .filter(({ name }) => name !== nameless)
        .map(
          (blank): PropertyReport =>
            this.#decidedSoFar.get(blank.name) ?? { ...blank, verdict: 'unknown', reason, detail },
        ),
    );
    const isSome = this.#decidedSoFar.size > 0;
    return {
      ...this.#frame(),
      ...(isSome ? overall(properties) : { verdict: 'unknown', reason }),
      properties,
    };
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
      stats: this.#stats(),
    };
  }

  /** The counters that every run has. */
  #stats(): Stats {
    const { user, system } = process.cpuUsage(this.#cpuStarted);
    return {
      ...noStats,
      seconds: (performance.now() - this.#started) / 1000,
      cpuSeconds: (user + system) / 1e6,
      peakMemoryMB: Math.round(process.resourceUsage().maxRSS / 1024),
    };
  }
}

/** The answer of a run that has decided these properties. One that is violated counts more than any that is open. */
function overall(
  properties: readonly PropertyReport[],
): Pick<VerifyReport, 'verdict' | 'reason' | 'property' | 'trace'> {
  const violated = violatedOf(properties);
  const reached = properties.find((p) => p.kind === 'goal' && p.verdict === 'safe');
  const undecided = properties.find((p) => p.verdict === 'unknown');
  return {
    verdict: violated !== undefined ? 'unsafe' : undecided !== undefined ? 'unknown' : 'safe',
    reason: violated === undefined ? (undecided?.reason ?? null) : null,
    property: violated?.name ?? null,
    // Without a violation there may be what shows that something can happen.
    trace:
      violated === undefined && undecided === undefined
        ? (reached?.trace ?? null)
        : (violated?.trace ?? null),
  };
}

/** What is decided of a Boolean program that states nothing: whether it gets anywhere. */
const nameless = '';

function blankAssertion({ property }: BooleanProgram): BlankReport {
  if (property === null) return blankProperty({ name: nameless, kind: 'invariant' });
  const { kind, span } = property;
  return blankProperty({ name: kind, kind: kind === 'always' ? 'invariant' : 'final', span });
}

const toldInPart = (count: number): string =>
  `the counterexample is told in part: ${count} steps in its middle are too many for one document`;

const noneInProgram = 'add an invariant, an assert or a final; or give --invariant EXPR or --deadlock';

const nothingStated = (note: string): Diagnostic =>
  diagnosticOf(
    'W603',
    null,
    'the program states no property, so there is nothing that could be violated',
    note,
  );

/** `auto` may take an engine that shares its work with nobody. */
const workersUnused = ({ workers }: AskOptions, { engine }: Decision): readonly Diagnostic[] => {
  const sharing = enginesWith('workers');
  if (workers === 1 || sharing.includes(engine)) return [];
  const message = `--workers ${workers} has no effect: the ${engine} engine works alone`;
  return [diagnosticOf('W605', null, message, `the option is for ${enginesText(sharing)}`)];
};

const noProcess = (procs: number | 'any'): Diagnostic =>
  diagnosticOf(
    'W605',
    null,
    `--procs ${procs} has no effect: the program has no process, only threads`,
    'write `process P(me)` for a thread of which there may be any number',
  );
