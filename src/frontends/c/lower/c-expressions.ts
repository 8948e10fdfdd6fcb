import type { Span } from '../../../diagnostics/span.js';
import {
  and,
  falsity,
  int,
  local,
  not,
  or,
  sharedReads,
  subexpressions,
  truth,
} from '../../../lang/expr/expr.js';
import type { Expr } from '../../../lang/expr/expr.js';
import { everything, hull, meet, narrowed } from '../../../lang/expr/interval.js';
import { isCompareOp, mirrored, oppositeOf } from '../../../lang/expr/operators.js';
import type { CompareOp } from '../../../lang/expr/operators.js';
import { assertNever } from '../../../support/invariant.js';
import { didYouMean } from '../../../support/suggest.js';
import type { CExpr, CInit, CStmt } from '../syntax/c-ast.js';
import { numberOf } from '../syntax/c-literals.js';
import type { CType, IntegerType } from '../types/c-type.js';
import {
  alignmentOf,
  charC,
  commonType,
  intC,
  isAtomic,
  longC,
  pointerTo,
  printCType,
  promoted,
  rangeOfInteger,
  sizeOf,
  unqualified,
  unsignedC,
  unsignedLongC,
  voidC,
} from '../types/c-type.js';
import { CTypeExpressions } from './type-expressions.js';
import type { AccessOrder } from './memory-orders.js';
import { joined } from './flow-state.js';
import type { FlowState } from './flow-state.js';
import { cellsIn } from './object-cells.js';
import { rangeOf } from './memory-access.js';
import { mayFault } from './dead-stores.js';
import type { CValue, NumberValue, ObjectPlace, Place } from './c-value.js';
import { constant, constantIn, isTrue, truthValue } from './c-value.js';
import { variableOf } from './c-world.js';
import { Touching, areInEachOthersWay, isOpen } from './unsequenced.js';

/**
 * What is tried inside of what is tried inside of what is tried: each is lowered twice, so more of it would take for ever in
 * expressions that are nested deeply.
 */
const maxTrials = 2;

/** CExpressions, with their side effects in the order in which C has them. */
export abstract class CExpressions extends CTypeExpressions {
  #trials = 0;

  /** What is written now may be taken back. */
  protected get isTried(): boolean {
    return this.#trials > 0;
  }

  /** How much was written when it began to be tried whether an expression can be computed without writing; null: it is not tried. */
  #writtenBefore: number | null = null;

  protected abstract call(expr: CExpr & { readonly kind: 'call' }): CValue;
  /** The statements of `({ ... })`, and the value of the last one. */
  protected abstract blockValue(body: readonly CStmt[], span: Span): CValue;
  protected abstract temporaryObject(type: CType, init: CInit, span: Span): ObjectPlace;

