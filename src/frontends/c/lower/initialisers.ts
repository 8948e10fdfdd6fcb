import type { Span } from '../../../diagnostics/span.js';
import { int } from '../../../lang/expr/expr.js';
import type { Expr } from '../../../lang/expr/expr.js';
import { at } from '../../../support/invariant.js';
import type { CExpr, CInit, CInitItem } from '../syntax/c-ast.js';
import type { CType, RecordMember } from '../types/c-type.js';
import { isScalar, printCType } from '../types/c-type.js';
import { cellKey, membersOf, placeSteps, scalarsOf, wayToMember } from './object-cells.js';
import { told, withPart } from './cell-lenses.js';
import type { Lens } from './union-cells.js';
import { maxLength } from './type-resolver.js';
import { CLibraryCalls } from './library-calls.js';
import { constantSteps } from './object-storage.js';
import type { CObject, ObjectPlace } from './c-value.js';

/** A scalar and what it starts with. */
interface Initial {
  readonly place: ObjectPlace;
  readonly expr: CExpr;
}

interface Listed {
  readonly found: readonly Initial[];
  /** The first item that is not for this place. */
  readonly next: number;
  /** How many parts of the place there must be for them. */
  readonly most: number;
}

/** Initial values: of variables of everybody as numbers, of those of a function as stores. */
export abstract class CInitialisers extends CLibraryCalls {
  /** The type with its length, if the initial value tells it. */
  protected withLength(type: CType, init: CInit | null): CType {
    if (type.kind !== 'array' || type.length !== null || init === null) return type;
    const text = textFor(type, init);
    if (text !== null) return { ...type, length: text.length };
    if (init.kind !== 'list') return type;
    const { span } = init;
    const open = { ...type, length: maxLength };
    const object = {
      key: '?length',
      name: '',
      type: open,
      owner: null,
      init: new Map(),
      isOpen: false,
      span,
    };
    const { most } = this.#listed({ kind: 'object', object, steps: [], type: open }, init.items, 0, true);
    return { ...type, length: most };
  }

  /** Numbers by cell; what is left out is 0. */
  protected staticValues(
    type: CType,
    init: CInit | null,
    named: string,
    span: Span,
  ): ReadonlyMap<string, bigint> {
    const values = new Map<string, bigint>();
    if (init === null) return values;
    const object: CObject = {
      key: `?${named}`,
      name: named,
      type,
      owner: null,
      init: values,
      isOpen: false,
      span,
    };
    for (const { place, expr } of this.#initials({ kind: 'object', object, steps: [], type }, init)) {
      const value = this.asNumber(this.convert(this.value(expr), place.type, expr.span), expr.span);
      const steps = constantSteps(place);
      if (value.expr.kind !== 'int' || steps === null)
        this.world.bag.report('E305', expr.span, 'an initial value must be known before the program runs');
      else {
        const key = cellKey(steps);
        const whole = inCell(int(values.get(key) ?? 0n), value.expr, place.lens);
        values.set(key, whole.kind === 'int' ? whole.value : value.expr.value);
      }
    }
    return values;
  }

  /** Stores what a variable of a function starts with. */
  protected initialise(place: ObjectPlace, init: CInit, span: Span): void {
    if (init.kind === 'expr' && !(place.type.kind === 'array')) {
      const value = this.convert(this.value(init.expr), place.type, span);
      return this.writePlace(place, value, 'plain', span);
    }
    const all = this.#initials(place, init);
    const shared = all.filter((initial) => initial.place.lens !== undefined);
    const given = new Map<string, Initial>();
    for (const initial of all)
      if (initial.place.lens === undefined) given.set(cellKey(constantSteps(initial.place) ?? []), initial);
    for (const { steps, type } of scalarsOf(place.type, span)) {
      const initial = given.get(cellKey(steps));
      const leaf: ObjectPlace = { ...place, type, steps: placeSteps(steps) };
      const value =
        initial === undefined ? this.zero(type) : this.convert(this.value(initial.expr), type, span);
      this.writePlace(leaf, value, 'plain', span);
    }
    for (const { place: part, expr } of shared)
      this.writePlace(part, this.convert(this.value(expr), part.type, span), 'plain', span);
  }

  protected zero(type: CType): ReturnType<CLibraryCalls['asNumber']> {
    return { kind: 'number', type, expr: int(0), range: { lo: 0n, hi: 0n } };
  }

