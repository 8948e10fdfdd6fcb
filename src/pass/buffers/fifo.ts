import {
  and,
  binary,
  conjunction,
  defaultExpr,
  disjunction,
  equal,
  int,
  not,
  shared,
} from '../../lang/expr/expr.js';
import type { Expr } from '../../lang/expr/expr.js';
import type { SharedId } from '../../lang/expr/ids.js';
import type { Block, Program, Stmt } from '../../lang/program/program.js';
import { boolType, intType, rangeType, upTo } from '../../lang/expr/type.js';
import type { Type } from '../../lang/expr/type.js';
import { at, invariant } from '../../support/invariant.js';
import type { StmtMaker } from '../make-statements.js';
import { entering, flushOf, refuseLarge } from './buffer.js';
import type { BufferRequest, Flush, LoadCase, StoreCode, ThreadBuffer } from './buffer.js';
import { countOf } from './flush-plan.js';
import type { WaitingCounts } from './flush-plan.js';
import { cellCount, cellsMeant, covers, indexIn, placeName, placeText, shapeOf } from './written-places.js';
import type { AccessedCell, WrittenPlace } from './written-places.js';
import { roomPerLocation } from '../../memory/model-questions.js';

/** One entry of the buffer: which cell, by its code, and the value (paper 003: `lhs_i.t`, `rhs_i.t`). */
interface FifoEntry {
  readonly lhs: SharedId;
  readonly rhs: SharedId;
}

/** A place with the code of its (first) cell, and under tsoN the number of its entries. */
interface Coded {
  readonly place: WrittenPlace;
  readonly code: number;
  readonly waiting: SharedId | null;
}

/**
 * One queue a thread, for TSO: paper 003, Fig. 12. Entries are kept at 1 ... cnt, oldest first; those behind hold the
 * default value. So where the figure shifts only as far as the counter says, all can shift, and what has left is forgotten.
 */
export class Fifo implements ThreadBuffer {
  readonly isEmpty: Expr;
  /** Not if the places are full before the bound is reached (tsoN). */
  readonly mayOverflow: boolean;
  readonly #capacity: number;
  readonly #count: SharedId;
  readonly #slots: readonly FifoEntry[];
  readonly #places: readonly Coded[];
  readonly #valueType: Type;

