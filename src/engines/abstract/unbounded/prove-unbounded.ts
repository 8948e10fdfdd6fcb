import { toCommands } from '../../../abstraction/commands/to-commands.js';
import { typesOf } from '../../../abstraction/commands/command-variables.js';
import type {
  Command,
  CommandPath,
  CommandProgram,
  StateProperty,
} from '../../../abstraction/command-program.js';
import { Clock } from '../../../abstraction/clock.js';
import { followPath } from '../../../abstraction/path/follow-path.js';
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
import type { SummarisedSystem } from '../../../pass/summaries/summarised.js';
import { fewest } from '../../../support/fewest.js';
import { substitution, variablesOf } from '../../../lang/expr/substitute.js';
import { isInTime, requireTime, secondsLeft } from '../../../search/limits.js';
import { openSmt } from '../../../smt/session.js';
import type { Smt, SmtCounts } from '../../../smt/smt.js';
import { at, getOrFail } from '../../../support/invariant.js';
import type { ProgramQuestion } from '../../question.js';
import { givenNumber } from '../../refusals.js';
import { asTracked } from '../discovering.js';
import { overVariables } from '../named-formulas.js';
import type { NamedFormulas } from '../named-formulas.js';
import { nothingSpent, summed } from '../task-program.js';
import { candidateFacts } from './candidate-facts.js';
import { sampledFacts } from './sampled-facts.js';

export interface UnboundedResult {
  /** The names of properties that hold. */
  readonly safe: readonly string[];
  readonly counts: SmtCounts;
  readonly facts: readonly string[];
}

/**
 * Decides properties for buffers of any length. Facts of entries are assumed as these leave, and proved of each: those that are not
 * are dropped, until all that are left hold if all hold. Which are worth it is asked of paths that violate something: only what
 * rules them out is assumed. A run of the memory model is then one of the program with
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

/** What a search is about: the properties that were asked for, or the facts of these entries. */
type ProofGoal = FollowedEntries | 'properties';

class UnboundedProof {
  readonly #system: System;
  readonly #summaries: Summaries;
  /** Properties that no path has violated with all facts there are. */
  #asked: readonly Property[];
  /** Nothing speaks against them; those that are liked best stand last. */
  #candidates: readonly EntryFact[] = [];
  /** Those of them that some path asked for. */
  #needed: ReadonlySet<EntryFact> = new Set();
  /** What each goal had to track. */
  readonly #found = new Map<string, readonly Expr[]>();
  #counts: SmtCounts = nothingSpent;
  readonly #clock: Clock;

  constructor(
    private readonly question: ProgramQuestion,
    properties: readonly Property[],
    private readonly settings: DiscoverySettings,
    private readonly underSc: NamedFormulas,
  ) {
    const { lowerings, options, limits } = question;
    const lowered = lowerings.of('automata', { procs: givenNumber(options) });
    this.#system = lowered.system;
    this.#asked = rewritten(properties, lowered);
    this.#clock = new Clock(limits, () => undefined);
    this.#summaries = new Summaries(lowered.system, options.model, () => requireTime(limits));
  }

