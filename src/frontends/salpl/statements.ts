import type { Word } from '../../diagnostics/span.js';
import { shared } from '../../lang/expr/expr.js';
import type { Expr } from '../../lang/expr/expr.js';
import type { LocalId } from '../../lang/expr/ids.js';
import type { Block, LValue, Stmt } from '../../lang/program/program.js';
import { assertNever } from '../../support/invariant.js';
import { lowerCond, lowerSum } from './expressions.js';
import type { WordMeaning } from './expressions.js';
import { labelText } from './labels.js';
import type { NestedStatement, Nodes, SalplSimple } from './nesting.js';
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
  const base = { labels: node.label === null ? [] : [labelText(node.label)], span: node.span };
  switch (node.kind) {
    case 'simple':
      return lowerSimple(node.statement, base, place);
    case 'if': {
      const cond = lowerCond(node.cond, place.meaning);
      return [
        { ...base, kind: 'if', cond, then: lowerNodes(node.then, place), else: lowerNodes(node.else, place) },
      ];
    }
    case 'atomic':
      return [{ ...base, kind: 'atomic', body: lowerNodes(node.body, place) }];
    default:
      return assertNever(node);
  }
}

type LineHead = Pick<Stmt, 'labels' | 'span'>;

function lowerSimple(statement: SalplSimple, base: LineHead, place: StatementPlace): Block {
  switch (statement.kind) {
    case 'nop':
      return [{ ...base, kind: 'skip' }];
    case 'fence':
      return [{ ...base, kind: 'fence', fence: 'full' }];
    case 'goto':
      return [{ ...base, kind: 'goto', target: labelText(statement.target) }];
    case 'store': {
      const target: LValue = { kind: 'shared', shared: place.scope.sharedOf(statement.target), index: null };
      return [{ ...base, kind: 'assign', target, value: lowerSum(statement.value, place.meaning) }];
    }
    case 'load':
      return assign(statement.target, shared(place.scope.sharedOf(statement.from)), base, place);
    case 'assign':
      return assign(statement.target, lowerSum(statement.value, place.meaning), base, place);
    default:
      return assertNever(statement);
  }
}

function assign(target: Word, value: Expr, base: LineHead, place: StatementPlace): Block {
  const id: LocalId | null = place.scope.localOf(target, place.process);
  return id === null ? [] : [{ ...base, kind: 'assign', target: { kind: 'local', local: id }, value }];
}