  protected override value(expr: CExpr): CValue {
    switch (expr.kind) {
      case 'number':
        return this.#literal(expr.text, expr.span);
      case 'char':
        return constant(expr.value);
      case 'string':
        return this.readPlace(this.#text(expr), expr.span);
      case 'name':
        return this.#named(expr.name, expr.span);
      case 'unary':
        return this.#unary(expr);
      case 'step':
        return this.#step(expr, true);
      case 'binary':
        return this.#binaryValue(expr);
      case 'assign':
        return this.#assigned(expr, true);
      case 'conditional':
        return this.#chosen(expr);
      case 'call':
        return this.call(expr);
      case 'index':
      case 'member':
        return this.readPlace(this.placeOf(expr), expr.span);
      case 'cast':
        return this.#cast(expr);
      case 'sizeof-type':
        return this.#size(this.resolve(expr.type), expr.span);
      case 'sizeof':
        return this.#size(this.typeOf(expr.arg), expr.span);
      case 'alignof-type':
        return constant(alignmentOf(this.resolve(expr.type)), unsignedLongC);
      case 'offsetof':
        return constant(this.bytesTo(this.resolve(expr.type), expr.path, expr.span), unsignedLongC);
      case 'generic':
        return this.value(this.genericChoice(expr));
      case 'comma':
        this.discard(expr.left);
        return this.value(expr.right);
      case 'compound':
        return this.readPlace(this.temporaryObject(this.resolve(expr.type), expr.init, expr.span), expr.span);
      case 'statements':
        return this.blockValue(expr.body, expr.span);
      default:
        return assertNever(expr);
    }
  }

  /** The expression that was last computed for its side effects only. */
  protected discarded: CExpr | null = null;

  /** For its side effects only. */
  protected discard(expr: CExpr): void {
    this.discarded = expr;
    if (expr.kind === 'step') this.#step(expr, false);
    else if (expr.kind === 'assign') this.#assigned(expr, false);
    else if (expr.kind === 'comma') {
      this.discard(expr.left);
      this.discard(expr.right);
    } else if (expr.kind === 'cast') this.discard(expr.arg);
    else if (expr.kind === 'conditional')
      this.either(
        expr.cond,
        () => this.discard(expr.then),
        () => this.discard(expr.else),
        expr.span,
      );
    else if (expr.kind === 'binary' && (expr.op === '&&' || expr.op === '||')) {
      const [then, other] = [(): void => this.discard(expr.right), (): void => undefined];
      this.either(expr.left, expr.op === '&&' ? then : other, expr.op === '&&' ? other : then, expr.span);
    } else if (hasEffects(expr) || (this.world.wishes.races && expr.kind === 'name')) this.value(expr);
    else if (expr.kind === 'name' || expr.kind === 'number') this.typeOf(expr);
    else this.lookedAt(this.value(expr), expr.span);
  }

  /** A value that nobody wants: what goes wrong where it is computed goes wrong. */
  protected lookedAt(value: CValue, span: Span): void {
    if (value.kind === 'number' && [...subexpressions(value.expr)].some(mayFault))
      this.capturedNumber(value, span);
  }

  /** An object of its own for each text that is written. */
  #text(expr: CExpr & { readonly kind: 'string' }): ObjectPlace {
    const { bytes, span } = expr;
    const type = { kind: 'array', of: charC, length: bytes.length } as const;
    const init = new Map(bytes.map((byte, i) => [`[${i}]`, byte] as const));
    const key = `text:${this.world.facts.idOf(expr)}`;
    const object = { key, name: 'text', type, owner: null, init, isOpen: false, isText: true, span } as const;
    return { kind: 'object', object, steps: [], type };
  }

