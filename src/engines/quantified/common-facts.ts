import { bool, falsity, int } from '../../lang/expr/expr.js';
import type { Expr } from '../../lang/expr/expr.js';
import type { ThreadId } from '../../lang/expr/ids.js';
import { negated, simplifiedBinary } from '../../lang/expr/simplify.js';
import type { MachineState } from '../../memory/machine.js';
import { at, invariant } from '../../support/invariant.js';
import { remembered } from '../../support/remembered.js';
import { canonical } from './conjecture.js';
import { SampledCounts } from './sampled-counts.js';
import { constantsOf } from './sample-runs.js';
import type { Conjecture } from './conjecture.js';
import { firstOf } from './phases.js';
import type { Phase, Phases } from './phases.js';
import { localsOfThread } from './thread-copies.js';
import type { ThreadCopies, CopiedThread } from './thread-copies.js';
import type { System } from '../../lang/program/system.js';

/** States of an instance. */
export interface SampledInstance {
  readonly system: System;
  readonly states: readonly MachineState[];
  /** Of each thread the number of its kind: threads and locals have numbers of their own here. */
  readonly kindOf: readonly number[];
}

/** A variable in clauses about one thread, of the first copy or shared. */
interface PhaseTerm {
  readonly variable: Expr;
  readonly isTruth: boolean;
  readonly isShared: boolean;
  readonly value: (state: MachineState, thread: ThreadId, locals: readonly number[]) => bigint;
}

/** Two numbers, and how far apart they are in the samples. */
class Distances {
  least: bigint | null = null;
  most: bigint | null = null;
  readonly small = new Set<bigint>();

  constructor(
    readonly left: Expr,
    readonly right: Expr,
  ) {}

  add(left: bigint, right: bigint): void {
    const distance = left - right;
    if (this.least === null || distance < this.least) this.least = distance;
    if (this.most === null || distance > this.most) this.most = distance;
    if (-mostGap <= distance && distance <= mostGap) this.small.add(distance);
  }

  /** `left - right` is at least, and at most, so much; and what it is not, of small numbers between these. */
  facts(gap: bigint): readonly Expr[] {
    const { left, right, least, most, small } = this;
    if (least === null || most === null) return [];
    const shifted = (by: bigint): Expr => simplifiedBinary('+', right, int(by));
    const missed: Expr[] = [];
    for (let by = -gap; by <= gap; by++)
      if (least < by && by < most && !small.has(by)) missed.push(simplifiedBinary('!=', left, shifted(by)));
    return [
      simplifiedBinary('>=', left, shifted(least)),
      simplifiedBinary('<=', left, shifted(most)),
      ...missed,
    ];
  }
}

/** What the samples say of one subject. */
interface SubjectFacts {
  readonly phases: readonly Phase[];
  readonly distances: readonly Distances[];
  /** Truth values, with what they were: both, one, or none. */
  readonly truths: readonly { readonly variable: Expr; readonly seen: Set<bigint> }[];
}

/** Numbers are said to differ, or to differ by something else than a number up to this. */
const mostGap = 4n;
/** More numbers than these are not compared with each other. */
const mostTerms = 24;

/**
 * What holds in all samples of a phase, of two phases, of all: bounds of numbers and of their differences, values of truths,
 * that nobody is there. All of it is only conjectured.
 */
export class SampledFacts {
  readonly #terms = new Map<Phase, readonly PhaseTerm[]>();
  readonly #shared: readonly PhaseTerm[];
  readonly #facts = new Map<string, SubjectFacts>();
  readonly #sharedNumbers: readonly PhaseTerm[];
  readonly #counts: SampledCounts;

  constructor(
    private readonly copies: ThreadCopies,
    private readonly phases: Phases,
    /** Also what all share while two threads are where they are, and bounds of counts. */
    private readonly isThorough: boolean,
  ) {
    const { state } = copies;
    this.#shared = state.cells
      .all()
      .slice(0, mostTerms)
      .map((cell) => ({
        variable: state.cell(cell),
        isTruth: state.cells.variable(cell).type.kind === 'bool',
        isShared: true,
        value: ({ memory }: MachineState) => at(memory, cell),
      }));
    this.#sharedNumbers = this.#shared.filter(({ isTruth }) => !isTruth);
    const numbers = this.#sharedNumbers.map(({ variable }) => variable);
    this.#counts = new SampledCounts(copies, phases, numbers);
  }

