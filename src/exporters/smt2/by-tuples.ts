import { unsupported } from '../../diagnostics/diagnostic.js';
import { conjunction, falsity, int } from '../../lang/expr/expr.js';
import type { Expr } from '../../lang/expr/expr.js';
import { negated } from '../../lang/expr/simplify.js';
import { substitution } from '../../lang/expr/substitute.js';
import type { ThreadStand } from '../../symbolic/machine-steps.js';
import {
  allEnded,
  holdsInMemory,
  initialValuesHold,
  programVariables,
} from '../../symbolic/state-formulas.js';
import { UsedNames } from '../../support/free-names.js';
import { at } from '../../support/invariant.js';
import type { HornClause, HornRelation, HornSystem } from './horn-clauses.js';
import type { HornMachine } from './horn-machine.js';

const maxRelations = 20_000;

/** Where all threads stand. */
export type ControlTuple = readonly ThreadStand[];

/** Clauses, and where the threads stand in the states of a relation. */
export interface TupleSystem extends HornSystem {
  readonly tuples: ReadonlyMap<HornRelation, ControlTuple>;
}

/** One relation for each tuple of places, and of shapes of buffers, that threads can come to as far as control alone tells. */
export const byTuples = (machine: HornMachine): TupleSystem => new TupleClauses(machine).system();

class TupleClauses {
  readonly #known = new Map<string, HornRelation>();
  readonly #tuples = new Map<HornRelation, ControlTuple>();
  readonly #used = new UsedNames(['violated']);
  readonly #formulas: readonly { readonly number: number; readonly bad: Expr }[];

  constructor(private readonly machine: HornMachine) {
    const { state, steps } = machine;
    this.#formulas = machine.violations.flatMap((property, i) => {
      if (property.kind !== 'invariant' && property.kind !== 'final') return [];
      const fails = negated(holdsInMemory(state, steps.model, property.formula));
      const bad = property.kind === 'final' ? conjunction([allEnded(state), fails]) : fails;
      return [{ number: i + 1, bad }];
    });
  }

  system(): TupleSystem {
    const { state, steps } = this.machine;
    const entry = state.system.threads.map(({ id, entry: place }) => ({ thread: id, place, waiting: 0 }));
    const clauses: HornClause[] = [
      {
        ...{ says: 'initial states', body: [], guard: initialValuesHold(state, steps.model) },
        head: { kind: 'relation', relation: this.#relation(entry), written: new Map() },
      },
    ];
    // What is added on the way comes, too.
    for (const [relation, tuple] of this.#tuples) clauses.push(...this.#clausesFrom(relation, tuple));
    const violations = ['overflow', ...this.machine.violations.map(({ name }) => name)];
    return { relations: [...this.#tuples.keys()], clauses, violations, tuples: this.#tuples };
  }

  #relation(tuple: ControlTuple): HornRelation {
    const key = tuple.map(({ place, waiting }) => `${place}.${waiting}`).join(' ');
    const found = this.#known.get(key);
    if (found !== undefined) return found;
    if (this.#known.size >= maxRelations)
      unsupported(
        `there are more than ${maxRelations} tuples of places and buffers`,
        null,
        'take --form threads, or a smaller --bound',
      );
    const { state } = this.machine;
    const slots = tuple.flatMap(({ thread, waiting }) => state.slotsOf(thread, state.shape(waiting)));
    const name = this.#used.free(tuple.map((stand) => this.machine.standName(stand)).join('__'));
    const relation = { name, variables: [...programVariables(state), ...slots] };
    this.#known.set(key, relation);
    this.#tuples.set(relation, tuple);
    return relation;
  }

  #clausesFrom(relation: HornRelation, tuple: ControlTuple): readonly HornClause[] {
    const { machine } = this;
    const { state } = machine;
    const known = substitution(
      new Map(
        tuple.flatMap(({ thread, place, waiting }) => [
          [state.place(thread), int(place)] as const,
          [state.waiting(thread), int(waiting)] as const,
        ]),
      ),
    );
    const inside = tuple.find(({ thread, place }) => machine.isInside(thread, place));
    const movable = inside === undefined ? tuple : [inside];
    const body = [relation];
    const clauses = movable.flatMap((stand) =>
      machine.waysFrom(stand).flatMap(({ way, says }): readonly HornClause[] => {
        const guard = known(way.guard);
        if (guard === falsity) return [];
        const { outcome, written } = way;
        if (outcome.kind === 'moves') {
          const { place, waiting } = outcome;
          const next = this.#relation(tuple.with(stand.thread, { thread: stand.thread, place, waiting }));
          return [{ says, body, guard, head: { kind: 'relation', relation: next, written } }];
        }
        const number = machine.violatedBy(way);
        return number === null ? [] : [{ says, body, guard, head: { kind: 'violated', number } }];
      }),
    );
    if (inside !== undefined) return clauses;
    const bad = this.#formulas.flatMap(({ number, bad: formula }): readonly HornClause[] => {
      const guard = known(formula);
      const { name } = at(machine.violations, number - 1);
      return guard === falsity ? [] : [{ says: name, body, guard, head: { kind: 'violated', number } }];
    });
    return [...clauses, ...bad];
  }
}
