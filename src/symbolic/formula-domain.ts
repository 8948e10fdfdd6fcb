import { unsupported } from '../diagnostics/diagnostic.js';
import type { Span } from '../diagnostics/span.js';
import { equal, int } from '../lang/expr/expr.js';
import type { BinaryOp, Expr, UnaryOp } from '../lang/expr/expr.js';
import type { CellId, LocalId, SharedId, ThreadId } from '../lang/expr/ids.js';
import { negated, simplifiedBinary, simplifiedUnary } from '../lang/expr/simplify.js';
import type { Type } from '../lang/expr/type.js';
import { lengthOf } from '../lang/program/system.js';
import type { Edge, StoreAction, System } from '../lang/program/system.js';
import type { MemoryModel } from '../memory/model.js';
import { hasBuffers, lockedWaitsForAll } from '../memory/model-questions.js';
import { hasRoom, marked } from '../memory/semantics.js';
import { found, isEnded } from '../step/branches.js';
import type { Branches } from '../step/branches.js';
import { evaluateIn } from '../step/evaluate-branches.js';
import type { ExprDomain } from '../step/evaluate-branches.js';
import { runActions } from '../step/run-actions.js';
import type { Waiting } from '../step/run-actions.js';
import { InternalError, at } from '../support/invariant.js';
import { appended, countedFor, ownValue } from './shaped-buffer.js';
import type { ShapedBuffer } from './shaped-buffer.js';
import type { SymbolicState } from './symbolic-state.js';

/** Beyond this many ways through one edge, or this many cases of an expression, the program is refused. */
const maxCases = 1024;

/** A way through actions, as far as it has come: what must have held of the state before, and what has become of it. */
export interface WayDraft {
  readonly facts: readonly Expr[];
  /** Cells and locals that were written, over the state before. */
  readonly written: ReadonlyMap<Expr, Expr>;
  readonly buffer: ShapedBuffer;
  readonly chosen: readonly Expr[];
  /** The property that is violated where the way ends before its edge does. */
  readonly violates: string | null;
  /** A store that cannot be made: it waits (tsoN), or finds as many entries as the bound allows. What comes behind it is nothing. */
  readonly stuck: 'waits' | 'overflows' | null;
}

/** How many writes may wait where a write to the cell is to be added: of what `countedFor` counts. */
export type BufferRoom = (cell: CellId) => number;

/** All ways through an edge. A failed assert is a way of its own that ends there; others go on behind it and assume nothing of it. */
export const waysAlong = (domain: FormulaDomain, edge: Edge, start: WayDraft): readonly WayDraft[] =>
  runActions(domain, edge, start);

/** The semantics of src/memory/machine.ts over formulas, for a buffer of which the shape is known. */
export class FormulaDomain implements ExprDomain<WayDraft, CellId> {
  constructor(
    private readonly state: SymbolicState,
    private readonly model: MemoryModel,
    private readonly thread: ThreadId,
    private readonly room: BufferRoom | null,
    private readonly span: Span | null,
  ) {}

  get system(): System {
    return this.state.system;
  }

  limit(count: number): void {
    if (count <= maxCases) return;
    const hint = 'split the statement, or use smaller arrays';
    unsupported(`a step with computed indices has more than ${maxCases} cases`, this.span, hint);
  }

  evaluate(way: WayDraft, expr: Expr): Branches<WayDraft, Expr> {
    const ways = evaluateIn(this, way, expr);
    this.limit(ways.length);
    return ways;
  }

  leaf({ written }: WayDraft, expr: Expr): Expr {
    switch (expr.kind) {
      case 'int':
      case 'bool':
        return expr;
      case 'local':
        return written.get(expr) ?? expr;
      default:
        throw new InternalError(`the steps of automata have no ${expr.kind}`);
    }
  }

  load({ written, buffer }: WayDraft, cell: CellId): Expr {
    const variable = this.state.cell(cell);
    return ownValue(buffer, cell) ?? written.get(variable) ?? variable;
  }

  unary(_: WayDraft, op: UnaryOp, arg: Expr): Expr {
    return simplifiedUnary(op, arg);
  }

  binary(_: WayDraft, op: BinaryOp, left: Expr, right: Expr): Expr {
    return simplifiedBinary(op, left, right);
  }

  divisors(way: WayDraft, value: Expr): Branches<WayDraft, Expr> {
    const isZero = simplifiedBinary('==', value, int(0));
    return [...violating(way, isZero, 'div'), ...found(withFact(way, negated(isZero)), value)];
  }