  #literal(text: string, span: Span): CValue {
    const read = numberOf(text);
    if (read === null) return this.refuse(`the number ${text}`, span, 'integers are taken');
    const { value, isDecimal, unsigned, long } = read;
    const candidates: readonly IntegerType[] = [intC, unsignedC, longC, unsignedLongC];
    const type = candidates.find(
      (each) =>
        value <= rangeOfInteger(each).hi &&
        (!unsigned || !each.signed) &&
        (!long || each.bits === 64) &&
        (each.signed || unsigned || !isDecimal),
    );
    return type === undefined
      ? this.refuse(`the number ${text}, which fits no type`, span)
      : constant(value, type);
  }

  #named(name: string, span: Span): CValue {
    const meaning = this.scope.find(name);
    if (meaning?.kind === 'constant') return constant(meaning.value);
    if (meaning?.kind === 'function')
      return { kind: 'function', name, type: pointerTo(this.world.functions.get(name)?.type ?? voidC) };
    return this.readPlace(this.#placeNamed(name, span), span);
  }

  #placeNamed(name: string, span: Span): ObjectPlace {
    const meaning = this.scope.find(name);
    switch (meaning?.kind) {
      case 'object':
        return { kind: 'object', object: meaning.object, steps: [], type: meaning.object.type };
      case 'thread-local': {
        const object = meaning.make(this.number);
        this.ownObjects.set(object.key, object);
        return { kind: 'object', object, steps: [], type: object.type };
      }
      case 'typedef':
        return this.refuse(`${name} is a type, and a value is needed`, span);
      case 'function':
      case 'constant':
        return this.refuse(`${name} is no variable`, span);
      case undefined:
        return this.#unknownPlace(name, span);
      default:
        return assertNever(meaning);
    }
  }

  /** Told, and taken for an int, so that the other mistakes of the file are found too. */
  #unknownPlace(name: string, span: Span): ObjectPlace {
    const hint = didYouMean(name, this.scope.known());
    this.world.bag.report('E201', span, `nothing called ${name} is known here`, hint);
    const { number: owner } = this;
    const object = { key: `?unknown:${name}`, name, type: intC, owner, init: new Map(), isOpen: true, span };
    return { kind: 'object', object, steps: [], type: intC };
  }

  protected placeOf(expr: CExpr): Place {
    switch (expr.kind) {
      case 'name':
        return this.#placeNamed(expr.name, expr.span);
      case 'unary':
        if (expr.op === '*') return this.pointedBy(this.value(expr.arg), expr.span);
        break;
      case 'index': {
        this.refuseUnsequenced([expr.array, expr.index], null, expr.span);
        const [array, index] = this.#elementOf(this.value(expr.array), expr);
        return this.pointedBy(this.moved(array, index, expr.span, true), expr.span);
      }
      case 'member': {
        const of = expr.arrow ? this.pointedBy(this.value(expr.of), expr.span) : this.#recordPlace(expr.of);
        return this.member(of, expr.name.text, expr.name.span);
      }
      case 'compound':
        return this.temporaryObject(this.resolve(expr.type), expr.init, expr.span);
      case 'string':
        return this.#text(expr);
      case 'generic':
        return this.placeOf(this.genericChoice(expr));
      default:
        break;
    }
    return this.refuse('this is no variable that could be changed or pointed to', expr.span);
  }

  /** C leaves open which of the expressions is computed first (C11 6.5p2): it must not matter. */
  protected refuseUnsequenced(exprs: readonly CExpr[], changed: CExpr | null, span: Span): void {
    if (!exprs.some(hasEffects)) return;
    const touching = this.#touching();
    // Of what is given a value only the way there is read.
    const all = exprs.map((expr) => (expr === changed ? touching.toPlace(expr) : touching.of(expr)));
    for (const [i, a] of all.entries())
      if (all.slice(i + 1).some((b) => areInEachOthersWay(a, b))) this.#refuseMeeting(span);
    const place = changed === null ? null : touching.placeOf(changed);
    if (place !== null && all.some((each) => isOpen(each, place))) this.#refuseMeeting(span);
  }

  #touching(): Touching {
    const { touchedByCalls, hints } = this.world;
    return new Touching((name) => variableOf(name, this.scope.find(name), hints), touchedByCalls);
  }

  #refuseMeeting(span: Span): never {
    return this.refuse(
      'a variable is changed here and used beside that, and C leaves open which comes first',
      span,
      'write two statements',
    );
  }

  /** What `array[index]` is computed from. */
  #elementOf(
    array: CValue,
    { index, span }: CExpr & { readonly kind: 'index' },
  ): readonly [CValue, NumberValue] {
    const early = hasEffects(index) ? this.captured(array, span) : array;
    const value = this.value(index);
    // `1[a]` is `a[1]` (C11 6.5.2.1).
    return array.type.kind === 'integer' && value.type.kind === 'pointer'
      ? [value, this.integerOf(early, span)]
      : [early, this.integerOf(value, span)];
  }

  #recordPlace(expr: CExpr): Place {
    const isPlace =
      expr.kind === 'name' || expr.kind === 'unary' || expr.kind === 'index' || expr.kind === 'member';
    if (isPlace) return this.placeOf(expr);
    const value = this.value(expr);
    return value.kind === 'record'
      ? value.place
      : this.refuse(`a member of ${printCType(value.type)}`, expr.span);
  }

  #unary(expr: CExpr & { readonly kind: 'unary' }): CValue {
    const { op, arg, span } = expr;
    switch (op) {
      case '&':
        return this.#addressOf(arg, span);
      case '*': {
        const pointer = this.value(arg);
        // A function is what a pointer to it points to.
        const isFunction = pointer.type.kind === 'pointer' && pointer.type.to.kind === 'function';
        return pointer.kind === 'function' || isFunction
          ? pointer
          : this.readPlace(this.pointedBy(pointer, span), span);
      }
      case '!':
        return truthValue(not(this.condition(arg)));
      case '-':
        return this.unaryMinus(this.value(arg), span);
      case '+':
        return this.binary('+', constant(0n), this.value(arg), span);
      case '~':
        return this.complemented(this.value(arg), span);
      default:
        return assertNever(op);
    }
  }

  #addressOf(arg: CExpr, span: Span): CValue {
    if (arg.kind === 'name' && this.scope.find(arg.name)?.kind === 'function') return this.value(arg);
    if (arg.kind === 'unary' && arg.op === '*') return this.value(arg.arg);
    // The element is not looked at: it may be the one behind the last (C11 6.5.3.2p3).
    if (arg.kind === 'index') {
      const array = this.value(arg.array);
      if (array.kind === 'number') return this.moved(...this.#elementOf(array, arg), span);
    }
    const place = this.placeOf(arg);
    if (place.kind === 'pointed')
      return {
        kind: 'number',
        type: pointerTo(place.type),
        expr: place.address,
        range: { lo: 0n, hi: null },
      };
    return { kind: 'address', type: pointerTo(place.type), place };
  }

  /** `++` and `--`. */
  #step(expr: CExpr & { readonly kind: 'step' }, isUsed: boolean): CValue {
    const { arg, by, when, span } = expr;
    const place = this.placeOf(arg);
    const op = by === 1 ? '+' : '-';
    if (isAtomic(place.type))
      return this.atomicUpdate(place, op, constant(1n), when === 'before', 'seq_cst', span);
    const read = this.readPlace(place, span);
    // An old value that is used behind the change; one that is not is read where it is needed.
    const old = isUsed ? this.captured(read, span) : read;
    const changed = this.convert(this.binary(op, old, constant(1n), span), place.type, span);
    this.writePlace(place, changed, 'plain', span);
    if (!isUsed) return old;
    return when === 'after' ? old : changed;
  }

  /** An atomic `op=` or `++`. */
  protected atomicUpdate(
    place: Place,
    op: string,
    by: CValue,
    wantsNew: boolean,
    order: AccessOrder,
    span: Span,
  ): CValue {
    const type = unqualified(place.type);
    if (type.kind !== 'integer')
      return this.refuse(
        `an atomic ${op} on ${printCType(place.type)}`,
        span,
        'write a loop with compare_exchange',
      );
    const amount = this.capturedUnlessConstant(this.integerOf(by, span), span);
    let changed: Expr = int(0);
    const old = this.updateInOneStep(
      place,
      (before) => {
        changed = this.#updated(
          op,
          { kind: 'number', type, expr: before, range: rangeOf(type) },
          amount,
          type,
          span,
        );
        return { value: changed, order };
      },
      span,
    );
    return wantsNew ? { kind: 'number', type, expr: changed, range: rangeOf(type) } : old;
  }

  protected capturedUnlessConstant(value: NumberValue, span: Span): NumberValue {
    return value.expr.kind === 'int' || (value.expr.kind === 'local' && sharedReads(value.expr).length === 0)
      ? value
      : this.capturedNumber(value, span);
  }

  /** Atomic arithmetic wraps around whatever the sign (C11 7.17.7.5). */
  #updated(op: string, old: NumberValue, by: NumberValue, type: IntegerType, span: Span): Expr {
    if (op === '+' || op === '-') return this.wrappedSum(op, old, by, type);
    if (op === '&' || op === '|' || op === '^') {
      const made = this.convert(this.binary(op, old, by, span), type, span);
      if (made.kind === 'number') return made.expr;
    }
    return this.refuse(`an atomic ${op}=`, span, 'write a loop with compare_exchange');
  }

  #assigned(expr: CExpr & { readonly kind: 'assign' }, isUsed: boolean): CValue {
    const { op, target, value: source, span } = expr;
    // What an `op=` changes it reads, too.
    this.refuseUnsequenced([target, source], op === null ? target : null, span);
    if (op !== null) return this.#compound(op, target, source, isUsed, span);
    const early = hasEffects(source) ? this.#steadyPlace(target) : null;
    const value = this.value(source);
    const place = early ?? this.placeOf(target);
    const converted = this.convert(value, place.type, span);
    const atomic = isAtomic(place.type);
    // What was stored is not computed again where the assignment is used as a value: it may be made of the variable that changes.
    const kept = isUsed ? this.captured(converted, span) : converted;
    this.writePlace(place, kept, atomic ? 'seq_cst' : 'plain', span);
    return kept;
  }

  /** The place before what else happens: indices are computed now. */
  #steadyPlace(target: CExpr): Place {
    const place = this.placeOf(target);
    if (place.kind === 'object') return this.settled(place, target.span);
    const address = { kind: 'number', type: longC, expr: place.address, range: everything } as const;
    return { ...place, address: this.capturedNumber(address, target.span).expr };
  }

  #compound(op: string, target: CExpr, source: CExpr, isUsed: boolean, span: Span): CValue {
    const place = hasEffects(source) ? this.#steadyPlace(target) : this.placeOf(target);
    const by = this.value(source);
    if (isAtomic(place.type)) return this.atomicUpdate(place, op, by, true, 'seq_cst', span);
    const right = by.kind === 'number' ? this.once(by, span) : by;
    const old = this.readPlace(place, span);
    const changed = this.convert(this.binary(op, old, right, span), place.type, span);
    const kept = isUsed ? this.captured(changed, span) : changed;
    this.writePlace(place, kept, 'plain', span);
    return kept;
  }

  #binaryValue(expr: CExpr & { readonly kind: 'binary' }): CValue {
    const { op, left, right, span } = expr;
    if (op === '&&' || op === '||') return truthValue(this.condition(expr));
    this.refuseUnsequenced([left, right], null, span);
    const first = this.value(left);
    const kept = hasEffects(right) ? this.captured(first, span) : first;
    return this.binary(op, kept, this.value(right), span);
  }

  /** The condition as one expression, with what it does besides written before it. */
  protected condition(expr: CExpr): Expr {
    if (expr.kind === 'unary' && expr.op === '!') return not(this.condition(expr.arg));
    if (expr.kind !== 'binary' || (expr.op !== '&&' && expr.op !== '||')) return isTrue(this.value(expr));
    const left = this.condition(expr.left);
    const isAnd = expr.op === '&&';
    if (left === (isAnd ? falsity : truth)) return left;
    if (left === (isAnd ? truth : falsity)) return this.condition(expr.right);
    const right = hasEffects(expr.right) ? null : this.#pureCondition(expr, isAnd);
    if (right !== null) return isAnd ? and(left, right) : or(left, right);
    return this.#conditionWithEffects(expr.right, left, isAnd, expr.left, expr.span);
  }

  /**
   * The right side of `&&` and `||`; null: something is looked at before it is computed, which must not happen where it is
   * not computed at all.
   */
  #pureCondition(expr: CExpr & { readonly kind: 'binary' }, isAnd: boolean): Expr | null {
    const before = this.emitter.written;
    const outer = this.#writtenBefore;
    // Whoever tries this out knows the answer by now.
    if (outer !== null && before > outer) return null;
    this.#writtenBefore = outer ?? before;
    const [right, demands] = this.#tried((): readonly [Expr, boolean] => {
      const made = this.condition(expr.right);
      return [made, this.emitter.written > before];
    });
    this.#writtenBefore = outer;
    if (demands) return null;
    if (this.#trials > 0) return right;
    const known = this.state;
    this.assume(expr.left, isAnd);
    const behind = this.condition(expr.right);
    this.state = known;
    return behind;
  }

  #conditionWithEffects(right: CExpr, left: Expr, isAnd: boolean, tested: CExpr, span: Span): Expr {
    const result = this.temporary('test', span);
    const set = (value: Expr): void =>
      this.emit({ kind: 'assign', target: { kind: 'local', local: result }, value, span });
    const [skip, end] = [this.emitter.fresh('short'), this.emitter.fresh('tested')];
    if (isAnd) this.emitter.unless(left, skip, span);
    else this.emitter.when(left, skip, span);
    const before = this.state;
    this.assume(tested, isAnd);
    set(truthValue(this.condition(right)).expr);
    const behind = this.state;
    if (this.state !== null) this.emitter.jump(end, span);
    this.emitter.place(skip);
    this.state = before;
    set(int(isAnd ? 0 : 1));
    this.emitter.place(end);
    this.state = joined(behind, this.state);
    return isTrue({ kind: 'number', type: intC, expr: local(result), range: { lo: 0n, hi: 1n } });
  }

  /** One of two ways to go on, each with what is known there. */
  protected either(cond: CExpr, then: () => void, other: () => void, span: Span): void {
    this.#eitherBy(this.condition(cond), cond, then, other, span);
  }

  #eitherBy(test: Expr, cond: CExpr, then: () => void, other: () => void, span: Span): void {
    if (this.state === null) return;
    if (test === truth) return then();
    if (test === falsity) return other();
    const [no, end] = [this.emitter.fresh('else'), this.emitter.fresh('end')];
    const before: FlowState | null = this.state;
    this.emitter.unless(test, no, span);
    this.assume(cond, true);
    then();
    if (this.state !== null) this.emitter.jump(end, span);
    const behind = this.state;
    this.emitter.place(no);
    this.state = before;
    this.assume(cond, false);
    other();
    this.emitter.place(end);
    this.state = joined(behind, this.state);
  }

  #chosen(expr: CExpr & { readonly kind: 'conditional' }): CValue {
    const { span } = expr;
    const test = this.condition(expr.cond);
    if (test === truth) return this.#knownChoice(expr.then, expr.else, span);
    if (test === falsity) return this.#knownChoice(expr.else, expr.then, span);
    const type = this.commonOf(this.typeOf(expr.then), this.typeOf(expr.else), span);
    if (type.kind === 'void') {
      this.#eitherBy(
        test,
        expr.cond,
        () => this.discard(expr.then),
        () => this.discard(expr.else),
        span,
      );
      return { kind: 'void', type: voidC };
    }
    const result = this.temporary('choice', span);
    const ranges: NumberValue['range'][] = [];
    const set = (from: CExpr): void => {
      const value = this.asNumber(this.convert(this.value(from), type, span), span);
      ranges.push(value.range);
      this.emit({ kind: 'assign', target: { kind: 'local', local: result }, value: value.expr, span });
    };
    this.#eitherBy(
      test,
      expr.cond,
      () => set(expr.then),
      () => set(expr.else),
      span,
    );
    const [first, second = first] = ranges;
    const range = first === undefined || second === undefined ? { lo: null, hi: null } : hull(first, second);
    return { kind: 'number', type, expr: local(result), range };
  }

  /** The type is that of both (C11 6.5.15), also where one of them is never computed. */
  #knownChoice(taken: CExpr, other: CExpr, span: Span): CValue {
    const value = this.value(taken);
    if (value.type.kind !== 'integer') return value;
    return this.convert(value, this.commonOf(value.type, this.typeOf(other), span), span);
  }

  #cast(expr: CExpr & { readonly kind: 'cast' }): CValue {
    const type = this.resolve(expr.type);
    if (type.kind === 'void') {
      this.discard(expr.arg);
      return { kind: 'void', type };
    }
    return this.movedByMember(expr) ?? this.convert(this.value(expr.arg), type, expr.span);
  }

  #size(type: CType, span: Span): CValue {
    const size = sizeOf(type);
    return size === null
      ? this.refuse(`the size of ${printCType(type)}`, span)
      : constant(size, unsignedLongC);
  }

  protected override elementCells(type: CType, span: Span): number {
    return cellsIn(type, span);
  }

  protected override constantOf(expr: CExpr, what: string): bigint {
    const value = hasEffects(expr) ? null : constantIn(this.value(expr));
    if (value !== null) return value;
    this.world.bag.report('E305', expr.span, `${what} must be known before the program runs`);
    return 1n;
  }

  /** The type alone: what is written on the way is taken back. */
  protected override typeOf(expr: CExpr): CType {
    if (expr.kind === 'call' && expr.callee.kind === 'name') {
      const entry = this.world.functions.get(expr.callee.name);
      if (entry?.definition !== undefined && entry.definition !== null) return entry.type.returns;
    }
    if (expr.kind === 'conditional')
      return this.commonOf(this.typeOf(expr.then), this.typeOf(expr.else), expr.span);
    if (expr.kind === 'comma') return this.typeOf(expr.right);
    if (expr.kind === 'cast') return unqualified(this.resolve(expr.type));
    const sum = expr.kind === 'binary' || expr.kind === 'unary' ? this.#typeOfNumbers(expr) : null;
    if (sum !== null) return sum;
    if (expr.kind === 'generic') return this.typeOf(this.genericChoice(expr));
    if (expr.kind === 'string') return this.#text(expr).type;
    if (expr.kind === 'name' || expr.kind === 'member' || expr.kind === 'index') {
      const place =
        expr.kind === 'name' && this.scope.find(expr.name)?.kind !== 'object'
          ? null
          : this.#tried(() => this.placeOf(expr).type);
      if (place !== null) return place;
    }
    return this.#tried(() => this.value(expr).type);
  }

  /** The type of an operation on integers; null: it is another one. */
  #typeOfNumbers(expr: CExpr & { readonly kind: 'binary' | 'unary' }): CType | null {
    if (expr.op === '!' || expr.op === '&&' || expr.op === '||' || isCompareOp(expr.op)) return intC;
    if (expr.kind === 'unary') {
      if (expr.op === '*' || expr.op === '&') return null;
      const type = unqualified(this.typeOf(expr.arg));
      return type.kind === 'integer' ? promoted(type) : null;
    }
    const left = unqualified(this.typeOf(expr.left));
    if (left.kind !== 'integer') return null;
    if (expr.op === '<<' || expr.op === '>>') return promoted(left);
    const right = unqualified(this.typeOf(expr.right));
    return right.kind === 'integer' ? commonType(left, right) : null;
  }

  /** What is written meanwhile is taken back. */
  #tried<T>(read: () => T): T {
    const [state, taken] = [this.state, this.emitter.save()];
    this.#trials++;
    const made = read();
    this.#trials--;
    this.emitter.restore(taken);
    this.state = state;
    return made;
  }

  /** What is known behind a test of a variable that only this thread sees. */
  protected assume(expr: CExpr, holds: boolean): void {
    if (expr.kind === 'unary' && expr.op === '!') return this.assume(expr.arg, !holds);
    if (expr.kind !== 'binary') return;
    if (expr.op === '&&' || expr.op === '||') {
      if ((expr.op === '&&') === holds) {
        this.assume(expr.left, holds);
        this.assume(expr.right, holds);
      }
      return;
    }
    if (!isCompareOp(expr.op) || hasEffects(expr)) return;
    const op = holds ? expr.op : oppositeOf[expr.op];
    this.#narrow(expr.left, op, expr.right);
    this.#narrow(expr.right, mirrored[op], expr.left);
  }

  #narrow(side: CExpr, op: CompareOp, other: CExpr): void {
    if (this.state === null || side.kind !== 'name' || this.#trials >= maxTrials) return;
    const meaning = this.scope.find(side.name);
    if (meaning?.kind !== 'object' || meaning.object.type.kind !== 'integer') return;
    const place = this.#placeNamed(side.name, side.span);
    if (!this.world.storage.isPrivate(place, this.number)) return;
    const limit = this.#tried(() => this.value(other));
    const here = this.#tried(() => this.readPlace(place, side.span));
    if (limit.kind !== 'number' || here.kind !== 'number' || limit.type.kind !== 'integer') return;
    // Signed and unsigned compared: the one becomes another number first.
    const isPlain =
      [here, limit].every(({ range }) => range.lo !== null && range.lo >= 0n) ||
      (meaning.object.type.signed && limit.type.signed);
    if (!isPlain) return;
    this.know(meaning.object.key, {
      kind: 'range',
      range: meet(here.range, narrowed(here.range, op, limit.range)),
    });
  }
}

