import type { DveAssignment, DveExpr as Ast, DvePlace } from '../../lang/dve/dve-ast.js';
import type { Span } from '../../diagnostics/span.js';
import { constantValue } from '../../lang/expr/constant.js';
import { local, subexpressions } from '../../lang/expr/expr.js';
import type { Expr } from '../../lang/expr/expr.js';
import type { Block, Stmt } from '../../lang/program/program.js';
import { at } from '../../support/invariant.js';
import { keyOf } from './exprs.js';
import type { ExprLowerer, Instead, LoweredPlace } from './exprs.js';
import { kept } from './kept.js';
import type { VariableHome, DveWorld } from './world.js';

/** An assignment of one side of a step; `value` is lowered already where it is no text of that side. */
export interface DveEffect {
  readonly of: ExprLowerer;
  readonly target: DvePlace;
  readonly value: Ast | { readonly lowered: Expr };
}

export const effectsOf = (of: ExprLowerer, list: readonly DveAssignment[]): readonly DveEffect[] =>
  list.map(({ target, value }) => ({ of, target, value }));

/** What is wrong with a list of effects under memory models with buffers; null: nothing. */
export interface OnlySc {
  readonly why: string;
  readonly span: Span;
}

/**
 * The effects of one step, one after another. Of several writes to one buffered place only the last is one: the list is
 * one action, and nobody sees what it leaves behind. The earlier ones go to a temporary that later reads of the list take
 * (paper 004, rule 2, where the write is to a store buffer).
 */
export class EffectWriter {
  #instead: Instead = new Map();
  onlySc: OnlySc | null = null;

  constructor(
    private readonly world: DveWorld,
    private readonly thread: Parameters<DveWorld['temporary']>[0],
    private readonly span: Span,
  ) {}

  write(effects: readonly DveEffect[]): Block {
    return effects.map((effect, i) => this.#assignment(effect, effects.slice(i + 1)));
  }

  #assignment({ of, target: place, value }: DveEffect, later: readonly DveEffect[]): Stmt {
    const now = of.reading(this.#instead);
    const { target, home } = now.target(place);
    const expr = 'lowered' in value ? value.lowered : now.number(value);
    this.#lookForUnclear(target, expr, place);
    const assigned = kept(expr, home.type, this.world);
    if (!isBuffered(home) || target.kind === 'local' || !this.#isWrittenAgain(target, place, later, now))
      return this.#assign(this.#forgotten(target), assigned);
    const temporary = this.world.temporary(this.thread, home.type, place.name);
    this.#instead = new Map([...this.#instead, [keyOf(target.shared, target.index), local(temporary)]]);
    return this.#assign({ kind: 'local', local: temporary }, assigned);
  }

  /** Now the place itself holds the value. */
  #forgotten(target: LoweredPlace): LoweredPlace {
    if (target.kind === 'shared') {
      const key = keyOf(target.shared, target.index);
      this.#instead = new Map([...this.#instead].filter(([held]) => held !== key));
    }
    return target;
  }

  #isWrittenAgain(
    { shared, index }: Extract<LoweredPlace, { kind: 'shared' }>,
    place: DvePlace,
    later: readonly DveEffect[],
    now: ExprLowerer,
  ): boolean {
    return later.some((other) => {
      const { target } = now.target(other.target);
      if (target.kind !== 'shared' || target.shared !== shared) return false;
      if (keyOf(shared, index) === keyOf(shared, target.index) && isFixed(index)) return true;
      if (!isFixed(index) || !isFixed(target.index)) {
        this.#refuse(
          `whether both writes to ${place.name.text} are to one cell depends on the run`,
          other.target.span,
        );
      }
      return false;
    });
  }

  /** A computed index might be that of a cell whose value waits in a temporary. */
  #lookForUnclear(target: LoweredPlace, value: Expr, { name, span }: DvePlace): void {
    const held = new Set([...this.#instead.keys()].map((key) => at(key.split(' '), 0)));
    const parts = [value, ...(target.kind === 'shared' && target.index !== null ? [target.index] : [])];
    for (const part of parts.flatMap((expr) => [...subexpressions(expr)])) {
      if (part.kind === 'shared' && !isFixed(part.index) && held.has(String(part.shared)))
        this.#refuse(`the cell that is read for ${name.text} may be one that this list writes twice`, span);
    }
  }

  #refuse(why: string, span: Span): void {
    this.onlySc ??= { why, span };
  }

  #assign(target: LoweredPlace, value: Expr): Stmt {
    return { kind: 'assign', target, value, labels: [], span: this.span };
  }
}

const isBuffered = (home: VariableHome): boolean => home.kind === 'shared' && home.buffered;

const isFixed = (index: Expr | null): boolean => index === null || constantValue(index) !== null;
