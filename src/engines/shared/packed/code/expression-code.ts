import type { BinaryExpr, Expr } from '../../../../lang/expr/expr.js';
import {
  bits,
  contains,
  decided,
  includes,
  int32,
  isBounded,
  isMask,
  keepsAll,
  meet,
  negated,
  onlyMember,
  point,
} from '../../../../lang/expr/interval.js';
import type { Interval } from '../../../../lang/expr/interval.js';
import { isCompareOp } from '../../../../lang/expr/operators.js';
import type { SharedId } from '../../../../lang/expr/ids.js';
import { assertNever, invariant } from '../../../../support/invariant.js';
import { computedByDoubles, exactRange } from '../doubles.js';
import { isTruth } from '../../../../lang/expr/truth.js';
import type { System } from '../../../../lang/program/system.js';
import { literal } from './fields.js';
import { errors, sure } from './helper-code.js';
import type { JsCode } from './helper-code.js';
import type { StateReader } from './state-reader.js';

/**
 * Integers are doubles. Every operation is exact: where the intervals do not show that its result stays within 2^53,
 * it is checked (a rounded result is never smaller in size than 2^53 if the true one is not).
 */
export function expressionCode(expr: Expr, reader: StateReader): JsCode {
  switch (expr.kind) {
    case 'int':
      return literalCode(expr.value);
    case 'bool':
      return sure(String(expr.value), bits);
    case 'local':
      return reader.local(expr.local);
    case 'shared':
      return sharedCode(expr.shared, expr.index, reader);
    case 'at':
      return reader.at(expr.thread, expr.label);
    case 'unary':
      return unaryCode(expr, reader);
    case 'binary':
      return binaryCode(expr, reader);
    default:
      invariant(false, `no '${expr.kind}' in an automaton`);
  }
}

/** A truth value as 0 or 1; an integer as it is. */
export function asNumber(expr: Expr, code: JsCode, system: System): JsCode {
  return isTruth(expr, system) ? { ...code, code: `(${code.code} ? 1 : 0)`, values: bits } : code;
}

/** What cannot be computed with is known all the same: nothing that would be made of it may count as harmless. */
function literalCode(value: bigint): JsCode {
  return includes(exactRange, value)
    ? sure(literal(value), point(value))
    : { code: 'lim()', values: point(value), fails: errors.integerLimit };
}

function sharedCode(shared: SharedId, index: Expr | null, reader: StateReader): JsCode {
  if (index === null) return reader.cell(shared, 0);
  if (index.kind !== 'int') return reader.element(shared, expressionCode(index, reader));
  const inside = index.value >= 0n && index.value < BigInt(reader.lengthOf(shared));
  return inside
    ? reader.cell(shared, Number(index.value))
    : { code: 'oob()', values: point(0n), fails: errors.bounds };
}

function unaryCode(expr: Extract<Expr, { kind: 'unary' }>, reader: StateReader): JsCode {
  const arg = expressionCode(expr.arg, reader);
  if (expr.op === '!') return { ...arg, code: `!${arg.code}`, values: bits };
  if (expr.op === 'int') return { ...arg, code: `(${arg.code} ? 1 : 0)`, values: bits };
  return { ...arg, code: `(0 - ${arg.code})`, values: negated(arg.values) };
}

/**
 * With a literal that nothing computed reaches, as the limits of 64-bit integers are: whatever the other side is, it is
 * within the exact range or has failed. Null: it is another operation.
 */
function besideHuge({ op, left: a, right: b }: BinaryExpr, reader: StateReader): JsCode | null {
  const isHuge = (expr: Expr): boolean => expr.kind === 'int' && !includes(exactRange, expr.value);
  if (isHuge(a) === isHuge(b)) return null;
  const other = expressionCode(isHuge(a) ? b : a, reader);
  const ends = (expr: Expr): Interval => (expr.kind === 'int' ? point(expr.value) : exactRange);
  if (isCompareOp(op)) {
    const holds = decided(op, ends(a), ends(b)) === true;
    return {
      code: other.fails === 0 ? String(holds) : `(${other.code}, ${holds})`,
      values: bits,
      fails: other.fails,
    };
  }
  // A truth value times a huge number: that number, or nothing of it.
  if (op === '*' && contains(bits, other.values))
    return {
      code: `(${other.code} === 0 ? 0 : lim())`,
      values: point(0n),
      fails: other.fails | errors.integerLimit,
    };
  const { lo } = other.values;
  return op === '%' && isHuge(b) && lo !== null && lo >= 0n ? other : null;
}

function binaryCode(expr: BinaryExpr, reader: StateReader): JsCode {
  const { op, left: a, right: b } = expr;
  const known = besideHuge(expr, reader);
  if (known !== null) return known;
  const left = expressionCode(a, reader);
  const right = expressionCode(b, reader);
  const fails = left.fails | right.fails;
  const infix = (operator: string): string => `(${left.code} ${operator} ${right.code})`;
  const truth = (code: string): JsCode => ({ code, values: bits, fails });
  const values = computedByDoubles(op, left.values, right.values);
  const number = (code: string): JsCode =>
    isBounded(values)
      ? { code, values, fails }
      : { code: `exact(${code})`, values: meet(values, exactRange), fails: fails | errors.integerLimit };
  const quotient = (helper: 'quo' | 'rem'): JsCode => ({
    code: `${helper}(${left.code}, ${right.code})`,
    values,
    fails: includes(right.values, 0n) ? fails | errors.div : fails,
  });
  switch (op) {
    case '->':
      return truth(`(!${left.code} || ${right.code})`);
    case '==':
    case '!=':
      return truth(infix(`${op}=`));
    case '<':
    case '<=':
    case '>':
    case '>=':
    case '&&':
    case '||':
      return truth(infix(op));
    case '+':
    case '-':
    case '*':
      return number(infix(op));
    case '/':
      return quotient('quo');
    case '%':
      return quotient('rem');
    case '<<':
      return number(`(${left.code} * 2 ** (${right.code} & 31))`);
    case '>>':
      return number(`Math.floor(${left.code} / 2 ** (${right.code} & 31))`);
    case '&':
      // What may fail has to be computed all the same.
      if (right.fails === 0 && keepsAll(left.values, right.values)) return left;
      return number(bitText(op, left, right));
    case '|':
    case '^':
      return number(bitText(op, left, right));
    default:
      return assertNever(op);
  }
}

function bitText(op: '&' | '|' | '^', left: JsCode, right: JsCode): string {
  const isShort = contains(int32, left.values) && contains(int32, right.values);
  if (isShort) return `(${left.code} ${op} ${right.code})`;
  const mask = onlyMember(right.values);
  if (op === '&' && right.fails === 0 && mask !== null && isMask(right.values))
    return `low(${left.code}, ${mask + 1n})`;
  return `Number(BigInt(${left.code}) ${op} BigInt(${right.code}))`;
}
