import { exprId, falsity, int, truth } from '../../lang/expr/expr.js';
import type { Expr } from '../../lang/expr/expr.js';
import { negated, simplifiedBinary } from '../../lang/expr/simplify.js';
import { substitution, variablesOf } from '../../lang/expr/substitute.js';
import type { ThreadId } from '../../lang/expr/ids.js';
import { initialValuesHold } from '../../symbolic/state-formulas.js';
import type { Literal, Smt, SmtModel } from '../../smt/smt.js';
import { at, getOrFail } from '../../support/invariant.js';
import { remembered } from '../../support/remembered.js';
import { canonical } from './conjecture.js';
import type { PlacedThread, PhaseClause, ClauseUse, Conjecture } from './conjecture.js';
import { firstOf } from './phases.js';
import type { Phase, Phases, PhaseStep } from './phases.js';
import type { ThreadCopies, CopiedThread } from './thread-copies.js';

/** Whether facts contradict each other, and which clauses it takes for that. */
export type ClauseRefutation =
  | { readonly kind: 'refuted'; readonly by: readonly PhaseClause[] }
  | { readonly kind: 'open'; readonly model: SmtModel | null };

/** Threads in their phases; the first one may take a step. */
export interface Situation {
  readonly actors: readonly PlacedThread[];
  readonly step: PhaseStep | null;
}

/** A clause that must hold after a step. */
interface Target {
  readonly clause: PhaseClause;
  readonly after: Expr;
}

/**
 * The largest part of the clauses that holds initially and that every step of any thread keeps, whatever the number of threads
 * (Flanagan and Leino, "Houdini", FME 2001). A step changes what all share and what its thread has, so a clause about some
 * threads is kept if it is kept where the stepping thread is one of them, and where it is none of them; what is assumed is the
 * clauses about the stepping thread and these.
 */
export class InductivePart {
  /** By step, bystanders and clause: what it was shown by. */
  readonly #shown = new Map<string, readonly PhaseClause[]>();
  readonly #clauseOf = new Map<Literal, PhaseClause>();
  readonly #after = new Map<PhaseStep, (formula: Expr) => Expr>();
  readonly #counts: ReadonlySet<Expr>;
  /** The clauses about two threads that speak of what others may change. */
  #exposed: readonly PhaseClause[] = [];

  constructor(
    private readonly copies: ThreadCopies,
    private readonly phases: Phases,
    private readonly clauses: Conjecture,
    private readonly smt: Smt,
    private readonly pause: () => Promise<void>,
  ) {
    this.#counts = new Set(phases.all.map(({ count }) => count));
  }

  async reduce(): Promise<void> {
    await this.#initial();
    for (let before = -1; before !== this.clauses.kept().length;) {
      before = this.clauses.kept().length;
      this.#exposed = this.clauses
        .kept()
        .filter((clause) => clause.phases.length === 2 && this.#speaksOfAll(clause));
      for (const step of this.phases.steps) if (step.to !== null) await this.#keepBy(step, step.to);
    }
  }

  /** Whether what is kept of the clauses contradicts the formulas, where the actors are. */
  refute({ actors, step }: Situation, formulas: readonly Expr[]): ClauseRefutation {
    const facts = [
      ...actors.map(({ phase, thread }) => this.copies.renamed(phase.facts, [firstOf(phase.kind)], [thread])),
      ...(step === null ? [] : [step.guard]),
      ...formulas,
    ].filter((fact) => fact !== truth);
    if (facts.includes(falsity)) return { kind: 'refuted', by: [] };
    const known = this.clauses.ofAll(actors);
    const nobody = known.find(({ formula }) => formula === falsity);
    if (nobody !== undefined) return { kind: 'refuted', by: [nobody.clause] };
    const plain = this.#asked(
      known.filter(({ clause }) => !clause.isSum),
      facts,
    );
    const sums = known.filter(({ clause }) => clause.isSum);
    if (plain.kind === 'refuted' || sums.length === 0) return plain;
    return this.#asked(known, [...facts, ...this.#countedAt(actors, sums, facts)]);
  }

