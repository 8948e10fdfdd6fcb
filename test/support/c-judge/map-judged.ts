import type { JudgedExpr, JudgedCode, JudgedStmt } from './judged-ast.js';

export interface JudgedChange {
  /** Of a part whose own parts have been changed already. */
  readonly expr: (expr: JudgedExpr) => JudgedExpr;
  readonly stmt: (stmt: JudgedStmt) => JudgedStmt;
}

export const unchanged: JudgedChange = { expr: (expr) => expr, stmt: (stmt) => stmt };

/** The program with every expression and statement changed, from the inside out. */
export function mapJudged(program: JudgedCode, change: JudgedChange): JudgedCode {
  const body = (stmts: readonly JudgedStmt[]): readonly JudgedStmt[] =>
    stmts.map((stmt) => mapStmt(stmt, change));
  return {
    ...program,
    main: body(program.main),
    functions: program.functions.map((each) => ({ ...each, body: body(each.body) })),
  };
}

function mapStmt(stmt: JudgedStmt, change: JudgedChange): JudgedStmt {
  const expr = (inner: JudgedExpr): JudgedExpr => mapExpr(inner, change);
  const body = (stmts: readonly JudgedStmt[]): readonly JudgedStmt[] =>
    stmts.map((inner) => mapStmt(inner, change));
  switch (stmt.kind) {
    case 'expression':
      return change.stmt({ ...stmt, expr: expr(stmt.expr) });
    case 'store':
      return change.stmt({ ...stmt, at: expr(stmt.at), value: expr(stmt.value) });
    case 'declare':
      return change.stmt({ ...stmt, init: stmt.init === null ? null : expr(stmt.init) });
    case 'if':
      return change.stmt({ ...stmt, cond: expr(stmt.cond), then: body(stmt.then), other: body(stmt.other) });
    case 'while':
    case 'do':
      return change.stmt({ ...stmt, cond: expr(stmt.cond), body: body(stmt.body) });
    case 'for':
    case 'block':
    case 'atomic':
      return change.stmt({ ...stmt, body: body(stmt.body) });
    case 'switch': {
      const cases = stmt.cases.map((each) => ({ value: each.value, body: body(each.body) }));
      return change.stmt({ ...stmt, value: expr(stmt.value), cases });
    }
    case 'return':
      return change.stmt({ ...stmt, value: stmt.value === null ? null : expr(stmt.value) });
    case 'assume':
      return change.stmt({ ...stmt, cond: expr(stmt.cond) });
    default:
      // Asserts are what is asked, and stay as they are.
      return change.stmt(stmt);
  }
}

function mapExpr(expr: JudgedExpr, change: JudgedChange): JudgedExpr {
  const inner = (part: JudgedExpr): JudgedExpr => mapExpr(part, change);
  switch (expr.kind) {
    case 'index':
      return change.expr({ ...expr, of: inner(expr.of), index: inner(expr.index) });
    case 'member':
    case 'arrow':
    case 'deref':
    case 'address':
    case 'unary':
    case 'cast':
      return change.expr({ ...expr, of: inner(expr.of) });
    case 'arithmetic':
    case 'comparison':
    case 'logical':
    case 'comma':
      return change.expr({ ...expr, left: inner(expr.left), right: inner(expr.right) });
    case 'choice':
      return change.expr({
        ...expr,
        cond: inner(expr.cond),
        then: inner(expr.then),
        other: inner(expr.other),
      });
    case 'assign':
      return change.expr({ ...expr, target: inner(expr.target), value: inner(expr.value) });
    case 'step':
      return change.expr({ ...expr, target: inner(expr.target) });
    case 'call':
      return change.expr({ ...expr, args: expr.args.map(inner) });
    case 'load':
      return change.expr({ ...expr, at: inner(expr.at) });
    case 'exchange':
    case 'change':
      return change.expr({ ...expr, at: inner(expr.at), value: inner(expr.value) });
    case 'compare':
      return change.expr({ ...expr, at: inner(expr.at), desired: inner(expr.desired) });
    case 'constant':
    case 'variable':
    case 'sizeof':
    case 'trylock':
      return change.expr(expr);
  }
}