  constructor(private readonly request: BufferRequest) {
    const { stem, supply, places, spec } = request;
    const cells = places.reduce((n, place) => n + cellCount(place), 0);
    const each = roomPerLocation(spec.model);
    const bound = 'all' in spec.bound ? spec.bound.all : Infinity;
    this.#capacity = Math.min(bound, each * cells);
    this.mayOverflow = bound < each * cells;
    refuseLarge(this.#capacity, request.thread);
    this.#valueType = commonType(places.map((p) => this.typeOf(p.shared)));
    const thread = request.thread.id;
    this.#count = supply.variable(`${stem}_cnt`, upTo(this.#capacity), {
      meaning: `The buffer of ${request.thread.name}: lhs tells where a write goes (${codesText(places, request.program)}).`,
      buffer: { kind: 'count', thread, of: null, bound: this.#capacity },
    });
    const targets = places.flatMap(cellsMeant);
    this.#slots = Array.from({ length: this.#capacity }, (_, i) => ({
      lhs: supply.variable(`${stem}_lhs_${i + 1}`, upTo(cells - 1), {
        buffer: { kind: 'target', thread, position: i + 1, places: targets },
      }),
      rhs: supply.variable(`${stem}_rhs_${i + 1}`, this.#valueType, {
        buffer: { kind: 'entry', thread, of: null, position: i + 1 },
      }),
    }));
    let code = 0;
    this.#places = places.map((place) => {
      const coded = { place, code, waiting: each === Infinity ? null : this.waitingFor(place, each) };
      code += cellCount(place);
      return coded;
    });
    this.isEmpty = equal(shared(this.#count), int(0));
  }

  private typeOf(variable: SharedId): Type {
    return at(this.request.program.shared, variable).type;
  }

  private waitingFor(place: WrittenPlace, each: number): SharedId {
    const { stem, supply, program } = this.request;
    const shape = shapeOf(place, program);
    return supply.variable(`${stem}_${placeName(place, program.shared)}_waiting`, upTo(each), { shape });
  }

  store(target: AccessedCell, value: Expr, make: StmtMaker): StoreCode {
    const coded = this.placeOf(target);
    const count = shared(this.#count);
    const fill = this.#slots.map(({ lhs, rhs }): Block => [
      make.setShared(lhs, codeOf(coded, target)),
      this.setValue(rhs, value, target.shared, make),
    ]);
    const { waiting } = coded;
    const entries = waiting === null ? null : waitingAt(waiting, coded.place, target.index);
    const noted: Block =
      waiting === null || entries === null
        ? []
        : [make.setShared(waiting, binary('+', entries, int(1)), indexIn(coded.place, target.index))];
    return {
      hasRoom: entries === null ? null : binary('<', entries, int(roomPerLocation(this.request.spec.model))),
      makesRoom: this.flushes,
      isFull: this.mayOverflow ? equal(count, int(this.#capacity)) : null,
      capacity: this.#capacity,
      put: [...entering(this.#count, null, fill, make), ...noted],
    };
  }

  get room(): WaitingCounts {
    return new Map(this.#places.map(({ place }) => [place.shared, this.#capacity]));
  }

  get entries(): number {
    return this.#capacity;
  }

  inLineWith(_variable: SharedId, waiting: WaitingCounts): number {
    return Math.min(this.#capacity, countOf(waiting));
  }

  load(source: AccessedCell): readonly LoadCase[] {
    const own = this.#places.filter(({ place }) => place.shared === source.shared);
    const newestFirst = this.#slots.map((entry, i) => ({ entry, number: i + 1 })).toReversed();
    return newestFirst.flatMap(({ entry, number }) => {
      const matches = own.flatMap((coded) => isFor(coded, source, shared(entry.lhs)));
      if (matches.length === 0) return [];
      const held = binary('>=', shared(this.#count), int(number));
      const value = this.decoded(entry.rhs, source.shared);
      return [{ cond: and(held, disjunction(matches)), value, position: number }];
    });
  }

  storeFence(): null {
    return null;
  }

  get flushes(): readonly Flush[] {
    const ready = binary('>', shared(this.#count), int(0));
    return [{ shared: null, ready, body: (make, to) => this.flush(make, to) }];
  }

  drain(make: StmtMaker): Block {
    return [make.while(not(this.isEmpty), this.flush(make))];
  }

  private flush(make: StmtMaker, to: ReadonlySet<SharedId> | null = null): Block {
    const [oldest] = this.#slots;
    invariant(oldest !== undefined, 'a buffer has room for an entry');
    const meant = this.#places.filter(({ place }) => to === null || to.has(place.shared));
    const writes = meant.map((coded) => ({
      cond: isAmong(coded, shared(oldest.lhs)),
      then: this.writeBack(coded, oldest, make),
    }));
    const shifts = this.#slots.flatMap((entry, i): Block => {
      const next = this.#slots[i + 1];
      const value = next === undefined ? defaultExpr(this.#valueType) : shared(next.rhs);
      return [
        make.setShared(entry.lhs, next === undefined ? int(0) : shared(next.lhs)),
        make.setShared(entry.rhs, value),
      ];
    });
    const left: Stmt = {
      ...make.setShared(this.#count, binary('-', shared(this.#count), int(1))),
      enacts: flushOf(this.request.thread.id, null),
    };
    return [...make.cases(writes.slice(0, -1), writes[writes.length - 1]?.then ?? []), ...shifts, left];
  }

  private writeBack(coded: Coded, { lhs, rhs }: FifoEntry, make: StmtMaker): Block {
    const { place, code, waiting } = coded;
    const index =
      place.kind === 'array' ? minus(shared(lhs), code) : place.kind === 'cell' ? int(place.index) : null;
    const write = make.setShared(place.shared, this.decoded(rhs, place.shared), index);
    if (waiting === null) return [write];
    const entries = waitingAt(waiting, place, index);
    return [write, make.setShared(waiting, binary('-', entries, int(1)), indexIn(place, index))];
  }

  private placeOf(target: AccessedCell): Coded {
    const coded = this.#places.find(({ place }) => covers(place, target));
    invariant(coded !== undefined, 'what is stored to has a place in the buffer');
    return coded;
  }

  /** A truth value among integers is 0 or 1. */
  private setValue(rhs: SharedId, value: Expr, variable: SharedId, make: StmtMaker): Stmt {
    const needsCode = this.typeOf(variable).kind === 'bool' && this.#valueType.kind !== 'bool';
    if (!needsCode) return make.setShared(rhs, value);
    if (value.kind === 'bool') return make.setShared(rhs, int(value.value ? 1 : 0));
    return make.when(value, [make.setShared(rhs, int(1))], [make.setShared(rhs, int(0))]);
  }

  private decoded(rhs: SharedId, variable: SharedId): Expr {
    const isCoded = this.typeOf(variable).kind === 'bool' && this.#valueType.kind !== 'bool';
    return isCoded ? equal(shared(rhs), int(1)) : shared(rhs);
  }
}

/** As in `0 x, 1 flag[0], 2 to 4 a`. */
function codesText(places: readonly WrittenPlace[], { shared: variables }: Program): string {
  let code = 0;
  const texts = places.map((place) => {
    const first = code;
    code += cellCount(place);
    if (place.kind === 'array') return `${first} to ${code - 1} ${placeText(place, variables)}`;
    return `${first} ${placeText(place, variables)}`;
  });
  return texts.join(', ');
}

const minus = (expr: Expr, n: number): Expr => (n === 0 ? expr : binary('-', expr, int(n)));

const plus = (n: number, expr: Expr): Expr => (n === 0 ? expr : binary('+', int(n), expr));

function codeOf({ place, code }: Coded, { index }: AccessedCell): Expr {
  if (place.kind !== 'array' || index === null) return int(code);
  return index.kind === 'int' ? int(code + Number(index.value)) : plus(code, index);
}

/** What must hold for an entry with this `lhs` to be for the cell that is read; empty: it never is. */
function isFor(coded: Coded, source: AccessedCell, lhs: Expr): readonly Expr[] {
  const { place, code } = coded;
  if (place.kind !== 'cell') return [equal(lhs, codeOf(coded, source))];
  if (source.index?.kind === 'int') return covers(place, source) ? [equal(lhs, int(code))] : [];
  invariant(source.index !== null, 'an element has an index');
  return [conjunction([equal(source.index, int(place.index)), equal(lhs, int(code))])];
}

function isAmong({ place, code }: Coded, lhs: Expr): Expr {
  if (place.kind !== 'array' || place.length === 1) return equal(lhs, int(code));
  const last = binary('<=', lhs, int(code + place.length - 1));
  return code === 0 ? last : and(binary('>=', lhs, int(code)), last);
}

const waitingAt = (waiting: SharedId, place: WrittenPlace, index: Expr | null): Expr =>
  shared(waiting, indexIn(place, index));

/** What holds the values of all types: all are equal, or integers of the least range that has them all. */
function commonType(types: readonly Type[]): Type {
  const [first = intType, ...others] = types;
  if (types.every((t) => t.kind === 'bool')) return boolType;
  return others.reduce(union, asRange(first));
}

const asRange = (type: Type): Type => (type.kind === 'bool' ? rangeType(0n, 1n) : type);

function union(a: Type, b: Type): Type {
  const [left, right] = [asRange(a), asRange(b)];
  if (left.kind !== 'range' || right.kind !== 'range') return intType;
  const least = left.lo < right.lo ? left.lo : right.lo;
  return rangeType(least, left.hi > right.hi ? left.hi : right.hi);
}
