import type { Span } from '../../../diagnostics/span.js';
import {
  binary,
  conjunction,
  equal,
  falsity,
  int,
  local,
  or,
  sharedReads,
  subexpressions,
  truth,
} from '../../../lang/expr/expr.js';
import type { BinaryOp, Expr } from '../../../lang/expr/expr.js';
import { contains, decided, isEmpty, meet, onlyMember, operated } from '../../../lang/expr/interval.js';
import type { BoundedInterval, Interval } from '../../../lang/expr/interval.js';
import { isCompareOp } from '../../../lang/expr/operators.js';
import type { CompareOp } from '../../../lang/expr/operators.js';
import { simplifiedBinary, simplifiedUnary } from '../../../lang/expr/simplify.js';
import type { CType, IntegerType } from '../types/c-type.js';
import {
  commonType,
  longC,
  printCType,
  promoted,
  rangeOfInteger,
  sameLayout,
  samePointee,
  sizeOf,
  unqualified,
  voidC,
} from '../types/c-type.js';
import { invariant } from '../../../support/invariant.js';
import { samePlace } from './flow-state.js';
import { MemoryAccess } from './memory-access.js';
import { constant, constantIn, isTrue, numberValue, truthValue } from './c-value.js';
import type { CValue, MakingSite, NumberValue, ObjectPlace } from './c-value.js';

const shiftOps: ReadonlySet<string> = new Set(['<<', '>>']);
const isArithmetic = (op: string): op is Extract<BinaryOp, '+' | '-' | '*' | '/' | '%'> =>
  /^[-+*/%]$/.test(op);

/** Whether both are known to be elements of one array of such elements. */
function areInKnownRow(left: CValue, right: CValue, pointee: CType): boolean {
  if (left.kind !== 'address' || right.kind !== 'address') return false;
  const [a, b] = [left.place, right.place];
  const [last, other] = [a.steps.at(-1), b.steps.at(-1)];
  const rowOf = (place: ObjectPlace): ObjectPlace => ({ ...place, steps: place.steps.slice(0, -1) });
  return (
    last?.kind === 'index' &&
    other?.kind === 'index' &&
    [a, b].every(({ type }) => sameLayout(type, pointee)) &&
    samePlace(rowOf(a), rowOf(b))
  );
}

const isBitwise = (op: string): op is '&' | '|' | '^' => /^[&|^]$/.test(op);

/** Integers with C's conversions: unsigned ones wrap around, and signed ones that do not fit violate `overflow`. */
export abstract class CArithmetic extends MemoryAccess {
  /** A value as one of another type (C11 6.3). */
  protected convert(value: CValue, to: CType, span: Span): CValue {
    const type = unqualified(to);
    switch (type.kind) {
      case 'integer':
        return this.#toInteger(value, type, span);
      case 'pointer':
        return this.#toPointer(value, type, span);
      case 'void':
        return { kind: 'void', type };
      case 'record':
        this.refuseTypes(value.type === type, value.type, type, span);
        return value;
      case 'library':
        return value;
      case 'array':
      case 'function':
        return this.refuse(`a conversion to ${printCType(type)}`, span);
    }
  }

  protected refuseTypes(holds: boolean, from: CType, to: CType, span: Span): void {
    if (!holds) this.refuse(`${printCType(from)} as ${printCType(to)}`, span);
  }

