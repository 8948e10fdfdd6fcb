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
} from '../../ir/expr.js';
import type { Expr, SharedRead } from '../../ir/expr.js';
import { binderId } from '../../ir/ids.js';
import type { SharedId, ThreadId } from '../../ir/ids.js';
import { lengthOf } from '../../ir/system.js';
import { at, invariant } from '../../support/check.js';
import { splitOn } from './knowledge.js';
import type { Knowledge } from './knowledge.js';
import { shiftedOf, sumOf } from './linear.js';
import { assuming, known } from './ways.js';
import type { Way } from './ways.js';

/** A value, and the way in which it is that. */
export interface Result {
  readonly way: Way;
  readonly value: Expr;
}

/** Values of expressions behind some actions of a step, as expressions over the state before it. */
export class Evaluation {
  /** The ways in which something went wrong. */
  readonly faults: Way[] = [];

  constructor(
    private readonly knowledge: Knowledge,
    private readonly thread: ThreadId,
    private readonly span: Span,
  ) {}

  inside(way: Way, value: Expr, lo: bigint, hi: bigint, property: string): readonly Way[] {
    this.fail(assuming(way, or(binary('<', value, int(lo)), binary('>', value, int(hi)))), property);
    const above = assuming(way, binary('>=', value, int(lo)));
    const inside = above === null ? null : assuming(above, binary('<=', value, int(hi)));
    return inside === null ? [] : [inside];
  }

  fail(way: Way | null, property: string): void {
    if (way !== null) this.faults.push({ ...way, locals: new Map(), stores: [], fault: property });
  }

  /** The value of an expression, in each of the ways that one has to tell apart to know it. */
  evaluate(way: Way, expr: Expr): readonly Result[] {
    switch (expr.kind) {
      case 'local': {
        const value = way.locals.get(expr.local);
        if (value === null)
          unsupported('a value that was just chosen among all integers is used in the same step', this.span);
        return [{ way, value: known(value ?? expr, way.facts) }];
      }
      case 'shared':
        return this.#load(way, expr);
      case 'unary':
        return this.evaluate(way, expr.arg).map((arg) => ({
          way: arg.way,
          value: known(unary(expr.op, arg.value), arg.way.facts),
        }));
      case 'binary':
        return this.#binary(way, expr);
      default:
        return [{ way, value: expr }];
    }
  }

  #binary(way: Way, expr: Extract<Expr, { kind: 'binary' }>): readonly Result[] {
    const { op, right } = expr;
    return this.evaluate(way, expr.left).flatMap((left) => {
      const isLazy = op === '&&' || op === '||' || op === '->';
      if (!isLazy || !mayFail(right)) return this.#joined(left, expr);
      const skips = op === '||' ? left.value : not(left.value);
      const skipped = assuming(left.way, skips);
      const goesOn = assuming(left.way, not(skips));
      return [
        ...(skipped === null ? [] : [{ way: skipped, value: bool(op !== '&&') }]),
        ...(goesOn === null ? [] : this.evaluate(goesOn, right)),
      ];
    });
  }

  #joined(left: Result, { op, right: rightExpr }: Extract<Expr, { kind: 'binary' }>): readonly Result[] {
    const divides = op === '/' || op === '%';
    return this.evaluate(left.way, rightExpr)
      .flatMap((right) => (divides ? this.#constants(right) : [right]))
      .flatMap((right) => {
        if (divides && right.value.kind === 'int' && right.value.value === 0n) {
          this.fail(right.way, 'div');
          return [];
        }
        return [{ way: right.way, value: known(binary(op, left.value, right.value), right.way.facts) }];
      });
  }

  #load(way: Way, { shared: id, index }: SharedRead): readonly Result[] {
    const indices = index === null ? [{ way, value: null }] : this.evaluate(way, index);
    return indices
      .flatMap((i) => this.cells(i.way, id, i.value))
      .map((c) => {
        const own = c.way.stores.findLast((store) => store.cell === c.cell);
        return { way: c.way, value: known(own?.value ?? c.cell, c.way.facts) };
      });
  }

  /** Which cell it is. */
  cells(
    way: Way,
    id: SharedId,
    index: Expr | null,
  ): readonly { readonly way: Way; readonly cell: SharedRead }[] {
    const variable = at(this.knowledge.system.shared, id);
    if (index === null) return [{ way, cell: cellOf(id, null) }];
    const indices =
      variable.shape.kind === 'per-instance'
        ? this.#instances(way, index, variable.name)
        : this.#positions(way, index, lengthOf(variable));
    return indices.map((i) => ({ way: i.way, cell: cellOf(id, i.value) }));
  }

  #positions(way: Way, index: Expr, length: number): readonly Result[] {
    const value = known(index, way.facts);
    const sum = sumOf(value);
    const shifted = sum === null ? null : shiftedOf(sum);
    if (shifted === null)
      return this.#constants({ way, value }).flatMap((r) => this.#positions(r.way, r.value, length));
    const values = this.knowledge.domains.valuesOf(value);
    const isInside = (i: bigint): boolean => 0n <= i && i < BigInt(length);
    const mayMiss = values === null || [...values].some((i) => !isInside(i));
    const inside = mayMiss ? this.inside(way, value, 0n, BigInt(length - 1), 'bounds') : [way];
    return inside.flatMap((so) =>
      Array.from({ length }, (_, i) => BigInt(i))
        .filter((i) => values === null || values.has(i))
        .flatMap((i) => {
          const chosen = assuming(so, equal(value, int(i)));
          return chosen === null ? [] : [{ way: chosen, value: int(i) }];
        }),
    );
  }

  /** Which instance of a process the number is that of: the thread itself, one that was spoken of, or another one. */
  #instances(way: Way, index: Expr, array: string): readonly Result[] {
    const value = known(index, way.facts);
    if (value.kind === 'param' || value.kind === 'bound') return [{ way, value }];
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
      return [{ way: { ...chosen, others: more }, value: process }];
    });
  }

  /** The value as a constant, in a way for each of them. */
  #constants({ way, value }: Result): readonly Result[] {
    const now = known(value, way.facts);
    if (now.kind === 'int' || now.kind === 'bool') return [{ way, value: now }];
    return splitOn(now, way, this.knowledge, this.span).flatMap((so) =>
      this.#constants({ way: so, value: now }),
    );
  }
}

/** Whether evaluating it can go wrong, or has to tell cells apart. */
const mayFail = (expr: Expr): boolean =>
  [...subexpressions(expr)].some(
    (e) =>
      (e.kind === 'binary' && (e.op === '/' || e.op === '%')) ||
      (e.kind === 'shared' && e.index !== null && e.index.kind !== 'int'),
  );

function cellOf(id: SharedId, index: Expr | null): SharedRead {
  const cell = shared(id, index);
  invariant(cell.kind === 'shared', 'a cell is a read of it');
  return cell;
}
