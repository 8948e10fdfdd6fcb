import { unsupported } from '../../diagnostics/diagnostic.js';
import type { Span } from '../../diagnostics/span.js';
import {
  binary,
  bool,
  bound,
  equal,
  int,
  not,
  or,
  param,
  shared,
  subexpressions,
  unary,
} from '../../lang/expr/expr.js';
import type { BinaryOp, Expr, SharedRead, UnaryOp } from '../../lang/expr/expr.js';
import { binderId } from '../../lang/expr/ids.js';
import type { LocalId, SharedId, ThreadId } from '../../lang/expr/ids.js';
import { lengthOf } from '../../lang/program/system.js';
import type { Edge, System } from '../../lang/program/system.js';
import { cardinality } from '../../lang/expr/type.js';
import type { Type } from '../../lang/expr/type.js';
import { found, isEnded } from '../../step/branches.js';
import type { Branches, OpenBranch } from '../../step/branches.js';
import { evaluateIn } from '../../step/evaluate-branches.js';
import type { ExprDomain } from '../../step/evaluate-branches.js';
import { runActions } from '../../step/run-actions.js';
import type { Waiting } from '../../step/run-actions.js';
import { at, invariant } from '../../support/invariant.js';
import { splitOn, tooMany } from './knowledge.js';
import type { Knowledge } from './knowledge.js';
import { shiftedOf } from './variable-sums.js';
import { assuming, beginning, fenced, known, withLocal } from './edge-ways.js';
import type { CubWay } from './edge-ways.js';

/** More ways than this to take one edge make no text that anybody reads. */
const mostWays = 1024;

/** All ways to take an edge. They exclude each other but for what is chosen, and for faults of an assert, which come beside. */
export function waysOf(edge: Edge, thread: ThreadId, knowledge: Knowledge): readonly CubWay[] {
  const domain = new WayDomain(knowledge, thread, edge.span);
  return [...runActions(domain, edge, beginning), ...domain.faults];
}

/** Values are expressions over the state before. Ways that end in a fault are kept for themselves. */
class WayDomain implements ExprDomain<CubWay, SharedRead> {
  readonly faults: CubWay[] = [];
  readonly system: System;

  constructor(
    private readonly knowledge: Knowledge,
    private readonly thread: ThreadId,
    private readonly span: Span,
  ) {
    this.system = knowledge.system;
  }

  limit(count: number): void {
    if (count > mostWays) tooMany(this.span);
  }

  evaluate(way: CubWay, expr: Expr): Branches<CubWay, Expr> {
    return evaluateIn(this, way, expr);
  }

  leaf(way: CubWay, expr: Expr): Expr {
    if (expr.kind !== 'local') return expr;
    const value = way.locals.get(expr.local);
    if (value === null)
      unsupported(
        'a value that was just chosen among all integers is used in the same step',
        this.span,
        'use it in a later step, or give it a range as in int[0..3]',
      );
    return known(value ?? expr, way.facts);
  }

  load({ stores, facts }: CubWay, cell: SharedRead): Expr {
    return known(stores.findLast((store) => store.cell === cell)?.value ?? cell, facts);
  }

  unary(way: CubWay, op: UnaryOp, arg: Expr): Expr {
    return known(unary(op, arg), way.facts);
  }

  binary(way: CubWay, op: BinaryOp, left: Expr, right: Expr): Expr {
    return known(binary(op, left, right), way.facts);
  }