  unasked(way: WayDraft, right: Expr): Branches<WayDraft, Expr> | null {
    const branches = this.evaluate(way, right);
    const [only, ...others] = branches;
    const isAlone = only !== undefined && others.length === 0;
    return isAlone && !isEnded(only) && only.state.facts === way.facts ? branches : null;
  }

  cells(way: WayDraft, id: SharedId, index: Expr | null): Branches<WayDraft, CellId> {
    const { cells } = this.state;
    if (index === null) return found(way, cells.cell(id, 0));
    const length = lengthOf(at(this.system.shared, id));
    const elements = Array.from({ length }, (_, i) => i);
    return [
      ...elements.flatMap((i) =>
        found(withFact(way, simplifiedBinary('==', index, int(i))), cells.cell(id, i)),
      ),
      ...violating(way, simplifiedBinary('<', index, int(0)), 'bounds'),
      ...violating(way, simplifiedBinary('>=', index, int(length)), 'bounds'),
    ];
  }

  fitting(way: WayDraft, value: Expr, type: Type): Branches<WayDraft, Expr> {
    if (type.kind !== 'range') return found(way, value);
    const below = simplifiedBinary('<', value, int(type.lo));
    const above = simplifiedBinary('>', value, int(type.hi));
    const least = withFact(way, negated(below));
    return [
      ...found(least === null ? null : withFact(least, negated(above)), value),
      ...violating(way, below, 'range'),
      ...violating(way, above, 'range'),
    ];
  }

  assume(way: WayDraft, cond: Expr, holds: boolean): WayDraft | null {
    return withFact(way, holds ? cond : negated(cond));
  }

  assert(_: WayDraft, property: string, cond: Branches<WayDraft, Expr>): Branches<WayDraft> {
    return cond.flatMap((branch): Branches<WayDraft> => {
      if (isEnded(branch)) return [branch];
      const failed = violating(branch.state, negated(branch.value), property);
      return [...failed, { state: branch.state, value: null }];
    });
  }

  assign(way: WayDraft, id: LocalId, value: Expr): WayDraft {
    return { ...way, written: new Map(way.written).set(this.state.local(id), value) };
  }

  store(way: WayDraft, cell: CellId, value: Expr, locked: StoreAction['locked']): WayDraft {
    if (locked || !hasBuffers(this.model))
      return { ...way, written: new Map(way.written).set(this.state.cell(cell), value) };
    if (!hasRoom(this.model, way.buffer.entries, cell)) return { ...way, stuck: 'waits' };
    if (this.room !== null && countedFor(this.model, way.buffer, cell) >= this.room(cell))
      return { ...way, stuck: 'overflows' };
    return { ...way, buffer: appended(this.model, way.buffer, cell, value) };
  }

  havoc(way: WayDraft, id: LocalId): Branches<WayDraft> {
    const input = this.state.chosen(way.chosen.length, at(this.system.locals, id).type);
    return found(this.assign({ ...way, chosen: [...way.chosen, input] }, id, input), null);
  }

  /** Where it waits for the buffers of others, their shapes are variables of the state. */
  wait(way: WayDraft, action: Waiting): WayDraft | null {
    const { entries } = way.buffer;
    if (action.kind === 'fence' && action.fence === 'ww')
      return { ...way, buffer: { ...way.buffer, entries: marked(this.model, entries) } };
    if (entries.length > 0) return null;
    if (action.kind === 'fence' || !lockedWaitsForAll(this.model)) return way;
    const others = this.system.threads.filter(({ id }) => id !== this.thread);
    return others.reduce<WayDraft | null>(
      (so, { id }) => (so === null ? null : withFact(so, equal(this.state.waiting(id), int(0)))),
      way,
    );
  }
}

/** The way with one more thing known; null: it contradicts what is known. */
export function withFact(way: WayDraft, fact: Expr): WayDraft | null {
  if (fact.kind === 'bool') return fact.value ? way : null;
  if (way.facts.includes(fact)) return way;
  return way.facts.includes(negated(fact)) ? null : { ...way, facts: [...way.facts, fact] };
}

function violating(way: WayDraft, condition: Expr, property: string): Branches<WayDraft, never> {
  const so = withFact(way, condition);
  return so === null ? [] : [{ ended: { ...so, violates: property } }];
}