/** Whether computing the expression changes anything, or may. */
export function hasEffects(expr: CExpr): boolean {
  switch (expr.kind) {
    case 'number':
    case 'char':
    case 'string':
    case 'name':
    case 'sizeof-type':
    case 'sizeof':
    case 'alignof-type':
    case 'offsetof':
      return false;
    case 'generic':
      return expr.choices.some(({ value }) => hasEffects(value));
    case 'step':
    case 'assign':
    case 'statements':
    case 'compound':
      return true;
    case 'unary':
      return hasEffects(expr.arg);
    case 'cast':
      return hasEffects(expr.arg);
    case 'member':
      return hasEffects(expr.of);
    case 'index':
      return hasEffects(expr.array) || hasEffects(expr.index);
    case 'binary':
    case 'comma':
      return hasEffects(expr.left) || hasEffects(expr.right);
    case 'conditional':
      return hasEffects(expr.cond) || hasEffects(expr.then) || hasEffects(expr.else);
    case 'call':
      return !(expr.callee.kind === 'name' && pureCalls.has(expr.callee.name)) || expr.args.some(hasEffects);
    default:
      return assertNever(expr);
  }
}

/** Reads and nothing else. */
const pureCalls: ReadonlySet<string> = new Set([
  ...['atomic_load', 'atomic_load_explicit', '__atomic_load_n'],
]);
