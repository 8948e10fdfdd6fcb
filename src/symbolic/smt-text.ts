import { unsupported } from '../diagnostics/diagnostic.js';
import type { BinaryOp, Expr } from '../lang/expr/expr.js';
import { isVariable } from '../lang/expr/substitute.js';
import type { Type } from '../lang/expr/type.js';
import { InternalError } from '../support/invariant.js';

/** What a variable is called in a text: a symbol. */
export type SymbolOf = (variable: Expr) => string;

/** Formulas of one state as terms of SMT-LIB 2.6. Integers are mathematical there as here. */
export function smtTerm(expr: Expr, symbolOf: SymbolOf): string {
  if (isVariable(expr)) return symbolOf(expr);
  const text = (part: Expr): string => smtTerm(part, symbolOf);
  switch (expr.kind) {
    case 'int':
      return smtNumber(expr.value);
    case 'bool':
      return String(expr.value);
    case 'unary':
      if (expr.op === 'int') return `(ite ${text(expr.arg)} 1 0)`;
      return `(${expr.op === '!' ? 'not' : '-'} ${text(expr.arg)})`;
    case 'binary':
      return binaryTerm(expr.op, expr, text);
    default:
      throw new InternalError(`a formula of states has no ${expr.kind}`);
  }
}

type BinaryParts = Extract<Expr, { readonly kind: 'binary' }>;

function binaryTerm(op: BinaryOp, expr: BinaryParts, text: (part: Expr) => string): string {
  const [left, right] = [expr.left, expr.right];
  const applied = (name: string): string => `(${name} ${text(left)} ${text(right)})`;
  switch (op) {
    case '&&':
      return smtAnd(chained(expr, '&&').map(text));
    case '||':
      return smtOr(chained(expr, '||').map(text));
    case '->':
      return applied('=>');
    case '==':
      return applied('=');
    case '!=':
      return `(not ${applied('=')})`;
    case '/':
      return truncated('div', text(left), text(right));
    case '%':
      return truncated('mod', text(left), text(right));
    case '+':
    case '-':
    case '*':
    case '<':
    case '<=':
    case '>':
    case '>=':
      return applied(op);
    case '&':
    case '|':
    case '^':
    case '<<':
    case '>>':
      return unsupported(
        `SMT-LIB has no operator ${op} on integers`,
        null,
        'the program must do without operators on bits',
      );
  }
}

/**
 * The quotient of SMT-LIB leaves a remainder that is never negative, which is what truncation does to a dividend that is not
 * negative. For others: -(-left / right), and the same for the remainder.
 */
const truncated = (name: 'div' | 'mod', left: string, right: string): string =>
  `(ite (>= ${left} 0) (${name} ${left} ${right}) (- (${name} (- ${left}) ${right})))`;

/** The parts of `a && b && c`. */
function chained(expr: BinaryParts, op: '&&' | '||'): readonly Expr[] {
  const found: Expr[] = [];
  const open: Expr[] = [expr];
  for (let part = open.pop(); part !== undefined; part = open.pop()) {
    if (part.kind === 'binary' && part.op === op) open.push(part.right, part.left);
    else found.push(part);
  }
  return found;
}

export const smtAnd = (parts: readonly string[]): string => joined('and', parts, 'true');
export const smtOr = (parts: readonly string[]): string => joined('or', parts, 'false');
export const smtNot = (term: string): string => `(not ${term})`;

function joined(name: string, parts: readonly string[], none: string): string {
  const [only = none, ...others] = parts.filter((part) => part !== none);
  return others.length === 0 ? only : `(${name} ${[only, ...others].join(' ')})`;
}

export const smtNumber = (value: bigint | number): string =>
  value < 0 ? `(- ${String(value).slice(1)})` : String(value);

export const sortOf = ({ kind }: Type): 'Bool' | 'Int' => (kind === 'bool' ? 'Bool' : 'Int');

/** A name as a symbol: plain where it is one. No name of ours has what a quoted symbol cannot. */
export function smtSymbol(name: string): string {
  if (/^[A-Za-z~!@$%^&*_+=<>.?/-][0-9A-Za-z~!@$%^&*_+=<>.?/-]*$/.test(name) && !reserved.has(name))
    return name;
  return `|${name.replace(/[|\\]/g, '?')}|`;
}

const reserved: ReadonlySet<string> = new Set([
  ...['BINARY', 'DECIMAL', 'HEXADECIMAL', 'NUMERAL', 'STRING', '_', '!', 'as', 'let', 'exists', 'forall'],
  ...['match', 'par', 'and', 'or', 'not', 'xor', 'ite', 'true', 'false', 'distinct', 'div', 'mod', 'abs'],
  ...['+', '-', '*', '/', '<', '<=', '>', '>=', '=', '=>', 'Int', 'Bool', 'select', 'store', 'is', 'pow'],
]);

/** A comment of one line. */
export const smtComment = (text: string): string => `; ${text.replace(/[\u0000-\u001f\u007f]/g, ' ')}`;
