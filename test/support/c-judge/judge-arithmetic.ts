import type { ArithmeticOp, ComparisonOp } from './judged-ast.js';
import { converted, fits } from './judged-types.js';
import type { JudgedInteger } from './judged-types.js';

/** What C leaves undefined, by the name of the property that it violates. */
export type JudgedFault = 'overflow' | 'div' | 'memory';

/** `a op b`, both of the type (of a shift: the left one); or what goes wrong. */
export function judgedArithmetic(
  op: ArithmeticOp,
  a: bigint,
  b: bigint,
  type: JudgedInteger,
  wrap: boolean,
): bigint | JudgedFault {
  if (op === '<<' || op === '>>') return shifted(op, a, b, type, wrap);
  if ((op === '/' || op === '%') && b === 0n) return 'div';
  // C11 6.5.5: a % b is undefined where a / b is.
  if (op === '%' && !fits(a / b, type) && !wrap) return 'overflow';
  const exact = exactly(op, a, b);
  if (fits(exact, type)) return exact;
  return type.signed && !wrap ? 'overflow' : converted(exact, type);
}

function exactly(op: Exclude<ArithmeticOp, '<<' | '>>'>, a: bigint, b: bigint): bigint {
  switch (op) {
    case '+':
      return a + b;
    case '-':
      return a - b;
    case '*':
      return a * b;
    case '/':
      return a / b;
    case '%':
      return a % b;
    case '&':
      return a & b;
    case '|':
      return a | b;
    case '^':
      return a ^ b;
  }
}

/** C11 6.5.7; `>>` of negative numbers is arithmetic in every compiler for x86. */
function shifted(
  op: '<<' | '>>',
  a: bigint,
  b: bigint,
  type: JudgedInteger,
  wrap: boolean,
): bigint | JudgedFault {
  if (b < 0n || b >= BigInt(type.bits)) return 'overflow';
  if (op === '>>') return a >> b;
  if (!type.signed || wrap) return converted(a << b, type);
  return a < 0n || !fits(a << b, type) ? 'overflow' : a << b;
}

export function judgedComparison(op: ComparisonOp, a: bigint, b: bigint): bigint {
  const holds = { '<': a < b, '<=': a <= b, '>': a > b, '>=': a >= b, '==': a === b, '!=': a !== b }[op];
  return holds ? 1n : 0n;
}
