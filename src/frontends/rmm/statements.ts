import type { Span } from '../../diagnostics/span.js';
import { falsity, truth } from '../../lang/expr/expr.js';
import type { Block, Stmt } from '../../lang/program/program.js';
import { assertNever, at } from '../../support/invariant.js';
import { waysOf } from './access-steps.js';
import type { RmmAccess, AccessWay } from './access-steps.js';
import type { RmmStatement, Statements } from './ast.js';
import { everyStatement } from './labels.js';
import type { ProcessScope } from './scope.js';

/** Whether no other process can step in between: inside `locked`. */
type Exclusiveness = 'plain' | 'exclusive';

type StmtLabels = Stmt['labels'];

export function lowerStatements(
  statements: Statements,
  scope: ProcessScope,
  context: Exclusiveness = 'plain',
): Block {
  return statements.flatMap((stmt) => lowerStatement(stmt, scope, context));
}

function lowerStatement(stmt: RmmStatement, scope: ProcessScope, context: Exclusiveness): Block {
  const { span } = stmt;
  const labels = stmt.labels.map(({ text }) => text);
  const inside = (statement: RmmStatement): Block => lowerStatement(statement, scope, context);
  switch (stmt.kind) {
    case 'nop':
      return [{ kind: 'skip', labels, span }];
    case 'assume':
    case 'assign':
      return lowerAccess(stmt, false, labels, scope, context);
    case 'read':
    case 'expect':
    case 'write':
      return lowerAccess(stmt, stmt.sync, labels, scope, context);
    case 'cas':
      return lowerAccess(stmt, true, labels, scope, context);
    case 'fence':
      // Loads stay in order under every model.
      if (stmt.fence === 'load') return [{ kind: 'skip', labels, span }];
      return [{ kind: 'fence', fence: stmt.fence === 'full' ? 'full' : 'ww', labels, span }];
    case 'goto':
      return [{ kind: 'goto', target: stmt.target.text, labels, span }];
    case 'if': {
      const other = stmt.else === null ? [] : inside(stmt.else);
      return [
        { kind: 'if', cond: scope.cond(stmt.cond), then: inside(stmt.then), else: other, labels, span },
      ];
    }
    case 'while':
      return [{ kind: 'while', cond: scope.cond(stmt.cond), body: inside(stmt.body), labels, span }];
    case 'either': {
      const branches = stmt.branches.map((branch) => lowerStatements(branch, scope, context));
      return [{ kind: 'either', branches, labels, span }];
    }
    case 'locked': {
      const body = oneOf(
        stmt.branches.map((branch) => lowerStatements(branch, scope, 'exclusive')),
        span,
      );
      if (context === 'exclusive') return withLabels(labels, body);
      // Only a block that may write waits for the store buffer.
      return [{ kind: stmt.branches.some(drains) ? 'locked' : 'atomic', body, labels, span }];
    }
    case 'block':
      return withLabels(labels, lowerStatements(stmt.body, scope, context));
    default:
      return assertNever(stmt);
  }
}

/** As one step. `sync`: with an empty store buffer. */
function lowerAccess(
  stmt: RmmAccess,
  sync: boolean,
  labels: StmtLabels,
  scope: ProcessScope,
  context: Exclusiveness,
): Block {
  const { span } = stmt;
  const ways = waysOf(stmt, scope).map((way) => steps(way, span));
  if (ways.length === 0) return [{ kind: 'assume', cond: falsity, labels, span }];
  const body = oneOf(ways, span);
  if (context === 'exclusive') return withLabels(labels, body);
  if (sync) return [{ kind: 'locked', body, labels, span }];
  const [only, ...more] = body;
  const isStep = only !== undefined && more.length === 0 && only.kind !== 'either';
  return isStep ? withLabels(labels, body) : [{ kind: 'atomic', body, labels, span }];
}

function steps({ when, assign }: AccessWay, span: Span): Block {
  return [
    ...(when === truth && assign !== null ? [] : [{ kind: 'assume', cond: when, labels: [], span } as const]),
    ...(assign === null ? [] : [{ kind: 'assign', ...assign, labels: [], span } as const]),
  ];
}

const drains = (statements: Statements): boolean =>
  [...everyStatement(statements)].some((stmt) => {
    switch (stmt.kind) {
      case 'write':
      case 'cas':
        return true;
      case 'read':
      case 'expect':
        return stmt.sync;
      case 'assign':
      case 'fence':
      case 'assume':
      case 'goto':
      case 'if':
      case 'while':
      case 'either':
      case 'locked':
      case 'nop':
      case 'block':
        return stmt.kind === 'fence' && stmt.fence === 'full';
    }
  });

/** The branches as the inside of a statement. */
const oneOf = (branches: readonly Block[], span: Span): Block =>
  branches.length === 1 ? at(branches, 0) : [{ kind: 'either', branches, labels: [], span }];

/** A block begins where its first statement does. */
const withLabels = (labels: StmtLabels, [first, ...rest]: Block): Block =>
  first === undefined ? [] : [{ ...first, labels: [...labels, ...first.labels] }, ...rest];
