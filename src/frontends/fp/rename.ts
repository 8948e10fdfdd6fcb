import { assertNever } from '../../support/invariant.js';
import type { Span, Word } from '../../diagnostics/span.js';
import type {
  BlockAst,
  ExprAst,
  InitAst,
  LockedCallAst,
  PlaceAst,
  StepAst,
  StmtAst,
  VariableAst,
} from './ast.js';

/** What stands for the names of a text in another one. */
export interface NameChange {
  /** What is read in the place of a variable; of one that is a place itself, what `path` leads to from there. */
  value(name: Word, path: readonly StepAst[], span: Span): ExprAst;
  /** What is written, or a part of it. */
  place(name: Word): PlaceAst;
  /** A name that is declared. */
  word(name: Word): Word;
  label(label: Word): Word;
}

/** The same statement over `f` of the blocks directly inside it. */
export function mapBlocksAst(stmt: StmtAst, f: (block: BlockAst) => BlockAst): StmtAst {
  switch (stmt.kind) {
    case 'if':
      return { ...stmt, then: f(stmt.then), else: stmt.else === null ? null : f(stmt.else) };
    case 'while':
    case 'do':
    case 'for':
    case 'atomic':
    case 'locked':
    case 'inlined':
      return { ...stmt, body: f(stmt.body) };
    case 'either':
      return { ...stmt, branches: stmt.branches.map(f) };
    case 'local':
    case 'skip':
    case 'assign':
    case 'fill':
    case 'rmw':
    case 'fence':
    case 'goto':
    case 'break':
    case 'continue':
    case 'call':
    case 'return':
    case 'havoc':
    case 'assume':
    case 'assert':
      return stmt;
    default:
      return assertNever(stmt);
  }
}

/** A statement by other names, without what is in its blocks. */
export function renamed(stmt: StmtAst, change: NameChange): StmtAst {
  return { ...renamedHead(stmt, change), labels: stmt.labels.map((label) => change.label(label)) };
}

function renamedHead(stmt: StmtAst, change: NameChange): StmtAst {
  const expr = (ast: ExprAst): ExprAst => renamedExpr(ast, change);
  const place = (ast: PlaceAst): PlaceAst => renamedPlace(ast, change);
  switch (stmt.kind) {
    case 'local':
      return { ...stmt, variables: stmt.variables.map((variable) => renamedVariable(variable, change)) };
    case 'assign':
      return { ...stmt, target: place(stmt.target), value: expr(stmt.value) };
    case 'fill':
      return { ...stmt, target: place(stmt.target), init: renamedInit(stmt.init, change) };
    case 'rmw':
      return {
        ...stmt,
        target: stmt.target === null ? null : place(stmt.target),
        call: renamedCall(stmt.call, change),
      };
    case 'goto':
      return { ...stmt, target: change.label(stmt.target) };
    case 'havoc':
      return { ...stmt, target: place(stmt.target) };
    case 'assume':
    case 'assert':
    case 'if':
    case 'while':
    case 'do':
      return { ...stmt, cond: expr(stmt.cond) };
    case 'for':
      return { ...stmt, variable: change.word(stmt.variable), lo: expr(stmt.lo), hi: expr(stmt.hi) };
    case 'call':
      return {
        ...stmt,
        target: stmt.target === null ? null : place(stmt.target),
        values: stmt.values.map(expr),
      };
    case 'return':
      return { ...stmt, value: stmt.value === null ? null : expr(stmt.value) };
    case 'skip':
    case 'fence':
    case 'break':
    case 'continue':
    case 'either':
    case 'atomic':
    case 'locked':
    case 'inlined':
      return stmt;
    default:
      return assertNever(stmt);
  }
}

function renamedVariable(variable: VariableAst, change: NameChange): VariableAst {
  const { name, sizes, init } = variable;
  const expr = (ast: ExprAst): ExprAst => renamedExpr(ast, change);
  return {
    ...variable,
    name: change.word(name),
    sizes: sizes.map(expr),
    init: renamedInit(init, change),
  };
}

function renamedInit(init: InitAst | null, change: NameChange): InitAst | null {
  if (init === null) return null;
  const expr = (ast: ExprAst): ExprAst => renamedExpr(ast, change);
  return init.kind === 'value'
    ? { ...init, value: expr(init.value) }
    : { ...init, values: init.values.map(expr) };
}

function renamedPlace(ast: PlaceAst, change: NameChange): PlaceAst {
  const { name, path } = change.place(ast.name);
  return { name, path: [...path, ...renamedPath(ast.path, change)], span: ast.span };
}

const renamedPath = (path: readonly StepAst[], change: NameChange): readonly StepAst[] =>
  path.map((step) => (step.kind === 'member' ? step : { ...step, index: renamedExpr(step.index, change) }));

function renamedCall(call: LockedCallAst, change: NameChange): LockedCallAst {
  const place = renamedPlace(call.place, change);
  const value = renamedExpr(call.value, change);
  return call.kind === 'cas'
    ? { ...call, place, value, expected: renamedExpr(call.expected, change) }
    : { ...call, place, value };
}

function renamedExpr(ast: ExprAst, change: NameChange): ExprAst {
  const expr = (part: ExprAst): ExprAst => renamedExpr(part, change);
  switch (ast.kind) {
    case 'number':
    case 'bool':
    case 'at':
      return ast;
    case 'place':
      return change.value(ast.name, renamedPath(ast.path, change), ast.span);
    case 'paren':
      return { ...ast, inner: expr(ast.inner) };
    case 'unary':
      return { ...ast, arg: expr(ast.arg) };
    case 'binary':
      return { ...ast, left: expr(ast.left), right: expr(ast.right) };
    case 'choice':
      return { ...ast, cond: expr(ast.cond), yes: expr(ast.yes), no: expr(ast.no) };
    case 'forall':
    case 'exists':
      return { ...ast, body: expr(ast.body) };
    default:
      return assertNever(ast);
  }
}
