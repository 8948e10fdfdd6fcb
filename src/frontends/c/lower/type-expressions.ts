import type { Span, Word } from '../../../diagnostics/span.js';
import { simplifiedBinary } from '../../../lang/expr/simplify.js';
import { int } from '../../../lang/expr/expr.js';
import type { CDesignators, CExpr } from '../syntax/c-ast.js';
import type { CType, IntegerType, RecordMember, RecordType } from '../types/c-type.js';
import {
  intC,
  offsetOfMember,
  pointerTo,
  printCType,
  sizeOf,
  unqualified,
  unsignedC,
} from '../types/c-type.js';
import { CArithmetic } from './arithmetic.js';
import { cellOfPlace, isFirstPart, typeAfter, wayToMember } from './object-cells.js';
import { overlayOf } from './union-cells.js';
import type { CObject, CValue, PlaceStep } from './c-value.js';

type OffsetOf = CExpr & { readonly kind: 'offsetof' };

/** What is chosen by types, and ways between a struct and its members that are written as distances in bytes. */
export abstract class CTypeExpressions extends CArithmetic {
  protected abstract value(expr: CExpr): CValue;

  /** The choice of `_Generic` (C11 6.5.1.1). */
  protected genericChoice(expr: CExpr & { readonly kind: 'generic' }): CExpr {
    const type = asValue(unqualified(this.typeOf(expr.control)));
    const found = expr.choices.filter(
      (choice) => choice.type !== null && sameType(type, asValue(this.resolve(choice.type))),
    );
    const [chosen = expr.choices.find((choice) => choice.type === null), second] = found;
    // `char` and `signed char` are two types, and so are `long` and `long long`.
    if (second !== undefined)
      this.refuse(`a choice between types that are alike here`, second.value.span, 'leave one of them out');
    return chosen?.value ?? this.refuse(`no choice for ${printCType(type)}`, expr.control.span);
  }

  /** How many bytes a member is behind the begin. */
  protected bytesTo(type: CType, path: CDesignators, span: Span): bigint {
    let [offset, inside] = [0n, type];
    for (const part of path) {
      const start = this.#bytesOfPart(inside, part, span);
      offset += start.bytes;
      inside = start.type;
    }
    return offset;
  }

  #bytesOfPart(
    type: CType,
    part: CDesignators[number],
    span: Span,
  ): { readonly bytes: bigint; readonly type: CType } {
    if (part.kind === 'index') {
      const size = type.kind === 'array' ? sizeOf(type.of) : null;
      if (type.kind !== 'array' || size === null) return this.refuse(`an index of ${printCType(type)}`, span);
      return { bytes: this.constantOf(part.index, 'an index') * size, type: type.of };
    }
    let [bytes, inside]: [bigint | null, CType] = [0n, type];
    for (const member of this.#wayTo(type, part.name)) {
      const offset = inside.kind === 'record' ? offsetOfMember(inside, member.name) : null;
      bytes = bytes === null || offset === null ? null : bytes + offset;
      inside = member.type;
    }
    return bytes === null
      ? this.refuse(`${printCType(type)} has no member ${part.name.text} here`, part.name.span)
      : { bytes, type: inside };
  }

  #wayTo(type: CType, { text, span }: Word): readonly RecordMember[] {
    const way = type.kind === 'record' ? wayToMember(type, text, span) : null;
    return way ?? this.refuse(`${printCType(type)} has no member ${text}`, span);
  }

  /**
   * `(T *)((char *)p - offsetof(T, m))`, with which lists that lie inside of other structs go from a member to the whole, and the
   * same with `+`. Addresses count cells, not bytes, so it is read as a whole. Null: it is something else.
   */
  protected movedByMember(expr: CExpr & { readonly kind: 'cast' }): CValue | null {
    const { arg, span } = expr;
    if (arg.kind !== 'binary' || arg.right.kind !== 'offsetof') return null;
    if (arg.op !== '-' && arg.op !== '+') return null;
    const pointer = this.value(withoutByteCast(arg.left));
    const { type } = pointer;
    if (type.kind !== 'pointer') return this.refuse(`${printCType(type)} beside a distance in bytes`, span);
    const moved =
      arg.op === '-' ? this.#wholeOf(pointer, arg.right, span) : this.#partOf(pointer, arg.right, span);
    return this.convert(moved, this.resolve(expr.type), span);
  }

  #wholeOf(pointer: CValue, { type: written, path }: OffsetOf, span: Span): CValue {
    const { steps, type } = this.#stepsAlong(this.resolve(written), path, span);
    if (pointer.kind === 'address') {
      const { object, steps: there } = pointer.place;
      const whole = wholeAround(there, steps);
      const of = whole?.reduce((inside, step) => typeAfter(inside, step, span), object.type);
      if (whole === null || of !== type)
        return this.refuse(`this is no member of ${printCType(type)}`, span, 'point to the member');
      return {
        kind: 'address',
        type: pointerTo(type),
        place: { kind: 'object', object, steps: whole, type },
      };
    }
    return this.#byCells(pointer, '-', { steps, type }, type, span);
  }

  #partOf(pointer: CValue, { type: written, path }: OffsetOf, span: Span): CValue {
    const { steps, type, inside } = this.#stepsAlong(this.resolve(written), path, span);
    if (pointer.kind === 'address') {
      const whole = this.seenAs(pointer.place, type);
      if (whole === null)
        return this.refuse(`${printCType(pointer.place.type)} as ${printCType(type)}`, span);
      const place = { ...whole, steps: [...whole.steps, ...steps], type: inside };
      return { kind: 'address', type: pointerTo(inside), place };
    }
    return this.#byCells(pointer, '+', { steps, type }, inside, span);
  }

  /** Only a run knows where the pointer points to, and looks there for what kind of thing it is. */
  #byCells(
    pointer: CValue,
    op: '+' | '-',
    { steps, type }: { readonly steps: readonly PlaceStep[]; readonly type: CType },
    to: CType,
    span: Span,
  ): CValue {
    this.world.facts.note('retyped-pointers');
    this.world.facts.note('moved-pointers');
    const object: CObject = { key: '?', name: '?', type, owner: null, init: new Map(), isOpen: false, span };
    const cells = cellOfPlace({ kind: 'object', object, steps, type }, span);
    const { expr } = this.asNumber(pointer, span);
    const moved = simplifiedBinary(op, expr, cells);
    return { kind: 'number', type: pointerTo(to), expr: moved, range: { lo: null, hi: null } };
  }

  #stepsAlong(
    whole: CType,
    path: CDesignators,
    span: Span,
  ): { readonly steps: readonly PlaceStep[]; readonly type: RecordType; readonly inside: CType } {
    if (whole.kind !== 'record') return this.refuse(`a member of ${printCType(whole)}`, span);
    const steps: PlaceStep[] = [];
    let inside: CType = whole;
    for (const part of path) {
      for (const step of this.#stepsInto(inside, part, span)) {
        steps.push(step);
        inside = typeAfter(inside, step, span);
      }
    }
    return { steps, type: whole, inside };
  }

  #stepsInto(type: CType, part: CDesignators[number], span: Span): readonly PlaceStep[] {
    if (part.kind === 'field') {
      const steps: PlaceStep[] = [];
      let inside = type;
      for (const member of this.#wayTo(type, part.name)) {
        if (inside.kind !== 'record' || overlayOf(inside, span) !== null)
          return this.refuse(
            'a member of a union whose members share their memory',
            part.name.span,
            'take a struct',
          );
        steps.push(fieldStep(inside, member.name));
        inside = member.type;
      }
      return steps;
    }
    if (type.kind !== 'array' || type.length === null)
      return this.refuse(`an index of ${printCType(type)}`, span);
    const index = this.constantOf(part.index, 'an index');
    return [{ kind: 'index', index: int(index), range: { lo: index, hi: index }, length: type.length }];
  }
}

