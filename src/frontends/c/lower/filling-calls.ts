import { unsupported } from '../../../diagnostics/diagnostic.js';
import type { Span } from '../../../diagnostics/span.js';
import { int } from '../../../lang/expr/expr.js';
import { onlyMember, point } from '../../../lang/expr/interval.js';
import { simplifiedBinary } from '../../../lang/expr/simplify.js';
import { at } from '../../../support/invariant.js';
import { numbersBelow } from '../../../support/lists.js';
import type { CExpr } from '../syntax/c-ast.js';
import type { ScalarType } from '../types/c-type.js';
import { isScalar, pointerTo, printCType, sameLayout, sizeOf, unqualified, voidC } from '../types/c-type.js';
import { CMakingCalls } from './making-calls.js';
import type { CallExpr } from './making-calls.js';
import { cellsIn, placeAround } from './object-cells.js';
import { addRanges } from './memory-access.js';
import { constant, constantIn } from './c-value.js';
import type { CValue, ObjectPlace, Place } from './c-value.js';

/**
 * `memset`, `memcpy` and `memmove`: plain accesses, scalar by scalar, from the first one. How many bytes there are must be
 * known, and they must be whole objects, or whole elements.
 */
export abstract class CFillingCalls extends CMakingCalls {
  protected argument({ args, span }: CallExpr, index: number, name: string): CExpr {
    const arg = args[index];
    return arg ?? this.refuse(`${name} with so few arguments`, span);
  }

  /** Null: it is another call. */
  protected fillingCall(name: string, expr: CallExpr): CValue | null {
    switch (name.replace(/^__builtin_/, '')) {
      case 'memset':
      case 'bzero':
        return this.#fill(name, expr);
      case 'memcpy':
      case 'memmove':
        return this.#copyBytes(name, expr);
      default:
        return null;
    }
  }

  #fill(name: string, expr: CallExpr): CValue {
    const { span } = expr;
    const isZero = name.endsWith('bzero');
    const target = this.#steadyPointer(this.argument(expr, 0, name));
    const byte = isZero ? constant(0n) : this.value(this.argument(expr, 1, name));
    const places = this.#scalars(target, this.#size(this.argument(expr, isZero ? 1 : 2, name)), span);
    const known = constantIn(byte);
    for (const place of places) {
      const type = unqualified(place.type);
      if (!isScalar(type)) return this.refuse(`${printCType(type)} as bytes`, span);
      const value = known === null ? this.#asByte(byte, type, span) : filled(known, type);
      if (value === null) return this.refuse(`${printCType(type)} of bytes ${known}`, span, 'fill with 0');
      this.writePlace(place, value, 'plain', span);
    }
    return { ...target, type: pointerTo(voidC) };
  }

  #asByte(byte: CValue, type: ScalarType, span: Span): CValue {
    if (type.kind === 'integer' && type.bits === 8) return this.convert(byte, type, span);
    return this.refuse('bytes that are not known here', span, 'fill with a constant');
  }

  #copyBytes(name: string, expr: CallExpr): CValue {
    const { span } = expr;
    const to = this.#steadyPointer(this.argument(expr, 0, name));
    const from = this.#steadyPointer(this.argument(expr, 1, name));
    const bytes = this.#size(this.argument(expr, 2, name));
    const [targets, sources] = [this.#scalars(to, bytes, span), this.#scalars(from, bytes, span)];
    const isAlike = targets.every((place, i) => sameLayout(place.type, sources[i]?.type ?? voidC));
    if (targets.length !== sources.length || !isAlike)
      this.refuse('a copy of one type to another one', span, 'copy objects of one type');
    if (name.endsWith('memcpy')) {
      for (const [i, place] of targets.entries()) this.copyCell(place, at(sources, i), span);
    } else {
      // All is read before any of it is written, since the objects may overlap.
      const values = sources.map((place) => this.captured(this.readPlace(place, span, 'plain'), span));
      for (const [i, place] of targets.entries())
        this.writePlace(place, this.convert(at(values, i), place.type, span), 'plain', span);
    }
    return { ...to, type: pointerTo(voidC) };
  }

  /** The pointer with its own type, whatever type the parameter has, and not to be computed again. */
  #steadyPointer(arg: CExpr): CValue {
    const value = this.value(arg);
    return value.kind === 'number' ? this.capturedNumber(value, arg.span) : value;
  }

  #size(arg: CExpr): bigint {
    const size = onlyMember(this.integerOf(this.value(arg), arg.span).range);
    return size ?? this.refuse('a size that is not known here', arg.span, 'write sizeof, or a loop');
  }

  #scalars(pointer: CValue, bytes: bigint, span: Span): readonly Place[] {
    if (bytes === 0n) return [];
    const places =
      pointer.kind === 'address'
        ? wholeOf(pointer.place, bytes, span)
        : this.#pointedAt(pointer, bytes, span);
    return places.flatMap((place) => this.leavesOf(place, span));
  }

  #pointedAt(pointer: CValue, bytes: bigint, span: Span): readonly Place[] {
    const type = pointer.type.kind === 'pointer' ? pointer.type.to : voidC;
    const size = type.kind === 'void' ? null : sizeOf(type);
    if (pointer.kind !== 'number' || size === null || size === 0n || bytes % size !== 0n)
      return this.refuse(`${bytes} bytes of ${printCType(type)}`, span, 'take whole objects');
    const cells = cellsIn(type, span);
    return numbersBelow(Number(bytes / size)).map((i) => {
      const address = simplifiedBinary('+', pointer.expr, int(i * cells));
      return { kind: 'pointed', address, type } as const;
    });
  }
}

/** The object of so many bytes that begins at the place, or so many elements from there. */
function wholeOf(place: ObjectPlace, bytes: bigint, span: Span): readonly ObjectPlace[] {
  for (let here: ObjectPlace | null = place; here !== null; here = placeAround(here)) {
    const size = sizeOf(here.type);
    if (size === bytes) return [here];
    const elements =
      size === null || size === 0n || bytes % size !== 0n ? null : elementsFrom(here, Number(bytes / size));
    if (elements !== null) return elements;
  }
  return unsupported(`${bytes} bytes of ${printCType(place.type)}`, span, 'take whole objects');
}

/** Null: the place is no element, or has fewer behind it. */
function elementsFrom(place: ObjectPlace, count: number): readonly ObjectPlace[] | null {
  const last = place.steps.at(-1);
  if (last?.kind !== 'index') return null;
  if (last.index.kind === 'int' && Number(last.index.value) + count > last.length) return null;
  return numbersBelow(count).map((i) => {
    const index = simplifiedBinary('+', last.index, int(i));
    const range = addRanges(last.range, point(BigInt(i)));
    return { ...place, steps: [...place.steps.slice(0, -1), { ...last, index, range }] };
  });
}

/** What an integer or a pointer holds whose bytes are all the same; null: it has no such value. */
function filled(byte: bigint, type: ScalarType): CValue | null {
  const one = BigInt.asUintN(8, byte);
  if (one === 0n) return constant(0n, type);
  if (type.kind !== 'integer' || type.bits > 64) return null;
  if (type.bits === 1) return one === 1n ? constant(1n, type) : null;
  const all = numbersBelow(type.bits / 8).reduce((sum) => (sum << 8n) | one, 0n);
  return constant(type.signed ? BigInt.asIntN(type.bits, all) : all, type);
}
