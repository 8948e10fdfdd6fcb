import { falsity } from '../../lang/expr/expr.js';
import type { Expr } from '../../lang/expr/expr.js';
import type { ThreadId } from '../../lang/expr/ids.js';
import { at } from '../../support/invariant.js';
import { addTo } from '../../support/remembered.js';
import type { Phase } from './phases.js';
import type { ThreadCopies } from './thread-copies.js';

/** A thread that a formula names, and its phase. */
export interface PlacedThread {
  readonly thread: ThreadId;
  readonly phase: Phase;
}

/**
 * Part of the invariant: whenever different threads are in these phases (none, one, or two, by their numbers in order), the
 * formula holds of them. It speaks of the first copies of their kinds (the second where both are of one), of what all share,
 * and of counts.
 */
export interface PhaseClause {
  readonly number: number;
  readonly phases: readonly Phase[];
  readonly formula: Expr;
  /** An equation over counts, for Z3. */
  readonly isSum: boolean;
}

/** A clause as it speaks of actors. */
export interface ClauseUse {
  readonly clause: PhaseClause;
  readonly formula: Expr;
}

/** What is conjectured, less and less of it. */
export class Conjecture {
  readonly #bySubject = new Map<string, PhaseClause[]>();
  readonly #all: PhaseClause[] = [];
  readonly #dropped = new Set<PhaseClause>();

  constructor(private readonly copies: ThreadCopies) {}

  add(phases: readonly Phase[], formula: Expr, isSum = false): void {
    const clause = { number: this.#all.length, phases, formula, isSum };
    this.#all.push(clause);
    addTo(this.#bySubject, subjectKey(phases), clause);
  }

  drop(clause: PhaseClause): void {
    this.#dropped.add(clause);
    const subject = this.#bySubject.get(subjectKey(clause.phases));
    const place = subject?.indexOf(clause) ?? -1;
    if (place >= 0) subject?.splice(place, 1);
  }

  isKept(clause: PhaseClause): boolean {
    return !this.#dropped.has(clause);
  }

  kept(): readonly PhaseClause[] {
    return this.#all.filter((clause) => this.isKept(clause));
  }

  about(phases: readonly Phase[]): readonly PhaseClause[] {
    return this.#bySubject.get(subjectKey(phases)) ?? [];
  }

  /** That different threads are not in these phases; null: nobody says so. */
  excludes(phases: readonly Phase[]): PhaseClause | null {
    return this.about(phases).find(({ formula }) => formula === falsity) ?? null;
  }

  /** What clauses about exactly these actors say. */
  of(actors: readonly PlacedThread[]): readonly ClauseUse[] {
    const [first, second] = actors;
    if (first === undefined || second === undefined) return this.#instances(actors);
    if (first.phase === second.phase)
      return [...this.#instances(actors), ...this.#instances([second, first])];
    return this.#instances(first.phase.number < second.phase.number ? actors : [second, first]);
  }

  /** What clauses about some of the actors say: about all that share, each one, and each two. */
  ofAll(actors: readonly PlacedThread[]): readonly ClauseUse[] {
    return [
      ...this.of([]),
      ...actors.flatMap((actor) => this.of([actor])),
      ...actors.flatMap((actor, i) => actors.slice(i + 1).flatMap((other) => this.of([actor, other]))),
    ];
  }

  #instances(actors: readonly PlacedThread[]): readonly ClauseUse[] {
    const phases = actors.map(({ phase }) => phase);
    const to = actors.map(({ thread }) => thread);
    return this.about(phases).map((clause) => ({
      clause,
      formula: this.copies.renamed(clause.formula, canonical(phases), to),
    }));
  }
}

/** The threads that clauses about the phases speak of. */
export const canonical = (phases: readonly Phase[]): readonly ThreadId[] =>
  phases.map(({ kind }, i) =>
    at(kind.threads, phases.slice(0, i).filter((earlier) => earlier.kind === kind).length),
  );

const subjectKey = (phases: readonly Phase[]): string => phases.map(({ number }) => number).join();
