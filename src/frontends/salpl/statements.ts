import type { Word } from '../../diagnostics/span.js';
import { shared } from '../../lang/expr/expr.js';
import type { Expr } from '../../lang/expr/expr.js';
import type { Block, LValue, Stmt } from '../../lang/program/program.js';
import { assertNever } from '../../support/invariant.js';
import { lowerExpr } from './expressions.js';
import type { WordMeaning } from './expressions.js';
import { labelText } from './labels.js';
import type { NestedStatement, Nodes } from './nesting.js';
import type { SalplScope } from './scope.js';

/** Where a statement stands. */
export interface StatementPlace {
  readonly process: number;
  readonly scope: SalplScope;
  readonly meaning: WordMeaning;
}

export const lowerNodes = (nodes: Nodes, place: StatementPlace): Block =>
  nodes.flatMap((node) => lowerNode(node, place));

/** Empty if something was reported. */
function lowerNode(node: NestedStatement, place: StatementPlace): Block {
  const { scope, meaning } = place;
  const base = { labels: node.label === null ? [] : [labelText(node.label)], span: node.span };
  switch (node.kind) {
    case 'if': {
      const cond = lowerExpr(node.cond, meaning);
      return [
        { ...base, kind: 'if', cond, then: lowerNodes(node.then, place), else: lowerNodes(node.else, place) },
      ];
    }
    case 'atomic':
      return [{ ...base, kind: 'atomic', body: lowerNodes(node.body, place) }];
    case 'nop':
      return [{ ...base, kind: 'skip' }];
    case 'fence':
      return [{ ...base, kind: 'fence', fence: 'full' }];
    case 'goto':
      return [{ ...base, kind: 'goto', target: labelText(node.target) }];
    case 'store': {
      const target: LValue = { kind: 'shared', shared: scope.sharedOf(node.target), index: null };
      return [{ ...base, kind: 'assign', target, value: lowerExpr(node.value, meaning) }];
    }
    case 'load':
      return assign(node.target, shared(scope.sharedOf(node.from)), base, place);
    case 'assign':
      return assign(node.target, lowerExpr(node.value, meaning), base, place);
    default:
      return assertNever(node);
  }
}

function assign(
  target: Word,
  value: Expr,
  base: Pick<Stmt, 'labels' | 'span'>,
  place: StatementPlace,
): Block {
  const id = place.scope.localOf(target, place.process);
  return id === null ? [] : [{ ...base, kind: 'assign', target: { kind: 'local', local: id }, value }];
}
