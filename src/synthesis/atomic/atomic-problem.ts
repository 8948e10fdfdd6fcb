import { isTemporal } from '../../lang/program/program.js';
import type { Property } from '../../lang/program/program.js';
import type { System } from '../../lang/program/system.js';
import { fairnessFor } from '../../memory/fairness.js';
import { Machine } from '../../memory/machine.js';
import type { WriteSite } from '../../pass/write-sites.js';
import type { Limits } from '../../search/limits.js';
import { asInvariant } from '../../engines/shared/temporal/as-invariant.js';
import type { ProgramQuestion } from '../../engines/question.js';
import type { Decision } from '../../ask/decision.js';
import type { PropertyReport } from '../../ask/report.js';
import { AskedOfChoices } from '../asked-of-choices.js';
import { at, getOrFail, invariant } from '../../support/invariant.js';
import { allBut } from '../clause.js';
import type { CandidateSet, CandidateClause } from '../clause.js';
import type { ChoiceAnswer, SelectionProblem } from '../selection-problem.js';
import { clauseOfRun } from './clause-of-run.js';
import type { ChosenRun } from './clause-of-run.js';
import { mostHazardous } from './hazards.js';
import { observerOf, stepwise } from './observer.js';
import type { Observer } from './observer.js';
import { reschedule } from './reschedule.js';
import { withAtomic } from './with-atomic.js';

/** The writes of a program that can be chosen, and its automata with none of them atomic. */
export interface AtomicTask {
  readonly question: ProgramQuestion;
  /** Writes that are atomic whatever is chosen; they are not among the sites. */
  readonly given: ReadonlySet<number>;
  /** Numbered from 0. */
  readonly sites: readonly WriteSite[];
  /** The numbers of the sites among all writes of the program. */
  readonly originals: readonly number[];
  readonly base: System;
}

/** Which writes must be atomic for the properties to hold, asked of an engine. */
export class AtomicProblem implements SelectionProblem {
  readonly #asked: AskedOfChoices;
  #queries = 0;

  constructor(
    private readonly task: AtomicTask,
    private readonly heard: (line: string) => void = () => undefined,
  ) {
    this.#asked = new AskedOfChoices(task.question.properties, ({ name }) =>
      isTemporal(this.#property(name)),
    );
  }

  get costs(): readonly number[] {
    return this.task.sites.map(() => 1);
  }

  get limits(): Limits {
    return this.task.question.limits;
  }

  async ask(choice: CandidateSet): Promise<ChoiceAnswer> {
    this.#queries++;
    const answer = await this.#answer(choice);
    this.heard(`${this.#title(choice)}: ${toldOf(answer)}`);
    return answer;
  }

  #title(choice: CandidateSet): string {
    return `query ${this.#queries} (${choice.size} of ${this.task.sites.length} writes atomic)`;
  }

  async #answer(choice: CandidateSet): Promise<ChoiceAnswer> {
    const { question, originals, given } = this.task;
    const chosen = [...choice].map((id) => at(originals, id));
    const lowerings = question.lowerings.with({ atomicWrites: new Set([...given, ...chosen]) });
    const answer = await this.#asked.ask({ ...question, lowerings }, this.#title(choice));
    return answer.kind === 'violated' ? this.#learn(answer.report, choice) : answer;
  }

  /** What the engine said of a set that suffices; or of one that does not, else of the last one. */
  lastDecision(suffices: boolean): Decision | null {
    return this.#asked.lastDecision(suffices);
  }

  #learn({ name, run }: PropertyReport, choice: CandidateSet): ChoiceAnswer {
    const { sites, question } = this.task;
    const { model } = question.options;
    // Without a run nothing is known of other sets.
    if (run === undefined)
      return {
        kind: 'violated',
        property: name,
        clause: allBut(choice, this.task.sites.length),
        proposal: null,
      };
    requireSameEdges(run.system, this.task.base);
    const chosen: ChosenRun = { ...run, chosen: choice };
    const property = this.#property(name);
    const observer = observerFor(property);
    const isWeaklyFair = fairnessFor(property, question.options.fairness) === 'weak';
    const clause = clauseOfRun(chosen, model, sites, { observer, isWeaklyFair });
    const strongest = observer === null ? this.#strongest(chosen, clause, property) : clause;
    const proposal = mostHazardous(chosen, model, sites)?.id ?? null;
    return { kind: 'violated', property: name, clause: strongest, proposal };
  }

  /**
   * Other orders of flushes may leave the same steps possible with more writes atomic. What they say of other sets is
   * the clause of a run as well.
   */
  #strongest(run: ChosenRun, clause: CandidateClause, property: Property): CandidateClause {
    const { base, sites, question } = this.task;
    let strongest = clause;
    for (const candidate of clause.unless.length === 0 ? clause.some : []) {
      const { some } = strongest;
      if (!some.includes(candidate)) continue;
      const chosen = new Set(
        sites.map(({ id }) => id).filter((id) => id === candidate || !some.includes(id)),
      );
      const system = withAtomic(base, sites, chosen);
      const execution = reschedule(new Machine(system, question.options.model), run.execution, property);
      if (execution === null) continue;
      const better = clauseOfRun({ system, execution, cycle: null, chosen }, question.options.model, sites);
      if (better.unless.length === 0) strongest = better;
    }
    return strongest;
  }

  /** As the passes have rewritten it. */
  #property(name: string): Property {
    const stated = [...this.task.base.properties, ...this.task.question.properties];
    const found = getOrFail(new Map(stated.toReversed().map((p) => [p.name, p])), name);
    return asInvariant(found, this.task.base.shared) ?? found;
  }
}

/** Who looks at the states of a run, and not only at the last one. */
function observerFor(property: Property): Observer | null {
  if (property.kind === 'ltl') return observerOf(property.formula);
  return property.kind === 'never' ? stepwise : null;
}

function toldOf(answer: ChoiceAnswer): string {
  switch (answer.kind) {
    case 'holds':
      return 'the properties hold';
    case 'violated':
      return `${answer.property} is violated, with any set that has none of ${answer.clause.some.length} writes`;
    case 'unknown':
      return `unknown (${answer.reason})`;
  }
}

/** Runs speak of edges by number, so making writes atomic must leave them where they are. */
function requireSameEdges(system: System, base: System): void {
  const ends = ({ threads }: System): string =>
    threads.map(({ edges }) => edges.map(({ from, to }) => `${from}-${to}`).join()).join(';');
  invariant(ends(system) === ends(base), 'atomic writes leave the automata as they are');
}