  #asked(known: readonly ClauseUse[], facts: readonly Expr[]): ClauseRefutation {
    const literals = facts.map((fact) => this.smt.literal(fact));
    for (const { clause, formula } of known) {
      if (formula === truth) continue;
      const literal = this.smt.literal(formula);
      this.#clauseOf.set(literal, clause);
      literals.push(literal);
    }
    const own = new Set(literals.slice(0, facts.length));
    const answer = this.smt.check([...new Set(literals)]);
    switch (answer.kind) {
      case 'sat':
        return { kind: 'open', model: answer.model };
      case 'unknown':
        return { kind: 'open', model: null };
      case 'unsat': {
        const used = answer.core.filter((literal) => !own.has(literal));
        return { kind: 'refuted', by: used.map((literal) => getOrFail(this.#clauseOf, literal)) };
      }
    }
  }

  /** Counts are no less than the threads that are known to be there: they are different. */
  #countedAt(
    actors: readonly PlacedThread[],
    sums: readonly ClauseUse[],
    facts: readonly Expr[],
  ): readonly Expr[] {
    const spoken = new Set(
      [...sums.map(({ formula }) => formula), ...facts].flatMap((f) => [...variablesOf(f)]),
    );
    return this.phases.all.flatMap((phase) => {
      if (!spoken.has(phase.count)) return [];
      const here = actors.filter((actor) => actor.phase === phase).length;
      return [simplifiedBinary('>=', phase.count, int(here))];
    });
  }

  /** Drops what does not hold initially. */
  async #initial(): Promise<void> {
    const { state, model } = this.phases.machine;
    const begins = initialValuesHold(state, model);
    const entered = new Set(this.copies.kinds.flatMap((kind) => this.phases.initial(kind)));
    const counts = this.phases.all.map(({ count, kind }) =>
      simplifiedBinary(kind.isAny ? '>=' : '<=', count, int(kind.isAny ? 0 : 1)),
    );
    const empty = this.phases.all.flatMap((phase) =>
      entered.has(phase) ? [] : [simplifiedBinary('==', phase.count, int(0))],
    );
    for (const clause of this.clauses.kept()) {
      await this.pause();
      if (!clause.phases.every((phase) => entered.has(phase))) continue;
      const threads = canonical(clause.phases);
      const facts = clause.phases.map((phase, i) =>
        this.copies.renamed(phase.facts, [firstOf(phase.kind)], [at(threads, i)]),
      );
      const counted = clause.isSum ? [...counts, ...empty, ...this.#oneBegins()] : [];
      const all = [begins, negated(clause.formula), ...facts, ...counted].filter((f) => f !== truth);
      if (all.includes(falsity)) continue;
      const answer = this.smt.check([...new Set(all.map((fact) => this.smt.literal(fact)))]);
      if (answer.kind !== 'unsat') this.clauses.drop(clause);
    }
  }

  /** A thread of which there is one begins somewhere. */
  #oneBegins(): readonly Expr[] {
    return this.copies.kinds
      .filter(({ isAny }) => !isAny)
      .map((kind) => {
        const counts = this.phases.initial(kind).map(({ count }) => count);
        return simplifiedBinary(
          '==',
          counts.reduce((a, b) => simplifiedBinary('+', a, b)),
          int(1),
        );
      });
  }

