import { toCommands } from '../../../abstraction/commands/to-commands.js';
import { typesOf } from '../../../abstraction/commands/command-variables.js';
import type { CommandProgram } from '../../../abstraction/command-program.js';
import type { AbstractVerdict } from '../../../abstraction/abstraction-request.js';
import { discover } from '../../../abstraction/discover/discover.js';
import type { DiscoveryResult } from '../../../abstraction/discover/discover.js';
import type { DiscoverySettings } from '../../../abstraction/discover/discovery-settings.js';
import { printExpr } from '../../../lang/program/print-expr.js';
import { isImplicit } from '../../../lang/program/program.js';
import type { Property } from '../../../lang/program/program.js';
import type { Expr } from '../../../lang/expr/expr.js';
import type { System } from '../../../lang/program/system.js';
import { rewritten } from '../../../pass/lowerings.js';
import { sameEntries } from '../../../pass/summaries/entry-facts.js';
import type { EntryFact, FollowedEntries } from '../../../pass/summaries/entry-facts.js';
import { Summaries } from '../../../pass/summaries/summarised.js';
import { isInTime, secondsLeft } from '../../../search/limits.js';
import { openSmt } from '../../../smt/session.js';
import type { SmtCounts } from '../../../smt/smt.js';
import { getOrFail } from '../../../support/invariant.js';
import type { ProgramQuestion } from '../../question.js';
import { givenNumber } from '../../refusals.js';
import { asTracked } from '../discovering.js';
import { overVariables } from '../named-formulas.js';
import type { NamedFormulas } from '../named-formulas.js';
import { nothingSpent, summed } from '../task-program.js';
import { candidateFacts } from './candidate-facts.js';
import { sampledFacts } from './sampled-facts.js';

export interface UnboundedResult {
  /** Of the properties that were asked for. */
  readonly verdicts: ReadonlyMap<string, AbstractVerdict>;
  readonly counts: SmtCounts;
  readonly facts: readonly string[];
}

/**
 * Decides properties for buffers of any length. Facts of entries are assumed as these leave, and proved of each: those that are not
 * are dropped, until all that are left hold if all hold (Houdini). A run of the memory model is then one of the program with
 * summaries, whatever is followed, by induction over its length (docs/engines/unbounded.md).
 */
export async function proveUnbounded(
  question: ProgramQuestion,
  properties: readonly Property[],
  settings: DiscoverySettings,
  underSc: NamedFormulas,
): Promise<UnboundedResult> {
  const proof = new UnboundedProof(question, properties, settings, underSc);
  return proof.decide();
}

class UnboundedProof {
  readonly #system: System;
  readonly #summaries: Summaries;
  readonly #asked: readonly Property[];
  #facts: readonly EntryFact[] = [];
  #found: readonly Expr[];
  #counts: SmtCounts = nothingSpent;

  constructor(
    private readonly question: ProgramQuestion,
    properties: readonly Property[],
    private readonly settings: DiscoverySettings,
    private readonly underSc: NamedFormulas,
  ) {
    const { lowerings, options } = question;
    const lowered = lowerings.of('automata', { procs: givenNumber(options) });
    this.#system = lowered.system;
    this.#asked = rewritten(properties, lowered);
    this.#summaries = new Summaries(lowered.system, options.model);
    this.#found = [];
  }

  async decide(): Promise<UnboundedResult> {
    const { limits, options, note } = this.question;
    const { variables } = this.#summaries;
    const commands = toCommands(this.#summaries.system([], null));
    this.#found = overVariables(this.underSc, commands.variables);
    const candidates = candidateFacts(this.#system, variables, commands, options.model);
    this.#facts = sampledFacts(this.#system, options.model, variables, candidates, () => isInTime(limits));
    note?.(`buffers of any length: ${this.#facts.length} of ${candidates.length} candidates for facts of entries`);
    for (const fact of this.#facts) note?.(`  ${fact.name}: ${this.#words(fact.formula)}`);
    let base = await this.#base();
    while (this.#isHopeful(base)) {
      const before = this.#facts.length;
      for (const followed of this.#followed()) await this.#check(followed);
      if (this.#facts.length === before) break;
      base = await this.#base();
    }
    return {
      verdicts: this.#withoutFaults(base.verdicts),
      counts: this.#counts,
      facts: this.#facts.map(({ formula }) => this.#words(formula)),
    };
  }

  /** With fewer facts it would not become better. */
  #isHopeful({ verdicts }: DiscoveryResult): boolean {
    return isInTime(this.question.limits) && this.#asked.some(({ name }) => verdicts.get(name)?.kind === 'safe');
  }

  /** What comes behind a fault was not looked at. */
  #withoutFaults(verdicts: DiscoveryResult['verdicts']): DiscoveryResult['verdicts'] {
    const faults = this.#system.properties.filter(isImplicit);
    if (faults.every(({ name }) => verdicts.get(name)?.kind === 'safe')) return verdicts;
    return new Map([...verdicts].filter(([, { kind }]) => kind !== 'safe'));
  }

  #base(): Promise<DiscoveryResult> {
    return this.#search(this.#summaries.system(this.#facts, null), this.#asked.map(({ name }) => name), 'all entries');
  }

  #followed(): readonly FollowedEntries[] {
    const found: FollowedEntries[] = [];
    for (const fact of this.#facts)
      if (!found.some((known) => sameEntries(known, fact))) found.push(fact);
    return found;
  }

  /** Drops what is not proved of these entries. */
  async #check(followed: FollowedEntries): Promise<void> {
    const mine = this.#facts.filter((fact) => sameEntries(fact, followed));
    const system = this.#summaries.system(this.#facts, followed);
    const { verdicts } = await this.#search(system, mine.map(({ name }) => name), mine.map(({ formula }) => this.#words(formula)).join(', '));
    const isProved = ({ name }: EntryFact): boolean => getOrFail(verdicts, name).kind === 'safe';
    for (const fact of mine)
      if (!isProved(fact)) this.question.note?.(`  dropped: ${this.#words(fact.formula)}`);
    this.#facts = this.#facts.filter((fact) => !mine.includes(fact) || isProved(fact));
  }

  async #search(system: System, properties: readonly string[], what: string): Promise<DiscoveryResult> {
    const { limits, options, progress, note } = this.question;
    const program: CommandProgram = toCommands(system);
    const smt = openSmt({
      solver: options.abstraction.solver,
      typeOf: typesOf(program),
      secondsLeft: () => secondsLeft(limits),
      print: (formula) => printExpr(formula, system),
    });
    const cuts = system.properties.filter(isImplicit).map((p) => p.name);
    try {
      const result = await discover({
        ...{ program, smt, limits, progress, properties },
        cuts: cuts.filter((name) => !properties.includes(name)),
        decisive: null,
        settings: this.settings,
        statements: null,
        solver: options.abstraction.solver,
        predicates: this.#found.map(asTracked),
        tell: ({ iteration, states, failed }) =>
          note?.(`${what}: iteration ${iteration}: ${states} states${failed === null ? '' : ', a path fails'}`),
      });
      this.#found = result.found.map(({ formula }) => formula);
      this.#counts = summed(this.#counts, result.stats);
      return result;
    } finally {
      smt.dispose();
    }
  }

  #words(formula: Expr): string {
    return printExpr(formula, { ...this.#system, ...this.#summaries.all });
  }
}
