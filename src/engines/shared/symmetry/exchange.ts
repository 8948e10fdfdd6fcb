import { atLabel, int, local, mapChildren, shared, binary } from '../../../lang/expr/expr.js';
import type { Expr } from '../../../lang/expr/expr.js';
import type { CellId, LocalId, ThreadId } from '../../../lang/expr/ids.js';
import { cellId, localId, threadId } from '../../../lang/expr/ids.js';
import { lengthOf } from '../../../lang/program/system.js';
import type { Action, Cells, System } from '../../../lang/program/system.js';
import { assertNever, at } from '../../../support/invariant.js';
import type { NameClasses } from './name-classes.js';
import { unordered } from './unordered.js';

/** What takes the place of what; what is not there stays. */
export interface Swaps {
  readonly threads: ReadonlyMap<number, number>;
  readonly locals: ReadonlyMap<number, number>;
  readonly cells: ReadonlyMap<number, number>;
  /** By class of variables. */
  readonly names: ReadonlyMap<number, ReadonlyMap<bigint, bigint>>;
}

/** Says things of a system with some of its threads exchanged, and all that belongs to them. */
export class Exchange {
  constructor(
    private readonly system: System,
    private readonly allCells: Cells,
    private readonly classes: NameClasses,
    readonly swaps: Swaps,
  ) {}

  thread(thread: ThreadId): ThreadId {
    return threadId(this.swaps.threads.get(thread) ?? thread);
  }

  local(id: LocalId): LocalId {
    return localId(this.swaps.locals.get(id) ?? id);
  }

  cell(cell: CellId): CellId {
    return cellId(this.swaps.cells.get(cell) ?? cell);
  }

  name(kind: number | null, value: bigint): bigint {
    return kind === null ? value : (this.swaps.names.get(kind)?.get(value) ?? value);
  }

  /** In one form for all that says the same; null: it cannot be said. `kind`: the class of the variable that it is for. */
  said(expr: Expr, kind: number | null = null): Expr | null {
    try {
      return unordered(this.#said(expr, kind));
    } catch (error) {
      if (error instanceof Unsayable) return null;
      throw error;
    }
  }

  action(action: Action): Action | null {
    switch (action.kind) {
      case 'assume':
      case 'assert': {
        const cond = this.said(action.cond);
        return cond === null ? null : { ...action, cond };
      }
      case 'assign': {
        const value = this.said(action.value, this.classes.ofLocal(action.local));
        return value === null ? null : { ...action, local: this.local(action.local), value };
      }
      case 'store': {
        const value = this.said(action.value, this.classes.ofShared(action.shared));
        const place = this.said(shared(action.shared, action.index));
        if (value === null || place?.kind !== 'shared') return null;
        return { ...action, shared: place.shared, index: place.index, value };
      }
      case 'havoc':
        return { ...action, local: this.local(action.local) };
      case 'fence':
      case 'lock':
        return action;
      default:
        return assertNever(action);
    }
  }

  #said(expr: Expr, kind: number | null): Expr {
    switch (expr.kind) {
      case 'int':
        return int(this.name(kind, expr.value));
      case 'local':
        return local(this.local(expr.local));
      case 'shared':
        return this.#read(expr);
      case 'at':
        return atLabel(this.thread(expr.thread), expr.instance, expr.label);
      case 'binary': {
        if (expr.op !== '==' && expr.op !== '!=') break;
        const common = this.classes.ofExpr(expr.left) ?? this.classes.ofExpr(expr.right);
        return binary(expr.op, this.#said(expr.left, common), this.#said(expr.right, common));
      }
      default:
    }
    return mapChildren(expr, (child) => this.#said(child, null));
  }

  #read({ shared: id, index }: Extract<Expr, { kind: 'shared' }>): Expr {
    const length = lengthOf(at(this.system.shared, id));
    if (index === null || index.kind === 'int') {
      const place = index === null ? 0 : Number(index.value);
      if (place < 0 || place >= length) throw new Unsayable();
      return this.#at(this.cell(this.allCells.cell(id, place)));
    }
    const kind = this.classes.ofExpr(index);
    const target = this.allCells.variable(this.cell(this.allCells.cell(id, 0))).id;
    for (let i = 0; i < length; i++) {
      const image = this.cell(this.allCells.cell(id, i));
      const place = BigInt(this.allCells.indexIn(image));
      if (this.allCells.variable(image).id !== target || this.name(kind, BigInt(i)) !== place)
        throw new Unsayable();
    }
    if (lengthOf(at(this.system.shared, target)) !== length) throw new Unsayable();
    return shared(target, this.#said(index, kind));
  }

  #at(cell: CellId): Expr {
    const variable = this.allCells.variable(cell);
    return variable.shape.kind === 'scalar'
      ? shared(variable.id)
      : shared(variable.id, int(this.allCells.indexIn(cell)));
  }
}

/** An element is chosen by its number where the exchange moves elements. */
class Unsayable extends Error {}