  #toInteger(value: CValue, type: IntegerType, span: Span): CValue {
    if (type.bits === 1) return { ...truthValue(isTrue(value)), type };
    if (value.kind === 'address') {
      this.world.facts.note('addresses-as-integers');
      this.refuseTypes(type.bits === 64, value.type, type, span);
      const address = this.asNumber(value, span);
      this.limit(this.world.storage.isOnePlace(address.expr), 'unset', span);
      return { ...address, type };
    }
    if (value.kind !== 'number') return this.refuse(`${printCType(value.type)} as ${printCType(type)}`, span);
    if (value.type.kind !== 'pointer' || constantIn(value) !== null) return this.#fitted(value, type);
    this.world.facts.note('addresses-as-integers');
    const isOnePlace = this.world.storage.isOnePlace(value.expr);
    if (isOnePlace === truth) return this.#fitted(value, type);
    const pointer = this.once(value, span);
    this.limit(this.world.storage.isOnePlace(pointer.expr), 'unset', span);
    return this.#fitted(pointer, type);
  }

  #fitted(value: NumberValue, type: IntegerType): NumberValue {
    const limits = rangeOfInteger(type);
    if (contains(limits, value.range)) return { ...value, type };
    const only = onlyMember(value.range);
    if (only !== null && value.expr.kind === 'int')
      return constant(type.signed ? BigInt.asIntN(type.bits, only) : BigInt.asUintN(type.bits, only), type);
    return numberValue(type, wrapped(value.expr, value.range, type), limits);
  }

  #toPointer(value: CValue, type: CType & { readonly kind: 'pointer' }, span: Span): CValue {
    if (value.kind === 'unmade')
      return type.to.kind === 'void' ? value : this.made(value.site, type.to, span);
    this.#noteRetyped(value, type);
    if (value.kind === 'number' || value.kind === 'address' || value.kind === 'function')
      return value.kind === 'number' && value.cond !== undefined
        ? { kind: 'number', type, expr: value.expr, range: value.range }
        : { ...value, type };
    return this.refuse(`${printCType(value.type)} as ${printCType(type)}`, span);
  }

  /** Memory from `malloc` for objects of a type. */
  protected abstract made(site: MakingSite, of: CType, span: Span): CValue;

  /** What a pointer points to that only a run knows may be something else from here on. */
  #noteRetyped(value: CValue, type: CType & { readonly kind: 'pointer' }): void {
    const isKnown = value.kind === 'address';
    if (!(isKnown || value.kind === 'number') || type.to.kind === 'void') return;
    if (!isKnown && constantIn(value) !== null) return;
    const before = isKnown ? value.place.type : value.type.kind === 'pointer' ? value.type.to : null;
    const isSame = before !== null && samePointee(before, type.to);
    if (!isKnown && !isSame) this.world.facts.note('retyped-pointers');
    if (isKnown && !isSame && value.place.steps.at(-1)?.kind === 'index')
      this.world.facts.note('retyped-ends');
    if (type.to.kind !== 'integer') return;
    const isSameSign = isSame && before.kind === 'integer' && before.signed === type.to.signed;
    if (!isSameSign) this.world.facts.note(`views:${type.to.bits}:${type.to.signed}`);
  }

  protected integerOf(value: CValue, span: Span): NumberValue & { readonly type: IntegerType } {
    if (value.kind === 'number' && value.type.kind === 'integer') return { ...value, type: value.type };
    return this.refuse(`${printCType(value.type)} where an integer is needed`, span);
  }

  protected binary(op: string, left: CValue, right: CValue, span: Span): CValue {
    if (isCompareOp(op)) return this.#compared(op, left, right, span);
    const pointers = [left, right].filter((side) => side.type.kind === 'pointer');
    if (pointers.length > 0) return this.#pointerArithmetic(op, left, right, span);
    const [a, b] = [this.integerOf(left, span), this.integerOf(right, span)];
    if (shiftOps.has(op)) return this.#shifted(op === '<<' ? '<<' : '>>', a, b, span);
    const type = commonType(a.type, b.type);
    this.#refuseOnAddresses(op, type, a, b, span);
    const [x, y] = [this.#fitted(a, type), this.#fitted(b, type)];
    if (isArithmetic(op)) return this.#computed(op, x, y, type, span);
    if (isBitwise(op)) return this.#bits(op, x, y, type, span);
    return this.refuse(`the operator ${op}`, span);
  }

  /** Addresses are numbered by cells, not by bytes, so no arithmetic with them as integers has the meaning it has in C. */
  #refuseOnAddresses(op: string, type: IntegerType, a: NumberValue, b: NumberValue, span: Span): void {
    if (type.bits < 64 || !this.world.facts.has('addresses-as-integers')) return;
    if (constantIn(a) !== null && constantIn(b) !== null) return;
    const isSmall = [a, b].every(({ range }) => range.hi !== null && range.hi < 4096n);
    if (isSmall) return;
    this.refuse(
      `${op} on integers that may be addresses`,
      span,
      'no address may become an integer in a program that computes with integers of that size; take 32 bits',
    );
  }

  #compared(op: CompareOp, left: CValue, right: CValue, span: Span): CValue {
    const known = this.#comparedAddresses(op, left, right);
    if (known !== null) return constant(known ? 1n : 0n);
    if (left.type.kind === 'pointer' || right.type.kind === 'pointer')
      return this.#comparedPointers(op, left, right, span);
    const [a, b] = [this.integerOf(left, span), this.integerOf(right, span)];
    // Truth values stay what they are: engines know them better than numbers.
    if (op === '!=' && a.cond !== undefined && constantIn(b) === 0n) return truthValue(a.cond);
    if (op === '==' && a.cond !== undefined && constantIn(b) === 0n)
      return truthValue(simplifiedUnary('!', a.cond));
    const type = commonType(a.type, b.type);
    const [x, y] = [this.#fitted(a, type), this.#fitted(b, type)];
    const holds = [x, y].every(({ expr }) => isPlain(expr)) ? decided(op, x.range, y.range) : null;
    return holds === null ? truthValue(combined(op, x.expr, y.expr)) : constant(holds ? 1n : 0n);
  }

  #comparedPointers(op: CompareOp, left: CValue, right: CValue, span: Span): CValue {
    const isNull = [left, right].some((side) => constantIn(side) === 0n);
    const { storage } = this.world;
    if (op !== '==' && op !== '!=') {
      const [x, y] = this.#ofOneObject(left, right, span);
      const [a, b] = [x, y].map(({ expr, type }) => storage.asInBytes(expr, pointeeOf(type)));
      invariant(a !== undefined && b !== undefined, 'there are two');
      return truthValue(combined(op, a, b));
    }
    const [x, y] = [this.asNumber(left, span), this.asNumber(right, span)];
    const isOneCell = storage.isOnePlace(x.expr) === truth && storage.isOnePlace(y.expr) === truth;
    if (isNull || (storage.made.blocks === null && isOneCell))
      return truthValue(combined(op, x.expr, y.expr));
    const [a, b] = [this.once(x, span), this.once(y, span)];
    this.limit(conjunction([a, b].map(({ expr }) => storage.hasValue(expr))), 'unset', span);
    const isSame = this.sameAddress(a, b);
    return truthValue(op === '==' ? isSame : simplifiedUnary('!', isSame));
  }

  /** Whether two values, which are not computed again, are the same; of pointers by their addresses in bytes. */
  protected sameAddress(a: NumberValue, b: NumberValue): Expr {
    const pointer = [a, b].find(({ type }) => type.kind === 'pointer');
    if (pointer === undefined) return equal(a.expr, b.expr);
    return this.world.storage.isSameAddress(a.expr, b.expr, pointeeOf(pointer.type));
  }

  /** Pointers have an order, and a distance, inside of one object only (C11 6.5.8p5, 6.5.6p9). */
  #ofOneObject(left: CValue, right: CValue, span: Span): readonly [NumberValue, NumberValue] {
    const [x, y] = [left, right].map((side) => this.once(this.asNumber(side, span), span));
    invariant(x !== undefined && y !== undefined, 'there are two');
    const areKnown = left.kind === 'address' && right.kind === 'address';
    if (!areKnown || left.place.object.key !== right.place.object.key)
      this.demand(this.world.storage.isSameObject(x.expr, y.expr), 'pointer', span);
    return [x, y];
  }

  /** Null: only a run can tell. */
  #comparedAddresses(op: string, left: CValue, right: CValue): boolean | null {
    const isObject = (value: CValue): boolean => value.kind === 'address' || value.kind === 'function';
    const isNull = (value: CValue): boolean => constantIn(value) === 0n;
    if (op !== '==' && op !== '!=') return null;
    if ((isObject(left) && isNull(right)) || (isNull(left) && isObject(right))) return op === '!=';
    if (left.kind === 'address' && right.kind === 'address') {
      if (samePlace(left.place, right.place)) return op === '==';
      // Two variables are at two places.
      if (left.place.object.key !== right.place.object.key) return op === '!=';
    }
    if (left.kind === 'function' && right.kind === 'function')
      return (left.name === right.name) === (op === '==');
    return null;
  }

  #pointerArithmetic(op: string, left: CValue, right: CValue, span: Span): CValue {
    const isInteger = (value: CValue): boolean => value.type.kind === 'integer';
    if (op === '+' && isInteger(right)) return this.moved(left, this.integerOf(right, span), span);
    if (op === '+' && isInteger(left)) return this.moved(right, this.integerOf(left, span), span);
    if (op === '-' && isInteger(right))
      return this.moved(left, this.#negated(this.integerOf(right, span)), span);
    if (op === '-' && left.type.kind === 'pointer' && sizeOf(left.type.to) !== null) {
      const [x, y] = this.#ofOneObject(left, right, span);
      if (!areInKnownRow(left, right, left.type.to))
        this.limit(this.world.storage.areInOneRow(x.expr, y.expr, left.type.to), 'unset', span);
      const difference = simplifiedBinary('-', x.expr, y.expr);
      const size = this.elementCells(left.type.to, span);
      const elements = size === 1 ? difference : simplifiedBinary('/', difference, int(size));
      return numberValue(longC, elements, rangeOfInteger(longC));
    }
    return this.refuse(`${op} with pointers`, span);
  }

  protected abstract elementCells(type: CType, span: Span): number;

  #negated(value: NumberValue): NumberValue {
    return numberValue(
      longC,
      simplifiedUnary('-', value.expr),
      operated('-', { lo: 0n, hi: 0n }, value.range),
    );
  }

  #computed(
    op: '+' | '-' | '*' | '/' | '%',
    a: NumberValue,
    b: NumberValue,
    type: IntegerType,
    span: Span,
  ): NumberValue {
    if ((op === '/' || op === '%') && constantIn(b) === 0n) {
      this.world.bag.report('W606', span, 'this divides by zero if the program gets here');
    }
    const [x, y] = op === '%' ? this.#divisible(a, b, type, span) : [a, b];
    const found = this.#checked(op, x, y, operated(op, x.range, y.range), type, span);
    // It has no value; who does without one divides all the same.
    const isByZero = (op === '/' || op === '%') && constantIn(b) === 0n;
    return isByZero ? this.capturedNumber(found, span) : found;
  }

  /** C11 6.5.5: `a % b` has no meaning where `a / b` does not fit. */
  #divisible(
    a: NumberValue,
    b: NumberValue,
    type: IntegerType,
    span: Span,
  ): readonly [NumberValue, NumberValue] {
    const least = rangeOfInteger(type).lo;
    const mayFit = contains({ lo: least + 1n, hi: null }, a.range) || !mayBe(-1n, b.range);
    if (!type.signed || this.world.wishes.wrap || mayFit) return [a, b];
    const [x, y] = [this.once(a, span), this.once(b, span)];
    const fits = or(simplifiedBinary('!=', x.expr, int(least)), simplifiedBinary('!=', y.expr, int(-1)));
    this.demand(fits, 'overflow', span);
    return [x, y];
  }

  /** The value of `a op b`; if a signed one may not fit, it is looked at first. */
  #checked(
    op: BinaryOp,
    a: NumberValue,
    b: NumberValue,
    range: Interval,
    type: IntegerType,
    span: Span,
  ): NumberValue {
    const limits = rangeOfInteger(type);
    if (contains(limits, range)) return numberValue(type, combined(op, a.expr, b.expr), range);
    if (!type.signed || this.world.wishes.wrap) {
      const only = onlyMember(range);
      const expr = combined(op, a.expr, b.expr);
      return only !== null && expr.kind === 'int'
        ? this.#fitted({ kind: 'number', type, expr, range }, type)
        : numberValue(type, wrapped(expr, range, type), limits);
    }
    const [x, y] = [this.once(a, span), this.once(b, span)];
    const expr = simplifiedBinary(op, x.expr, y.expr);
    this.demand(within(expr, range, limits), 'overflow', span);
    return { kind: 'number', type, expr, range: meet(range, limits) };
  }

  #shifted(op: '<<' | '>>', a: NumberValue & { type: IntegerType }, b: NumberValue, span: Span): CValue {
    const type = promoted(a.type);
    const count = constantIn(b);
    this.#refuseOnAddresses(op, type, a, b, span);
    const x = op === '<<' ? this.#notNegative(this.#fitted(a, type), type, span) : this.#fitted(a, type);
    if (count === null) return this.#shiftedByAny(op, x, b, type, span);
    if (count < 0n || count >= BigInt(type.bits)) return this.#withoutMeaning(type, span);
    const power = constant(1n << count, type);
    if (op === '<<') return this.#shiftedLeft('*', x, power, type, span);
    if (x.range.lo === null || x.range.lo < 0n) {
      if (count > 31n) return this.refuse('a shift of a negative number by so many bits', span);
      return numberValue(
        type,
        simplifiedBinary('>>', x.expr, int(count)),
        operated('>>', x.range, { lo: count, hi: count }),
      );
    }
    return numberValue(type, simplifiedBinary('/', x.expr, power.expr), operated('/', x.range, power.range));
  }

  /** C11 6.5.7: a negative number is not shifted to the left. */
  #notNegative(value: NumberValue, type: IntegerType, span: Span): NumberValue {
    if (this.world.wishes.wrap || contains({ lo: 0n, hi: null }, value.range)) return value;
    const x = this.once(value, span);
    this.demand(simplifiedBinary('<=', int(0), x.expr), 'overflow', span);
    const limits = { lo: 0n, hi: rangeOfInteger(type).hi };
    const range = meet(x.range, limits);
    return { ...x, range: isEmpty(range) ? limits : range };
  }

  /** A value that nobody comes to: whoever computes it violates `overflow`. It is no constant, so nothing is made of it before. */
  #withoutMeaning(type: IntegerType, span: Span): NumberValue {
    this.demand(falsity, 'overflow', span);
    const id = this.temporary('none', span);
    this.emit({ kind: 'assign', target: { kind: 'local', local: id }, value: int(0), span });
    return { kind: 'number', type, expr: local(id), range: rangeOfInteger(type) };
  }

  #shiftedByAny(op: '<<' | '>>', a: NumberValue, b: NumberValue, type: IntegerType, span: Span): CValue {
    const limits = { lo: 0n, hi: BigInt(Math.min(type.bits, 32) - 1) };
    const count = this.once(b, span);
    if (!contains(limits, count.range)) {
      if (type.bits > 32) return this.refuse('a shift of 64 bits by a number that is not known here', span);
      this.demand(within(count.expr, count.range, limits), 'overflow', span);
    }
    const by = { ...count, range: meet(count.range, limits) };
    if (op === '<<') return this.#shiftedLeft(op, a, by, type, span);
    return this.#checked(op, a, by, operated(op, a.range, limits), type, span);
  }

  /** What does not fit is an overflow, but with gcc the program goes on: the bits that fit are kept. */
  #shiftedLeft(op: '*' | '<<', a: NumberValue, b: NumberValue, type: IntegerType, span: Span): NumberValue {
    const [x, y] = [this.once(a, span), this.once(b, span)];
    const range = operated(op, x.range, y.range);
    const limits = rangeOfInteger(type);
    const expr = simplifiedBinary(op, x.expr, y.expr);
    if (contains(limits, range)) return numberValue(type, expr, range);
    if (type.signed && !this.world.wishes.wrap)
      this.demand(within(expr, range, limits), 'overflow', span, true);
    if (expr.kind === 'int') return this.#fitted({ kind: 'number', type, expr, range }, type);
    return numberValue(type, wrapped(expr, range, type), limits);
  }

  #bits(op: '&' | '|' | '^', a: NumberValue, b: NumberValue, type: IntegerType, span: Span): NumberValue {
    const cleared = op === '&' ? (this.#cleared(a, b, type, span) ?? this.#cleared(b, a, type, span)) : null;
    if (cleared !== null) return cleared;
    const mask =
      op === '&'
        ? [a, b]
            .map(constantIn)
            .find((value) => value !== null && value >= 0n && (value & (value + 1n)) === 0n)
        : undefined;
    const limits = rangeOfInteger(type);
    const range = meet(operated(op, a.range, b.range), limits);
    if (mask !== undefined && mask !== null) {
      const other = constantIn(a) === mask ? b : a;
      // What remains of a number that is not negative: engines that know no bits know this.
      if (other.range.lo !== null && other.range.lo >= 0n)
        return numberValue(type, simplifiedBinary('%', other.expr, int(mask + 1n)), range);
    }
    return numberValue(type, simplifiedBinary(op, a.expr, b.expr), range);
  }

  /** `x & ~y` of 64 bits as `x - (x & y)`: `~y` is a larger number than engines know. Null: it is something else. */
  #cleared(x: NumberValue, mask: NumberValue, type: IntegerType, span: Span): NumberValue | null {
    const { hi: all } = rangeOfInteger(type);
    const known = constantIn(mask);
    if (type.signed || type.bits < 64 || (known !== null && constantIn(x) !== null)) return null;
    const inverse = inverseIn(mask.expr, all);
    const kept: NumberValue | null =
      known !== null && known > all / 2n
        ? constant(all - known, type)
        : inverse !== null
          ? { kind: 'number', type, expr: inverse, range: operated('-', { lo: all, hi: all }, mask.range) }
          : null;
    if (kept === null) return null;
    const whole = this.once(x, span);
    const gone = this.#bits('&', whole, kept, type, span);
    return numberValue(type, simplifiedBinary('-', whole.expr, gone.expr), { lo: 0n, hi: x.range.hi });
  }

  protected unaryMinus(value: CValue, span: Span): CValue {
    const number = this.integerOf(value, span);
    const type = promoted(number.type);
    return this.#checked(
      '-',
      constant(0n, type),
      this.#fitted(number, type),
      operated('-', { lo: 0n, hi: 0n }, number.range),
      type,
      span,
    );
  }

  /** `~x` is -1 - x, and of unsigned ones what that is in so many bits. */
  protected complemented(value: CValue, span: Span): CValue {
    const number = this.integerOf(value, span);
    const type = promoted(number.type);
    const x = this.#fitted(number, type);
    const top = constant(type.signed ? -1n : rangeOfInteger(type).hi, type);
    return numberValue(type, simplifiedBinary('-', top.expr, x.expr), operated('-', top.range, x.range));
  }

  /** For atomic changes, which wrap around whatever the sign. */
  protected wrappedSum(op: '+' | '-', old: NumberValue, by: NumberValue, type: IntegerType): Expr {
    const range = operated(op, old.range, by.range);
    const sum = simplifiedBinary(op, old.expr, by.expr);
    // Of `_Bool` it is asked whether it is 0, and no bits are cut off.
    return type.bits === 1 ? truthValue(simplifiedBinary('!=', sum, int(0))).expr : wrapped(sum, range, type);
  }

  protected commonOf(a: CType, b: CType, span: Span): CType {
    if (a.kind === 'integer' && b.kind === 'integer') return commonType(a, b);
    if (a.kind === 'pointer') return b.kind === 'pointer' && a.to.kind === 'void' ? b : a;
    if (b.kind === 'pointer') return b;
    this.refuseTypes(a === b || a.kind === b.kind, a, b, span);
    return a;
  }
}

