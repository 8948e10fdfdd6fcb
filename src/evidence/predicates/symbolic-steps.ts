import { bool, falsity, int, isBitOp, local, truth } from '../../lang/expr/expr.js';
import type { BinaryOp, Expr, UnaryOp } from '../../lang/expr/expr.js';
import type { CellId, LocalId, SharedId, ThreadId } from '../../lang/expr/ids.js';
import { negated, simplifiedBinary, simplifiedUnary } from '../../lang/expr/simplify.js';
import { initialExpr } from '../../lang/program/program.js';
import { lengthOf } from '../../lang/program/system.js';
import type { Edge, System } from '../../lang/program/system.js';
import type { Type } from '../../lang/expr/type.js';
import type { MemoryModel } from '../../memory/model.js';
import { hasBuffers } from '../../memory/model-questions.js';
import {
  append,
  emptyBuffer,
  flushable,
  flushed,
  hasRoom,
  marked,
  newestOwn,
} from '../../memory/semantics.js';
import type { StoreBuffer } from '../../memory/semantics.js';
import { found, isEnded, then } from '../../step/branches.js';
import type { Branches } from '../../step/branches.js';
import { evaluateIn } from '../../step/evaluate-branches.js';
import type { ExprDomain } from '../../step/evaluate-branches.js';
import { runActions } from '../../step/run-actions.js';
import type { Waiting } from '../../step/run-actions.js';
import { InternalError, at } from '../../support/invariant.js';
import { TooWide } from '../cover/coordinates.js';
import type { StepFault, SymbolicNames, SymbolicState } from './symbolic-state.js';

/** More ways than these through one edge are not gone. */
const mostWays = 1024;

/**
 * The plain semantics of a system under a memory model, for states that are told by expressions. What buffers do is
 * src/memory/semantics.ts; in what order an edge does what, and where it faults, is src/step.
 */
export class SymbolicSteps {
  constructor(
    readonly names: SymbolicNames,
    readonly model: MemoryModel,
    readonly watch: () => void,
  ) {}

  get system(): System {
    return this.names.system;
  }

  /** What comes of the edge of a thread that stands where it begins: where it can be taken or faults. */
  along(state: SymbolicState, thread: ThreadId, edge: Edge): readonly SymbolicState[] {
    const ends = runActions(new StepDomain(this, thread), edge, state);
    return ends.flatMap((end) => {
      if (end.end === 'waits') return [];
      return [end.end === 'moves' ? { ...end, places: end.places.with(thread, edge.to) } : end];
    });
  }

  /** A state for each write of the thread that may leave its buffer. */
  flushes(state: SymbolicState, thread: ThreadId): readonly SymbolicState[] {
    const buffer = at(state.buffers, thread);
    return flushable(this.model, buffer).flatMap((position) => {
      const entry = at(buffer, position);
      if (entry.kind === 'marker') return [];
      const values = new Map(state.values).set(this.names.cell(entry.cell), this.names.valueOf(entry));
      return [{ ...state, values, buffers: state.buffers.with(thread, flushed(buffer, position)) }];
    });
  }

  /** The conditions of which one holds where a formula of a property does not; a formula that faults is false. */
  failures(state: SymbolicState, formula: Expr): readonly (readonly Expr[])[] {
    const branches = new StepDomain(this, null).evaluate(state, formula);
    return branches.flatMap((branch) => {
      const after = isEnded(branch) ? branch.ended : assumed(branch.state, branch.value, false);
      return after === null ? [] : [after.facts];
    });
  }

  /** Where the program begins; what has no initial value may have any of its type. */
  initial(): readonly SymbolicState[] {
    const { names, system } = this;
    const domain = new StepDomain(this, null);
    const inits = [
      ...names.cells.all().map((cell) => {
        const value = initialExpr(names.cells.variable(cell).init, names.cells.indexIn(cell));
        return { variable: names.cell(cell), value };
      }),
      ...system.locals.map(({ id, init }) => ({ variable: local(id), value: initialExpr(init) })),
    ];
    const entry = names.statesAt(
      system.threads.map((thread) => thread.entry),
      system.threads.map(() => []),
    );
    return inits.reduce<readonly SymbolicState[]>(
      (states, { variable, value }) => {
        if (value === null) return states;
        this.watch();
        const begun = states.flatMap((state) => {
          const branches = then(domain.evaluate(state, value), (so, is) =>
            found(assumed(so, simplifiedBinary('==', variable, is), true), null),
          );
          return branches.map((branch) => (isEnded(branch) ? branch.ended : branch.state));
        });
        return begun.filter(({ end }) => end === 'moves');
      },
      [entry],
    );
  }
}

function assumed(state: SymbolicState, cond: Expr, holds: boolean): SymbolicState | null {
  const fact = holds ? cond : negated(cond);
  if (fact === truth || state.facts.includes(fact)) return state;
  if (fact === falsity || state.facts.includes(negated(fact))) return null;
  return { ...state, facts: [...state.facts, fact] };
}

const faulty = (state: SymbolicState, cond: Expr, end: StepFault): Branches<SymbolicState, never> => {
  const so = assumed(state, cond, true);
  return so === null ? [] : [{ ended: so.end === 'waits' ? so : { ...so, end } }];
};

/** Values are expressions over the state that the walk began in. */
class StepDomain implements ExprDomain<SymbolicState, CellId> {
  constructor(
    private readonly steps: SymbolicSteps,
    /** Whose view it is; null: that of properties, which read memory. */
    private readonly thread: ThreadId | null,
  ) {}

  get system(): System {
    return this.steps.system;
  }

  limit(count: number): void {
    this.steps.watch();
    if (count > mostWays) throw new TooWide('a step can go too many ways');
  }

