import { bool, conjunction, equal, falsity, mapChildren, not, truth } from '../../lang/expr/expr.js';
import type { BinaryOp, Expr, SharedRead } from '../../lang/expr/expr.js';
import type { LocalId } from '../../lang/expr/ids.js';
import { simplifiedBinary, simplifiedUnary } from '../../lang/expr/simplify.js';

/**
 * One way to take an edge: when, and what comes of it. All expressions speak of the state before, as the thread sees it,
 * and cells in them are told apart: an index is a constant, the instance itself (`param`) or another one (`bound`).
 */
export interface CubWay {
  /** What some variables have for a value; part of the condition. */
  readonly facts: ReadonlyMap<Expr, Expr>;
  /** The rest of the condition. */
  readonly conds: readonly Expr[];
  /** The new values; null: any. */
  readonly locals: ReadonlyMap<LocalId, Expr | null>;
  readonly stores: readonly CubStore[];
  /** Whether the thread's buffer has to be empty at some moment of the step. */
  readonly isFenced: boolean;
  /** How many instances besides the thread's own the condition speaks of: `bound` 0, 1, ... */
  readonly others: number;
  /** The property that the step violates; it has no other effect then. */
  readonly fault: string | null;
}

export interface CubStore {
  readonly cell: SharedRead;
  readonly value: Expr;
  /** Whether it is in memory when the step is over. */
  readonly isDirect: boolean;
}

export const beginning: CubWay = {
  facts: new Map(),
  conds: [],
  locals: new Map(),
  stores: [],
  isFenced: false,
  others: 0,
  fault: null,
};

export const withLocal = (way: CubWay, id: LocalId, value: Expr | null): CubWay => ({
  ...way,
  locals: new Map([...way.locals, [id, value]]),
});

export const fenced = (way: CubWay): CubWay => ({
  ...way,
  isFenced: true,
  stores: way.stores.map((s) => ({ ...s, isDirect: true })),
});

/** When the way can be taken. */
export function conditionOf({ facts, conds }: CubWay): Expr {
  return conjunction([...[...facts].map(([variable, value]) => hasValue(variable, value)), ...conds]);
}

export function hasValue(variable: Expr, value: Expr): Expr {
  if (value.kind !== 'bool') return equal(variable, value);
  return value.value ? variable : not(variable);
}

/** The expression with what is known put in and computed. */
export function known(expr: Expr, facts: CubWay['facts']): Expr {
  const fact = facts.get(expr);
  if (fact !== undefined) return fact;
  switch (expr.kind) {
    case 'binary':
      return computed(expr.op, known(expr.left, facts), known(expr.right, facts));
    case 'unary':
      return simplifiedUnary(expr.op, known(expr.arg, facts));
    default: {
      const inside = mapChildren(expr, (child) => known(child, facts));
      return facts.get(inside) ?? inside;
    }
  }
}

/** Different names of processes are different processes. */
function computed(op: BinaryOp, left: Expr, right: Expr): Expr {
  if ((op === '==' || op === '!=') && isProcess(left) && isProcess(right))
    return bool((left === right) === (op === '=='));
  return simplifiedBinary(op, left, right);
}

const isProcess = ({ kind }: Expr): boolean => kind === 'param' || kind === 'bound';

/** The same way if the condition holds too; null: it cannot. */
export function assuming(way: CubWay, condition: Expr): CubWay | null {
  const cond = known(condition, way.facts);
  if (cond.kind === 'bool') return cond.value ? way : null;
  if (cond.kind === 'binary' && cond.op === '&&') {
    const left = assuming(way, cond.left);
    return left === null ? null : assuming(left, cond.right);
  }
  const fact = factOf(cond);
  if (fact === null) return { ...way, conds: [...way.conds, cond] };
  return again({ ...way, facts: new Map([...way.facts, fact]), conds: [] }, way.conds);
}

/** Conditions that were made before may be decided by a new fact. */
function again(way: CubWay, conds: readonly Expr[]): CubWay | null {
  return conds.reduce<CubWay | null>((so, cond) => (so === null ? null : assuming(so, cond)), way);
}

function factOf(cond: Expr): readonly [Expr, Expr] | null {
  if (isVariable(cond)) return [cond, truth];
  if (cond.kind === 'unary' && cond.op === '!' && isVariable(cond.arg)) return [cond.arg, falsity];
  if (cond.kind !== 'binary' || cond.op !== '==') return null;
  if (isVariable(cond.left) && isValue(cond.right)) return [cond.left, cond.right];
  return isVariable(cond.right) && isValue(cond.left) ? [cond.right, cond.left] : null;
}

export const isVariable = ({ kind }: Expr): boolean =>
  kind === 'local' || kind === 'shared' || kind === 'instance-local';

const isValue = ({ kind }: Expr): boolean =>
  kind === 'int' || kind === 'bool' || kind === 'param' || kind === 'bound';
