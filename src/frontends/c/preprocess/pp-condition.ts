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
  return value !== null && value.value !== 0n;
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

/** Of 64 bits: all integers of conditions are `intmax_t` or `uintmax_t` (C11 6.10.1p4). */
interface PpValue {
  readonly value: bigint;
  readonly unsigned: boolean;
}

const ofSign = (value: bigint, unsigned: boolean): PpValue => ({
  value: unsigned ? BigInt.asUintN(64, value) : BigInt.asIntN(64, value),
  unsigned,
});

/** Null: it has no value here. Names that are no macros count as 0. */
function valueOf(expr: CExpr): PpValue | null {
  switch (expr.kind) {
    case 'number': {
      const number = numberOf(expr.text);
      return number === null ? null : ofSign(number.value, number.unsigned || number.value >= 2n ** 63n);
    }
    case 'char':
      return ofSign(expr.value, false);
    case 'name':
      return ofSign(0n, false);
    case 'unary': {
      const arg = valueOf(expr.arg);
      if (arg === null) return null;
      const { value, unsigned } = arg;
      if (expr.op === '!') return ofSign(value === 0n ? 1n : 0n, false);
      const found = expr.op === '-' ? -value : expr.op === '~' ? ~value : expr.op === '+' ? value : null;
      return found === null ? null : ofSign(found, unsigned);
    }
    case 'conditional': {
      const cond = valueOf(expr.cond);
      const branches = [expr.then, expr.else].map(valueOf);
      const taken = cond?.value === 0n ? branches[1] : branches[0];
      if (cond === null || taken === undefined || taken === null) return null;
      return ofSign(
        taken.value,
        branches.some((branch) => branch?.unsigned === true),
      );
    }
    case 'binary': {
      const left = valueOf(expr.left);
      if (expr.op === '&&' && left?.value === 0n) return ofSign(0n, false);
      if (expr.op === '||' && left !== null && left.value !== 0n) return ofSign(1n, false);
      const right = valueOf(expr.right);
      return left === null || right === null ? null : computed(expr.op, left, right);
    }
    default:
      return null;
  }
}

function computed(op: string, a: PpValue, b: PpValue): PpValue | null {
  const truth = (holds: boolean): PpValue => ofSign(holds ? 1n : 0n, false);
  if (op === '&&' || op === '||') return truth(b.value !== 0n);
  if (op === '<<' || op === '>>') {
    if (b.value < 0n || b.value > 63n) return null;
    return ofSign(op === '<<' ? a.value << b.value : a.value >> b.value, a.unsigned);
  }
  const unsigned = a.unsigned || b.unsigned;
  const { value: left } = ofSign(a.value, unsigned);
  const { value: right } = ofSign(b.value, unsigned);
  const number = (value: bigint): PpValue => ofSign(value, unsigned);
  switch (op) {
    case '+':
      return number(left + right);
    case '-':
      return number(left - right);
    case '*':
      return number(left * right);
    case '/':
      return right === 0n ? null : number(left / right);
    case '%':
      return right === 0n ? null : number(left % right);
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
    case '&':
      return number(left & right);
    case '|':
      return number(left | right);
    case '^':
      return number(left ^ right);
    default:
      return null;
  }
}
