import type { Span } from '../../../diagnostics/span.js';
import {
  and,
  conjunction,
  disjunction,
  equal,
  falsity,
  int,
  local,
  not,
  shared,
  truth,
} from '../../../lang/expr/expr.js';
import type { Expr } from '../../../lang/expr/expr.js';
import type { LocalId } from '../../../lang/expr/ids.js';
import { onlyMember } from '../../../lang/expr/interval.js';
import { simplifiedBinary } from '../../../lang/expr/simplify.js';
import { rangeType } from '../../../lang/expr/type.js';
import type { LValue, Stmt } from '../../../lang/program/program.js';
import { numbersBelow } from '../../../support/lists.js';
import type { CExpr } from '../syntax/c-ast.js';
import type { CType, RecordType } from '../types/c-type.js';
import { pointerTo, printCType, sizeOf, voidC } from '../types/c-type.js';
import { CExpressions } from './c-expressions.js';
import { firstAddress, freedBy, handedBy, lifeOfHanded } from './made-objects.js';
import type { LifeCells } from './made-objects.js';
import { demanded } from './memory-access.js';
import { cellsIn, placeSteps, scalarsOf } from './object-cells.js';
import { constant, constantIn, nothing } from './c-value.js';
import type { CObject, CValue, MakingSite } from './c-value.js';

/** What makes objects. */
export const makingCallNames = ['malloc', 'calloc', 'aligned_alloc', 'memalign', 'posix_memalign'] as const;

export type CallExpr = CExpr & { readonly kind: 'call' };

/**
 * `malloc`, `calloc` and `free`. A call that is come to once makes one object, a static one as far as anybody can tell;
 * one that may be come to again makes up to `--allocations` of them. What is given back may be made again: by the thread
 * that gave it, whose buffer keeps the order of its own writes; or by another one, once all that the first had written
 * has reached memory. Both happen with real allocators, and only a run tells which; so both are tried. Nothing of this
 * waits for a buffer, which would hide what a program does without fences of its own.
 */
export abstract class CMakingCalls extends CExpressions {
  /** Whether the place may be come to again. */
  protected abstract isRepeated(): boolean;

  /** Null: it is another call. */
  protected makingCall(name: string, expr: CallExpr): CValue | null {
    const { args, span } = expr;
    switch (name) {
      case 'malloc':
        return this.#unmade(args.slice(0, 1), false, expr);
      case 'calloc':
        return this.#unmade(args.slice(0, 2), true, expr);
      case 'free':
        for (const arg of args) this.#free(this.value(arg), span);
        return nothing;
      case 'aligned_alloc':
      case 'memalign':
        return this.#unmade(args.slice(1, 2), false, expr);
      case 'posix_memalign':
        return this.#madeInto(expr);
      case 'realloc':
        return this.refuse(name, span, 'take malloc, and copy what is to be kept');
      default:
        return null;
    }
  }