const pointeeOf = (type: CType): CType => (type.kind === 'pointer' ? type.to : voidC);

/** What is read from memory twice may have changed meanwhile, so two reads are not the same value (`x == x`). */
const combined = (op: BinaryOp, left: Expr, right: Expr): Expr =>
  sharedReads(left).length > 0 && sharedReads(right).length > 0
    ? binary(op, left, right)
    : simplifiedBinary(op, left, right);

const mayBe = (value: bigint, range: Interval): boolean => contains(range, { lo: value, hi: value });
/** Whether computing it changes nothing and reads no memory, so that it can be left out. */
const isPlain = (expr: Expr): boolean => expr.kind === 'int' || expr.kind === 'local';

/** The conditions that keep an expression within limits, as far as its range does not. */
function within(expr: Expr, range: Interval, limits: BoundedInterval): Expr {
  const low = contains({ lo: limits.lo, hi: null }, range)
    ? truth
    : simplifiedBinary('<=', int(limits.lo), expr);
  const high = contains({ lo: null, hi: limits.hi }, range)
    ? truth
    : simplifiedBinary('<=', expr, int(limits.hi));
  return conjunction([low, high].filter((part) => part !== truth));
}

/** The expression as a number of so many bits: its remainder, moved to where the type begins. */
export function wrapped(expr: Expr, range: Interval, type: IntegerType): Expr {
  const limits = rangeOfInteger(type);
  if (contains(limits, range)) return expr;
  const size = 1n << BigInt(type.bits);
  if (type.bits > 53 && isSmall(expr)) {
    const once = wrappedOnce(expr, range, limits, size);
    if (once !== null) return once;
  }
  // Numbers from `lo` on become numbers from 0 on.
  const from0 = simplifiedBinary('-', expr, int(limits.lo));
  const moved = operated('-', range, { lo: limits.lo, hi: limits.lo });
  const low = moved.lo;
  const natural =
    low !== null && low >= 0n
      ? simplifiedBinary('%', from0, int(size))
      : low !== null && low >= -size
        ? simplifiedBinary('%', simplifiedBinary('+', from0, int(size)), int(size))
        : simplifiedBinary(
            '%',
            simplifiedBinary('+', simplifiedBinary('%', from0, int(size)), int(size)),
            int(size),
          );
  return simplifiedBinary('+', natural, int(limits.lo));
}

