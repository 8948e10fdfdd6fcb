import { typesOf } from '../../abstraction/commands/command-variables.js';
import { canonical } from '../../abstraction/discover/canonical.js';
import { groundedIn } from '../../abstraction/extrapolate/grounded.js';
import type { WaysToState } from '../../abstraction/discover/stated-predicates.js';
import { discover } from '../../abstraction/discover/discover.js';
import type { DiscoveryResult } from '../../abstraction/discover/discover.js';
import type { DiscoverySettings } from '../../abstraction/discover/discovery-settings.js';
import type { Predicate } from '../../abstraction/predicate.js';
import type { Expr } from '../../lang/expr/expr.js';
import type { UnknownReason, Verdict } from '../../lang/run/verdict.js';
import { hasBuffers } from '../../memory/model-questions.js';
import { sc } from '../../memory/sc.js';
import type { SmtCounts } from '../../smt/smt.js';
import { invariant } from '../../support/invariant.js';
import { remembered } from '../../support/remembered.js';
import type { DiscoveryReport, ProgramQuestion } from '../question.js';
import { prepareTask, smtFor, tracked } from './abstraction-task.js';
import type { AbstractionTask } from './abstraction-task.js';
import { adviceFor } from './discovery-advice.js';
import { DiscoveryWords, endings } from './discovery-words.js';
import { noFormulas, overVariables } from './named-formulas.js';
import type { NamedFormulas } from './named-formulas.js';
import { nothingSpent, summed } from './task-program.js';

/** How predicates are found for a question; null: those that it has are all. */
export function discoveryOf({ program, options }: ProgramQuestion): DiscoverySettings | null {
  const { discovery } = options;
  const mode = discovery?.discover ?? (program.predicates.length === 0 ? 'both' : 'none');
  return discovery === undefined || mode === 'none' ? null : { ...discovery, discover: mode };
}

interface DiscoveryCost extends SmtCounts {
  readonly iterations: number;
  readonly checkSeconds: number;
}

/** What was found with smaller buffers, or none, is the start with larger ones. */
export class Discoverer {
  /** Found on the program itself, to be extrapolated. */
  underSc: NamedFormulas = noFormulas;
  #before: NamedFormulas = noFormulas;
  #sc: Found | null = null;
  #last: Found | null = null;
  #seconds = 0;

  constructor(
    private readonly settings: DiscoverySettings,
    private readonly question: ProgramQuestion,
  ) {}

  /** Finds predicates under SC, if those are to be extrapolated, or a Boolean program to be made from them; what that takes. */
  async prepare(): Promise<DiscoveryCost> {
    const { model, discovery } = this.question.options;
    const isExtrapolating = hasBuffers(model) && discovery?.scope === 'extrapolate';
    if (this.#isLazy && !isExtrapolating) return { ...nothingSpent, iterations: 0, checkSeconds: 0 };
    const task = prepareTask(this.question, sc, { all: Infinity });
    const result = await this.#discover(task, null, null);
    this.#sc = { result, task };
    this.underSc = {
      formulas: groundedFor(task)(result.found.map(({ formula }) => formula)),
      variables: task.commands.variables,
    };
    this.#before = noFormulas;
    const { iterations, seconds, stats } = result;
    return { ...summed(stats, null), iterations, checkSeconds: seconds };
  }

  /** Decides the properties, and finds predicates for that. */
  async decide(task: AbstractionTask, decisive: string | null): Promise<DiscoveryResult> {
    const statements = this.#isLazy ? this.#waysToState(task) : null;
    const result = await this.#discover(task, decisive, statements);
    this.#last = { result, task };
    return result;
  }

  async #discover(
    task: AbstractionTask,
    decisive: string | null,
    statements: WaysToState | null,
  ): Promise<DiscoveryResult> {
    const { limits, progress, options, note } = this.question;
    const { commands, predicates, properties, cuts, model } = task;
    const smt = smtFor(this.question, task);
    const carried = overVariables(this.#before, commands.variables);
    const words = new DiscoveryWords(task);
    const under = model.name === options.model.name ? '' : `under ${model.name}, `;
    let failed = '';
    try {
      const result = await discover({
        ...{ program: commands, smt, limits, cuts, decisive, settings: this.settings, statements },
        predicates: [...predicates, ...carried.map(asTracked)],
        properties: properties.map((p) => p.name),
        solver: options.abstraction.solver,
        progress: (now) => progress({ ...now, phase: `${under}${now.phase}${failed}` }),
        tell: (iteration) => {
          if (iteration.failed !== null) failed = `, failed ${words.failure(iteration.failed, true)}`;
          for (const line of words.iteration(iteration, under)) note?.(line);
        },
      });
      const formulas = result.found.map(({ formula }) => formula);
      this.#before = { formulas, variables: commands.variables };
      this.#seconds += result.seconds;
      return result;
    } finally {
      smt.dispose();
    }
  }

  /** What was found under SC, if that was extrapolated; and where that is not enough, what all predicates come down to. */
  #waysToState(task: AbstractionTask): WaysToState {
    const ground = groundedFor(task);
    const underSc = overVariables(this.underSc, task.commands.variables);
    return {
      choices: (found, kept) => {
        const first = underSc.length > 0 ? underSc : kept.map(({ formula }) => formula);
        return [ground(first), ground([...first, ...found.map(({ formula }) => formula)])];
      },
      tracked: (formulas) => tracked(task.extrapolation, formulas).predicates,
    };
  }

