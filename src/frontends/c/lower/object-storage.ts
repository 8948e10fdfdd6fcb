import { unsupported } from '../../../diagnostics/diagnostic.js';
import type { Span } from '../../../diagnostics/span.js';
import { and, int, or, disjunction, conjunction, shared, truth } from '../../../lang/expr/expr.js';
import type { Expr } from '../../../lang/expr/expr.js';
import { localId, sharedId, threadId } from '../../../lang/expr/ids.js';
import type { LocalId, SharedId } from '../../../lang/expr/ids.js';
import { simplifiedBinary } from '../../../lang/expr/simplify.js';
import { intType } from '../../../lang/expr/type.js';
import type { Type } from '../../../lang/expr/type.js';
import type { Block, Init, LocalVar, SharedVar, Stmt } from '../../../lang/program/program.js';
import { everyStatement } from '../../../lang/program/walk-statements.js';
import { UsedNames } from '../../../support/free-names.js';
import { remembered } from '../../../support/remembered.js';
import type { CType, IntegerType, ScalarType } from '../types/c-type.js';
import {
  areInOneRow,
  arraysIn,
  asInBytes,
  isAtInBytes,
  isInSome,
  isNoEnd,
  staysIn,
} from './memory-arrays.js';
import type { MemoryArray, PointerMove } from './memory-arrays.js';
import { MadeObjects, firstAddress, poolOfBlock } from './made-objects.js';
import type { LifeCells } from './made-objects.js';
import { ValueWords } from './shown-objects.js';
import type { PlacedObject } from './shown-objects.js';
import type { Facts } from './rounds-facts.js';
import { LocalLiveness, writtenIn } from './local-liveness.js';
import { cellKey, cellOfPlace, cellsIn, cellsInOrder, scalarsOf } from './object-cells.js';
import type { LeafStep } from './object-cells.js';
import type { CObject, ObjectPlace } from './c-value.js';

/** Where a scalar is. */
export type CellPlace =
  | { readonly kind: 'local'; readonly local: LocalId; readonly key: string }
  | { readonly kind: 'shared'; readonly shared: SharedId; readonly index: Expr | null };

/**
 * What is in a cell to which nothing was written. Whoever reads it learns nothing, so nothing is proved (`unset`); nor is
 * it where a program writes this very number. A small one keeps states small.
 */
export const unset = -1013n;
const unsetValue = int(unset);

/** Whether it takes a variable its value: that of an earlier round through the block of the variable. */
export const takesValue = (stmt: Stmt): boolean =>
  stmt.kind === 'assign' && stmt.target.kind === 'local' && stmt.value === unsetValue;

/** Larger programs are out of reach of every engine. */
const maxCells = 20_000;

/**
 * Gives objects their variables. A member is a variable of its own, an array of records an array for each member:
 * `node[2].next` is `node.next[2]`. What pointers reach that are known to a run only lies in one array, `memory`, where an
 * address is a place; a cell that belongs to nothing stands between objects.
 */
export class Storage {
  readonly shared: SharedVar[] = [];
  readonly locals: LocalVar[] = [];
  readonly #sharedIds = new Map<string, SharedId>();
  readonly #localIds = new Map<string, LocalId>();
  readonly #sharedNames = new UsedNames();
  /** By thread. */
  readonly #localNames = new Map<number, UsedNames>();
  readonly #bases = new Map<string, number>();
  readonly #placed: PlacedObject[] = [];
  /** What variables that have a name in the text hold. */
  readonly #heldBy = new Map<string, { readonly type: CType; readonly name: string }>();
  readonly #memoryInit: (bigint | null)[] = [];
  readonly memoryKinds: string[] = [];
  #memory: SharedId | null = null;
  /** Keys of locals that begin with any value. */
  readonly #openKeys = new Map<LocalId, string>();
  /** Objects that may be given back. */
  readonly made: MadeObjects;
  #life: LifeCells | null = null;

  constructor(private readonly facts: Facts) {
    this.made = new MadeObjects(facts.madeObjects);
    this.memoryKinds.push(...this.made.kinds());
    this.#memoryInit.push(...this.made.values());
  }

