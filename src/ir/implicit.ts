import { at } from '../support/check.js';
import { constantValue } from './constant.js';
import { subexpressions } from './expr.js';
import type { Expr } from './expr.js';
import type { LValue, Program, Property, Stmt } from './program.js';
import { everyStatement, exprsOf } from './statements.js';
import type { Type } from './type.js';

type Variables = Pick<Program, 'shared' | 'locals'>;

/**
 * The implicit properties that the statements of a program can violate: `div` if they divide, `bounds` if an index is
 * not a constant, `range` if they write to a finite range of integers.
 */
export function implicitProperties(program: Variables & Pick<Program, 'threads'>): readonly Property[] {
  const all = program.threads.flatMap((thread) => [...everyStatement(thread.body)]);
  const reads = all.flatMap((stmt) => exprsOf(stmt)).flatMap((expr) => [...subexpressions(expr)]);
  const indices = [...reads.flatMap(indexRead), ...all.flatMap(indexWritten)];
  const found: Property[] = [];
  if (reads.some(isDivision)) found.push({ kind: 'div', name: 'div' });
  if (indices.some((index) => constantValue(index) === null)) found.push({ kind: 'bounds', name: 'bounds' });
  if (all.some((stmt) => writesRange(program, stmt))) found.push({ kind: 'range', name: 'range' });
  return found;
}

const isDivision = (expr: Expr): boolean => expr.kind === 'binary' && (expr.op === '/' || expr.op === '%');

const indexRead = (expr: Expr): readonly Expr[] =>
  expr.kind === 'shared' && expr.index !== null ? [expr.index] : [];

const indexWritten = (stmt: Stmt): readonly Expr[] =>
  targetsOf(stmt).flatMap((target) =>
    target.kind === 'shared' && target.index !== null ? [target.index] : [],
  );

function writesRange(variables: Variables, stmt: Stmt): boolean {
  return targetsOf(stmt).some((target) => typeOf(variables, target).kind === 'range');
}

/** What a statement writes a computed value to. */
function targetsOf(stmt: Stmt): readonly LValue[] {
  if (stmt.kind === 'assign') return [stmt.target];
  if (stmt.kind !== 'rmw') return [];
  return stmt.result === null ? [stmt.place] : [stmt.place, { kind: 'local', local: stmt.result }];
}

function typeOf(variables: Variables, target: LValue): Type {
  return target.kind === 'local'
    ? at(variables.locals, target.local).type
    : at(variables.shared, target.shared).type;
}
