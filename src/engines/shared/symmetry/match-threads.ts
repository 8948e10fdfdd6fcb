import type { Expr } from '../../../lang/expr/expr.js';
import type { CellId, LocalId, SharedId } from '../../../lang/expr/ids.js';
import { lengthOf } from '../../../lang/program/system.js';
import type { Action, Automaton, Cells, System } from '../../../lang/program/system.js';
import { at } from '../../../support/invariant.js';
import { remembered } from '../../../support/remembered.js';
import { Exchange } from './exchange.js';
import type { Swaps } from './exchange.js';
import type { NameClasses } from './name-classes.js';
import { operands } from './unordered.js';

/** The actions of each edge of each thread, in the form in which they are compared. */
export type ActionsByThread = readonly (readonly (readonly Action[])[])[];

/** What one thread calls its own, in the order in which it was come upon, and what is there in its place in another. */
export interface Match {
  readonly swaps: Swaps;
  readonly cells: readonly (readonly [CellId, CellId])[];
}

/**
 * Guesses what belongs to two threads by laying their automata over each other: where one has a cell and the other has
 * another, these are exchanged with the threads, and so are numbers where variables may hold names. Whether the guess is
 * right is for others to look at.
 */
export function matched(
  system: System,
  cells: Cells,
  classes: NameClasses,
  actions: ActionsByThread,
  asked: readonly Expr[],
  [first, second]: readonly [Automaton, Automaton],
): Match {
  const overlay = new Overlay(system, cells, classes);
  overlay.exchange(first, second);
  // What stands in an order of its own in each of them is told apart by what was found before.
  for (let round = 0; round < 2; round++) {
    for (const [e, own] of at(actions, first.id).entries()) {
      const others = at(at(actions, second.id), e);
      for (const [i, action] of own.entries()) {
        const other = others[i];
        if (other !== undefined) overlay.actions(action, other);
      }
    }
    for (const formula of asked) overlay.formula(formula);
  }
  return overlay.match;
}

class Overlay {
  readonly #threads = new Map<number, number>();
  readonly #locals = new Map<number, number>();
  readonly #cells = new Map<number, number>();
  readonly #names = new Map<number, Map<bigint, bigint>>();
  readonly #pairs: (readonly [CellId, CellId])[] = [];
  readonly #exchange: Exchange;

  constructor(
    private readonly system: System,
    private readonly allCells: Cells,
    private readonly classes: NameClasses,
  ) {
    this.#exchange = new Exchange(system, allCells, classes, this.#swaps);
  }

  get match(): Match {
    return { swaps: this.#swaps, cells: this.#pairs };
  }

  get #swaps(): Swaps {
    return { threads: this.#threads, locals: this.#locals, cells: this.#cells, names: this.#names };
  }

  exchange(first: Automaton, second: Automaton): void {
    this.#pair(this.#threads, first.id, second.id);
    const localsOf = (thread: number): readonly LocalId[] =>
      this.system.locals.flatMap(({ id, thread: owner }) => (owner === thread ? [id] : []));
    const others = localsOf(second.id);
    for (const [i, local] of localsOf(first.id).entries()) this.#pair(this.#locals, local, at(others, i));
  }

  actions(a: Action, b: Action): void {
    if ((a.kind === 'assume' || a.kind === 'assert') && a.kind === b.kind) this.#exprs(a.cond, b.cond, null);
    if (a.kind === 'assign' && b.kind === 'assign')
      this.#exprs(a.value, b.value, this.classes.ofLocal(a.local));
    if (a.kind === 'store' && b.kind === 'store') {
      this.#places(a, b);
      this.#exprs(a.value, b.value, this.classes.ofShared(a.shared));
    }
  }

  /** What is said of one thread is said of the other. */
  formula(formula: Expr): void {
    this.#exprs(formula, formula, null);
  }

  #pair<T>(map: Map<T, T>, a: T, b: T): boolean {
    // What contradicts an earlier pair is left to be found different.
    if (a === b || map.has(a) || map.has(b)) return false;
    map.set(a, b);
    map.set(b, a);
    return true;
  }

