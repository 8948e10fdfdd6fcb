import { binary, conjunction, equal, falsity, int, shared, truth } from '../../lang/expr/expr.js';
import type { Expr } from '../../lang/expr/expr.js';
import { contains, isEmpty, meet } from '../../lang/expr/interval.js';
import type { Interval } from '../../lang/expr/interval.js';
import type { LValue, SharedVar } from '../../lang/program/program.js';
import type { Type } from '../../lang/expr/type.js';
import { assertNever } from '../../support/invariant.js';
import type { RmmStatement } from './ast.js';
import { choicesOf } from './places.js';
import type { ProcessScope } from './scope.js';

/** What a statement may do as one step: if `when` holds, and then perhaps an assignment. */
export interface AccessWay {
  readonly when: Expr;
  readonly assign: { readonly target: LValue; readonly value: Expr } | null;
}

/** A statement that computes or looks at memory and goes on to the next. */
export type RmmAccess = Extract<
  RmmStatement,
  { kind: 'assume' | 'assign' | 'read' | 'expect' | 'write' | 'cas' }
>;

/**
 * All that the statement may do, one way for each cell that it may mean. A value outside of a domain is no way: the
 * process waits, in most cases forever. So each way says itself where its value may be outside.
 */
export function waysOf(stmt: RmmAccess, scope: ProcessScope): readonly AccessWay[] {
  return allWays(stmt, scope).filter(({ when }) => when !== falsity);
}

function allWays(stmt: RmmAccess, scope: ProcessScope): readonly AccessWay[] {
  switch (stmt.kind) {
    case 'assume':
      return [{ when: scope.cond(stmt.cond), assign: null }];
    case 'assign':
      return assigned(stmt, scope);
    case 'read':
      return loaded(stmt, scope);
    case 'expect': {
      const value = scope.sum(stmt.value);
      return choicesOf(stmt.place, scope).map(({ when, cell }) => ({
        when: both(when, equal(shared(cell.id), value)),
        assign: null,
      }));
    }
    case 'write': {
      const value = scope.sum(stmt.value);
      return choicesOf(stmt.place, scope).map(({ when, cell }) => stored(when, cell, value, scope));
    }
    case 'cas': {
      const expected = scope.sum(stmt.expected);
      const value = scope.sum(stmt.value);
      return choicesOf(stmt.place, scope).map(({ when, cell }) =>
        stored(both(when, equal(shared(cell.id), expected)), cell, value, scope),
      );
    }
    default:
      return assertNever(stmt);
  }
}

function assigned(
  { target, value }: Extract<RmmAccess, { kind: 'assign' }>,
  scope: ProcessScope,
): readonly AccessWay[] {
  const register = scope.register(target);
  const sum = scope.sum(value);
  if (register === null) return [];
  const when = guardFor(sum, scope.interval(sum), register.type);
  return [{ when, assign: { target: { kind: 'local', local: register.id }, value: sum } }];
}

function loaded(
  { into, place }: Extract<RmmAccess, { kind: 'read' }>,
  scope: ProcessScope,
): readonly AccessWay[] {
  const register = scope.register(into);
  const choices = choicesOf(place, scope);
  if (register === null) return [];
  const target = { kind: 'local', local: register.id } as const;
  return choices.map(({ when, cell }) => {
    const value = shared(cell.id);
    const fits = guardFor(value, scope.interval(value), register.type);
    return { when: both(when, fits), assign: { target, value } };
  });
}

function stored(when: Expr, cell: SharedVar, value: Expr, scope: ProcessScope): AccessWay {
  const fits = guardFor(value, scope.interval(value), cell.type);
  const target = { kind: 'shared', shared: cell.id, index: null } as const;
  return { when: both(when, fits), assign: { target, value } };
}

const both = (a: Expr, b: Expr): Expr =>
  a === falsity || b === falsity ? falsity : conjunction([a, b].filter((part) => part !== truth));

/** What must hold for a value to be one of the type: true if it surely is, false if it cannot be. */
function guardFor(expr: Expr, values: Interval, type: Type): Expr {
  if (type.kind !== 'range') return truth;
  if (isEmpty(meet(values, type))) return falsity;
  return conjunction([
    ...(contains({ lo: type.lo, hi: null }, values) ? [] : [binary('<=', int(type.lo), expr)]),
    ...(contains({ lo: null, hi: type.hi }, values) ? [] : [binary('<=', expr, int(type.hi))]),
  ]);
}
