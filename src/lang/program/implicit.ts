import { at } from '../../support/invariant.js';
import { cellNumbers } from './cell-numbers.js';
import { constantValue } from '../expr/constant.js';
import { subexpressions } from '../expr/expr.js';
import type { Expr, SharedRead } from '../expr/expr.js';
import type { LValue, Program, Property, SharedPlace, Stmt } from './program.js';
import { everyStatement, exprsOf } from './walk-statements.js';
import type { Type } from '../expr/type.js';

type CheckedVariables = Pick<Program, 'shared' | 'locals'>;

/**
 * The implicit properties that the statements of a program can violate: `div` if they divide, `bounds` if an index is
 * not surely that of a cell, `range` if they write to a finite range of integers.
 */
export function implicitProperties(
  program: CheckedVariables & Pick<Program, 'threads'>,
): readonly Property[] {
  const all = program.threads.flatMap((thread) => [...everyStatement(thread.body)]);
  const reads = all.flatMap((stmt) => exprsOf(stmt)).flatMap((expr) => [...subexpressions(expr)]);
  const accesses: readonly SharedAccess[] = [
    ...reads.filter((expr) => expr.kind === 'shared'),
    ...all.flatMap((stmt) => targetsOf(stmt)).filter((target) => target.kind === 'shared'),
  ];
  const found: Property[] = [];
  if (reads.some(isDivision)) found.push({ kind: 'div', name: 'div' });
  if (accesses.some((access) => mayMiss(program, access))) found.push({ kind: 'bounds', name: 'bounds' });
  if (all.some((stmt) => writesRange(program, stmt))) found.push({ kind: 'range', name: 'range' });
  return found;
}

const isDivision = (expr: Expr): boolean => expr.kind === 'binary' && (expr.op === '/' || expr.op === '%');

type SharedAccess = SharedPlace | SharedRead;

/** Whether there may be no such cell. Of an array with a cell for each process only the first is sure. */
function mayMiss({ shared, threads }: Pick<Program, 'shared' | 'threads'>, access: SharedAccess): boolean {
  if (access.index === null) return false;
  const value = constantValue(access.index);
  if (typeof value !== 'bigint') return true;
  const [lo, hi] = cellNumbers(at(shared, access.shared).shape, threads);
  return value < lo || value > (hi ?? lo);
}

function writesRange(variables: CheckedVariables, stmt: Stmt): boolean {
  return targetsOf(stmt).some((target) => typeOf(variables, target).kind === 'range');
}

/** What a statement writes a computed value to. */
function targetsOf(stmt: Stmt): readonly LValue[] {
  if (stmt.kind === 'assign') return [stmt.target];
  if (stmt.kind !== 'rmw') return [];
  return stmt.result === null ? [stmt.place] : [stmt.place, { kind: 'local', local: stmt.result }];
}

function typeOf(variables: CheckedVariables, target: LValue): Type {
  return target.kind === 'local'
    ? at(variables.locals, target.local).type
    : at(variables.shared, target.shared).type;
}