  /** Constants: the target does not divide. */
  divisors(way: CubWay, value: Expr): Branches<CubWay, Expr> {
    return this.#constants(way, value).flatMap((so) => {
      if (so.value.kind !== 'int' || so.value.value !== 0n) return [so];
      this.#fail(so.state, 'div');
      return [];
    });
  }

  unasked(way: CubWay, right: Expr): Branches<CubWay, Expr> | null {
    return this.#mayFail(right) ? null : this.evaluate(way, right);
  }

  assume(way: CubWay, cond: Expr, holds: boolean): CubWay | null {
    return assuming(way, holds ? cond : not(cond));
  }

  assert(_: CubWay, property: string, cond: Branches<CubWay, Expr>): Branches<CubWay> {
    return cond.flatMap((branch): Branches<CubWay> => {
      if (isEnded(branch)) return [branch];
      this.#fail(this.assume(branch.state, branch.value, false), property);
      return found(branch.state, null);
    });
  }

  assign(way: CubWay, id: LocalId, value: Expr): CubWay {
    return withLocal(way, id, value);
  }

  store(way: CubWay, cell: SharedRead, value: Expr, isDirect: boolean): CubWay {
    return { ...way, stores: [...way.stores, { cell, value, isDirect }] };
  }

  havoc(way: CubWay, id: LocalId): Branches<CubWay> {
    const { name, type } = at(this.system.locals, id);
    if (this.knowledge.numbers.ofLocal(id) !== null)
      unsupported(`'${name}' holds the number of a process and takes any value here`, this.span);
    const count = cardinality(type);
    if (count === null) return found(withLocal(way, id, null), null);
    if (count > BigInt(mostWays)) tooMany(this.span);
    const lo = type.kind === 'range' ? type.lo : 0n;
    return Array.from({ length: Number(count) }, (_, i) => ({
      state: withLocal(way, id, type.kind === 'bool' ? bool(i === 1) : int(lo + BigInt(i))),
      value: null,
    }));
  }

  wait(way: CubWay, action: Waiting): CubWay {
    return action.kind === 'fence' && action.fence !== 'full' ? way : fenced(way);
  }

  fitting(way: CubWay, value: Expr, type: Type): Branches<CubWay, Expr> {
    if (type.kind !== 'range') return found(way, value);
    const values = this.knowledge.domains.valuesOf(known(value, way.facts));
    if (values !== null && [...values].every((v) => type.lo <= v && v <= type.hi)) return found(way, value);
    return found(this.#inside(way, value, type.lo, type.hi, 'range'), value);
  }

  cells(way: CubWay, id: SharedId, index: Expr | null): Branches<CubWay, SharedRead> {
    const variable = at(this.system.shared, id);
    if (index === null) return found(way, cellOf(id, null));
    const indices =
      variable.shape.kind === 'per-instance'
        ? this.#instances(way, index, variable.name)
        : this.#positions(way, index, lengthOf(variable));
    return indices.map(({ state, value }) => ({ state, value: cellOf(id, value) }));
  }

  /** Whether evaluating it can go wrong, or has to tell cells apart. */
  #mayFail(expr: Expr): boolean {
    return [...subexpressions(expr)].some((e) => {
      if (e.kind === 'binary') return e.op === '/' || e.op === '%';
      if (e.kind !== 'shared' || e.index === null) return false;
      const { shape } = at(this.system.shared, e.shared);
      return shape.kind !== 'array' || !isElement(e.index, shape.length);
    });
  }

  #fail(way: CubWay | null, property: string): void {
    if (way !== null) this.faults.push({ ...way, locals: new Map(), stores: [], fault: property });
  }

  #inside(way: CubWay, value: Expr, lo: bigint, hi: bigint, property: string): CubWay | null {
    this.#fail(assuming(way, or(binary('<', value, int(lo)), binary('>', value, int(hi)))), property);
    const above = assuming(way, binary('>=', value, int(lo)));
    return above === null ? null : assuming(above, binary('<=', value, int(hi)));
  }

  #positions(way: CubWay, index: Expr, length: number): readonly OpenBranch<CubWay, Expr>[] {
    const value = known(index, way.facts);
    if (shiftedOf(value) === null)
      return this.#constants(way, value).flatMap((r) => this.#positions(r.state, r.value, length));
    const values = this.knowledge.domains.valuesOf(value);
    const isInside = (i: bigint): boolean => 0n <= i && i < BigInt(length);
    const mayMiss = values === null || [...values].some((i) => !isInside(i));
    const inside = mayMiss ? this.#inside(way, value, 0n, BigInt(length - 1), 'bounds') : way;
    if (inside === null) return [];
    return Array.from({ length }, (_, i) => BigInt(i))
      .filter((i) => values === null || values.has(i))
      .flatMap((i) => found(assuming(inside, equal(value, int(i))), int(i)));
  }

  /** Which instance of a process the number is that of: the thread itself, one that was spoken of, or another one. */
  #instances(way: CubWay, index: Expr, array: string): readonly OpenBranch<CubWay, Expr>[] {
    const value = known(index, way.facts);
    if (value.kind === 'param' || value.kind === 'bound') return [{ state: way, value }];
    const kind = this.knowledge.numbers.kindOf(value);
    if (kind === null)
      return unsupported(`'${array}' is used at a place that is no process by itself`, this.span);
    if (this.knowledge.numbers.mayBeNobody(value))
      unsupported(`the index into '${array}' may be the number of no process`, this.span);
    const others = Array.from({ length: way.others + 1 }, (_, i) => bound(binderId(i)));
    const own = kind === this.thread ? [param(kind)] : [];
    return [...own, ...others].flatMap((process) => {
      const chosen = assuming(way, equal(value, process));
      if (chosen === null) return [];
      const more = process === others.at(-1) ? way.others + 1 : way.others;
      return [{ state: { ...chosen, others: more }, value: process }];
    });
  }

  /** The value as a constant, in a way for each of them. */
  #constants(way: CubWay, value: Expr): readonly OpenBranch<CubWay, Expr>[] {
    const now = known(value, way.facts);
    if (now.kind === 'int' || now.kind === 'bool') return [{ state: way, value: now }];
    return splitOn(now, way, this.knowledge, this.span).flatMap((so) => this.#constants(so, now));
  }
}

const isElement = (index: Expr, length: number): boolean =>
  index.kind === 'int' && 0n <= index.value && index.value < BigInt(length);

function cellOf(id: SharedId, index: Expr | null): SharedRead {
  const cell = shared(id, index);
  invariant(cell.kind === 'shared', 'a cell is a read of it');
  return cell;
}