  learn({ system, states, kindOf }: SampledInstance): void {
    const locals = system.threads.map(({ id }) => localsOfThread(system, id));
    for (const state of states) {
      const standing = system.threads.map(({ id }) =>
        this.#phaseOf(state, id, at(this.copies.kinds, at(kindOf, id)), at(locals, id)),
      );
      this.#learnShared(state, standing);
      for (const [i, phase] of standing.entries()) {
        const own = at(locals, i);
        this.#learnOne(state, at(system.threads, i).id, phase, own);
        for (const [j, other] of standing.entries())
          if (i !== j && (phase.number < other.number || phase === other))
            this.#learnTwo(
              state,
              { thread: at(system.threads, i).id, phase, own },
              { thread: at(system.threads, j).id, phase: other, own: at(locals, j) },
            );
      }
    }
  }

  /** Adds all that was learnt, and that nobody is where no sample has anybody. */
  into(clauses: Conjecture): void {
    const gap = this.#largestStep();
    for (const { phases, distances, truths } of this.#facts.values()) {
      for (const distance of distances) for (const fact of distance.facts(gap)) clauses.add(phases, fact);
      for (const { variable, seen } of truths) {
        const [only, ...others] = seen;
        if (only !== undefined && others.length === 0)
          clauses.add(phases, only === 1n ? variable : negated(variable));
      }
    }
    for (const phase of this.phases.all) {
      if (!this.#facts.has(subjectOf([phase]))) clauses.add([phase], falsity);
      else
        for (const other of this.phases.all)
          if (phase.number <= other.number && this.#canBoth(phase, other))
            clauses.add([phase, other], falsity);
    }
    this.#counts.equationsInto(clauses);
    if (this.isThorough) this.#counts.boundsInto(clauses);
  }

  /** How far apart numbers that differ may have been put: the largest constant, if it is small. */
  #largestStep(): bigint {
    const sizes = constantsOf(this.copies.state.system).map((value) => (value < 0n ? -value : value));
    return sizes.filter((size) => size <= mostGap).reduce((a, b) => (a > b ? a : b), 1n);
  }

  /** Different threads might be there, and no sample has them. */
  #canBoth(phase: Phase, other: Phase): boolean {
    const isOne = phase.kind === other.kind && !phase.kind.isAny;
    return !isOne && this.#facts.has(subjectOf([other])) && !this.#facts.has(subjectOf([phase, other]));
  }

  #phaseOf(state: MachineState, thread: ThreadId, kind: CopiedThread, own: readonly number[]): Phase {
    const { state: symbolic } = this.copies;
    const shape = at(state.buffers, thread).map((entry, i) =>
      entry.kind === 'marker' ? entry : { ...entry, value: BigInt(i) },
    );
    const ids = this.copies.localsOf(firstOf(kind));
    const phase = this.phases.find(kind, at(state.places, thread), symbolic.shapeNumber(shape), (id) => {
      const value = at(state.locals, at(own, ids.indexOf(id)));
      return symbolic.typeOf(symbolic.local(id)).kind === 'bool' ? bool(value === 1n) : int(value);
    });
    invariant(phase !== null, 'a thread that runs is in some phase');
    return phase;
  }

  #learnShared({ memory }: MachineState, standing: readonly Phase[]): void {
    this.#learnTerms([], this.#shared, memory.slice(0, this.#shared.length));
    this.#counts.learn(
      standing,
      this.#shared.flatMap(({ isTruth }, i) => (isTruth ? [] : [at(memory, i)])),
    );
  }

  /** What is so of the thread in its phase; of no phase: of what all share. */
  #learnTerms(phases: readonly Phase[], terms: readonly PhaseTerm[], values: readonly bigint[]): void {
    const facts = remembered(this.#facts, subjectOf(phases), () => ({
      phases,
      distances: pairsOf(terms.filter(({ isTruth }) => !isTruth)).map(([a, b]) => new Distances(a, b)),
      truths: terms
        .filter(({ isTruth }) => isTruth)
        .map(({ variable }) => ({ variable, seen: new Set<bigint>() })),
    }));
    const numbers = [0n, ...values.filter((_, i) => !at(terms, i).isTruth)];
    let next = 0;
    for (const [i, left] of numbers.entries())
      for (let j = 0; j < i; j++) at(facts.distances, next++).add(left, at(numbers, j));
    const truths = values.filter((_, i) => at(terms, i).isTruth);
    for (const [i, value] of truths.entries()) at(facts.truths, i).seen.add(value);
  }

  #learnOne(state: MachineState, thread: ThreadId, phase: Phase, own: readonly number[]): void {
    const terms = this.#termsOf(phase);
    const values = terms.map((term) => term.value(state, thread, own));
    this.#learnTerms([phase], terms, values);
  }

  #learnTwo(state: MachineState, one: SeenThread, other: SeenThread): void {
    const numbersOf = (phase: Phase): readonly PhaseTerm[] =>
      this.#termsOf(phase).filter(({ isTruth, isShared }) => !isTruth && !isShared);
    const [left, right] = [numbersOf(one.phase), numbersOf(other.phase)];
    const phases = [one.phase, other.phase];
    const facts = remembered(this.#facts, subjectOf(phases), () => {
      const to = canonical(phases);
      const place = (phase: Phase, term: PhaseTerm, thread: ThreadId): Expr =>
        this.copies.renamed(term.variable, [firstOf(phase.kind)], [thread]);
      const distances = left.flatMap((a) =>
        right.map((b) => new Distances(place(one.phase, a, at(to, 0)), place(other.phase, b, at(to, 1)))),
      );
      const common = this.isThorough ? pairsOf(this.#sharedNumbers) : [];
      const ofAll = common.map(([a, b]) => new Distances(a, b));
      return { phases, distances: [...distances, ...ofAll], truths: [] };
    });
    const values = right.map((term) => term.value(state, other.thread, other.own));
    let next = 0;
    for (const term of left) {
      const value = term.value(state, one.thread, one.own);
      for (const second of values) at(facts.distances, next++).add(value, second);
    }
    if (!this.isThorough) return;
    const numbers = [0n, ...this.#sharedNumbers.map((term) => term.value(state, one.thread, one.own))];
    for (const [i, value] of numbers.entries())
      for (let j = 0; j < i; j++) at(facts.distances, next++).add(value, at(numbers, j));
  }

  #termsOf(phase: Phase): readonly PhaseTerm[] {
    return remembered(this.#terms, phase, () => {
      const { state } = this.copies;
      const thread = firstOf(phase.kind);
      const ids = this.copies.localsOf(thread);
      const locals = this.phases.openLocals(phase).map((id): PhaseTerm => {
        const variable = state.local(id);
        const place = ids.indexOf(id);
        return {
          variable,
          isTruth: state.typeOf(variable).kind === 'bool',
          isShared: false,
          value: (sample, _, own) => at(sample.locals, at(own, place)),
        };
      });
      const waiting = state.shape(phase.waiting).flatMap((entry, i): readonly PhaseTerm[] =>
        entry.kind === 'marker'
          ? []
          : [
              {
                variable: state.slot(thread, i, entry.cell),
                isTruth: state.cells.variable(entry.cell).type.kind === 'bool',
                isShared: false,
                value: ({ buffers }, owner) => {
                  const held = at(at(buffers, owner), i);
                  return held.kind === 'marker' ? 0n : held.value;
                },
              },
            ],
      );
      return [...this.#shared, ...locals, ...waiting].slice(0, mostTerms);
    });
  }
}

/** A thread of a sample. */
interface SeenThread {
  readonly thread: ThreadId;
  readonly phase: Phase;
  readonly own: readonly number[];
}

const subjectOf = (phases: readonly Phase[]): string => phases.map(({ number }) => number).join();

/** Each number with 0, and with each before it. */
const pairsOf = (terms: readonly PhaseTerm[]): readonly (readonly [Expr, Expr])[] => {
  const all = [int(0), ...terms.map(({ variable }) => variable)];
  return all.flatMap((left, i) => all.slice(0, i).map((right) => [left, right] as const));
};
