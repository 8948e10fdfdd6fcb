import { binary, conjunction, disjunction, int, and } from '../../lang/expr/expr.js';
import type { Expr } from '../../lang/expr/expr.js';
import { contains, includes, int32, isPoint, negated, operated } from '../../lang/expr/interval.js';
import type { BoundedInterval, KnownIntervals } from '../../lang/expr/interval.js';
import { settling } from '../../lang/expr/operators.js';
import type { Program, SharedPlace } from '../../lang/program/program.js';
import { lengthOf } from '../../lang/program/system.js';
import type { Type } from '../../lang/expr/type.js';
import { at, invariant } from '../../support/invariant.js';
import { valuesOf, valuesOfType } from '../shared/int32.js';
import { notPlain } from '../shared/plain.js';
import { opposite } from './write-expr.js';
import { fault, test } from './step-outcome.js';
import type { PromelaFault, PromelaOutcome } from './step-outcome.js';

/** What can go wrong in the statements of a program, where intervals do not show that it cannot. */
export class Faults {
  constructor(
    private readonly program: Program,
    private readonly lookup: KnownIntervals,
  ) {}

  /** The outcome of evaluating an expression, and then `next`. */
  evaluating(expr: Expr, next: PromelaOutcome): PromelaOutcome {
    switch (expr.kind) {
      case 'int':
        invariant(includes(int32, expr.value), 'large constants have been refused');
        return next;
      case 'bool':
      case 'local':
      case 'at':
        return next;
      case 'shared':
        if (expr.index === null) return next;
        return this.evaluating(expr.index, this.inBounds(expr.shared, expr.index, next));
      case 'unary':
        if (expr.op !== '-') return this.evaluating(expr.arg, next);
        return this.evaluating(expr.arg, this.#computed(expr, next));
      case 'binary':
        return this.#binary(expr, next);
      default:
        return notPlain(expr);
    }
  }

  inBounds(shared: SharedPlace['shared'], index: Expr, next: PromelaOutcome): PromelaOutcome {
    const cells = { lo: 0n, hi: BigInt(lengthOf(at(this.program.shared, shared))) - 1n };
    return this.#within(index, cells, 'bounds', next);
  }

  ofType(value: Expr, type: Type, next: PromelaOutcome): PromelaOutcome {
    return type.kind === 'range' ? this.#within(value, valuesOfType(type), 'range', next) : next;
  }

  #within(value: Expr, limits: BoundedInterval, name: PromelaFault, next: PromelaOutcome): PromelaOutcome {
    const values = valuesOf(value, this.lookup);
    const { base, added } = offset(value, limits);
    const low = values.lo >= limits.lo ? [] : [binary('>=', base, int(limits.lo - added))];
    const high = values.hi <= limits.hi ? [] : [binary('<=', base, int(limits.hi - added))];
    return test(conjunction([...low, ...high]), next, fault(name));
  }

  #binary(expr: Extract<Expr, { kind: 'binary' }>, next: PromelaOutcome): PromelaOutcome {
    const { op, left, right } = expr;
    const settled = settling(op);
    if (settled !== null) {
      const asked = this.evaluating(right, next);
      if (asked === next) return this.evaluating(left, next);
      return this.evaluating(left, settled.left ? test(left, next, asked) : test(left, asked, next));
    }
    return this.evaluating(left, this.evaluating(right, this.#computed(expr, next)));
  }

  #computed(expr: Extract<Expr, { kind: 'binary' | 'unary' }>, next: PromelaOutcome): PromelaOutcome {
    if (expr.kind === 'unary') {
      const arg = valuesOf(expr.arg, this.lookup);
      return contains(int32, negated(arg))
        ? next
        : test(binary('>', expr.arg, int(int32.lo)), next, fault('int32'));
    }
    const { op, left, right } = expr;
    const [a, b] = [valuesOf(left, this.lookup), valuesOf(right, this.lookup)];
    if (op === '/' || op === '%') {
      const minusOne = a.lo === int32.lo && includes(b, -1n);
      const safe = minusOne ? test(smallestByMinusOne(left, right), fault('int32'), next) : next;
      return includes(b, 0n) ? test(binary('!=', right, int(0)), safe, fault('div')) : safe;
    }
    if (op !== '+' && op !== '-' && op !== '*') return next;
    if (contains(int32, operated(op, a, b))) return next;
    return test(fits(op, left, a, right, b), next, fault('int32'));
  }
}

