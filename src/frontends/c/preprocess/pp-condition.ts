import type { DiagnosticBag } from '../../../diagnostics/diagnostic.js';
import { covering } from '../../../diagnostics/span.js';
import { at } from '../../../support/invariant.js';
import type { CExpr } from '../syntax/c-ast.js';
import { readExpression } from '../syntax/c-parser.js';
import { numberOf } from '../syntax/c-literals.js';
import type { CToken } from './c-token.js';
import type { Expander, MacroTable } from './macro-expander.js';

/** Whether the condition of an `#if` holds; reports what is no condition. */
export function conditionHolds(
  tokens: readonly CToken[],
  macros: MacroTable,
  expander: Expander,
  bag: DiagnosticBag,
): boolean {
  const plain = expander.expand(withoutDefined(tokens, macros));
  const last = at(tokens, tokens.length - 1);
  const expr = readExpression([...plain, { kind: 'end', text: '', spaced: true, span: last.span }], bag);
  if (expr === null) return false;
  const value = valueOf(expr);
  if (value === null)
    bag.report(
      'E305',
      covering(at(tokens, 0).span, last.span),
      'this is no condition that the preprocessor can compute',
    );
  return value !== null && value !== 0n;
}

/** `defined X` and `defined(X)` become 1 or 0 before anything is expanded. */
function withoutDefined(tokens: readonly CToken[], macros: MacroTable): readonly CToken[] {
  const out: CToken[] = [];
  for (let i = 0; i < tokens.length; i++) {
    const token = at(tokens, i);
    const bracketed = tokens[i + 1]?.text === '(';
    const name = tokens[bracketed ? i + 2 : i + 1];
    if (token.text !== 'defined' || name === undefined) {
      out.push(token);
      continue;
    }
    out.push({ ...token, kind: 'number', text: macros.has(name.text) ? '1' : '0' });
    i += bracketed ? 3 : 1;
  }
  return out;
}

/** Null: it has no value here. Names that are no macros count as 0. */
function valueOf(expr: CExpr): bigint | null {
  switch (expr.kind) {
    case 'number':
      return numberOf(expr.text)?.value ?? null;
    case 'char':
      return expr.value;
    case 'name':
      return 0n;
    case 'unary': {
      const arg = valueOf(expr.arg);
      if (arg === null) return null;
      if (expr.op === '!') return arg === 0n ? 1n : 0n;
      return expr.op === '-' ? -arg : expr.op === '~' ? ~arg : expr.op === '+' ? arg : null;
    }
    case 'conditional': {
      const cond = valueOf(expr.cond);
      return cond === null ? null : valueOf(cond !== 0n ? expr.then : expr.else);
    }
    case 'binary': {
      const left = valueOf(expr.left);
      if (expr.op === '&&' && left === 0n) return 0n;
      if (expr.op === '||' && left !== null && left !== 0n) return 1n;
      const right = valueOf(expr.right);
      return left === null || right === null ? null : computed(expr.op, left, right);
    }
    default:
      return null;
  }
}

function computed(op: string, left: bigint, right: bigint): bigint | null {
  const truth = (value: boolean): bigint => (value ? 1n : 0n);
  switch (op) {
    case '+':
      return left + right;
    case '-':
      return left - right;
    case '*':
      return left * right;
    case '/':
      return right === 0n ? null : left / right;
    case '%':
      return right === 0n ? null : left % right;
    case '==':
      return truth(left === right);
    case '!=':
      return truth(left !== right);
    case '<':
      return truth(left < right);
    case '<=':
      return truth(left <= right);
    case '>':
      return truth(left > right);
    case '>=':
      return truth(left >= right);
    case '&&':
    case '||':
      return truth(right !== 0n);
    case '&':
      return left & right;
    case '|':
      return left | right;
    case '^':
      return left ^ right;
    case '<<':
      return right < 0n || right > 63n ? null : left << right;
    case '>>':
      return right < 0n || right > 63n ? null : left >> right;
    default:
      return null;
  }
}
