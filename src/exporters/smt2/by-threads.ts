import { conjunction, falsity, int } from '../../lang/expr/expr.js';
import type { Expr } from '../../lang/expr/expr.js';
import type { ThreadId } from '../../lang/expr/ids.js';
import { negated, simplifiedBinary } from '../../lang/expr/simplify.js';
import { substitution, variablesOf } from '../../lang/expr/substitute.js';
import type { Property } from '../../lang/program/program.js';
import type { ThreadStand } from '../../symbolic/machine-steps.js';
import { allEnded, holdsInMemory, initialValuesHold, stands } from '../../symbolic/state-formulas.js';
import { UsedNames } from '../../support/free-names.js';
import { at, getOrFail } from '../../support/invariant.js';
import { remembered } from '../../support/remembered.js';
import type { HornClause, HornRelation, HornSystem } from './horn-clauses.js';
import type { HornMachine, ToldWay } from './horn-machine.js';

/**
 * One relation for each place of a thread and each shape of its buffer there: over memory, what is the thread's own, and where the
 * others are. A relation has the states that the thread itself comes to, and what the steps of others make of those (Owicki and
 * Gries). What two others have together is not in it, so clauses may have no solution though the program is safe.
 */
export const byThreads = (machine: HornMachine): HornSystem => new ThreadClauses(machine).system();

interface StandRelation {
  readonly relation: HornRelation;
  readonly stand: ThreadStand;
  readonly ways: readonly ToldWay[];
}

class ThreadClauses {
  readonly #used = new UsedNames(['violated']);
  readonly #byThread: readonly (readonly StandRelation[])[];
  readonly #known: ReadonlyMap<string, HornRelation>;

  constructor(private readonly machine: HornMachine) {
    this.#byThread = machine.state.system.threads.map(({ id }) => this.#standsOf(id));
    this.#known = new Map(this.#byThread.flat().map(({ relation, stand }) => [keyOf(stand), relation]));
  }

  system(): HornSystem {
    const clauses = [
      ...this.#byThread.flatMap((own) => this.#begin(own)),
      ...this.#byThread.flat().flatMap((from) => this.#own(from)),
      ...this.#byThread.flatMap((own, thread) =>
        this.#byThread.flatMap((others, other) => (other === thread ? [] : this.#suffers(own, others))),
      ),
      ...this.machine.violations.flatMap((property, i) => this.#violated(property, i + 1)),
    ];
    const violations = ['overflow', ...this.machine.violations.map(({ name }) => name)];
    return { relations: this.#byThread.flat().map(({ relation }) => relation), clauses, violations };
  }

  /** Where the thread can stand as far as its own control tells. */
  #standsOf(thread: ThreadId): readonly StandRelation[] {
    const { machine } = this;
    const { entry } = at(machine.state.system.threads, thread);
    const found = new Map<string, StandRelation>();
    const add = (stand: ThreadStand): unknown =>
      remembered(found, keyOf(stand), () => ({
        relation: this.#relation(stand),
        stand,
        ways: machine.waysFrom(stand),
      }));
    add({ thread, place: entry, waiting: 0 });
    // What is added on the way comes, too.
    for (const { ways } of found.values())
      for (const { way } of ways)
        if (way.outcome.kind === 'moves')
          add({ thread, place: way.outcome.place, waiting: way.outcome.waiting });
    return [...found.values()];
  }

