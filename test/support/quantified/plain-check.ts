import type { CopiedProgram } from '../../../src/engines/quantified/few-threads.js';
import type { Proved } from '../../../src/engines/quantified/invariant-search.js';
import type { PhaseClause } from '../../../src/engines/quantified/conjecture.js';
import type { Phase } from '../../../src/engines/quantified/phases.js';
import {
  binary,
  conjunction,
  disjunction,
  equal,
  falsity,
  int,
  not,
  truth,
} from '../../../src/lang/expr/expr.js';
import type { Expr } from '../../../src/lang/expr/expr.js';
import type { ThreadId } from '../../../src/lang/expr/ids.js';
import { substitution, variablesOf } from '../../../src/lang/expr/substitute.js';
import type { MachineSteps, SymbolicWay } from '../../../src/symbolic/machine-steps.js';
import { holdsInMemory, initialValuesHold } from '../../../src/symbolic/state-formulas.js';
import { openSmt } from '../../../src/smt/session.js';
import { at } from '../../../src/support/invariant.js';

/**
 * Whether an invariant of the quantified engine is one, and excludes what it is said to: by whole formulas over the places,
 * buffers and values of the threads concerned, with no cases, no memory of earlier answers, and nothing passed over. Slow.
 */
export async function plainComplaints(program: CopiedProgram, proved: Proved): Promise<readonly string[]> {
  const machine = proved.phases.machine;
  const smt = openSmt({ solver: 'z3', typeOf: (variable) => machine.state.typeOf(variable) });
  try {
    await smt.prepare([falsity]);
    const isPossible = (facts: readonly Expr[]): boolean => {
      const known = facts.filter((fact) => fact !== truth);
      if (known.includes(falsity)) return false;
      return smt.check([smt.literal(conjunction(known))]).kind !== 'unsat';
    };
    return [...new PlainCheck(program, proved, machine, isPossible).complaints()];
  } finally {
    smt.dispose();
  }
}

/** What is behind a way that goes on. */
interface AfterWay extends Pick<SymbolicWay, 'written'> {
  readonly place: number;
  readonly waiting: number;
}

const implies = (left: Expr, right: Expr): Expr => binary('->', left, right);

class PlainCheck {
  readonly #counted: readonly Phase[];

  constructor(
    private readonly program: CopiedProgram,
    private readonly proved: Proved,
    private readonly machine: MachineSteps,
    private readonly isPossible: (facts: readonly Expr[]) => boolean,
  ) {
    const spoken = new Set(proved.invariant.flatMap(({ formula }) => [...variablesOf(formula)]));
    this.#counted = this.#phases.filter(({ count }) => spoken.has(count));
  }