  evaluate(state: SymbolicState, expr: Expr): Branches<SymbolicState, Expr> {
    const ways = evaluateIn(this, state, expr);
    this.limit(ways.length);
    return ways;
  }

  leaf(state: SymbolicState, expr: Expr): Expr {
    switch (expr.kind) {
      case 'int':
      case 'bool':
        return expr;
      case 'local':
        return state.values.get(expr) ?? expr;
      case 'at': {
        const { locations } = at(this.system.threads, expr.thread);
        return bool(at(locations, at(state.places, expr.thread)).labels.includes(expr.label));
      }
      default:
        throw new InternalError(`a program without instances has no ${expr.kind} in a state`);
    }
  }

  load(state: SymbolicState, cell: CellId): Expr {
    const { names } = this.steps;
    const own = this.thread === null ? null : newestOwn(at(state.buffers, this.thread), cell);
    if (own !== null) return names.valueOf({ kind: 'write', cell, value: own });
    const variable = names.cell(cell);
    return state.values.get(variable) ?? variable;
  }

  unary(_: SymbolicState, op: UnaryOp, arg: Expr): Expr {
    if (op === 'int')
      throw new TooWide('a truth value is made a number, which the solver is not asked about');
    return simplifiedUnary(op, arg);
  }

  binary(_: SymbolicState, op: BinaryOp, left: Expr, right: Expr): Expr {
    if (isBitOp(op)) throw new TooWide('bits are computed with, which the solver is not asked about');
    return simplifiedBinary(op, left, right);
  }

  divisors(state: SymbolicState, value: Expr): Branches<SymbolicState, Expr> {
    return [
      ...faulty(state, simplifiedBinary('==', value, int(0)), 'div'),
      ...found(assumed(state, simplifiedBinary('!=', value, int(0)), true), value),
    ];
  }

  unasked(state: SymbolicState, right: Expr): Branches<SymbolicState, Expr> | null {
    const branches = this.evaluate(state, right);
    const [only, ...others] = branches;
    const isAlone = only !== undefined && others.length === 0;
    return isAlone && !isEnded(only) && only.state === state ? branches : null;
  }

  cells(state: SymbolicState, id: SharedId, index: Expr | null): Branches<SymbolicState, CellId> {
    const { cells } = this.steps.names;
    if (index === null) return found(state, cells.cell(id, 0));
    const length = lengthOf(at(this.system.shared, id));
    if (index.kind === 'int' && index.value >= 0n && index.value < length)
      return found(state, cells.cell(id, Number(index.value)));
    this.limit(length);
    return [
      ...Array.from({ length }, (_, i) =>
        found(assumed(state, simplifiedBinary('==', index, int(i)), true), cells.cell(id, i)),
      ).flat(),
      ...faulty(state, simplifiedBinary('<', index, int(0)), 'bounds'),
      ...faulty(state, simplifiedBinary('>=', index, int(length)), 'bounds'),
    ];
  }

  fitting(state: SymbolicState, value: Expr, type: Type): Branches<SymbolicState, Expr> {
    if (type.kind !== 'range') return found(state, value);
    const below = simplifiedBinary('<', value, int(type.lo));
    const above = simplifiedBinary('>', value, int(type.hi));
    const notBelow = assumed(state, below, false);
    return [
      ...found(notBelow === null ? null : assumed(notBelow, above, false), value),
      ...faulty(state, below, 'range'),
      ...faulty(state, above, 'range'),
    ];
  }

  assume(state: SymbolicState, cond: Expr, holds: boolean): SymbolicState | null {
    return assumed(state, cond, holds);
  }

  assert(_: SymbolicState, property: string, cond: Branches<SymbolicState, Expr>): Branches<SymbolicState> {
    return then(cond, (so, value) => {
      const where = negated(value);
      const failed = where === falsity ? so.failed : [...so.failed, { property, where }];
      return found({ ...so, failed }, null);
    });
  }

  assign(state: SymbolicState, id: LocalId, value: Expr): SymbolicState {
    return { ...state, values: new Map(state.values).set(local(id), value) };
  }

  store(state: SymbolicState, cell: CellId, value: Expr, locked: boolean): SymbolicState {
    const { names, model } = this.steps;
    if (locked || !hasBuffers(model))
      return { ...state, values: new Map(state.values).set(names.cell(cell), value) };
    const buffer = this.#own(state);
    return hasRoom(model, buffer, cell)
      ? this.#buffered(state, append(model, buffer, cell, names.numberOf(value)))
      : { ...state, end: 'waits' };
  }

  havoc(state: SymbolicState, id: LocalId): Branches<SymbolicState> {
    const { type } = at(this.system.locals, id);
    const drawn = this.steps.names.input(type, state.drawn);
    return found(this.assign({ ...state, drawn: state.drawn + 1 }, id, drawn), null);
  }

  wait(state: SymbolicState, action: Waiting): SymbolicState | null {
    const { model } = this.steps;
    if (action.kind === 'lock') {
      const watched = model.lockedWaits === 'all' ? state.buffers : [this.#own(state)];
      return watched.every(isEmpty) ? state : null;
    }
    if (action.fence === 'ww') return this.#buffered(state, marked(model, this.#own(state)));
    return isEmpty(this.#own(state)) ? state : null;
  }

  #own({ buffers }: SymbolicState): StoreBuffer {
    return this.thread === null ? emptyBuffer : at(buffers, this.thread);
  }

  #buffered(state: SymbolicState, buffer: StoreBuffer): SymbolicState {
    return this.thread === null ? state : { ...state, buffers: state.buffers.with(this.thread, buffer) };
  }
}

const isEmpty = (buffer: StoreBuffer): boolean => buffer.length === 0;
