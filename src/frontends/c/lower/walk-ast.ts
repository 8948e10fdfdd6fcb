import { assertNever } from '../../../support/invariant.js';
import type { CDesignators, CExpr, CInit, CStmt } from '../syntax/c-ast.js';

/** All expressions of a statement and of those inside it. */
export function* expressionsIn(stmt: CStmt): Generator<CExpr> {
  for (const expr of ownExpressions(stmt)) yield* parts(expr);
  for (const inner of childrenOf(stmt)) yield* expressionsIn(inner);
}

/** A statement and all inside it, also those of blocks that are expressions. */
export function* statementsIn(stmt: CStmt): Generator<CStmt> {
  yield stmt;
  for (const expr of ownExpressions(stmt).flatMap((each) => [...parts(each)]))
    if (expr.kind === 'statements') for (const inner of expr.body) yield* statementsIn(inner);
  for (const inner of childrenOf(stmt)) yield* statementsIn(inner);
}

function ownExpressions(stmt: CStmt): readonly CExpr[] {
  switch (stmt.kind) {
    case 'expr':
      return [stmt.expr];
    case 'declare':
      return stmt.declarations.flatMap(({ init }) => (init === null ? [] : inInit(init)));
    case 'if':
    case 'while':
    case 'do':
      return [stmt.cond];
    case 'for':
      return [stmt.cond, stmt.step].filter((expr) => expr !== null);
    case 'switch':
      return [stmt.value];
    case 'case':
      return [stmt.value, stmt.to].filter((expr) => expr !== null);
    case 'return':
      return stmt.value === null ? [] : [stmt.value];
    case 'block':
    case 'empty':
    case 'label':
    case 'goto':
    case 'break':
    case 'continue':
      return [];
    case 'asm':
      return [...stmt.outputs, ...stmt.inputs].map(({ expr }) => expr);
    default:
      return assertNever(stmt);
  }
}

/** The members that a statement, and what is inside it, names. */
export function* membersNamedIn(stmt: CStmt): Generator<string> {
  for (const expr of expressionsIn(stmt)) {
    if (expr.kind === 'member') yield expr.name.text;
    else if (expr.kind === 'offsetof') yield* namesOfFields(expr.path);
    else if (expr.kind === 'compound') yield* designatedIn(expr.init);
  }
  for (const inner of statementsIn(stmt))
    if (inner.kind === 'declare')
      for (const { init } of inner.declarations) if (init !== null) yield* designatedIn(init);
}

function* designatedIn(init: CInit): Generator<string> {
  if (init.kind === 'expr') return;
  for (const { designators, value } of init.items) {
    yield* namesOfFields(designators);
    yield* designatedIn(value);
  }
}

const namesOfFields = (path: CDesignators): readonly string[] =>
  path.flatMap((part) => (part.kind === 'field' ? [part.name.text] : []));

const inInit = (init: CInit): readonly CExpr[] =>
  init.kind === 'expr' ? [init.expr] : init.items.flatMap(({ value }) => inInit(value));

function* parts(expr: CExpr): Generator<CExpr> {
  yield expr;
  if (expr.kind === 'statements') for (const stmt of expr.body) yield* expressionsIn(stmt);
  for (const part of directParts(expr)) yield* parts(part);
}

export function directParts(expr: CExpr): readonly CExpr[] {
  switch (expr.kind) {
    case 'number':
    case 'char':
    case 'string':
    case 'name':
    case 'sizeof-type':
    case 'alignof-type':
    case 'offsetof':
    case 'statements':
      return [];
    case 'generic':
      return [expr.control, ...expr.choices.map(({ value }) => value)];
    case 'unary':
    case 'step':
    case 'cast':
    case 'sizeof':
      return [expr.arg];
    case 'binary':
    case 'comma':
      return [expr.left, expr.right];
    case 'assign':
      return [expr.target, expr.value];
    case 'conditional':
      return [expr.cond, expr.then, expr.else];
    case 'call':
      return [expr.callee, ...expr.args];
    case 'index':
      return [expr.array, expr.index];
    case 'member':
      return [expr.of];
    case 'compound':
      return inInit(expr.init);
    default:
      return assertNever(expr);
  }
}

/** The statements right inside of one. */
export function childrenOf(stmt: CStmt): readonly CStmt[] {
  switch (stmt.kind) {
    case 'block':
      return stmt.body;
    case 'if':
      return stmt.else === null ? [stmt.then] : [stmt.then, stmt.else];
    case 'while':
    case 'do':
    case 'switch':
      return [stmt.body];
    case 'for':
      return stmt.init === null ? [stmt.body] : [stmt.init, stmt.body];
    case 'case':
    case 'label':
      return [stmt.of];
    case 'declare':
    case 'expr':
    case 'empty':
    case 'goto':
    case 'break':
    case 'continue':
    case 'return':
    case 'asm':
      return [];
    default:
      return assertNever(stmt);
  }
}