  report(verdicts: readonly Verdict<object>[]): DiscoveryReport {
    const main = this.#last ?? this.#sc;
    invariant(main !== null, 'predicates were looked for');
    const { result, task } = main;
    const { found, kept, iterations, stats, stated, diverged } = result;
    const { options } = this.question;
    const words = new DiscoveryWords(task);
    const underSc = this.#last === null ? null : (this.#sc?.result ?? null);
    const isSafe = verdicts.every(({ kind }) => kind === 'safe');
    const reasons = new Set(verdicts.flatMap((v) => (v.kind === 'unknown' ? [v.reason] : [])));
    const circumstances = { reasons, isLazy: this.#isLazy, isExtrapolated: underSc !== null };
    const isOpen = [...reasons].some((reason) => !unrelated.has(reason));
    const statable = this.#isLazy ? stated.formulas : overVariables(this.underSc, task.commands.variables);
    return {
      strategy: this.settings.refine,
      scope: options.discovery?.scope ?? 'direct',
      ...{ iterations, found: found.length, kept: kept.length, queries: stats.smtCalls },
      predicates: kept.map(words.predicate),
      underSc:
        underSc === null
          ? null
          : { iterations: underSc.iterations, found: underSc.found.length, queries: underSc.stats.smtCalls },
      seconds: this.#seconds,
      statable: statable.map((formula) => words.formula(canonical(formula, typesOf(task.commands)))),
      suffices: isSafe && (this.#isLazy ? stated.suffices : this.#last === null),
      ended: endings[result.ended],
      diverged: diverged.map(words.divergence),
      advice: isOpen ? adviceFor(result, this.settings, circumstances) : [],
    };
  }

  get #isLazy(): boolean {
    return this.question.options.abstraction.method === 'lazy';
  }
}

/** No predicate would help. */
const unrelated: ReadonlySet<UnknownReason> = new Set(['overflow', 'after-violation', 'cut-off', 'vacuous']);

interface Found {
  readonly result: DiscoveryResult;
  readonly task: AbstractionTask;
}

export const asTracked = (formula: Expr): Predicate => ({ formula, origin: { rule: null, from: null } });

/** What formulas come down to on the program itself, each once, however it is written. */
function groundedFor({ commands, lowered }: AbstractionTask): (formulas: readonly Expr[]) => readonly Expr[] {
  const grounded = groundedIn(lowered.system, lowered.reference);
  const typeOf = typesOf(commands);
  return (formulas) => {
    const found = new Map<Expr, Expr>();
    for (const own of formulas.flatMap(grounded)) remembered(found, canonical(own, typeOf), () => own);
    return [...found.values()];
  };
}
