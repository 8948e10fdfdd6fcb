import type { Span } from '../../../diagnostics/span.js';
import { conjunction, equal, int, local, sharedReads, truth, unary } from '../../../lang/expr/expr.js';
import type { Expr } from '../../../lang/expr/expr.js';
import type { LocalId } from '../../../lang/expr/ids.js';
import { everything, contains, hull, includes, onlyMember } from '../../../lang/expr/interval.js';
import type { Interval } from '../../../lang/expr/interval.js';
import { simplifiedBinary, simplifiedUnary } from '../../../lang/expr/simplify.js';
import type { Stmt } from '../../../lang/program/program.js';
import { at, invariant } from '../../../support/invariant.js';
import { numbersBelow } from '../../../support/lists.js';
import type { CType, RecordMember, ScalarType } from '../types/c-type.js';
import {
  isAtomic,
  isScalar,
  offsetOfMember,
  pointerTo,
  printCType,
  rangeOfInteger,
  sameLayout,
  sizeOf,
  unqualified,
  unsignedC,
} from '../types/c-type.js';
import { knownOf } from './flow-state.js';
import {
  cellKey,
  cellOfMember,
  cellsIn,
  membersOf,
  placeAround,
  placeSteps,
  scalarsOf,
  typeAfter,
  wayToMember,
} from './object-cells.js';
import { firstAddress } from './made-objects.js';
import { constantSteps, unset } from './object-storage.js';
import type { CellPlace } from './object-storage.js';
import { assignLocal } from './race-watch.js';
import type { AccessOrder } from './memory-orders.js';
import { guarded } from './shared-accesses.js';
import type { AtomicChange } from './shared-accesses.js';
import { handleFact, handleKey, sharedKey } from './thread-base.js';
import { TypeResolver } from './type-resolver.js';
import { constant, numberValue } from './c-value.js';
import type { CObject, CValue, NumberValue, ObjectPlace, Place, PlaceStep } from './c-value.js';
import { isTold, partOfCell, told, toldValue, withPart } from './cell-lenses.js';
import { cellAt, overlayOf, scalarsInBytes } from './union-cells.js';
import type { Lens, PartLens } from './union-cells.js';

/** Reads and writes of places. */
export abstract class MemoryAccess extends TypeResolver {
  protected abstract convert(value: CValue, to: CType, span: Span): CValue;