  /** Whether anything in `memory` may hold no value. */
  get hasUnset(): boolean {
    return this.facts.has('unset-memory');
  }

  /** In the next round the locals that may be read before they are written tell it. */
  noteUnset(body: Block): void {
    const open = new Set(this.#openKeys.keys());
    if (open.size === 0) return;
    const again = [...everyStatement(body)].flatMap((stmt) => (takesValue(stmt) ? writtenIn(stmt) : []));
    for (const id of [...new LocalLiveness(body, open).atEntry, ...again])
      if (open.has(id)) this.facts.note(`unset:${this.#openKeys.get(id) ?? ''}`);
  }

  /** The locals of an object that begins with any value, as far as the last round had them. */
  openCells(object: CObject): readonly LocalId[] {
    if (object.owner === null || !this.#isLocal(object)) return [];
    return [...scalarsOf(object.type, object.span)].flatMap(({ steps, type }) => {
      const isThere = this.facts.has(`local:${object.key}${cellKey(steps)}`);
      return isThere ? [this.#localCell({ kind: 'object', object, steps: [], type }, steps).local] : [];
    });
  }

  #isLocal({ key }: CObject): boolean {
    return !this.facts.has(`memory:${key}`) && !this.facts.has(`shared:${key}`);
  }

  get life(): LifeCells {
    if (this.#life !== null) return this.#life;
    const span: Span = { kind: 'generated', by: 'malloc', from: null };
    const length = Math.max(1, this.made.objects.length);
    const life = this.addShared('life', length, { kind: 'value', value: int(1) }, span, { buffered: false });
    const handed = this.addShared('handed', length, { kind: 'value', value: int(0) }, span);
    this.#life = { life, handed };
    return this.#life;
  }

  /** `thread`: who accesses it. */
  access(place: ObjectPlace, thread: number, span: Span): CellPlace {
    const { object } = place;
    if (this.facts.has(`memory:${object.key}`)) return this.#inMemory(this.address(place, span));
    if (object.owner !== null && !this.facts.has(`shared:${object.key}`)) {
      const steps = constantSteps(place);
      if (object.owner === thread && steps !== null) return this.#localCell(place, steps);
      // What others see when its block may have ended has a life that they can look at.
      if (object.owner !== thread) this.#noteMortal(object);
      this.facts.note(`shared:${object.key}`);
    }
    return this.#sharedCell(place, span);
  }

  /** Whether only its thread can see it, and what is known of it holds until the thread changes it. */
  isPrivate({ object }: ObjectPlace, thread: number): boolean {
    return object.owner === thread && this.#isLocal(object);
  }

  /** The number that stands for a place; its object lies in `memory` from now on. */
  address(place: ObjectPlace, span: Span): Expr {
    this.facts.note(`memory:${place.object.key}`);
    return simplifiedBinary('+', int(this.#baseOf(place.object, span)), cellOfPlace(place, span));
  }

  /** Whether the object at the address, if `malloc` made it, has not been given back. */
  isAlive(address: Expr): Expr {
    const { made } = this;
    if (made.objects.length === 0) return truth;
    const isOther = simplifiedBinary('>=', address, int(made.end));
    const isMade = simplifiedBinary('==', shared(this.life.life, made.numberAt(address)), int(1));
    return simplifiedBinary('||', isOther, isMade);
  }

  /** Whether an access of the object has to see whether it is there: who names a variable of its own need not. */
  isLookedAt(object: CObject, thread: number): boolean {
    return object.pool === undefined
      ? object.owner !== thread && this.#poolOf(object) !== null
      : this.facts.has('frees');
  }

  /** The end of the block of a variable that may still be pointed to: 1 while it is there. Null: nobody would see it. */
  lifeOf(object: CObject, span: Span): Expr | null {
    const isMemory = this.facts.has(`memory:${object.key}`);
    if (isMemory || this.facts.has(`shared:${object.key}`)) this.facts.note(`ends:${object.key}`);
    if (!isMemory) return null;
    const number = this.made.numberAt(int(this.#baseOf(object, span)));
    return shared(this.life.life, number);
  }

  /** Whether a pointer may be compared: one to a variable whose block has ended has no value (C11 6.2.4p2). */
  hasValue(address: Expr): Expr {
    const { made } = this;
    const { blocks } = made;
    if (blocks === null) return truth;
    const isOther = or(
      simplifiedBinary('<', address, int(made.addressOf(blocks.lo))),
      simplifiedBinary('>=', address, int(made.addressOf(blocks.hi + 1))),
    );
    return simplifiedBinary('||', isOther, this.isAlive(address));
  }

  /** What its life is looked at by; null: it is there all the time. */
  #poolOf({ key, pool }: CObject): string | null {
    if (pool !== undefined) return this.facts.has('frees') ? pool : null;
    return this.facts.has(`ends:${key}`) ? poolOfBlock(key) : null;
  }

  #noteMortal(object: CObject): void {
    if (object.pool === undefined && this.#poolOf(object) !== null) this.facts.note(`memory:${object.key}`);
  }

  pointed(address: Expr): CellPlace {
    return this.#inMemory(address);
  }

  /** Whether a scalar of the type is at the address, which is not null; true where no pointer can point to anything else. */
  holds(address: Expr, type: ScalarType): Expr {
    if (!this.facts.has('moved-pointers') && !this.facts.has('retyped-pointers')) return truth;
    const kinds = this.facts.memoryKinds;
    const wanted = kindOf(type);
    const runs: { lo: number; hi: number }[] = [];
    const isFamily = this.#holdsMade(address, wanted);
    for (const [i, kind] of kinds.entries()) {
      if (isFamily !== null && i < this.made.cells) continue;
      const last = runs.at(-1);
      if (kind !== wanted) continue;
      if (last !== undefined && last.hi === i - 1) last.hi = i;
      else runs.push({ lo: i, hi: i });
    }
    const isPlain =
      !this.facts.has('moved-pointers') && kinds.every((kind) => [wanted, 'gap', innerGap].includes(kind));
    if (isPlain) return truth;
    return disjunction([
      ...(isFamily === null ? [] : [isFamily]),
      ...runs.map(({ lo, hi }) =>
        lo === hi
          ? simplifiedBinary('==', address, int(lo + firstAddress))
          : conjunction([
              simplifiedBinary('<=', int(lo + firstAddress), address),
              simplifiedBinary('<=', address, int(hi + firstAddress)),
            ]),
      ),
    ]);
  }

  /** The same for made objects, if they are all alike; null: they are not. */
  #holdsMade(address: Expr, wanted: string): Expr | null {
    const { made } = this;
    const [first] = made.objects;
    if (first === undefined || made.objects.length < 3) return null;
    if (made.objects.some(({ kinds }) => kinds.join() !== first.kinds.join())) return null;
    const offset = simplifiedBinary('-', address, int(firstAddress));
    const within = simplifiedBinary('%', offset, int(made.stride));
    return conjunction([
      simplifiedBinary('<', address, int(made.end)),
      disjunction(
        first.kinds.flatMap((kind, i) => (kind === wanted ? [simplifiedBinary('==', within, int(i))] : [])),
      ),
    ]);
  }

  /** Whether two pointers are to one object, or behind its end. */
  isSameObject(a: Expr, b: Expr): Expr {
    const { made } = this;
    const isMade = made.objects.length > 2;
    const first = isMade ? made.cells - 1 : 0;
    const ends = this.facts.memoryKinds.flatMap((kind, i) =>
      kind === 'gap' && i >= first ? [int(i + firstAddress)] : [],
    );
    // Behind the last element is where the gap is.
    const areBothBehind = (end: Expr): Expr =>
      and(simplifiedBinary('>', a, end), simplifiedBinary('>', b, end));
    const areBothBefore = (end: Expr): Expr =>
      and(simplifiedBinary('<=', a, end), simplifiedBinary('<=', b, end));
    const isNear = simplifiedBinary('==', made.numberAt(a), made.numberAt(b));
    return conjunction([
      ...(isMade ? [or(simplifiedBinary('>=', a, int(made.end)), isNear)] : []),
      ...ends.map((end) => or(areBothBehind(end), areBothBefore(end))),
    ]);
  }

  /** Whether two pointers are to elements of one row, as they are seen. */
  areInOneRow(a: Expr, b: Expr, pointee: CType): Expr {
    return areInOneRow(this.facts.memoryArrays, a, b, pointee);
  }

  /** Whether a pointer, if it is to something, is to what it is seen as. */
  isSeenAsItIs(pointer: Expr, pointee: CType): Expr {
    if (!this.facts.has('retyped-pointers')) return truth;
    return or(simplifiedBinary('==', pointer, int(0)), isInSome(this.facts.memoryArrays, pointer, pointee));
  }

  /** Where pointers to such elements may move to. */
  moves(move: PointerMove): ReturnType<typeof staysIn> {
    return staysIn(this.facts.memoryArrays, move);
  }

  /**
   * The pointer by its address in bytes: behind an array that is a member this may be that of what follows. `pointee`: what it
   * is to, as it was written.
   */
  asInBytes(pointer: Expr, pointee: CType): Expr {
    return asInBytes(this.facts.memoryArrays, pointer, this.#surePointee(pointee));
  }

  /** Whether two pointers have the same address in bytes. */
  isSameAddress(a: Expr, b: Expr, pointee: CType): Expr {
    const [known, other] = a.kind === 'int' ? [a, b] : [b, a];
    if (known.kind === 'int')
      return isAtInBytes(this.facts.memoryArrays, other, Number(known.value), this.#surePointee(pointee));
    return simplifiedBinary('==', this.asInBytes(a, pointee), this.asInBytes(b, pointee));
  }

  /** Null: what is there may be anything. */
  #surePointee(pointee: CType): CType | null {
    const mayBeOther =
      pointee.kind === 'void' || ['retyped-pointers', 'retyped-ends'].some((fact) => this.facts.has(fact));
    return mayBeOther ? null : pointee;
  }

  /** Whether no other pointer has the same address in bytes. */
  isOnePlace(pointer: Expr): Expr {
    return isNoEnd(this.facts.memoryArrays, pointer);
  }

  /** What lies in `memory` by the end of this round. */
  get arrays(): readonly MemoryArray[] {
    return this.#placed.flatMap(({ object, base }) => arraysIn(object.type, base, object.span));
  }

  addLocal(thread: number, wanted: string, type: Type, init: Init, span: Span, temporary = false): LocalId {
    const name = remembered(this.#localNames, thread, () => new UsedNames()).free(wanted);
    const id = localId(this.locals.length);
    this.locals.push({ id, name, thread: threadId(thread), type, init, temporary, span });
    return id;
  }

  addShared(
    wanted: string,
    length: number | null,
    init: Init,
    span: Span,
    more: Pick<SharedVar, 'scaffold' | 'buffered'> = {},
  ): SharedId {
    const name = this.#sharedNames.free(wanted);
    const id = sharedId(this.shared.length);
    const shape = length === null ? ({ kind: 'scalar' } as const) : ({ kind: 'array', length } as const);
    this.shared.push({ id, name, type: intType, shape, init, span, ...more });
    return id;
  }

  /** The same flag makes another thread, too. */
  tellMade(flag: SharedId, thread: string): void {
    const variable = this.shared[flag];
    const stored = variable?.scaffold?.stored ?? null;
    if (variable?.scaffold === undefined || stored === null) return;
    const words = stored.replace(/ (?:is|are) made$/, `, ${thread} are made`);
    this.shared[flag] = { ...variable, scaffold: { ...variable.scaffold, stored: words } };
  }

  /** What no program has: its own view of what happened, which no buffer holds back. */
  addGhost(wanted: string, meaning: string, span: Span, length: number | null = null): SharedId {
    const id = this.addShared(wanted, length, { kind: 'value', value: int(0) }, span);
    const made = this.shared[id];
    if (made !== undefined) this.shared[id] = { ...made, buffered: false, meaning };
    return id;
  }

  /** All variables, with how their values are told; `memory` has its length only now. */
  finished(inHex: ReadonlySet<string>): {
    readonly shared: readonly SharedVar[];
    readonly locals: readonly LocalVar[];
  } {
    const words = new ValueWords(this.#placed, inHex);
    const withWords = <V extends SharedVar | LocalVar>(variable: V, kind: 'shared' | 'local'): V => {
      const held = this.#heldBy.get(`${kind} ${variable.id}`);
      const shown = held === undefined ? null : words.of(held.type, held.name);
      return shown === null ? variable : { ...variable, shown };
    };
    const all = this.shared.map((v) =>
      v.id === this.#memory ? this.#finishedMemory(v, words) : withWords(v, 'shared'),
    );
    return { shared: all, locals: this.locals.map((v) => withWords(v, 'local')) };
  }

  #finishedMemory(variable: SharedVar, words: ValueWords): SharedVar {
    const first = [...this.#memoryInit];
    // Who gets an address in its own initial value was placed before that was known.
    for (const { object, base } of this.#placed)
      for (const { steps, cell } of scalarsOf(object.type, object.span)) {
        const value = object.init.get(cellKey(steps));
        if (value !== undefined) first[base - firstAddress + cell] = value;
      }
    const values = first.map((value) => int(value ?? 0n));
    return {
      ...variable,
      shape: { kind: 'array', length: Math.max(1, values.length) },
      init: { kind: 'cells', values: values.length === 0 ? [int(0)] : values },
      told: words.cells(firstAddress, values.length),
    };
  }

  #inMemory(address: Expr): CellPlace {
    this.#memory ??= this.addShared(
      'memory',
      1,
      { kind: 'value', value: int(0) },
      { kind: 'generated', by: 'memory', from: null },
    );
    return { kind: 'shared', shared: this.#memory, index: simplifiedBinary('-', address, int(firstAddress)) };
  }

  #baseOf(object: CObject, span: Span): number {
    const known = this.#bases.get(object.key);
    if (known !== undefined) return known;
    const pool = this.#poolOf(object);
    if (pool !== null) return this.#madeBase(object, pool, span);
    const base = this.#memoryInit.length + firstAddress;
    this.#bases.set(object.key, base);
    this.#placed.push({ object, base });
    this.#room(cellsIn(object.type, span), span);
    if (object.isOpen) this.facts.note('unset-memory');
    for (const { kind, value } of this.#cellsOf(object, span)) {
      this.#memoryInit.push(value);
      this.memoryKinds.push(kind);
    }
    this.#memoryInit.push(0n);
    this.memoryKinds.push('gap');
    return base;
  }

  /** What each cell of an object in `memory` holds, and begins with. */
  #cellsOf(object: CObject, span: Span): readonly { readonly kind: string; readonly value: bigint }[] {
    const missing = object.isOpen ? unset : 0n;
    return cellsInOrder(object.type, span).map((leaf) => {
      if (leaf === null) return { kind: innerGap, value: 0n };
      this.#noteSign(leaf.type);
      return { kind: kindOf(leaf.type), value: object.init.get(cellKey(leaf.steps)) ?? missing };
    });
  }

  #noteSign(type: ScalarType): void {
    if (type.kind === 'integer') this.facts.note(`sign:${type.bits}:${type.signed}`);
  }

  /** Whether a cell of `memory` may hold what was written as an integer of the other sign. */
  isSeenWithOtherSign({ bits }: IntegerType): boolean {
    const isSeen = (by: string, signed: boolean): boolean => this.facts.has(`${by}:${bits}:${signed}`);
    const signs = [true, false];
    return (
      signs.some((signed) => isSeen('views', signed)) &&
      signs.every((signed) => isSeen('sign', signed) || isSeen('views', signed))
    );
  }

  #madeBase(object: CObject, pool: string, span: Span): number {
    if (object.isOpen) this.facts.note('unset-memory');
    const cells = this.#cellsOf(object, span);
    const [kinds, values] = [cells.map(({ kind }) => kind), cells.map(({ value }) => value)];
    this.#room(kinds.length, span);
    // Where it is not known yet there is another round.
    const base = this.made.addressOf(this.made.numberOf({ key: object.key, pool, kinds, values }) ?? 0);
    this.#bases.set(object.key, base);
    this.#placed.push({ object, base });
    return base;
  }

  #room(cells: number, span: Span): void {
    if (cells > maxCells)
      unsupported(`this has ${cells} cells`, span, `objects of up to ${maxCells} are taken`);
  }

  #localCell(
    { object, type }: ObjectPlace,
    steps: readonly LeafStep[],
  ): CellPlace & { readonly kind: 'local' } {
    const path = cellKey(steps);
    const key = `${object.key}${path}`;
    const known = this.#localIds.get(key);
    if (known !== undefined) return { kind: 'local', local: known, key };
    const value = object.init.get(path) ?? (this.facts.has(`unset:${key}`) ? unset : undefined);
    const init: Init =
      value === undefined && object.isOpen ? { kind: 'any' } : { kind: 'value', value: int(value ?? 0n) };
    const name = `${object.name}${path.replace(/[[\].]+/g, '_').replace(/_$/, '')}`;
    const id = this.addLocal(object.owner ?? 0, name, intType, init, object.span);
    this.#localIds.set(key, id);
    this.#heldBy.set(`local ${id}`, { type, name: `${object.name}${path}` });
    if (object.isOpen) this.facts.note(`local:${key}`);
    if (init.kind === 'any') this.#openKeys.set(id, key);
    return { kind: 'local', local: id, key };
  }

  /** One variable for all elements of the arrays on the way. */
  #sharedCell({ object, steps, type }: ObjectPlace, span: Span): CellPlace {
    const path = steps.map((step) => (step.kind === 'field' ? `.${step.name}` : '')).join('');
    const indices = steps.filter((step) => step.kind === 'index');
    const length = indices.reduce((all, step) => all * step.length, 1);
    this.#room(length, span);
    const key = `${object.key}${path}`;
    let id = this.#sharedIds.get(key);
    if (id === undefined) {
      const isScalar = indices.length === 0;
      id = this.addShared(
        `${object.name}${path}`,
        isScalar ? null : length,
        initOf(object, path),
        object.span,
      );
      this.#sharedIds.set(key, id);
      this.#heldBy.set(`shared ${id}`, { type, name: `${object.name}${path}` });
    }
    if (indices.length === 0) return { kind: 'shared', shared: id, index: null };
    const index = indices.reduce<Expr>(
      (sum, step) => simplifiedBinary('+', simplifiedBinary('*', sum, int(step.length)), step.index),
      int(0),
    );
    return { kind: 'shared', shared: id, index };
  }
}

function initOf(object: CObject, path: string): Init {
  const leaves = [...scalarsOf(object.type, object.span)].filter(
    ({ steps }) => steps.map((step) => (step.kind === 'field' ? `.${step.name}` : '')).join('') === path,
  );
  const missing = object.isOpen ? unset : 0n;
  const values = leaves.map(({ steps }) => int(object.init.get(cellKey(steps)) ?? missing));
  const [first = int(0)] = values;
  return values.every((value) => value === first)
    ? { kind: 'value', value: first }
    : { kind: 'cells', values };
}

/** Null: one of the indices is known to a run only, or there is no such cell. */
export function constantSteps({ steps }: ObjectPlace): readonly LeafStep[] | null {
  const found: LeafStep[] = [];
  for (const step of steps) {
    if (step.kind === 'field') found.push(step);
    else if (step.index.kind === 'int' && step.index.value >= 0n && step.index.value < BigInt(step.length))
      found.push({ kind: 'index', index: Number(step.index.value), length: step.length });
    else return null;
  }
  return found;
}

/** The kind of a cell inside of an object that holds nothing; `gap`: behind the object. */
export const innerGap = 'inside';

const kindOf = (type: ScalarType): string =>
  type.kind === 'integer' ? `${type.bits}` : type.kind === 'pointer' ? 'pointer' : type.what;
