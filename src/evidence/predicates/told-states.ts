import { conjunction, defaultExpr, int, shared } from '../../lang/expr/expr.js';
import type { Expr } from '../../lang/expr/expr.js';
import { sharedId } from '../../lang/expr/ids.js';
import type { CellId, LocationId } from '../../lang/expr/ids.js';
import { negated } from '../../lang/expr/simplify.js';
import { substitution } from '../../lang/expr/substitute.js';
import type { PredicateBox, PredicateCover, WaitingCells } from '../../lang/run/predicate-cover.js';
import type { ThreadStand } from '../../symbolic/machine-steps.js';
import { between } from '../../symbolic/state-formulas.js';
import type { SymbolicState, WaitingShape } from '../../symbolic/symbolic-state.js';
import { at } from '../../support/invariant.js';
import { remembered } from '../../support/remembered.js';

/** All states in which threads and buffers are like this and one of the conjunctions holds. */
export interface ToldStates {
  /** By thread. */
  readonly stands: readonly ThreadStand[];
  /** Over the variables of the state. */
  readonly cubes: readonly (readonly Expr[])[];
}

/** What a cover says, by where threads stand and what waits. */
export class StatesOfCover {
  readonly #told = new Map<
    string,
    { readonly stands: readonly ThreadStand[]; readonly cubes: (readonly Expr[])[] }
  >();
  /** Of shapes as the state numbers them, by those of the cover. */
  readonly #numbers: readonly number[];
  /** Threads and locations that a box has. */
  readonly #places = new Set<string>();

  constructor(
    private readonly state: SymbolicState,
    private readonly cover: PredicateCover,
    watch: () => void,
  ) {
    this.#numbers = cover.shapes.map((shape) => state.shapeNumber(shapeOf(shape)));
    for (const box of cover.boxes) {
      const formulas = formulasOf(box, cover);
      for (const stands of this.#standsIn(box, watch)) {
        const told = remembered(this.#told, keyOf(stands), () => ({ stands, cubes: [] }));
        told.cubes.push(this.#placed(formulas, stands));
      }
      box.at.forEach((places, thread) => places.forEach((place) => this.#places.add(`${thread} ${place}`)));
    }
  }

  all(): Iterable<ToldStates> {
    return this.#told.values();
  }

  where(stands: readonly ThreadStand[]): readonly (readonly Expr[])[] {
    return this.#told.get(keyOf(stands))?.cubes ?? [];
  }

  /** Whether the cover speaks of states in which the thread is there; of others it says that nobody is. */
  hasPlace(thread: number, place: LocationId): boolean {
    return this.#places.has(`${thread} ${place}`);
  }

  /** What the places and shapes of a state are, where its formulas ask. */
  known(stands: readonly ThreadStand[]): (formula: Expr) => Expr {
    const { state } = this;
    return substitution(
      new Map(
        stands.flatMap(({ thread, place, waiting }) => [
          [state.place(thread), int(place)] as const,
          [state.waiting(thread), int(waiting)] as const,
        ]),
      ),
    );
  }

  /** That what waits is of the types of its cells: no store makes anything else. */
  typesOfWaiting(stands: readonly ThreadStand[]): Expr {
    const { state } = this;
    return conjunction(
      stands.flatMap(({ thread, waiting }) =>
        state.shape(waiting).flatMap((entry, i) => {
          if (entry.kind === 'marker') return [];
          const { type } = state.cells.variable(entry.cell);
          return type.kind === 'range' ? [between(state.slot(thread, i, entry.cell), type.lo, type.hi)] : [];
        }),
      ),
    );
  }

  /** Formulas of the cover with the values that wait in the place of its slots. */
  #placed(formulas: readonly Expr[], stands: readonly ThreadStand[]): readonly Expr[] {
    const { state, cover } = this;
    const first = state.system.shared.length;
    const slots = cover.slots.map(({ thread, cell, position }, n) => {
      const shape = state.shape(at(stands, thread).waiting);
      const place = nthOf(shape, cell, position);
      const value =
        place < 0 ? defaultExpr(state.cells.variable(cell).type) : state.slot(thread, place, cell);
      return [shared(sharedId(first + n)), value] as const;
    });
    return formulas.map(substitution(new Map(slots)));
  }

  /** Each way to place the threads that the box allows, with what waits. */
  *#standsIn(box: PredicateBox, watch: () => void, from = 0): Generator<readonly ThreadStand[]> {
    const thread = this.state.system.threads[from]?.id;
    if (thread === undefined) {
      yield [];
      return;
    }
    for (const rest of this.#standsIn(box, watch, from + 1)) {
      watch();
      for (const place of at(box.at, thread))
        for (const shape of at(box.shapes, thread))
          yield [{ thread, place, waiting: at(this.#numbers, shape) }, ...rest];
    }
  }
}

const keyOf = (stands: readonly ThreadStand[]): string =>
  stands.map(({ place, waiting }) => `${place} ${waiting}`).join();

const shapeOf = (shape: WaitingCells): WaitingShape =>
  shape.map((cell, i) => (cell === '|' ? { kind: 'marker' } : { kind: 'write', cell, value: BigInt(i) }));

/** Where the n-th write to the cell stands, counted from 1; -1: there are fewer. */
function nthOf(shape: WaitingShape, cell: CellId, n: number): number {
  let left = n;
  return shape.findIndex((entry) => entry.kind === 'write' && entry.cell === cell && --left === 0);
}

const formulasOf = ({ holds, fails }: PredicateBox, { predicates }: PredicateCover): readonly Expr[] => [
  ...holds.map((n) => at(predicates, n)),
  ...fails.map((n) => negated(at(predicates, n))),
];