  get #phases(): readonly Phase[] {
    return this.proved.phases.all;
  }

  *complaints(): Generator<string> {
    yield* this.#initial();
    for (const { threads } of this.program.kinds) {
      const stepping = at(threads, 0);
      for (const others of [[], ...this.#others(stepping, 1), ...this.#others(stepping, 2)])
        yield* this.#steps(stepping, others);
    }
    yield* this.#properties();
  }

  *#others(stepping: ThreadId, count: number): Generator<readonly ThreadId[]> {
    const rest = this.program.kinds
      .flatMap(({ threads }) => threads.slice(0, 3))
      .filter((t) => t !== stepping);
    for (const first of rest)
      if (count === 1) yield [first];
      else for (const second of rest) if (first < second) yield [first, second];
  }

  *#initial(): Generator<string> {
    const { state, model } = this.machine;
    const all = this.program.kinds.flatMap(({ threads }) => threads);
    const placed = all.flatMap((thread) => {
      const { entry } = at(state.system.threads, thread);
      return [equal(state.place(thread), int(entry)), equal(state.waiting(thread), int(0))];
    });
    const begins = (phase: Phase): boolean =>
      phase.waiting === 0 && phase.place === at(state.system.threads, at(phase.kind.threads, 0)).entry;
    // Of those who begin elsewhere there is nobody; and each thread that there is one of is somewhere.
    const counts = this.#counted.map((phase) =>
      begins(phase) ? binary('>=', phase.count, int(0)) : equal(phase.count, int(0)),
    );
    const single = this.#counted.flatMap((phase) =>
      phase.kind.isAny || !begins(phase)
        ? []
        : [disjunction([equal(phase.count, int(0)), equal(phase.count, int(1))])],
    );
    const known = [initialValuesHold(state, model), ...placed, ...counts, ...single, ...this.#countsOf(all)];
    for (const clause of this.proved.invariant)
      if (this.isPossible([...known, not(this.#holds([clause], all))]))
        yield `clause ${clause.number} does not hold initially`;
  }

  *#steps(stepping: ThreadId, others: readonly ThreadId[]): Generator<string> {
    const { state } = this.machine;
    const named = [stepping, ...others];
    const invariant = this.#holds(this.proved.invariant, named);
    const own = this.#phases.filter(({ kind }) => kind.threads.includes(stepping));
    const stands = new Map(own.map((phase) => [`${phase.place} ${phase.waiting}`, phase]));
    for (const { place, waiting } of stands.values()) {
      const stand = { thread: stepping, place, waiting };
      const known = [
        equal(state.place(stepping), int(place)),
        equal(state.waiting(stepping), int(waiting)),
        ...named.map((thread) => this.#isSomewhere(thread)),
        ...this.#countsOf(named),
        invariant,
      ];
      const ways = [
        ...this.machine.flushes(stand),
        ...this.machine.leaving(stepping, place).flatMap((edge) => this.machine.complete(stand, edge)),
      ];
      for (const way of ways)
        if (this.isPossible([...known, way.guard, ...this.#wrong(way, stepping, others)]))
          yield `a step of ${stepping} at ${place} with ${waiting} waiting, beside ${others.join()}: ${way.outcome.kind}`;
    }
  }

  /** What would be wrong behind the way. */
  #wrong(
    { outcome, written }: SymbolicWay,
    stepping: ThreadId,
    others: readonly ThreadId[],
  ): readonly Expr[] {
    const { remaining, fault, overflow } = this.proved;
    const claimed = (claim: string | null | undefined): readonly Expr[] => (claim === null ? [] : [falsity]);
    switch (outcome.kind) {
      case 'fails':
        return claimed(remaining.get(outcome.property));
      case 'faults':
        return claimed(fault);
      case 'overflows':
        return claimed(overflow);
      case 'moves':
        return this.#notKept({ ...outcome, written }, stepping, others);
    }
  }

  #notKept(
    { place, waiting, written }: AfterWay,
    stepping: ThreadId,
    others: readonly ThreadId[],
  ): readonly Expr[] {
    const { state } = this.machine;
    const before = (phase: Phase): Expr => this.#isAt(stepping, phase);
    const moved = new Map([
      ...written,
      [state.place(stepping), int(place)],
      [state.waiting(stepping), int(waiting)],
      ...this.#counted.map(
        (phase) => [phase.count, state.counted(`those after a step in phase ${phase.number}`)] as const,
      ),
    ]);
    const after = substitution(moved);
    const counts = this.#counted.map((phase) => {
      if (!phase.kind.threads.includes(stepping)) return equal(after(phase.count), phase.count);
      const [was, is] = [before(phase), after(before(phase))];
      const by = (n: number): Expr => equal(after(phase.count), binary('+', phase.count, int(n)));
      return conjunction([
        implies(conjunction([was, not(is)]), by(-1)),
        implies(conjunction([not(was), is]), by(1)),
        implies(disjunction([conjunction([was, is]), conjunction([not(was), not(is)])]), by(0)),
      ]);
    });
    const goals = [
      ...(others.length === 0 ? [after(this.#isSomewhere(stepping))] : []),
      after(this.#holds(this.proved.invariant, [stepping, ...others])),
    ];
    return [...counts, not(conjunction(goals))];
  }

  *#properties(): Generator<string> {
    const { state, model } = this.machine;
    const all = this.program.kinds.flatMap(({ threads }) => threads);
    const known = [
      ...all.map((thread) => this.#isSomewhere(thread)),
      ...this.#countsOf(all),
      this.#holds(this.proved.invariant, all),
    ];
    for (const property of this.program.properties)
      if (property.kind === 'invariant' && this.proved.remaining.get(property.name) === null)
        if (this.isPossible([...known, not(holdsInMemory(state, model, property.formula))]))
          yield `${property.name} is not excluded`;
  }

  /** The clauses of all choices of the threads. */
  #holds(clauses: readonly PhaseClause[], named: readonly ThreadId[]): Expr {
    const { copies } = this.proved.phases;
    return conjunction(
      clauses.flatMap(({ phases: [first, second], formula }): readonly Expr[] => {
        if (first === undefined) return [formula];
        const [one] = first.kind.threads;
        const of = (kind: Phase['kind']): readonly ThreadId[] =>
          named.filter((t) => kind.threads.includes(t));
        if (second === undefined || one === undefined)
          return of(first.kind).map((t) =>
            implies(this.#isAt(t, first), copies.renamed(formula, [at(first.kind.threads, 0)], [t])),
          );
        const from = [one, at(second.kind.threads, second.kind === first.kind ? 1 : 0)];
        return of(first.kind).flatMap((t) =>
          of(second.kind).flatMap((u) =>
            t === u
              ? []
              : [
                  implies(
                    conjunction([this.#isAt(t, first), this.#isAt(u, second)]),
                    copies.renamed(formula, from, [t, u]),
                  ),
                ],
          ),
        );
      }),
    );
  }

  #isAt(thread: ThreadId, phase: Phase): Expr {
    const { state } = this.machine;
    if (!phase.kind.threads.includes(thread)) return falsity;
    return conjunction([
      equal(state.place(thread), int(phase.place)),
      equal(state.waiting(thread), int(phase.waiting)),
      this.proved.phases.copies.renamed(phase.facts, [at(phase.kind.threads, 0)], [thread]),
    ]);
  }

  #isSomewhere = (thread: ThreadId): Expr =>
    disjunction(this.#phases.map((phase) => this.#isAt(thread, phase)));

  /** However many of these threads are there, so many are counted. */
  #countsOf(named: readonly ThreadId[]): readonly Expr[] {
    return this.#counted.flatMap((phase) => {
      const own = named.filter((thread) => phase.kind.threads.includes(thread));
      const choices = own.reduce<readonly (readonly ThreadId[])[]>(
        (found, thread) => found.concat(found.map((choice) => choice.concat([thread]))),
        [[]],
      );
      return choices.map((choice) =>
        implies(
          conjunction(choice.map((thread) => this.#isAt(thread, phase))),
          binary('>=', phase.count, int(choice.length)),
        ),
      );
    });
  }
}