const fieldStep = (of: RecordType, name: string): PlaceStep => ({ kind: 'field', name, of });

/** The pointer that is seen as one to bytes, or as an integer. */
function withoutByteCast(expr: CExpr): CExpr {
  return expr.kind === 'cast' ? withoutByteCast(expr.arg) : expr;
}

/** The way to the whole, from the way to its member, or to what the member begins with; null: the way ends otherwise. */
function wholeAround(there: readonly PlaceStep[], steps: readonly PlaceStep[]): readonly PlaceStep[] | null {
  for (let end = there.length; end >= steps.length; end--) {
    const begin = end - steps.length;
    if (steps.every((step, i) => sameStep(step, there[begin + i]))) return there.slice(0, begin);
    if (!isFirstPart(there[end - 1])) return null;
  }
  return null;
}

function sameStep(a: PlaceStep, b: PlaceStep | undefined): boolean {
  if (a.kind === 'field') return b?.kind === 'field' && a.name === b.name && a.of === b.of;
  return (
    b?.kind === 'index' && b.index.kind === 'int' && a.index.kind === 'int' && a.index.value === b.index.value
  );
}

/** Arrays and functions as values. */
const asValue = (type: CType): CType =>
  type.kind === 'array' ? pointerTo(type.of) : type.kind === 'function' ? pointerTo(type) : type;

/** What the constants of an enumeration make of it, as gcc has it. */
function integerBehind(type: IntegerType): IntegerType {
  if (type.names === undefined) return type;
  return [...type.names.keys()].some((value) => value < 0n) ? intC : unsignedC;
}

function sameType(a: CType, b: CType): boolean {
  if (a.kind === 'integer' && b.kind === 'integer') {
    const [x, y] = [integerBehind(a), integerBehind(b)];
    return x.bits === y.bits && x.signed === y.signed && x.atomic === y.atomic;
  }
  if (a.kind === 'pointer' && b.kind === 'pointer') return sameType(a.to, b.to) && a.atomic === b.atomic;
  if (a.kind === 'array' && b.kind === 'array') return a.length === b.length && sameType(a.of, b.of);
  if (a.kind === 'function' && b.kind === 'function')
    return (
      sameType(a.returns, b.returns) &&
      a.params.length === b.params.length &&
      a.params.every((param, i) => sameType(param, b.params[i] ?? param))
    );
  if (a.kind === 'library' && b.kind === 'library') return a.what === b.what;
  return a === b || (a.kind === 'void' && b.kind === 'void');
}