  #relation(stand: ThreadStand): HornRelation {
    const { state } = this.machine;
    const { thread, waiting } = stand;
    const { threads, locals } = state.system;
    const own = locals.flatMap((local) => (local.thread === thread ? [state.local(local.id)] : []));
    const others = threads.flatMap(({ id }) => (id === thread ? [] : [state.place(id), state.waiting(id)]));
    return {
      name: this.#used.free(this.machine.standName(stand)),
      variables: [
        ...state.cells.all().map((cell) => state.cell(cell)),
        ...own,
        ...state.slotsOf(thread, state.shape(waiting)),
        ...others,
      ],
    };
  }

  #begin(own: readonly StandRelation[]): readonly HornClause[] {
    const { state, steps } = this.machine;
    const { relation, stand } = at(own, 0);
    const others = state.system.threads.flatMap(({ id, entry }) =>
      id === stand.thread ? [] : [stands(state, id, entry, 0)],
    );
    const guard = conjunction([initialValuesHold(state, steps.model), ...others]);
    return [
      { says: 'initial states', body: [], guard, head: { kind: 'relation', relation, written: new Map() } },
    ];
  }

  /** The thread's own steps. */
  #own({ relation, stand, ways }: StandRelation): readonly HornClause[] {
    const body = [relation];
    return ways.flatMap(({ way, says }): readonly HornClause[] => {
      const guard = conjunction([this.#mayMove(stand.thread), way.guard]);
      const { outcome, written } = way;
      if (outcome.kind === 'moves') {
        const next = this.#at({ ...stand, place: outcome.place, waiting: outcome.waiting });
        return [{ says, body, guard, head: { kind: 'relation', relation: next, written } }];
      }
      const number = this.machine.violatedBy(way);
      return number === null ? [] : [{ says, body, guard, head: { kind: 'violated', number } }];
    });
  }

  /** Where others stand in the middle of a section, the thread does not move. */
  #mayMove(thread: ThreadId): Expr {
    const { machine } = this;
    const inside = machine.state.system.threads.flatMap(({ id }) =>
      id === thread
        ? []
        : [...machine.loopsOf(id)].map((place) =>
            simplifiedBinary('!=', machine.state.place(id), int(place)),
          ),
    );
    return conjunction(inside);
  }

  /** What the steps of another thread make of the states of a thread, which stands still outside of sections. */
  #suffers(own: readonly StandRelation[], others: readonly StandRelation[]): readonly HornClause[] {
    return own.flatMap((still) =>
      this.machine.isInside(still.stand.thread, still.stand.place)
        ? []
        : others.flatMap((other) => other.ways.flatMap((told) => this.#suffered(still, other, told))),
    );
  }

  #suffered(
    { relation, stand }: StandRelation,
    other: StandRelation,
    { way, says }: ToldWay,
  ): readonly HornClause[] {
    const { state } = this.machine;
    const { outcome } = way;
    if (outcome.kind !== 'moves') return [];
    const { thread } = other.stand;
    const known = substitution(this.#standing(stand));
    const guard = known(conjunction([this.#mayMove(thread), way.guard]));
    if (guard === falsity) return [];
    const written = new Map(way.written)
      .set(state.place(thread), int(outcome.place))
      .set(state.waiting(thread), int(outcome.waiting));
    return [
      {
        says,
        body: [relation, other.relation],
        guard: conjunction([this.#where(stand), this.#where(other.stand), guard]),
        head: { kind: 'relation', relation, written },
      },
    ];
  }

  #where({ thread, place, waiting }: ThreadStand): Expr {
    return stands(this.machine.state, thread, place, waiting);
  }

  #standing({ thread, place, waiting }: ThreadStand): ReadonlyMap<Expr, Expr> {
    const { state } = this.machine;
    return new Map([
      [state.place(thread), int(place)],
      [state.waiting(thread), int(waiting)],
    ]);
  }

  /** The formula with where these stand put in. */
  #put(places: readonly StandRelation[], formula: Expr): Expr {
    return substitution(new Map(places.flatMap(({ stand }) => [...this.#standing(stand)])))(formula);
  }

  #at(stand: ThreadStand): HornRelation {
    return getOrFail(this.#known, keyOf(stand));
  }

  /** States in which all the threads that a formula speaks of are, and it is false. */
  #violated(property: Property, number: number): readonly HornClause[] {
    if (property.kind !== 'invariant' && property.kind !== 'final') return [];
    const { state, steps } = this.machine;
    const fails = negated(holdsInMemory(state, steps.model, property.formula));
    const bad = property.kind === 'final' ? conjunction([allEnded(state), fails]) : fails;
    return this.#combined(bad).flatMap((places): readonly HornClause[] => {
      const where = places.map(({ stand }) => this.#where(stand));
      const outside = places.map(({ stand }) => this.#put(places, this.#mayMove(stand.thread)));
      const guard = conjunction([...where, ...outside, this.#put(places, bad)]);
      const body = places.map(({ relation }) => relation);
      return [{ says: property.name, body, guard, head: { kind: 'violated', number } }];
    });
  }

  /** Everywhere that the threads of which the formula speaks can stand, outside of sections; at least one thread. */
  #combined(formula: Expr): readonly (readonly StandRelation[])[] {
    const { machine } = this;
    const { state } = machine;
    const spoken = variablesOf(formula);
    const isOf = (thread: ThreadId): boolean =>
      spoken.has(state.place(thread)) ||
      spoken.has(state.waiting(thread)) ||
      state.system.locals.some((local) => local.thread === thread && spoken.has(state.local(local.id)));
    const threads = state.system.threads.filter(({ id }) => isOf(id));
    const chosen = threads.length === 0 ? state.system.threads.slice(0, 1) : threads;
    return chosen.reduce<readonly (readonly StandRelation[])[]>(
      (tuples, { id }) => {
        const outside = at(this.#byThread, id).filter(({ stand }) => !machine.isInside(id, stand.place));
        return tuples
          .flatMap((tuple) => outside.map((stand) => [...tuple, stand]))
          .filter((tuple) => this.#put(tuple, formula) !== falsity);
      },
      [[]],
    );
  }
}

const keyOf = ({ thread, place, waiting }: ThreadStand): string => `${thread} ${place} ${waiting}`;