  #places(
    a: { readonly shared: SharedId; readonly index: Expr | null },
    b: { readonly shared: SharedId; readonly index: Expr | null },
  ): void {
    const [from, to] = [at(this.system.shared, a.shared), at(this.system.shared, b.shared)];
    const placeOf = (index: Expr | null): number | null =>
      index === null ? 0 : index.kind === 'int' ? Number(index.value) : null;
    const [i, j] = [placeOf(a.index), placeOf(b.index)];
    if (i !== null && j !== null) {
      if (i >= 0 && j >= 0 && i < lengthOf(from) && j < lengthOf(to))
        this.#cellPair(this.allCells.cell(a.shared, i), this.allCells.cell(b.shared, j));
      return;
    }
    if (a.index === null || b.index === null) return;
    this.#exprs(a.index, b.index, this.classes.ofExpr(a.index));
    if (a.shared === b.shared) this.#namedCells(a.shared, this.classes.ofExpr(a.index));
    if (a.shared === b.shared || lengthOf(from) !== lengthOf(to)) return;
    for (let n = 0; n < lengthOf(from); n++)
      this.#cellPair(this.allCells.cell(a.shared, n), this.allCells.cell(b.shared, n));
  }

  /** Where a name chooses a cell, the cells go with the names. */
  #namedCells(array: SharedId, kind: number | null): void {
    const length = BigInt(lengthOf(at(this.system.shared, array)));
    const isInside = (i: bigint): boolean => i >= 0n && i < length;
    for (const [from, to] of (kind === null ? null : this.#names.get(kind)) ?? [])
      if (isInside(from) && isInside(to))
        this.#cellPair(this.allCells.cell(array, Number(from)), this.allCells.cell(array, Number(to)));
  }

  #cellPair(a: CellId, b: CellId): void {
    if (this.#pair(this.#cells, a, b)) this.#pairs.push([a, b]);
  }

  #exprs(a: Expr, b: Expr, kind: number | null): void {
    if (a.kind === 'int' && b.kind === 'int') {
      if (kind !== null && a !== b) {
        const names = remembered(this.#names, kind, () => new Map<bigint, bigint>());
        this.#pair(names, a.value, b.value);
      }
      return;
    }
    if (a.kind === 'shared' && b.kind === 'shared') {
      this.#places(a, b);
      return;
    }
    if (a.kind === 'unary' && b.kind === 'unary') this.#exprs(a.arg, b.arg, null);
    if (a.kind !== 'binary' || b.kind !== 'binary' || a.op !== b.op) return;
    if (a.op === '==' || a.op === '!=') {
      const common = this.classes.ofExpr(a.left) ?? this.classes.ofExpr(a.right);
      const [left, right] = [a.left, a.right].map((side) => shapeOf(this.#exchange.said(side) ?? side));
      const isTurned = left === shapeOf(b.right) && right === shapeOf(b.left) && left !== right;
      this.#exprs(a.left, isTurned ? b.right : b.left, common);
      this.#exprs(a.right, isTurned ? b.left : b.right, common);
    } else if (a.op === '&&' || a.op === '||' || a.op === '+' || a.op === '*') this.#chains(a, b, a.op);
    else {
      this.#exprs(a.left, b.left, null);
      this.#exprs(a.right, b.right, null);
    }
  }

  /** What has its counterpart already is left out; where one of its shape is left on each side they are a pair. */
  #chains(a: Expr, b: Expr, op: '&&' | '||' | '+' | '*'): void {
    const [own, others] = [new Set(operands(a, op)), new Set(operands(b, op))];
    const images = new Map<Expr, string>();
    for (const part of own) {
      const image = this.#exchange.said(part);
      if (image !== null && others.delete(image)) own.delete(part);
      else if (image !== null) images.set(part, shapeOf(image));
    }
    for (const [part, shape] of images) {
      const [other, ...more] = [...others].filter((one) => shapeOf(one) === shape);
      if (
        other !== undefined &&
        more.length === 0 &&
        [...images.values()].filter((s) => s === shape).length === 1
      )
        this.#exprs(part, other, null);
    }
  }
}

/** What is left of an expression without the numbers in it, and without the order of operands. */
function shapeOf(expr: Expr): string {
  switch (expr.kind) {
    case 'int':
      return 'n';
    case 'local':
      return `l${expr.local}`;
    case 'at':
      return `${expr.thread}@${expr.label}`;
    case 'shared':
      return `s${expr.shared}`;
    case 'unary':
      return `${expr.op}(${shapeOf(expr.arg)})`;
    case 'binary': {
      const { op, left, right } = expr;
      const isPair = op === '==' || op === '!=';
      if (isPair) return `${op}(${[left, right].map(shapeOf).sort().join()})`;
      if (op === '&&' || op === '||' || op === '+' || op === '*')
        return `${op}(${operands(expr, op).map(shapeOf).sort().join()})`;
      return `${op}(${shapeOf(left)},${shapeOf(right)})`;
    }
    default:
      return expr.kind;
  }
}