/** Whether it may stand more than once: it reads no memory, which may change meanwhile, and is not long. */
const isSmall = (expr: Expr): boolean =>
  sharedReads(expr).length === 0 && [...subexpressions(expr)].length <= mostRepeated;

const mostRepeated = 12;

/** The same where it is at most one size out, so that numbers stay small where they are; null: it may be more. */
function wrappedOnce(expr: Expr, range: Interval, limits: BoundedInterval, size: bigint): Expr | null {
  if (!contains({ lo: limits.lo - size, hi: limits.hi + size }, range)) return null;
  const whole = (cond: Expr): Expr => simplifiedBinary('*', simplifiedUnary('int', cond), int(size));
  const less =
    range.hi !== null && range.hi > limits.hi
      ? simplifiedBinary('-', expr, whole(simplifiedBinary('<', int(limits.hi), expr)))
      : expr;
  return range.lo !== null && range.lo < limits.lo
    ? simplifiedBinary('+', less, whole(simplifiedBinary('<', expr, int(limits.lo))))
    : less;
}

/** The `y` of `all - y`, as it is written or as it is simplified; null: it is something else. */
function inverseIn(expr: Expr, all: bigint): Expr | null {
  if (expr.kind !== 'binary') return null;
  const isAll = (side: Expr): boolean => side.kind === 'int' && side.value === all;
  if (expr.op === '-') return isAll(expr.left) ? expr.right : null;
  if (expr.op !== '+') return null;
  const [whole, other] = isAll(expr.left) ? [expr.left, expr.right] : [expr.right, expr.left];
  return isAll(whole) && other.kind === 'unary' && other.op === '-' ? other.arg : null;
}