  async #keepBy(step: PhaseStep, to: Phase): Promise<void> {
    const thread = firstOf(step.from.kind);
    const actor = { thread, phase: step.from };
    const after = { thread, phase: to };
    const isMoved = to !== step.from;
    await this.#keep({ actors: [actor], step }, this.clauses.of([]), this.clauses.of([after]), isMoved);
    for (const phase of this.phases.all) {
      const other = this.#bystander([actor], phase);
      if (other === null || this.#excluded([actor, other])) continue;
      const pairs = this.clauses.of([after, other]);
      await this.#keep({ actors: [actor, other], step }, this.clauses.of([other]), pairs, isMoved);
    }
    const pairs = new Map(
      this.#exposed
        .filter((clause) => this.clauses.isKept(clause))
        .map(({ phases }) => [phases.map(({ number }) => number).join(), phases]),
    );
    for (const [first, second] of pairs.values()) {
      if (first === undefined || second === undefined) continue;
      const one = this.#bystander([actor], first);
      const other = one === null ? null : this.#bystander([actor, one], second);
      if (one === null || other === null) continue;
      const situation = { actors: [actor, one, other], step };
      await this.#keep(situation, this.clauses.of([one, other]), [], isMoved);
    }
  }

  /** What is passed over because of a clause that is dropped later is looked at then: there is another round. */
  #excluded(actors: readonly PlacedThread[]): boolean {
    return this.clauses.ofAll(actors).some(({ formula }) => formula === falsity);
  }

  /** One more thread in the phase; null: there is none. */
  #bystander(actors: readonly PlacedThread[], phase: Phase): PlacedThread | null {
    const { kind } = phase;
    const busy = actors.filter((actor) => actor.phase.kind === kind).length;
    if (busy > 0 && !kind.isAny) return null;
    return { thread: threadOf(kind, busy), phase };
  }

  /** Drops what the step does not keep: clauses about bystanders alone, and those that speak of the stepping thread after it. */
  async #keep(
    { step, actors }: Situation & { readonly step: PhaseStep },
    ofOthers: readonly ClauseUse[],
    ofStepping: readonly ClauseUse[],
    isMoved: boolean,
  ): Promise<void> {
    const situation = { step, actors };
    const place = [step.number, ...actors.map(({ phase }) => phase.number)].join();
    const isShown = (key: string): boolean =>
      this.#shown.get(key)?.every((clause) => this.clauses.isKept(clause)) === true;
    const open = [
      ...this.#targets(step, ofOthers, true),
      ...this.#targets(step, ofStepping, !isMoved),
    ].filter(({ clause, after }) => !isShown(`${place} ${clause.number} ${exprId(after)}`));
    if (open.length === 0 || isShown(place)) return;
    await this.pause();
    const whole = this.refute(situation, []);
    if (whole.kind === 'refuted') {
      this.#shown.set(place, whole.by);
      return;
    }
    for (const { clause, after } of open) {
      if (!this.clauses.isKept(clause)) continue;
      await this.pause();
      const outcome = this.refute(situation, [negated(after)]);
      if (outcome.kind === 'refuted') {
        this.#shown.set(`${place} ${clause.number} ${exprId(after)}`, outcome.by);
        continue;
      }
      this.clauses.drop(clause);
      this.#dropFalse(open, outcome.model);
    }
  }

  /** `areAssumed`: the clauses are about the same threads in the same phases as before. */
  #targets(step: PhaseStep, instances: readonly ClauseUse[], areAssumed: boolean): readonly Target[] {
    const afterStep = remembered(this.#after, step, () => substitution(step.written));
    return instances.flatMap(({ clause, formula }) => {
      const after = afterStep(formula);
      return after === truth || (areAssumed && after === formula) ? [] : [{ clause, after }];
    });
  }

  #speaksOfAll({ formula }: PhaseClause): boolean {
    return [...variablesOf(formula)].some(
      (variable) => variable.kind === 'shared' || this.#counts.has(variable),
    );
  }

  /** What the model says does not hold after the step goes with it. */
  #dropFalse(targets: readonly Target[], model: SmtModel | null): void {
    if (model === null) return;
    for (const { clause, after } of targets)
      if (this.clauses.isKept(clause) && this.smt.holds(after, model) === false) this.clauses.drop(clause);
  }
}

const threadOf = ({ threads }: CopiedThread, n: number): ThreadId => at(threads, n);
