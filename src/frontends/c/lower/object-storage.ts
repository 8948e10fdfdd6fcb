import { unsupported } from '../../../diagnostics/diagnostic.js';
import type { Span } from '../../../diagnostics/span.js';
import { int, disjunction, conjunction, truth } from '../../../lang/expr/expr.js';
import type { Expr } from '../../../lang/expr/expr.js';
import { localId, sharedId, threadId } from '../../../lang/expr/ids.js';
import type { LocalId, SharedId } from '../../../lang/expr/ids.js';
import { simplifiedBinary } from '../../../lang/expr/simplify.js';
import { intType } from '../../../lang/expr/type.js';
import type { Type } from '../../../lang/expr/type.js';
import type { Init, LocalVar, SharedVar } from '../../../lang/program/program.js';
import { UsedNames } from '../../../support/free-names.js';
import { remembered } from '../../../support/remembered.js';
import type { ScalarType } from '../types/c-type.js';
import type { Facts } from './rounds-facts.js';
import { cellKey, cellOfPlace, cellsIn, scalarsOf } from './object-cells.js';
import type { LeafStep } from './object-cells.js';
import type { CObject, ObjectPlace } from './c-value.js';

/** Where a scalar is. */
export type CellPlace =
  | { readonly kind: 'local'; readonly local: LocalId; readonly key: string }
  | { readonly kind: 'shared'; readonly shared: SharedId; readonly index: Expr | null };

/** Addresses begin here, so that no small number is one. */
const firstAddress = 4096;

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
  readonly #memoryInit: (bigint | null)[] = [];
  readonly memoryKinds: string[] = [];
  #memory: SharedId | null = null;

  constructor(private readonly facts: Facts) {}

  /** `thread`: who accesses it. */
  access(place: ObjectPlace, thread: number, span: Span): CellPlace {
    const { object } = place;
    if (this.facts.has(`memory:${object.key}`)) return this.#inMemory(this.address(place, span));
    if (object.owner !== null && !this.facts.has(`shared:${object.key}`)) {
      const steps = constantSteps(place);
      if (object.owner === thread && steps !== null) return this.#localCell(object, steps);
      this.facts.note(`shared:${object.key}`);
    }
    return this.#sharedCell(place, span);
  }

  /** Whether only its thread can see it, and what is known of it holds until the thread changes it. */
  isPrivate({ object }: ObjectPlace, thread: number): boolean {
    return (
      object.owner === thread &&
      !this.facts.has(`memory:${object.key}`) &&
      !this.facts.has(`shared:${object.key}`)
    );
  }

  /** The number that stands for a place; its object lies in `memory` from now on. */
  address(place: ObjectPlace, span: Span): Expr {
    this.facts.note(`memory:${place.object.key}`);
    return simplifiedBinary('+', int(this.#baseOf(place.object, span)), cellOfPlace(place, span));
  }

  pointed(address: Expr): CellPlace {
    return this.#inMemory(address);
  }

  /** Whether a scalar of the type is at the address; true where all of `memory` is of that type. */
  holds(address: Expr, type: ScalarType): Expr {
    const kinds = this.facts.memoryKinds;
    const wanted = kindOf(type);
    const runs: { lo: number; hi: number }[] = [];
    for (const [i, kind] of kinds.entries()) {
      const last = runs.at(-1);
      if (kind !== wanted) continue;
      if (last !== undefined && last.hi === i - 1) last.hi = i;
      else runs.push({ lo: i, hi: i });
    }
    const isPlain =
      !this.facts.has('moved-pointers') && kinds.every((kind) => kind === wanted || kind === 'gap');
    if (isPlain) return truth;
    return disjunction(
      runs.map(({ lo, hi }) =>
        lo === hi
          ? simplifiedBinary('==', address, int(lo + firstAddress))
          : conjunction([
              simplifiedBinary('<=', int(lo + firstAddress), address),
              simplifiedBinary('<=', address, int(hi + firstAddress)),
            ]),
      ),
    );
  }

  addLocal(thread: number, wanted: string, type: Type, init: Init, span: Span, temporary = false): LocalId {
    const name = remembered(this.#localNames, thread, () => new UsedNames()).free(wanted);
    const id = localId(this.locals.length);
    this.locals.push({ id, name, thread: threadId(thread), type, init, temporary, span });
    return id;
  }

  addShared(wanted: string, length: number | null, init: Init, span: Span): SharedId {
    const name = this.#sharedNames.free(wanted);
    const id = sharedId(this.shared.length);
    const shape = length === null ? ({ kind: 'scalar' } as const) : ({ kind: 'array', length } as const);
    this.shared.push({ id, name, type: intType, shape, init, span });
    return id;
  }

  /** All variables; `memory` has its length only now. */
  finished(): readonly SharedVar[] {
    const id = this.#memory;
    if (id === null) return this.shared;
    const values = this.#memoryInit.map((value) => int(value ?? 0n));
    return this.shared.map((v) =>
      v.id === id
        ? {
            ...v,
            shape: { kind: 'array', length: Math.max(1, values.length) },
            init: { kind: 'cells', values: values.length === 0 ? [int(0)] : values },
          }
        : v,
    );
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
    const base = this.#memoryInit.length + firstAddress;
    this.#bases.set(object.key, base);
    this.#room(cellsIn(object.type, span), span);
    for (const { steps, type } of scalarsOf(object.type, span)) {
      this.#memoryInit.push(object.init.get(cellKey(steps)) ?? 0n);
      this.memoryKinds.push(kindOf(type));
    }
    this.#memoryInit.push(0n);
    this.memoryKinds.push('gap');
    return base;
  }

  #room(cells: number, span: Span): void {
    if (cells > maxCells)
      unsupported(`this has ${cells} cells`, span, `objects of up to ${maxCells} are taken`);
  }

  #localCell(object: CObject, steps: readonly LeafStep[]): CellPlace {
    const path = cellKey(steps);
    const key = `${object.key}${path}`;
    const known = this.#localIds.get(key);
    if (known !== undefined) return { kind: 'local', local: known, key };
    const value = object.init.get(path);
    const init: Init =
      value === undefined && object.isOpen ? { kind: 'any' } : { kind: 'value', value: int(value ?? 0n) };
    const name = `${object.name}${path.replace(/[[\].]+/g, '_').replace(/_$/, '')}`;
    const id = this.addLocal(object.owner ?? 0, name, intType, init, object.span);
    this.#localIds.set(key, id);
    return { kind: 'local', local: id, key };
  }

  /** One variable for all elements of the arrays on the way. */
  #sharedCell({ object, steps }: ObjectPlace, span: Span): CellPlace {
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
  if (object.isOpen && object.init.size === 0) return { kind: 'any' };
  const leaves = [...scalarsOf(object.type, object.span)].filter(
    ({ steps }) => steps.map((step) => (step.kind === 'field' ? `.${step.name}` : '')).join('') === path,
  );
  const values = leaves.map(({ steps }) => int(object.init.get(cellKey(steps)) ?? 0n));
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

const kindOf = (type: ScalarType): string =>
  type.kind === 'integer'
    ? `${type.signed ? 'signed' : 'unsigned'} ${type.bits}`
    : type.kind === 'pointer'
      ? 'pointer'
      : type.what;