  /** The type of the object itself, where a pointer sees it with the other sign; else null. */
  #signedOtherwise(place: Place, span: Span): ObjectPlace | null {
    if (place.kind !== 'object' || place.type.kind !== 'integer') return null;
    const own = place.steps.reduce((type, step) => typeAfter(type, step, span), place.object.type);
    return own.kind === 'integer' && own.signed !== place.type.signed ? { ...place, type: own } : null;
  }

  /** The number that stands for a value in memory. */
  protected asNumber(value: CValue, span: Span): NumberValue {
    switch (value.kind) {
      case 'number':
        return value;
      case 'address': {
        this.#refuseShared(value.place, span);
        this.checkPointer(value.place, span);
        const address = this.world.storage.address(value.place, span);
        return { kind: 'number', type: value.type, expr: address, range: { lo: 4096n, hi: null } };
      }
      case 'function':
        return constant(BigInt(this.world.facts.numberOfFunction(value.name)), value.type);
      case 'unmade':
        return this.refuse(
          'memory without a type',
          span,
          'convert what malloc gives to a pointer to what is kept there, or assign it to one',
        );
      case 'record':
      case 'void':
        return this.refuse(`${printCType(value.type)} as a number`, span);
    }
  }

  protected cell(place: Place, span: Span): CellPlace {
    if (place.kind === 'object') {
      this.#checkSteps(place, span);
      if (this.world.storage.isLookedAt(place.object, this.number))
        this.demand(this.world.storage.isAlive(this.world.storage.address(place, span)), 'pointer', span);
      return this.world.storage.access(place, this.number, span);
    }
    invariant(isScalar(place.type), 'cells are scalars');
    const { storage } = this.world;
    // A member of what is at no address is behind a small one.
    this.demand(simplifiedBinary('<=', int(firstAddress), place.address), 'pointer', span);
    this.demand(storage.holds(place.address, place.type), 'pointer', span);
    this.demand(storage.isAlive(place.address), 'pointer', span);
    return storage.pointed(place.address);
  }

  /** What must hold for the program to have a meaning from here on; where it does not, the thread stops. */
  protected demand(cond: Expr, property: string, span: Span, goesOn = false): void {
    if (cond === truth || this.state === null) return;
    const name = this.world.assertion(property, span);
    if (this.world.wishes.termination) return this.#heldOrLeftOut(cond, name, span, goesOn);
    const both = demanded(cond, name, span);
    this.emitter.check(goesOn ? both.slice(0, 1) : both);
  }

  /** What must hold for what follows to be modelled; where it does not, nothing is proved. */
  protected limit(cond: Expr, limit: 'allocations' | 'unset', span: Span): void {
    if (cond === truth || this.state === null) return;
    const name = this.world.limit(limit, span);
    if (this.world.wishes.termination) return this.#heldOrLeftOut(cond, name, span, false);
    this.emitter.check(demanded(cond, name, span));
  }

  /** Runs in which it does not hold are none that would have to come to an end. */
  #heldOrLeftOut(cond: Expr, property: string, span: Span, goesOn: boolean): void {
    const held = sharedReads(cond).length > 0 ? equal(this.exprOnce(unary('int', cond), span), int(1)) : cond;
    this.emit({ kind: 'assert', cond: held, property, span });
    if (!goesOn) this.leaveOutUnless(held, span);
  }

  #mayBeUnset(place: Place): boolean {
    return place.kind === 'object' ? place.object.isOpen : this.world.storage.hasUnset;
  }

  /** Indices of variables of their own are looked at by everybody who reads these; others here. */
  #checkSteps(place: ObjectPlace, span: Span): void {
    const indices = place.steps.flatMap((step) => (step.kind === 'index' ? [step] : []));
    const inMemory = this.world.facts.has(`memory:${place.object.key}`);
    const isPrivate = this.world.storage.isPrivate(place, this.number);
    const [first] = indices;
    // Who reads none that there is may do without what is read.
    const isLookedAt = indices.length === 1 && first?.index.kind !== 'int';
    if (isLookedAt && !inMemory && !isPrivate) return;
    for (const { index, range, length } of indices) {
      if (contains({ lo: 0n, hi: BigInt(length - 1) }, range)) continue;
      const once = index;
      this.demand(
        conjunction([simplifiedBinary('<=', int(0), once), simplifiedBinary('<', once, int(length))]),
        'pointer',
        span,
      );
    }
  }

  /** A pointer is to an element or behind the last one; what has members or elements itself is there (C11 6.5.6p8). */
  protected checkPointer({ steps }: ObjectPlace, span: Span): void {
    for (const [i, step] of steps.entries()) {
      if (step.kind !== 'index') continue;
      const most = i === steps.length - 1 ? step.length : step.length - 1;
      if (contains({ lo: 0n, hi: BigInt(most) }, step.range)) continue;
      const within = [
        simplifiedBinary('<=', int(0), step.index),
        simplifiedBinary('<=', step.index, int(most)),
      ];
      this.demand(conjunction(within), 'pointer', span);
    }
  }

  protected readPlace(place: Place, span: Span, order = orderBy(place.type)): CValue {
    const type = unqualified(place.type);
    if (type.kind === 'array') return this.decayed(place, span);
    if (type.kind === 'record') return { kind: 'record', type, place };
    if (type.kind === 'function') return this.refuse('a function as a value', span);
    if (!isScalar(type)) return this.refuse(`the value of ${printCType(type)}`, span);
    if (place.lens !== undefined) return this.readByLens(place, place.lens, span, order);
    const value = this.readPlain(place, span, order);
    this.#demandBytes(place, null, span);
    return value;
  }

  /** A scalar that has its cell alone. */
  protected readPlain(place: Place, span: Span, order: AccessOrder): CValue {
    const type = unqualified(place.type);
    if (!isScalar(type)) return this.refuse(`the value of ${printCType(type)}`, span);
    const thread = type.kind === 'library' && type.what === 'thread' ? this.#knownThread(place) : null;
    if (thread !== null) return constant(BigInt(thread) + 1n, type);
    const own = this.#signedOtherwise(place, span);
    if (own !== null) return this.convert(this.readPlain(own, span, order), type, span);
    const written = type.kind === 'integer' && place.kind === 'object' ? characterAt(place) : null;
    if (written !== null) return constant(written, type);
    const access = this.cell(place, span);
    if (access.kind === 'shared') {
      const known = this.#knownOfShared(place, type);
      if (known !== null) return known;
      const expr = this.loadOf(access, order, span);
      const read = { kind: 'number', type, expr, range: rangeOf(type) } as const;
      const value = this.#mayBeUnset(place) ? this.#setNumber(read, span) : read;
      return this.#isSeenOtherwise(place) ? this.#ofEitherSign(value, type, span) : value;
    }
    const known = this.state?.get(access.key);
    if (known?.kind === 'address') return { kind: 'address', type, place: known.place };
    if (known?.kind === 'function') return { kind: 'function', type, name: known.name };
    // Where it is not known which object a pointer points to, its number is needed.
    if (type.kind === 'pointer' && known === undefined) this.world.facts.note(`number:${access.key}`);
    if (this.state !== null && known === undefined && this.world.facts.has(`unset:${access.key}`))
      this.#checkSet(local(access.local), type, span);
    const range = known?.kind === 'range' ? meetType(known.range, type) : rangeOf(type);
    return numberValue(type, local(access.local), range);
  }

  /** The cell as one of those that all threads see; null: which it is is not known, or it lies in `memory`. */
  #sharedCell(place: Place): string | null {
    if (place.kind !== 'object' || this.world.facts.has(`memory:${place.object.key}`)) return null;
    const steps = constantSteps(place);
    return steps === null ? null : sharedKey(place.object.key, cellKey(steps));
  }

  /** The value of a cell that nobody changes from here on but this thread. */
  #knownOfShared(place: Place, type: ScalarType): CValue | null {
    const cell = this.#sharedCell(place);
    const known = cell === null ? undefined : this.state?.get(cell);
    // An index that only the writer knows is a variable of its own.
    if (known?.kind === 'address' && constantSteps(known.place) !== null)
      return { kind: 'address', type, place: known.place };
    if (known?.kind === 'function') return { kind: 'function', type, name: known.name };
    const only = known?.kind === 'range' ? onlyMember(known.range) : null;
    return only === null ? null : constant(only, type);
  }

  /** What was written is known while the thread is alone; later writes are noted. */
  #learnShared(place: Place, value: CValue | null): void {
    if (place.kind !== 'object') return;
    const { key } = place.object;
    if (!this.isAlone) this.world.facts.note(`later:${key}`);
    const cell = this.#sharedCell(place);
    if (cell !== null) return this.know(cell, this.isAlone && value !== null ? knownOf(value) : null);
    for (const known of this.state?.keys() ?? [])
      if (known.startsWith(sharedKey(key, ''))) this.know(known, null);
  }

  /** What is read, if it was written; that is looked at in the same step. */
  #setNumber(read: NumberValue, span: Span): NumberValue {
    const id = this.temporary('value', span);
    if (this.state !== null) {
      const isSet = simplifiedBinary('!=', local(id), int(unset));
      const body: readonly Stmt[] = [
        { kind: 'assign', target: { kind: 'local', local: id }, value: read.expr, labels: [], span },
        ...this.#setDemanded(isSet, read.type, span),
      ];
      this.emit({ kind: 'atomic', body, span });
      this.#leaveOutUnset(isSet, read.type, span);
    }
    return { ...read, expr: local(id) };
  }

  #isSeenOtherwise(place: Place): boolean {
    const { storage, facts } = this.world;
    const isInMemory = place.kind === 'pointed' || facts.has(`memory:${place.object.key}`);
    return isInMemory && place.type.kind === 'integer' && storage.isSeenWithOtherSign(place.type);
  }

  /** What was written by a pointer to integers of the other sign (C11 6.5p7 allows it). */
  #ofEitherSign(value: NumberValue, type: ScalarType, span: Span): CValue {
    if (type.kind !== 'integer') return value;
    const range = hull(rangeOfInteger({ ...type, signed: true }), rangeOfInteger({ ...type, signed: false }));
    return this.convert({ ...this.once(value, span), range }, type, span);
  }

  /** In place, of an old value that an atomic change has read. */
  #asOfSign(old: LocalId, place: Place, type: ScalarType, span: Span): readonly Stmt[] {
    if (!this.#isSeenOtherwise(place)) return [];
    const read = { kind: 'number', type, expr: local(old), range: rangeOf(type) } as const;
    const { expr: value } = this.asNumber(this.#ofEitherSign(read, type, span), span);
    return [{ kind: 'assign', target: { kind: 'local', local: old }, value, labels: [], span }];
  }

  /** A signed integer may well have that value: a run that goes on with it is one of those that there are. */
  #setDemanded(isSet: Expr, type: CType, span: Span): readonly Stmt[] {
    const both = demanded(isSet, this.world.limit('unset', span), span);
    return mayBeThatValue(type) || this.world.wishes.termination ? both.slice(0, 1) : both;
  }

  #checkSet(value: Expr, type: CType, span: Span): void {
    const isSet = simplifiedBinary('!=', value, int(unset));
    this.emitter.check(this.#setDemanded(isSet, type, span));
    this.#leaveOutUnset(isSet, type, span);
  }

  /** Who is stopped does not wait for anything: where it is asked who ends, its run is left out. */
  #leaveOutUnset(isSet: Expr, type: CType, span: Span): void {
    if (this.world.wishes.termination && !mayBeThatValue(type)) this.leaveOutUnless(isSet, span);
  }

  /** The address of the first element. */
  protected decayed(place: Place, span: Span): CValue {
    invariant(place.type.kind === 'array', 'only arrays turn into pointers');
    this.#refuseShared(place, span);
    const { of, length } = place.type;
    if (place.kind === 'pointed')
      return { kind: 'number', type: pointerTo(of), expr: place.address, range: { lo: 0n, hi: null } };
    if (length === null) return this.refuse('the length of this array is not known', span);
    const step = { kind: 'index', index: int(0), range: { lo: 0n, hi: 0n }, length } as const;
    return {
      kind: 'address',
      type: pointerTo(of),
      place: { ...place, steps: [...place.steps, step], type: of },
    };
  }

  /** Stores a value that has the type of the place already. */
  protected writePlace(place: Place, value: CValue, order: AccessOrder, span: Span): void {
    if (this.state === null) return;
    if (value.kind === 'record') return this.#copy(place, value.place, span);
    const { type } = place;
    if (place.kind === 'object' && place.object.isText === true)
      this.refuse('a change of a text', span, 'copy it into an array: char text[] = "..."');
    if (type.kind === 'library' && type.what === 'opaque') return;
    if (!isScalar(type)) return this.refuse(`a store to ${printCType(type)}`, span);
    if (place.lens !== undefined) return this.writeByLens(place, place.lens, value, order, span);
    if (type.kind === 'library' && type.what === 'thread') this.#learnHandle(place, value);
    const own = this.#signedOtherwise(place, span);
    if (own !== null) return this.writePlace(own, this.convert(value, own.type, span), order, span);
    const access = this.cell(place, span);
    if (access.kind === 'local') {
      this.#noteWhole(place, span);
      return this.#writeLocal(access, value, span);
    }
    const { expr } = this.asNumber(value, span);
    this.#learnShared(place, value);
    // Nobody sees when it takes place before there are other threads, and all is over when they begin.
    this.storeTo(access, expr, order, this.isAlone, span);
  }

  /** A variable that names threads gets another value: which one it names then is known if it is a constant. */
  #learnHandle(place: Place, value: CValue): void {
    const { facts } = this.world;
    if (place.kind !== 'object') return facts.note('handles-by-pointer');
    const { object } = place;
    facts.note(handleFact(object.key, this.number));
    const number = value.kind === 'number' ? onlyMember(value.range) : null;
    const thread = number === null || number < 2n ? null : Number(number) - 1;
    const steps = constantSteps(place);
    if (steps !== null) {
      const cell = handleKey(object.key, cellKey(steps));
      return this.know(cell, number === 0n ? null : { kind: 'thread', thread, isSure: thread !== null });
    }
    for (const [cell, known] of this.state ?? [])
      if (known.kind === 'thread' && cell.startsWith(handleKey(object.key, '')))
        this.know(cell, { kind: 'thread', thread: null, isSure: false });
  }

  /** Which thread a variable names here, whoever else there is; null: that is not known. */
  #knownThread(place: Place): number | null {
    const steps = place.kind === 'object' ? constantSteps(place) : null;
    if (place.kind !== 'object' || steps === null || this.hasForeignHandles(place.object)) return null;
    const known = this.state?.get(handleKey(place.object.key, cellKey(steps)));
    return known?.kind === 'thread' && known.isSure ? known.thread : null;
  }

  /** Whether others may change which threads the object names. */
  protected hasForeignHandles({ key }: CObject): boolean {
    const { facts } = this.world;
    if (facts.has('handles-by-pointer') && facts.has(`memory:${key}`)) return true;
    return numbersBelow(facts.threadCount).some((t) => t !== this.number && facts.has(handleFact(key, t)));
  }

  /** A pointer to a known object needs no number while it is known everywhere it is read. */
  #writeLocal(access: CellPlace & { readonly kind: 'local' }, given: CValue, span: Span): void {
    // An index is a variable that may change while the pointer stays.
    const value = given.kind === 'address' ? this.captured(given, span) : given;
    const isNumber = value.kind === 'number' || value.kind === 'unmade';
    if (isNumber || (value.kind === 'address' && this.world.facts.has(`number:${access.key}`))) {
      const { expr } = this.asNumber(value, span);
      this.emit({ kind: 'assign', target: { kind: 'local', local: access.local }, value: expr, span });
    }
    this.know(access.key, knownOf(value));
  }

  /** What an earlier round through its block has left in a variable is not its value. Others see it lost as they see a store. */
  protected unsetAgain({ object }: ObjectPlace, isRepeated: boolean, span: Span): void {
    if (this.state === null) return;
    const { storage } = this.world;
    for (const id of storage.openCells(object))
      this.emit({ kind: 'assign', target: { kind: 'local', local: id }, value: int(unset), span });
    if (
      !isRepeated ||
      storage.isPrivate({ kind: 'object', object, steps: [], type: object.type }, this.number)
    )
      return;
    const none: NumberValue = { kind: 'number', type: object.type, expr: int(unset), range: everything };
    for (const { steps, type } of scalarsOf(object.type, span))
      this.writePlace({ kind: 'object', object, steps: placeSteps(steps), type }, none, 'plain', span);
  }

  #copy(to: Place, from: Place, span: Span): void {
    const sources = this.leavesOf(from, span);
    for (const [i, place] of this.leavesOf(to, span).entries()) this.copyCell(place, at(sources, i), span);
  }

  protected copyCell(to: Place, from: Place, span: Span): void {
    this.writePlace(to, this.captured(this.readPlace(from, span, 'plain'), span), 'plain', span);
  }

  /** The scalars of a place, from the first one. */
  protected leavesOf(place: Place, span: Span): readonly Place[] {
    if (cellsIn(place.type, span) > maxLeaves)
      this.refuse(`${printCType(place.type)} as a whole`, span, `up to ${maxLeaves} scalars are taken`);
    const { inUnion } = place;
    if (inUnion !== undefined)
      return [...scalarsInBytes(place.type, span)].map(({ type, bytes }) =>
        this.#settledIn({ ...place, type, inUnion: { ...inUnion, bytes: inUnion.bytes + bytes } }, span),
      );
    const all = scalarsOf(place.type, span);
    return [...all].map(({ steps, type, cell }): Place =>
      place.kind === 'object'
        ? { ...place, steps: [...place.steps, ...placeSteps(steps)], type }
        : { ...place, address: simplifiedBinary('+', place.address, int(cell)), type },
    );
  }

  protected member(place: Place, name: string, span: Span): Place {
    const { type } = place;
    if (type.kind !== 'record') return this.refuse(`a member of ${printCType(type)}`, span);
    const way = wayToMember(type, name, span);
    if (way === null) {
      const names = membersOf(type, span).map((member) => member.name);
      return this.refuse(
        `${printCType(type)} has no member ${name}`,
        span,
        `its members are ${names.join(', ')}`,
      );
    }
    return way.reduce((here, member) => this.#ownMember(here, member, span), place);
  }

  #ownMember(place: Place, { name, type }: RecordMember, span: Span): Place {
    const { type: of, inUnion } = place;
    invariant(of.kind === 'record', 'only records have members');
    const isOverlaid = inUnion === undefined && overlayOf(of, span) !== null;
    const view = isOverlaid ? { union: of, bytes: 0n } : inUnion;
    if (view !== undefined) {
      const offset = offsetOfMember(of, name);
      if (offset === null) return this.refuse(`${printCType(of)} in a union`, span);
      return this.#settledIn({ ...place, type, inUnion: { ...view, bytes: view.bytes + offset } }, span);
    }
    if (place.kind === 'object')
      return { ...place, steps: [...place.steps, { kind: 'field', name, of }], type };
    const cell = cellOfMember(of, name, span);
    return { kind: 'pointed', address: simplifiedBinary('+', place.address, int(cell)), type };
  }

  /** A scalar of a union is in the cell that it shares with those of other members. */
  #settledIn(place: Place, span: Span): Place {
    const { inUnion, type } = place;
    if (inUnion === undefined || !isScalar(type)) return place;
    const overlay = overlayOf(inUnion.union, span);
    const found = overlay === null ? null : cellAt(overlay, inUnion.bytes, type);
    if (overlay === null || found === null) return this.refuse(`${printCType(type)} in a union`, span);
    const { name } = found.member;
    const lens = found.lens === null ? {} : { lens: found.lens };
    if (place.kind === 'object') {
      const steps: readonly PlaceStep[] = [...place.steps, { kind: 'field', name, of: overlay.record }];
      return { kind: 'object', object: place.object, steps, type, ...lens };
    }
    const cell = cellOfMember(overlay.record, name, span);
    return { kind: 'pointed', address: simplifiedBinary('+', place.address, int(cell)), type, ...lens };
  }

  /** A pointer tells a place, and not which part of a cell. */
  #refuseShared({ lens, inUnion }: Place, span: Span): void {
    if (lens !== undefined || inUnion !== undefined)
      this.refuse(
        'a pointer to a part of a union whose members share their memory',
        span,
        'name the member where it is used, or take a struct',
      );
  }

  /** The cell, as that which it is. */
  #sharedByLens(place: Place, { cell }: Lens): Place {
    return place.kind === 'object'
      ? { kind: 'object', object: place.object, steps: place.steps, type: cell }
      : { kind: 'pointed', address: place.address, type: cell };
  }

  protected readByLens(place: Place, lens: Lens, span: Span, order: AccessOrder): CValue {
    const { type } = place;
    if (!isScalar(type)) return this.refuse(`the value of ${printCType(type)}`, span);
    this.#refuseRaces(lens, span);
    const cell = this.#sharedByLens(place, lens);
    const read = this.#cellRead(cell, span, order, lens.kind === 'part' ? bytesOf(lens) : null);
    const whole = this.once(read, span);
    if (lens.kind === 'part') return this.convert(partOfCell(whole.expr, lens), type, span);
    this.limit(isTold(whole.expr, lens), 'unset', span);
    const expr = toldValue(whole.expr, lens);
    return { kind: 'number', type: unqualified(type), expr, range: rangeOf(type) };
  }

  /** To C the members of a struct are places of their own, also where they share a cell. */
  #refuseRaces({ kind }: Lens, span: Span): void {
    if (kind === 'part' && this.world.wishes.races)
      this.refuse('a part of a union, with --races', span, 'leave it out where races are looked for');
  }

  protected writeByLens(place: Place, lens: Lens, value: CValue, order: AccessOrder, span: Span): void {
    const cell = this.#sharedByLens(place, lens);
    const { expr } = this.once(this.asNumber(value, span), span);
    const write = (whole: Expr): void => {
      const made = { kind: 'number', type: lens.cell, expr: whole, range: rangeOf(lens.cell) } as const;
      this.writePlace(cell, made, order, span);
    };
    if (lens.kind === 'tag') return write(told(expr, lens));
    this.#refuseRaces(lens, span);
    const isOwn = cell.kind === 'object' && this.world.storage.isPrivate(cell, this.number);
    if (isOwn && cell.object.isOpen) return this.#writeOpenPart(cell, lens, expr, span);
    const isKept = cell.kind === 'object' && !cell.object.isOpen && this.isAlone;
    if (!isOwn && !isKept)
      this.refuse(
        'a store to a part of what other threads may see as a whole',
        span,
        'store the whole, or change it by a compare-exchange of the whole',
      );
    const old = this.once(this.asNumber(this.readPlace(cell, span, 'plain'), span), span);
    write(withPart(old.expr, expr, lens));
  }

  /** Of a variable that may hold anything, it is kept which bytes nothing was written to yet. */
  #writeOpenPart(cell: ObjectPlace, lens: PartLens, value: Expr, span: Span): void {
    const access = this.cell(cell, span);
    const missing = this.#missingIn(cell);
    if (access.kind !== 'local' || missing === null) return this.refuse('a part of this variable', span);
    this.world.facts.note(`parts:${missing.object.key}`);
    const raw = local(access.local);
    const isSet = simplifiedUnary('int', simplifiedBinary('!=', raw, int(unset)));
    const before = this.asNumber(this.readPlace(missing, span, 'plain'), span);
    // Nothing is written: all bytes are missing.
    const all = allBytes(lens.cell);
    const ofAll = simplifiedBinary('*', simplifiedBinary('-', int(1), isSet), int(all));
    const kept = simplifiedBinary('+', simplifiedBinary('*', before.expr, isSet), ofAll);
    const left = simplifiedBinary('-', kept, simplifiedBinary('&', kept, int(bytesOf(lens))));
    const whole = withPart(simplifiedBinary('*', raw, isSet), value, lens);
    // Both are made of what is there before.
    const bytes = this.capturedNumber(
      { kind: 'number', type: unsignedC, expr: left, range: { lo: 0n, hi: all } },
      span,
    );
    const range = rangeOf(lens.cell);
    const made = this.capturedNumber({ kind: 'number', type: lens.cell, expr: whole, range }, span);
    this.#writeLocal(access, made, span);
    this.writePlace(missing, bytes, 'plain', span);
  }

  /** A variable beside a cell of an open object that has parts; null: it is none. */
  #missingIn(cell: Place): ObjectPlace | null {
    if (cell.kind !== 'object' || !cell.object.isOpen || cell.object.owner !== this.number) return null;
    const steps = constantSteps(cell);
    if (steps === null) return null;
    const { object } = cell;
    const key = `${object.key}${cellKey(steps)}:missing`;
    const beside: CObject = {
      key,
      name: `${object.name}_missing`,
      type: unsignedC,
      owner: object.owner,
      init: new Map(),
      isOpen: false,
      span: object.span,
    };
    return { kind: 'object', object: beside, steps: [], type: unsignedC };
  }

  /** The whole cell, of which some bytes are wanted, or all (null). */
  #cellRead(cell: Place, span: Span, order: AccessOrder, bytes: bigint | null): NumberValue {
    const read = this.asNumber(this.readPlain(cell, span, order), span);
    this.#demandBytes(cell, bytes, span);
    return read;
  }

  #demandBytes(cell: Place, bytes: bigint | null, span: Span): void {
    const missing = this.#missingIn(cell);
    if (missing === null || !this.world.facts.has(`parts:${missing.object.key}`)) return;
    const { expr } = this.asNumber(this.readPlace(missing, span, 'plain'), span);
    const absent = bytes === null ? expr : simplifiedBinary('&', expr, int(bytes));
    this.limit(equal(absent, int(0)), 'unset', span);
  }

  /** What is stored as a whole has all its bytes. */
  #noteWhole(cell: Place, span: Span): void {
    const missing = this.#missingIn(cell);
    if (missing !== null && this.world.facts.has(`parts:${missing.object.key}`))
      this.writePlace(missing, constant(0n, unsignedC), 'plain', span);
  }

  /** `*pointer`. */
  protected pointedBy(value: CValue, span: Span): Place {
    const { type } = value;
    if (type.kind !== 'pointer') return this.refuse(`${printCType(type)} is no pointer`, span);
    if (value.kind === 'address') {
      const place = this.seenAs(value.place, type.to);
      if (place !== null) return this.#atomicAlike(place, type.to, span);
      return this.refuse(
        `${printCType(value.place.type)} seen as ${printCType(type.to)}`,
        span,
        'use objects with the type that they were declared with',
      );
    }
    if (value.kind !== 'number') return this.refuse('what is behind this pointer', span);
    if (type.to.kind === 'void')
      return this.refuse('what is behind a pointer to void', span, 'cast it to a pointer to what is there');
    return { kind: 'pointed', address: this.exprOnce(value.expr, span), type: type.to };
  }

  /** What is atomic and seen through a pointer to what is not would count as both. */
  #atomicAlike(place: ObjectPlace, seen: CType, span: Span): ObjectPlace {
    if (this.world.wishes.races && isAtomic(place.type) && !isAtomic(seen))
      this.refuse('an atomic object seen as one that is not, with --races', span, 'point to it as _Atomic');
    return place;
  }

  /** A place as an object of another type, where that is the same or its first member; null: it is neither. */
  protected seenAs(place: ObjectPlace, type: CType): ObjectPlace | null {
    return this.#partSeenAs(place, type) ?? wholeSeenAs(place, type);
  }

  #partSeenAs(place: ObjectPlace, type: CType): ObjectPlace | null {
    if (place.lens !== undefined || place.inUnion !== undefined)
      return place.type === type || (place.lens !== undefined && sameLayout(place.type, type)) ? place : null;
    if (sameLayout(place.type, type)) {
      const isSigned =
        place.type.kind === 'integer' && type.kind === 'integer' && place.type.signed !== type.signed;
      return isSigned ? { ...place, type } : place;
    }
    const first = place.type.kind === 'record' && !place.type.isUnion ? place.type.members?.[0] : undefined;
    if (first !== undefined && place.type.kind === 'record')
      return this.#partSeenAs(
        {
          ...place,
          steps: [...place.steps, { kind: 'field', name: first.name, of: place.type }],
          type: first.type,
        },
        type,
      );
    if (place.type.kind === 'array' && place.type.length !== null) {
      const step = {
        kind: 'index',
        index: int(0),
        range: { lo: 0n, hi: 0n },
        length: place.type.length,
      } as const;
      return this.#partSeenAs({ ...place, steps: [...place.steps, step], type: place.type.of }, type);
    }
    return null;
  }

  /** `pointer + by` elements; where that is followed at once it is looked at there. */
  protected moved(value: CValue, by: NumberValue, span: Span, isFollowed = false): CValue {
    const { type } = value;
    if (type.kind !== 'pointer') return this.refuse(`arithmetic with ${printCType(type)}`, span);
    if (value.kind === 'address') {
      const steps = [...value.place.steps];
      const last = steps.pop();
      const isElement = last?.kind === 'index' && sameLayout(value.place.type, type.to);
      if (isElement) {
        const index = this.once(by, span);
        const sum = simplifiedBinary('+', last.index, index.expr);
        const range = addRanges(last.range, index.range);
        const place = { ...value.place, steps: [...steps, { ...last, index: sum, range }] };
        if (!isFollowed) this.checkPointer(place, span);
        return { ...value, place };
      }
    }
    // A pointer that stays where it is; null may (C++ allows it, and C compilers do).
    if (by.expr.kind === 'int' && by.expr.value === 0n) return value;
    this.#refuseOtherView(value, type.to, span);
    this.world.facts.note('moved-pointers');
    const pointer = this.once(this.asNumber(value, span), span);
    this.limit(this.world.storage.isSeenAsItIs(pointer.expr, type.to), 'unset', span);
    const amount = this.once(by, span);
    const cells = simplifiedBinary('*', amount.expr, int(cellsIn(type.to, span)));
    const to = simplifiedBinary('+', pointer.expr, cells);
    const move = { from: pointer.expr, to, by: amount.range, pointee: type.to, isFollowed };
    const { holds, isCertain } = this.world.storage.moves(move);
    this.demand(holds, 'pointer', span);
    this.limit(isCertain, 'unset', span);
    return { kind: 'number', type, expr: to, range: everything };
  }

  /** Steps of what is seen as something else, as of bytes, are no steps from cell to cell. */
  #refuseOtherView(value: CValue, seen: CType, span: Span): void {
    if (value.kind !== 'address' || this.seenAs(value.place, seen) !== null) return;
    this.refuse(`arithmetic with ${printCType(value.place.type)} seen as ${printCType(seen)}`, span);
  }

  /** An atomic change: the old value, which stays as it is. */
  protected updateInOneStep(place: Place, change: (old: Expr) => AtomicChange, span: Span): NumberValue {
    const type = unqualified(place.type);
    if (!isScalar(type)) return this.refuse(`an atomic change of ${printCType(type)}`, span);
    if (place.lens !== undefined)
      this.refuse(
        'an atomic change of a part of a union',
        span,
        'change the whole of what its members share',
      );
    if (this.#signedOtherwise(place, span) !== null)
      this.refuse('an atomic change through a pointer with another sign', span);
    const access = this.cell(place, span);
    const old =
      access.kind === 'local'
        ? this.#changeLocal(access, type, change, span)
        : this.#changeShared(access, place, type, change, span);
    return numberValue(type, local(old), rangeOf(type));
  }

  #changeShared(
    access: CellPlace & { readonly kind: 'shared' },
    place: Place,
    type: ScalarType,
    change: (old: Expr) => AtomicChange,
    span: Span,
  ): LocalId {
    const isSet = (old: Expr): Expr => simplifiedBinary('!=', old, int(unset));
    const isOpen = this.#mayBeUnset(place);
    const look = (old: LocalId): readonly Stmt[] => [
      ...(isOpen ? this.#setDemanded(isSet(local(old)), type, span) : []),
      ...this.#comparable(local(old), type, change(local(old)), span),
      ...this.#asOfSign(old, place, type, span),
    ];
    const old = this.changeOf(access, change, span, look);
    this.#learnShared(place, null);
    if (isOpen) this.#leaveOutUnset(isSet(local(old)), type, span);
    return old;
  }

  /** What a compare-exchange compares with is no pointer to what is no longer there. */
  #comparable(old: Expr, type: ScalarType, { when }: AtomicChange, span: Span): readonly Stmt[] {
    const hasValue = this.world.storage.hasValue(old);
    if (type.kind !== 'pointer' || when === undefined || hasValue === truth) return [];
    return demanded(hasValue, this.world.limit('unset', span), span);
  }

  #changeLocal(
    access: CellPlace & { readonly kind: 'local' },
    type: ScalarType,
    change: (old: Expr) => AtomicChange,
    span: Span,
  ): LocalId {
    const old = this.temporary('old', span);
    const todo = change(local(old));
    const store = assignLocal(access.local, todo.value, span);
    const body = [assignLocal(old, local(access.local), span), ...guarded(todo, [store], [], span)];
    if (type.kind === 'pointer') this.world.facts.note(`number:${access.key}`);
    this.know(access.key, null);
    this.emit({ kind: 'locked', body, span });
    return old;
  }
}

