import type { AbstractionResult } from '../../abstraction/abstraction-request.js';
import type { Predicate } from '../../abstraction/predicate.js';
import type { Expr } from '../../lang/expr/expr.js';
import { variablesOf } from '../../lang/expr/substitute.js';
import { printExpr } from '../../lang/program/print-expr.js';
import type { NameSource } from '../../lang/program/print-expr.js';
import type { System } from '../../lang/program/system.js';
import { at } from '../../support/invariant.js';
import { readable } from '../../abstraction/discover/readable.js';
import { discover } from '../../abstraction/discover/discover.js';
import type { DiscoveryResult } from '../../abstraction/discover/discover.js';
import type { DiscoverySettings } from '../../abstraction/discover/discovery-settings.js';
import { hasBuffers } from '../../memory/model-questions.js';
import { sc } from '../../memory/sc.js';
import type { SmtCounts } from '../../smt/smt.js';
import type { DiscoveryOptions, DiscoveryReport, ProgramQuestion } from '../question.js';
import { prepareTask, smtFor } from './abstraction-task.js';
import type { AbstractionTask } from './abstraction-task.js';
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
  #scResult: DiscoveryResult | null = null;
  #scNames: NameSource | null = null;
  #seconds = 0;

  constructor(
    private readonly settings: DiscoverySettings,
    private readonly scope: DiscoveryOptions['scope'],
  ) {}

  /** Finds predicates under SC, if those are to be extrapolated; what that takes. */
  async prepare(question: ProgramQuestion): Promise<DiscoveryCost> {
    if (!hasBuffers(question.options.model) || this.scope !== 'extrapolate')
      return { ...nothingSpent, iterations: 0, checkSeconds: 0 };
    const task = prepareTask(question, sc, { all: Infinity });
    question.note?.('predicates are looked for under sc first');
    const result = await this.#discover(question, task, null, true);
    this.#scResult = result;
    this.#scNames = task.lowered.system;
    this.underSc = this.#named(result, task);
    this.#before = noFormulas;
    const { iterations, seconds, stats } = result;
    return { ...summed(stats, null), iterations, checkSeconds: seconds };
  }

  async decide(
    question: ProgramQuestion,
    task: AbstractionTask,
    decisive: string | null,
  ): Promise<AbstractionResult & { readonly discovery: DiscoveryReport }> {
    const result = await this.#discover(question, task, decisive);
    return { ...result, discovery: this.#report(result, task) };
  }

  async #discover(
    question: ProgramQuestion,
    task: AbstractionTask,
    decisive: string | null,
    onlyFinds = false,
  ): Promise<DiscoveryResult> {
    const { limits, progress, options, note } = question;
    const { commands, predicates, properties, cuts, lowered } = task;
    const smt = smtFor(question, task);
    const carried = overVariables(this.#before, commands.variables);
    try {
      const result = await discover({
        ...{ program: commands, smt, limits, progress, cuts, decisive, onlyFinds, settings: this.settings },
        predicates: [...predicates, ...carried.map(plainPredicate)],
        properties: properties.map((p) => p.name),
        solver: options.abstraction.solver,
        print: (formula) => printExpr(readable(formula), lowered.system),
        ...(note === undefined ? {} : { note }),
      });
      this.#before = this.#named(result, task);
      this.#seconds += result.seconds;
      return result;
    } finally {
      smt.dispose();
    }
  }

  #named({ found }: DiscoveryResult, { commands }: AbstractionTask): NamedFormulas {
    return { formulas: found.map(({ formula }) => formula), variables: commands.variables };
  }

  #report(
    { found, kept, iterations, stats }: DiscoveryResult,
    { lowered }: AbstractionTask,
  ): DiscoveryReport {
    const { system } = lowered;
    const underSc = this.#scResult;
    const own = kept.filter(({ formula }) => isStatable(formula, system));
    return {
      strategy: this.settings.refine,
      scope: this.scope,
      ...{ iterations, found: found.length, kept: kept.length, queries: stats.smtCalls },
      predicates: kept.map(({ formula, iteration, from }) => ({
        formula: printExpr(readable(formula), system),
        ...{ iteration, from },
      })),
      underSc:
        underSc === null
          ? null
          : { iterations: underSc.iterations, found: underSc.found.length, queries: underSc.stats.smtCalls },
      seconds: this.#seconds,
      statable:
        underSc !== null && this.#scNames !== null
          ? underSc.found.map(({ formula }) => printExpr(readable(formula), this.#scNames ?? system))
          : own.map(({ formula }) => printExpr(readable(formula), system)),
    };
  }
}

const plainPredicate = (formula: Expr): Predicate => ({ formula, origin: { rule: null, from: null } });

/** Whether it speaks of nothing that passes have made. */
const isStatable = (formula: Expr, { shared, locals }: System): boolean =>
  [...variablesOf(formula)].every((variable) =>
    variable.kind === 'shared'
      ? at(shared, variable.shared).buffer === undefined
      : variable.kind !== 'local' || !at(locals, variable.local).temporary,
  );