/** `n + 1 <= 3` is said as `n <= 2`. */
function offset(value: Expr, limits: BoundedInterval): { readonly base: Expr; readonly added: bigint } {
  const unchanged = { base: value, added: 0n };
  if (value.kind !== 'binary' || value.right.kind !== 'int') return unchanged;
  if (value.op !== '+' && value.op !== '-') return unchanged;
  const added = value.op === '+' ? value.right.value : -value.right.value;
  const shifted = { lo: limits.lo - added, hi: limits.hi - added };
  return contains(int32, shifted) ? { base: value.left, added } : unchanged;
}

const smallestByMinusOne = (left: Expr, right: Expr): Expr =>
  and(binary('==', left, int(int32.lo)), binary('==', right, int(-1)));

/** Whether the result is in int32; computed without leaving it. */
function fits(op: '+' | '-' | '*', left: Expr, a: BoundedInterval, right: Expr, b: BoundedInterval): Expr {
  if (op === '*') return productFits(left, right);
  if (op === '+') return isPoint(a) && !isPoint(b) ? sumFits(right, left, a) : sumFits(left, right, b);
  return differenceFits(left, right, b);
}

const most = int(int32.hi);
const least = int(int32.lo);
const isPositive = (e: Expr): Expr => binary('>', e, int(0));
const isNegative = (e: Expr): Expr => binary('<', e, int(0));

/** `high` where the second operand is positive, `low` where it is negative; sure if it is 0. */
function bySign(second: Expr, values: BoundedInterval, high: Expr, low: Expr): Expr {
  if (values.lo >= 0n) return values.lo > 0n ? high : disjunction([binary('<=', second, int(0)), high]);
  if (values.hi <= 0n) return values.hi < 0n ? low : disjunction([binary('>=', second, int(0)), low]);
  return conjunction([
    disjunction([binary('<=', second, int(0)), high]),
    disjunction([binary('>=', second, int(0)), low]),
  ]);
}

function sumFits(first: Expr, second: Expr, values: BoundedInterval): Expr {
  const room = (limit: bigint): Expr =>
    isPoint(values) ? int(limit - values.lo) : binary('-', int(limit), second);
  const [high, low] = [binary('<=', first, room(int32.hi)), binary('>=', first, room(int32.lo))];
  return bySign(second, values, high, low);
}

function differenceFits(first: Expr, second: Expr, values: BoundedInterval): Expr {
  const room = (limit: bigint): Expr =>
    isPoint(values) ? int(limit + values.lo) : binary('+', int(limit), second);
  const [high, low] = [binary('<=', first, room(int32.hi)), binary('>=', first, room(int32.lo))];
  return bySign(second, values, low, high);
}

function productFits(a: Expr, b: Expr): Expr {
  const both = (p: Expr, q: Expr, limit: Expr): Expr => disjunction([notBoth(p, q), limit]);
  return conjunction([
    both(isPositive(a), isPositive(b), binary('<=', a, binary('/', most, b))),
    both(isNegative(a), isNegative(b), binary('>=', a, binary('/', most, b))),
    both(isPositive(a), isNegative(b), binary('>=', b, binary('/', least, a))),
    both(isNegative(a), isPositive(b), binary('>=', a, binary('/', least, b))),
  ]);
}

const notBoth = (p: Expr, q: Expr): Expr => disjunction([opposite(p), opposite(q)]);
