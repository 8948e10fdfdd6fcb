import type { Expr } from '../expr/expr.js';
import type { LocalId, ThreadId } from '../expr/ids.js';
import { contains, empty, hull, includes, isEmpty, meet, widened } from '../expr/interval.js';
import type { Interval } from '../expr/interval.js';
import type { Type } from '../expr/type.js';
import { at } from '../../support/invariant.js';
import { initialExpr, initialExprs } from './program.js';
import type { Init, LValue, Program } from './program.js';
import { Cells, lengthOf } from './system.js';
import type { Edge, System } from './system.js';

/** What is known of the values of a variable, or of an element; null: the expression is neither. */
export type KnownValues<V> = (expr: Expr) => V | null;

/** What is kept of sets of values, truth as 0 and 1. It may stand for more values than there are, never for fewer. */
export interface ValueDomain<V> {
  readonly none: V;
  /** What a place has from the start, besides what its initialiser gives; `index` is its position among all. */
  start(place: ValuedPlace, index: number): V;
  ofExpr(expr: Expr, known: KnownValues<V>): V;
  mayBe(values: V, value: bigint): boolean;
  /** Both, as far as they are of the type; `here` itself if that is all. Where it is not `patient`, growth must soon end. */
  joined(here: V, more: V, type: Type, patient: boolean): V;
}

/** A cell, all cells of a shared variable, or a local. */
export interface ValuedPlace {
  readonly type: Type;
  readonly init: Init;
}

/** A place gets the value of an expression, or any of some values. */
export type Assignment<V> = { readonly target: LValue } & ({ readonly value: Expr } | { readonly anyOf: V });

/** After so many rounds of learning, patience ends. */
const patience = 12;

/**
 * The values that variables may have in all executions: initial values, and whatever is assigned, without regard to order
 * and guards. So it holds under every memory model: what comes out of a buffer has been assigned before.
 */
export class VariableValues<V> {
  /** Of the cells, or where those are not told apart of the shared variables, then of the locals. */
  readonly all: V[];
  readonly #places: readonly ValuedPlace[];
  readonly #cells: Cells | null;

  constructor(
    private readonly program: Pick<Program, 'shared' | 'locals'>,
    private readonly domain: ValueDomain<V>,
    assignments: readonly Assignment<V>[],
    cellsApart: boolean,
  ) {
    const cells = cellsApart ? new Cells(program.shared) : null;
    this.#cells = cells;
    const memory = cells?.all().map((cell): ValuedPlace => {
      const { type, init } = cells.variable(cell);
      const value = initialExpr(init, cells.indexIn(cell));
      return { type, init: value === null ? init : { kind: 'value', value } };
    });
    this.#places = [...(memory ?? program.shared), ...program.locals];
    this.all = this.#places.map((place, i) => domain.start(place, i));
    for (let round = 0; this.#learns(assignments, round < patience);) round++;
  }

  readonly known: KnownValues<V> = (expr) => {
    if (expr.kind !== 'shared' && expr.kind !== 'local' && expr.kind !== 'instance-local') return null;
    const positions = this.#positions(expr);
    const [only] = positions;
    if (only !== undefined && positions.length === 1) return at(this.all, only);
    const join = (values: V, i: number): V => this.#joined(values, at(this.all, i), i, true);
    return positions.reduce(join, this.domain.none);
  };

  #joined(here: V, more: V, position: number, patient: boolean): V {
    return this.domain.joined(here, more, at(this.#places, position).type, patient);
  }

  /** Goes through everything once; whether there was anything new. */
  #learns(assignments: readonly Assignment<V>[], patient: boolean): boolean {
    let isNew = false;
    const gets = (position: number, values: V): void => {
      const here = at(this.all, position);
      this.all[position] = this.#joined(here, values, position, patient);
      isNew ||= this.all[position] !== here;
    };
    for (const [i, { init }] of this.#places.entries())
      for (const value of initialExprs(init)) gets(i, this.domain.ofExpr(value, this.known));
    for (const assignment of assignments) {
      const values =
        'value' in assignment ? this.domain.ofExpr(assignment.value, this.known) : assignment.anyOf;
      for (const position of this.#positions(assignment.target)) gets(position, values);
    }
    return isNew;
  }

  /** Of the places that an access may mean, as far as its index is known. */
  #positions(place: LValue | Extract<Expr, { kind: 'instance-local' }>): readonly number[] {
    if (place.kind !== 'shared') return [this.all.length - this.program.locals.length + place.local];
    const { shared, index } = place;
    const cells = this.#cells;
    if (cells === null) return [shared];
    if (index === null) return [cells.cell(shared, 0)];
    const length = lengthOf(at(this.program.shared, shared));
    if (index.kind === 'int')
      return includes({ lo: 0n, hi: BigInt(length - 1) }, index.value)
        ? [cells.cell(shared, Number(index.value))]
        : [];
    const values = this.domain.ofExpr(index, this.known);
    const inside = Array.from({ length }, (_, i) => i).filter((i) => this.domain.mayBe(values, BigInt(i)));
    return inside.map((i) => cells.cell(shared, i));
  }
}

/** What the actions of all threads assign. */
export function assignmentsIn<V>(
  { threads }: System,
  /** The values that the action at `index` of an edge chooses from. */
  ofHavoc: (local: LocalId, thread: ThreadId, edge: Edge, index: number) => V,
): readonly Assignment<V>[] {
  return threads.flatMap(({ id, edges }) =>
    edges.flatMap((edge) =>
      edge.actions.flatMap((action, i): readonly Assignment<V>[] => {
        switch (action.kind) {
          case 'assign':
            return [{ target: { kind: 'local', local: action.local }, value: action.value }];
          case 'store': {
            const { shared, index, value } = action;
            return [{ target: { kind: 'shared', shared, index }, value }];
          }
          case 'havoc': {
            const { local } = action;
            return [{ target: { kind: 'local', local }, anyOf: ofHavoc(local, id, edge, i) }];
          }
          case 'assume':
          case 'assert':
          case 'fence':
          case 'lock':
            return [];
        }
      }),
    ),
  );
}

/** An interval for each; `limits` of a type are where its values lie. */
export const intervalDomain = (
  start: ValueDomain<Interval>['start'],
  ofExpr: ValueDomain<Interval>['ofExpr'],
  limits: (type: Type) => Interval,
): ValueDomain<Interval> => ({
  none: empty,
  start,
  ofExpr,
  mayBe: includes,
  joined(here, more, type, patient) {
    if (contains(here, more)) return here;
    const fitting = meet(more, limits(type));
    if (contains(here, fitting)) return here;
    const wider = hull(here, fitting);
    return patient || isEmpty(here) ? wider : meet(widened(here, wider), limits(type));
  },
});