  #unmade(sizes: readonly CExpr[], isZeroed: boolean, expr: CallExpr): CValue {
    const bytes = sizes.reduce((product, size) => {
      const value = this.integerOf(this.value(size), size.span);
      const known = onlyMember(value.range);
      if (known === null)
        return this.refuse('a size that is not known here', size.span, 'make objects of constant sizes');
      return product * known;
    }, 1n);
    const key = `${this.path}:${this.world.facts.idOf(expr)}`;
    return { kind: 'unmade', type: pointerTo(voidC), site: { key, bytes, isZeroed } };
  }

  /** The type is that of the variable which gets the address. */
  #madeInto(expr: CallExpr): CValue {
    const { args, span } = expr;
    const [target] = args;
    const value = target === undefined ? nothing : this.value(target);
    const place = value.kind === 'address' ? value.place : this.pointedBy(value, span);
    const made = this.#unmade(args.slice(2, 3), false, expr);
    this.writePlace(place, this.convert(made, place.type, span), 'plain', span);
    return constant(0n);
  }

  protected override made(site: MakingSite, of: CType, span: Span): CValue {
    const type = this.#objectType(site.bytes, of, span);
    const { facts, wishes } = this.world;
    const isRepeated = this.isRepeated();
    const count = isRepeated ? wishes.allocations : 1;
    const objects = numbersBelow(count).map((i): CObject => {
      const name = of.kind === 'record' ? `made_${of.name}` : 'made';
      const key = `${site.key}#${i}`;
      return { key, name, type, owner: this.number, init: new Map(), isOpen: true, pool: poolOf(type), span };
    });
    facts.note(`makes:${this.number}`);
    const pointer = this.#pointerTo(objects, isRepeated, pointerTo(of), span);
    if (site.isZeroed) this.#clear(pointer, type, span);
    return pointer;
  }

  /** One object of the type, an array of them, or a record whose last member takes what is left. */
  #objectType(bytes: bigint, of: CType, span: Span): CType {
    const size = sizeOf(of);
    if (size === null || size === 0n || bytes < size)
      return this.refuse(`${bytes} bytes for ${printCType(of)}`, span, 'write malloc(sizeof(type))');
    if (of.kind === 'record' && bytes > size) {
      const grown = grownRecord(of, bytes - size);
      if (grown !== null) return grown;
    }
    const count = bytes / size;
    return count === 1n ? of : { kind: 'array', of, length: Number(count) };
  }

  #pointerTo(
    objects: readonly CObject[],
    isRepeated: boolean,
    type: CType & { readonly kind: 'pointer' },
    span: Span,
  ): CValue {
    const [first] = objects;
    if (first === undefined) return this.refuse('no objects', span);
    const { facts, storage } = this.world;
    const isReused = this.#isReused();
    if (!isRepeated && !isReused) return this.#known(first, type);
    const numbers = objects.map((object) => this.asNumber(this.#known(object, type), span).expr);
    const stride = facts.has('frees') ? storage.made.stride : cellsIn(first.type, span) + 1;
    const base = numbers[0] ?? int(firstAddress);
    const next = !isRepeated ? null : this.#counter(first.key, objects.length, span);
    const fresh = next === null ? base : plus(base, simplifiedBinary('*', local(next), int(stride)));
    const isLeft = next === null ? truth : simplifiedBinary('<', local(next), int(objects.length));
    const address = this.temporary('made', span);
    if (isReused) this.#choose(address, first, { fresh, isLeft }, span);
    else {
      this.limit(isLeft, 'allocations', span);
      this.#set(address, fresh, span);
    }
    if (next !== null) this.#count(next, { isLeft, isTaken: equal(local(address), fresh) }, span);
    return { kind: 'number', type, expr: local(address), range: { lo: BigInt(firstAddress), hi: null } };
  }

  /** Whether a call of `free` was written for this thread. */
  #hasFreed = false;

  /** Whether an object that was given back may be made again here. */
  #isReused(): boolean {
    const { facts, storage, starts } = this.world;
    if (!facts.has('frees') || storage.made.objects.length === 0) return false;
    if (this.#hasFreed || (this.isRepeated() && facts.has(`frees:${this.number}`))) return true;
    // Before it has made a thread, the first one is alone.
    const isAlone = this.number === 0 && starts.length === 0;
    return !isAlone && this.#others().some((t) => facts.has(`frees:${t}`));
  }

  /** The threads there are in the end. */
  #others(): readonly number[] {
    return numbersBelow(this.world.facts.threadCount).filter((t) => t !== this.number);
  }

  #known(object: CObject, type: CType): CValue {
    const isArray = object.type.kind === 'array';
    const place = { kind: 'object', object, steps: [], type: object.type } as const;
    if (!isArray) return { kind: 'address', type, place };
    const first = this.decayed(place, object.span);
    return { ...first, type };
  }

  /** How many objects the place has made. */
  #counter(key: string, most: number, span: Span): LocalId {
    const counters = this.world.counters;
    const known = counters.get(key);
    if (known !== undefined) return known;
    const init = { kind: 'value', value: int(0) } as const;
    const made = this.world.storage.addLocal(this.number, 'makes', rangeType(0n, BigInt(most)), init, span);
    counters.set(key, made);
    return made;
  }

  #count(next: LocalId, { isLeft, isTaken }: { isLeft: Expr; isTaken: Expr }, span: Span): void {
    const end = this.emitter.fresh('counted');
    this.emitter.unless(and(isLeft, isTaken), end, span);
    this.#set(next, plus(local(next), int(1)), span);
    this.emitter.place(end);
  }

  #set(target: LocalId, value: Expr, span: Span): void {
    this.emit({ kind: 'assign', target: { kind: 'local', local: target }, value, span });
  }

  /**
   * A new object, or one of those of the pool that were given back. What only new ones would show is not seen where none
   * is left, so that is a limit even where an old one could be taken.
   */
  #choose(
    address: LocalId,
    { pool = '' }: CObject,
    { fresh, isLeft }: { readonly fresh: Expr; readonly isLeft: Expr },
    span: Span,
  ): void {
    const { made, life } = this.world.storage;
    const { lo, hi } = made.numbersOf(pool);
    const pick = this.world.storage.addLocal(
      this.number,
      'pick',
      rangeType(BigInt(lo), BigInt(hi)),
      { kind: 'any' },
      span,
      true,
    );
    const number = local(pick);
    const chosen = plus(int(firstAddress), simplifiedBinary('*', number, int(made.stride)));
    const state = shared(life.life, number);
    const handed = shared(life.handed, number);
    const isFresh = and(isLeft, equal(chosen, fresh));
    const isKept = equal(state, int(freedBy(this.number, false)));
    const isHanded = and(equal(state, lifeOfHanded(handed)), not(equal(handed, int(handedBy(this.number)))));
    if (isLeft !== truth && this.state !== null)
      this.emit({ kind: 'assert', cond: isLeft, property: this.world.limit('allocations', span), span });
    // Who finds no object waits for nothing that the program knows.
    if (this.world.wishes.termination) this.leaveOutUnless(isLeft, span);
    const lives: LValue = { kind: 'shared', shared: life.life, index: number };
    // In one step, so that nobody waits who has picked what cannot be made.
    const body: readonly Stmt[] = [
      { kind: 'havoc', local: pick, labels: [], span },
      { kind: 'assume', cond: disjunction([isFresh, isKept, isHanded]), labels: [], span },
      { kind: 'assign', target: lives, value: int(1), labels: [], span },
      { kind: 'assign', target: { kind: 'local', local: address }, value: chosen, labels: [], span },
    ];
    this.emit({ kind: 'atomic', body, span });
  }

  /** As `calloc` does it: by plain stores. */
  #clear(pointer: CValue, type: CType, span: Span): void {
    for (const leaf of scalarsOf(type, span)) {
      const zero = constant(0n, leaf.type);
      if (pointer.kind === 'number') {
        const address = plus(pointer.expr, int(leaf.cell));
        this.writePlace({ kind: 'pointed', address, type: leaf.type }, zero, 'plain', span);
      } else if (pointer.kind === 'address') {
        const steps = placeSteps(leaf.steps);
        const place = { kind: 'object', object: pointer.place.object, steps, type: leaf.type } as const;
        this.writePlace(place, zero, 'plain', span);
      }
    }
  }

  #free(value: CValue, span: Span): void {
    if (value.type.kind !== 'pointer') return this.refuse(`free of ${printCType(value.type)}`, span);
    if (constantIn(value) === 0n || this.state === null) return;
    // It is an access that conflicts with all others, and synchronises with who gets the memory next (C11 7.22.3).
    if (this.world.wishes.races)
      this.refuse('free, with --races', span, 'leave it out where races are looked for');
    const { facts } = this.world;
    facts.note('frees');
    facts.note(`frees:${this.number}`);
    this.#hasFreed = true;
    const { expr } = this.once(this.asNumber(value, span), span);
    const isShared = this.#others().some((t) => facts.has(`makes:${t}`));
    const hands = isShared ? this.#whetherHanded(span) : null;
    const body = this.#givenBack(expr, hands, span);
    const isNull = equal(expr, int(0));
    if (expr.kind === 'int') return this.emit({ kind: 'atomic', body, span });
    const then: Stmt = { kind: 'if', cond: not(isNull), then: body, else: [], labels: [], span };
    this.emit({ kind: 'atomic', body: [then], span });
  }

  /** What others may use is a message to them: all that was written before goes before it. */
  #whetherHanded(span: Span): Expr {
    const { storage } = this.world;
    const hands = storage.addLocal(this.number, 'hands', rangeType(0n, 1n), { kind: 'any' }, span, true);
    this.emit({ kind: 'havoc', local: hands, span });
    const kept = this.emitter.fresh('kept');
    this.emitter.when(equal(local(hands), int(0)), kept, span);
    this.emit({ kind: 'fence', fence: 'ww', span });
    this.emitter.place(kept);
    return local(hands);
  }

  #givenBack(address: Expr, hands: Expr | null, span: Span): readonly Stmt[] {
    const { made, life } = this.world.storage;
    const offset = simplifiedBinary('-', address, int(firstAddress));
    const number = made.numberAt(address);
    const { blocks } = made;
    const isVariable =
      blocks === null
        ? falsity
        : and(simplifiedBinary('<=', int(blocks.lo), number), simplifiedBinary('<=', number, int(blocks.hi)));
    const isBegin = conjunction([
      not(isVariable),
      simplifiedBinary('<=', int(firstAddress), address),
      simplifiedBinary('<', address, int(made.end)),
      simplifiedBinary('==', simplifiedBinary('%', offset, int(made.stride)), int(0)),
    ]);
    const isAlive = equal(shared(life.life, number), int(1));
    const set = (variable: LifeCells['life'], value: Expr): Stmt => ({
      kind: 'assign',
      target: { kind: 'shared', shared: variable, index: number },
      value,
      labels: [],
      span,
    });
    const freed = plus(int(freedBy(this.number, false)), hands ?? int(0));
    const hand = set(life.handed, int(handedBy(this.number)));
    return [
      ...demanded(isBegin, this.world.assertion('pointer', span), span),
      ...demanded(isAlive, this.world.assertion('pointer', span), span),
      set(life.life, freed),
      ...(hands === null
        ? []
        : [{ kind: 'if', cond: equal(hands, int(1)), then: [hand], else: [], labels: [], span } as const]),
    ];
  }
}

const plus = (a: Expr, b: Expr): Expr => simplifiedBinary('+', a, b);

/** The record with a last member, of no length of its own, that takes so many bytes; null: it has none. */
function grownRecord(type: RecordType, bytes: bigint): RecordType | null {
  const last = type.members?.at(-1);
  if (last === undefined || last.type.kind !== 'array' || (last.type.length ?? 0) > 0) return null;
  const size = sizeOf(last.type.of);
  if (size === null || size === 0n) return null;
  const length = Number(bytes / size);
  const members = [...(type.members ?? []).slice(0, -1), { ...last, type: { ...last.type, length } }];
  return { ...type, members, grownFrom: type };
}

/** Objects of one pool are of one type. */
function poolOf(type: CType): string {
  const place = type.kind === 'record' && type.span.kind === 'source' ? `@${type.span.start}` : '';
  return type.kind === 'array' ? `${poolOf(type.of)}[${type.length ?? ''}]` : `${printCType(type)}${place}`;
}