/** More scalars than this are not copied or filled at once. */
const maxLeaves = 1000;

/** What begins where its first part does, from the part: a struct, from its first member (C11 6.7.2.1p15). */
function wholeSeenAs(place: ObjectPlace, type: CType): ObjectPlace | null {
  for (let whole = placeAround(place); whole !== null; whole = placeAround(whole))
    if (sameLayout(whole.type, type)) return whole;
  return null;
}

/** The character of a text, if it is known which; else null. */
function characterAt(place: ObjectPlace): bigint | null {
  const steps = place.object.isText === true ? constantSteps(place) : null;
  return steps === null ? null : (place.object.init.get(cellKey(steps)) ?? null);
}

/** The bytes of a cell, a bit each. */
const allBytes = (cell: ScalarType): bigint => (1n << (sizeOf(cell) ?? 8n)) - 1n;
const bytesOf = ({ low, bits }: PartLens): bigint => ((1n << (bits / 8n)) - 1n) << (low / 8n);

/** Operators on atomic objects are sequentially consistent. */
const orderBy = (type: CType): AccessOrder => (isAtomic(type) ? 'seq_cst' : 'plain');
/** A thread for which it does not hold goes no further. */
export const demanded = (cond: Expr, property: string, span: Span): readonly Stmt[] => [
  { kind: 'assert', cond, property, labels: [], span },
  { kind: 'assume', cond, labels: [], span },
];

/** No address is larger. */
const lastAddress = 2n ** 47n;

export const rangeOf = (type: ScalarType): Interval =>
  type.kind === 'integer' ? rangeOfInteger(type) : { lo: 0n, hi: lastAddress };

const meetType = (range: Interval, type: ScalarType): Interval => {
  const limits = rangeOf(type);
  return contains(limits, range) ? range : limits;
};

export const addRanges = (a: Interval, b: Interval): Interval => ({
  lo: a.lo === null || b.lo === null ? null : a.lo + b.lo,
  hi: a.hi === null || b.hi === null ? null : a.hi + b.hi,
});

/** Whether a value of the type may be the one that stands for none. */
const mayBeThatValue = (type: CType): boolean =>
  type.kind === 'integer' && includes(rangeOfInteger(type), unset);