  async decide(): Promise<UnboundedResult> {
    this.#prepare();
    const properties = await this.#proved();
    const facts = [...this.#needed].map(({ formula }) => this.#words(formula));
    return { safe: properties.map(({ name }) => name), counts: this.#counts, facts };
  }

  #prepare(): void {
    const { limits, options, note } = this.question;
    const { variables } = this.#summaries;
    const commands = toCommands(this.#summaries.system([], () => false, null).system);
    this.#found.set(keyOf('properties'), overVariables(this.underSc, commands.variables));
    const guessed = candidateFacts(this.#system, variables, commands, options.model);
    const likely = sampledFacts(this.#system, options.model, variables, guessed, () => isInTime(limits));
    this.#candidates = likely.toReversed();
    note?.(
      `buffers of any length: ${likely.length} of ${guessed.length} candidates for facts of waiting writes`,
    );
  }

  /** The properties that hold, once each fact that is needed is proved by those that are. */
  async #proved(): Promise<readonly Property[]> {
    let proved: ReadonlySet<string> = new Set();
    for (;;) {
      // A goal that was proved is none any more once another fact of its entries is needed.
      const isProved = (goal: ProofGoal): boolean => this.#namesOf(goal).every((name) => proved.has(name));
      const goal = this.#goals().find((g) => !isProved(g));
      if (goal === undefined) return this.#asked;
      const before = this.#candidates.length;
      const isDone = await this.#workOn(goal);
      if (this.#asked.length === 0 || !(await this.#clock.goOn())) return [];
      // Without a fact, what was proved with it is to be proved again.
      if (this.#candidates.length < before) proved = new Set();
      else if (isDone) proved = new Set([...proved, ...this.#namesOf(goal)]);
    }
  }

  #goals(): readonly ProofGoal[] {
    const goals: ProofGoal[] = ['properties'];
    for (const fact of this.#needed) if (!goals.some((g) => sameGoal(g, fact))) goals.push(fact);
    return goals;
  }

  #namesOf(goal: ProofGoal): readonly string[] {
    if (goal === 'properties') return this.#asked.map(({ name }) => name);
    return [...this.#needed].filter((f) => sameEntries(f, goal)).map(({ name }) => name);
  }

  /** Whether all of it is proved; else facts were added or dropped, or properties given up. */
  async #workOn(goal: ProofGoal): Promise<boolean> {
    const followed = goal === 'properties' ? null : goal;
    const summarised = this.#summaries.system(this.#candidates, (f) => this.#needed.has(f), followed);
    const { system } = summarised;
    const program = toCommands(system);
    const smt = this.#solverFor(program, system);
    const asked = this.#namesOf(goal);
    const faults = system.properties.filter(isImplicit).map(({ name }) => name);
    // What leaves behind a fault was not looked at.
    const names = goal === 'properties' ? [...new Set([...asked, ...faults])] : asked;
    try {
      const { verdicts } = await this.#search(goal, program, smt, names);
      const unproved = names.filter((name) => verdicts.get(name)?.kind !== 'safe');
      if (unproved.length === 0) return true;
      const violated = unproved.flatMap((name) => {
        const verdict = getOrFail(verdicts, name);
        return verdict.kind === 'unsafe' ? [{ name, path: verdict.path }] : [];
      });
      const lost: string[] = [];
      for (const { name, path } of violated) {
        const property = program.stateProperties.find((p) => p.property.name === name) ?? null;
        const lacking = await this.#lacking(program, smt, summarised, path, property);
        if (lacking === null) lost.push(name);
        else this.#need(lacking);
      }
      this.#giveUp(goal, violated.length === 0 ? unproved : lost);
      return false;
    } finally {
      smt.dispose();
    }
  }

  #need(facts: readonly EntryFact[]): void {
    for (const { formula } of facts) this.question.note?.(`  needed: ${this.#words(formula)}`);
    this.#needed = new Set([...this.#needed, ...facts]);
  }

  #giveUp(goal: ProofGoal, names: readonly string[]): void {
    if (goal === 'properties') {
      const hasFault = this.#system.properties.some((p) => isImplicit(p) && names.includes(p.name));
      this.#asked = hasFault ? [] : this.#asked.filter(({ name }) => !names.includes(name));
      return;
    }
    const isDropped = ({ name }: EntryFact): boolean => names.includes(name);
    for (const fact of this.#candidates.filter(isDropped))
      this.question.note?.(`  dropped: ${this.#words(fact.formula)}`);
    this.#candidates = this.#candidates.filter((fact) => !isDropped(fact));
    this.#needed = new Set([...this.#needed].filter((fact) => !isDropped(fact)));
  }

  /** As few facts as rule the path out, with those that are assumed anyway; null: all of them do not. */
  async #lacking(
    program: CommandProgram,
    smt: Smt,
    { about }: SummarisedSystem,
    path: CommandPath,
    property: StateProperty | null,
  ): Promise<readonly EntryFact[] | null> {
    const said = path.map((command) =>
      about(command.thread, command.edge).filter(({ fact }) => !this.#needed.has(fact)),
    );
    const excludes = async (facts: readonly EntryFact[]): Promise<boolean> => {
      const chosen = new Set(facts);
      const narrowed = path.map((command, i): Command => {
        const more = at(said, i).filter(({ fact }) => chosen.has(fact));
        return {
          ...command,
          guard: [...command.guard, ...more.map(({ formula }) => ofDrawn(formula, command))],
        };
      });
      return (await followPath(program, smt, narrowed, property)).kind === 'infeasible';
    };
    const usable = new Set(said.flat().map(({ fact }) => fact));
    const all = this.#candidates.filter((fact) => usable.has(fact));
    if (!(await excludes(all))) return null;
    return fewest(all, excludes, () => this.#clock.goOn());
  }

  #solverFor(program: CommandProgram, system: System): Smt {
    const { limits, options } = this.question;
    return openSmt({
      solver: options.abstraction.solver,
      typeOf: typesOf(program),
      secondsLeft: () => secondsLeft(limits),
      print: (formula) => printExpr(formula, system),
    });
  }

  async #search(
    goal: ProofGoal,
    program: CommandProgram,
    smt: Smt,
    properties: readonly string[],
  ): Promise<DiscoveryResult> {
    const { limits, options, progress, note } = this.question;
    const what = goal === 'properties' ? 'any length' : `any length, ${this.#goalWords(goal)}`;
    const result = await discover({
      ...{ program, smt, progress, properties, cuts: [], decisive: null, statements: null },
      limits: { ...limits, firstViolation: true },
      settings: this.settings,
      solver: options.abstraction.solver,
      predicates: (this.#found.get(keyOf(goal)) ?? []).map(asTracked),
      tell: ({ iteration, states, failed }) =>
        note?.(`${what}: iteration ${iteration}: ${states} states${failed === null ? '' : ', a path fails'}`),
    });
    this.#found.set(
      keyOf(goal),
      result.found.map(({ formula }) => formula),
    );
    this.#counts = summed(this.#counts, result.stats);
    return result;
  }

  #goalWords(goal: FollowedEntries): string {
    const facts = [...this.#needed].filter((f) => sameEntries(f, goal));
    return facts.map(({ formula }) => this.#words(formula)).join(', ');
  }

  #words(formula: Expr): string {
    return printExpr(formula, { ...this.#system, ...this.#summaries.all });
  }
}

const keyOf = (goal: ProofGoal): string =>
  goal === 'properties' ? goal : `${goal.thread} ${goal.older} ${goal.newer ?? '-'}`;

const sameGoal = (a: ProofGoal, b: ProofGoal): boolean =>
  a === b || (a !== 'properties' && b !== 'properties' && sameEntries(a, b));

/** What is said of the value that an edge draws, of that which a command does. */
function ofDrawn(formula: Expr, { drawn }: Command): Expr {
  const locals = [...variablesOf(formula)].filter(({ kind }) => kind === 'local');
  const [input] = drawn;
  return input === undefined ? formula : substitution(new Map(locals.map((own) => [own, input])))(formula);
}
