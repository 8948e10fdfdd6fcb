import { discover } from '../../abstraction/discover/discover.js';
import type { DiscoveryResult } from '../../abstraction/discover/discover.js';
import type { DiscoverySettings } from '../../abstraction/discover/discovery-settings.js';
import { hasBuffers } from '../../memory/model-questions.js';
import { sc } from '../../memory/sc.js';
import type { ProgramQuestion } from '../question.js';
import { prepareTask, smtFor } from './abstraction-task.js';
import type { AbstractionTask } from './abstraction-task.js';
import { noFormulas, overVariables } from './named-formulas.js';
import type { NamedFormulas } from './named-formulas.js';

/** How predicates are found for a question; null: those that it has are all. */
export function discoveryOf({ program, options }: ProgramQuestion): DiscoverySettings | null {
  const { discovery } = options;
  const mode = discovery?.discover ?? (program.predicates.length === 0 ? 'both' : 'none');
  return discovery === undefined || mode === 'none' ? null : { ...discovery, discover: mode };
}

/** What was found with smaller buffers, or none, is the start with larger ones. */
export class Discoverer {
  /** Found on the program itself, to be extrapolated. */
  underSc: NamedFormulas = noFormulas;
  #before: NamedFormulas = noFormulas;
  readonly results: DiscoveryResult[] = [];

  constructor(private readonly settings: DiscoverySettings) {}

  /** Finds predicates under SC, if those are to be extrapolated. */
  async prepare(question: ProgramQuestion): Promise<void> {
    const { model, discovery } = question.options;
    if (!hasBuffers(model) || discovery?.scope !== 'extrapolate') return;
    const task = prepareTask(question, sc, { all: Infinity });
    const { found } = await this.#discover(question, task, null);
    this.underSc = { formulas: found.map(({ formula }) => formula), variables: task.commands.variables };
  }

  async decide(
    question: ProgramQuestion,
    task: AbstractionTask,
    decisive: string | null,
  ): Promise<DiscoveryResult> {
    const result = await this.#discover(question, task, decisive);
    const formulas = result.found.map(({ formula }) => formula);
    this.#before = { formulas, variables: task.commands.variables };
    return result;
  }

  async #discover(
    question: ProgramQuestion,
    { commands, predicates, properties, cuts, ...task }: AbstractionTask,
    decisive: string | null,
  ): Promise<DiscoveryResult> {
    const { limits, progress, options } = question;
    const smt = smtFor(question, { ...task, commands, predicates, properties, cuts });
    const carried = overVariables(this.#before, commands.variables);
    try {
      const result = await discover({
        ...{ program: commands, smt, limits, progress, cuts, decisive, settings: this.settings },
        predicates: [
          ...predicates,
          ...carried.map((formula) => ({ formula, origin: { rule: null, from: null } })),
        ],
        properties: properties.map((p) => p.name),
        solver: options.abstraction.solver,
      });
      this.results.push(result);
      return result;
    } finally {
      smt.dispose();
    }
  }
}