  /** The scalars that an initial value tells, with designators and with brackets left out (C11 6.7.9). */
  #initials(place: ObjectPlace, init: CInit): readonly Initial[] {
    const text = textFor(place.type, init);
    if (text !== null) return this.#characters(place, text, init.span);
    if (init.kind === 'list') return this.#listed(place, init.items, 0, true).found;
    if (isScalar(place.type)) return [{ place, expr: init.expr }];
    return this.refuse(
      `${printCType(place.type)} with this initial value`,
      init.span,
      'write its parts between { }',
    );
  }

  /** As many as fit: a text may be as long as its array without the zero at its end (C11 6.7.9p14). */
  #characters(place: ObjectPlace, text: readonly bigint[], span: Span): readonly Initial[] {
    const { type } = place;
    const length = type.kind === 'array' ? (type.length ?? 0) : 0;
    if (text.length - 1 > length)
      this.refuse(`a text of ${text.length - 1} characters as ${printCType(type)}`, span);
    return text.slice(0, length).flatMap((value, i) => {
      const part = this.#part(place, i, span);
      return part === null ? [] : [{ place: part, expr: { kind: 'char', value, span } as const }];
    });
  }

  #listed(place: ObjectPlace, items: readonly CInitItem[], from: number, isBracketed: boolean): Listed {
    const [first] = items.slice(from);
    if (first !== undefined && textFor(place.type, first.value) !== null)
      return { found: this.#initials(place, first.value), next: from + 1, most: 1 };
    if (isScalar(place.type))
      return {
        found: first === undefined ? [] : this.#initials(place, first.value),
        next: from + 1,
        most: 1,
      };
    const found: Initial[] = [];
    const isUnion = place.type.kind === 'record' && place.type.isUnion;
    let [position, most] = [0, 0];
    let i = from;
    while (i < items.length) {
      const item = at(items, i);
      const [designator, ...deeper] = item.designators;
      if (designator !== undefined && !isBracketed) break;
      if (designator !== undefined) position = this.#positionOf(place.type, designator, item.value.span);
      const isSecond = isUnion && designator === undefined && i > from;
      const part = isSecond ? null : this.#part(place, position, item.value.span);
      if (part === null) {
        if (isBracketed)
          this.refuse(`more initial values than ${printCType(place.type)} has parts`, item.value.span);
        break;
      }
      if (designator === undefined && item.value.kind === 'list' && isInner(place.type, position))
        this.refuse(
          'brackets around initial values of a member without a name',
          item.value.span,
          'leave these brackets out, or name the members',
        );
      const isInside =
        designator?.kind === 'field' && !this.#isMember(place.type, position, designator.name.text);
      most = Math.max(most, ++position);
      const inner = isInside ? item.designators : deeper;
      if (inner.length > 0) {
        found.push(...this.#listed(part, [{ designators: inner, value: item.value }], 0, true).found);
        i++;
      } else if (item.value.kind === 'list' || isScalar(part.type)) {
        found.push(...this.#initials(part, item.value));
        i++;
      } else {
        const within = this.#listed(part, items, i, false);
        found.push(...within.found);
        i = within.next;
      }
      // A union gets one initial value, unless others are designated.
      if (isUnion && !isBracketed) break;
    }
    return { found, next: i, most };
  }

  #isMember(type: CType, position: number, name: string): boolean {
    return type.kind === 'record' && type.members?.[position]?.name === name;
  }

  #positionOf(type: CType, designator: CInitItem['designators'][number], span: Span): number {
    if (designator.kind === 'index') return Number(this.constantOf(designator.index, 'an index'));
    const members = type.kind === 'record' ? membersOf(type, span) : [];
    const position = members.findIndex((member) => isOrHas(member, designator.name.text, span));
    return position === -1
      ? this.refuse(`${printCType(type)} has no member ${designator.name.text}`, designator.name.span)
      : position;
  }

  #part(place: ObjectPlace, position: number, span: Span): ObjectPlace | null {
    const { type } = place;
    if (type.kind === 'record') {
      const member = membersOf(type, span)[position];
      if (type.isUnion && member !== undefined && type.used?.includes(member) !== true)
        this.refuse(
          'an initial value of a member that is not used',
          span,
          'name the member that is: .name = value',
        );
      const part = member === undefined ? null : this.member(place, member.name, span);
      return part?.kind === 'object' ? part : null;
    }
    if (place.inUnion !== undefined)
      return this.refuse('initial values of an array in a union', span, 'assign its elements');
    if (type.kind !== 'array' || type.length === null)
      return this.refuse(`initial values of ${printCType(type)}`, span);
    if (position < 0 || position >= type.length) return null;
    const range = { lo: BigInt(position), hi: BigInt(position) };
    return {
      ...place,
      type: type.of,
      steps: [...place.steps, { kind: 'index', index: int(position), range, length: type.length }],
    };
  }
}

/** The text that an array of characters begins with, also in brackets of its own; null: it is another initial value. */
function textFor(type: CType, init: CInit): readonly bigint[] | null {
  if (type.kind !== 'array' || type.of.kind !== 'integer' || type.of.bits !== 8) return null;
  if (init.kind === 'expr') return init.expr.kind === 'string' ? init.expr.bytes : null;
  const [only, ...more] = init.items;
  return only === undefined || more.length > 0 || only.designators.length > 0
    ? null
    : textFor(type, only.value);
}

/** Whether a member has the name, or is one without a name that has a member which does. */
const isOrHas = (member: RecordMember, name: string, span: Span): boolean =>
  member.name === name ||
  (member.isHidden === true &&
    member.type.kind === 'record' &&
    wayToMember(member.type, name, span) !== null);

/** The cell with a value that lies in it by the lens. */
function inCell(cell: Expr, value: Expr, lens: Lens | undefined): Expr {
  if (lens === undefined) return value;
  return lens.kind === 'tag' ? told(value, lens) : withPart(cell, value, lens);
}

const isInner = (type: CType, position: number): boolean =>
  type.kind === 'record' && type.members?.[position]?.isInner === true;
