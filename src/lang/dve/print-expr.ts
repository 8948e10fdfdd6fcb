import { assertNever } from '../../support/invariant.js';
import type { DveBinaryOp, DveExpr } from './dve-ast.js';

/** How tightly operators bind, as in C; `imply` binds least, and temporal operators stand as in `.fp`. */
const levels: Readonly<Record<DveBinaryOp, number>> = {
  imply: 1,
  or: 2,
  and: 3,
  '|': 6,
  '^': 7,
  '&': 8,
  '==': 9,
  '!=': 9,
  '<': 10,
  '<=': 10,
  '>': 10,
  '>=': 10,
  '<<': 11,
  '>>': 11,
  '+': 12,
  '-': 12,
  '*': 13,
  '/': 13,
  '%': 13,
};
const untilLevel = 4;
const temporalLevel = 5;
const unaryLevel = 14;
const primaryLevel = 15;

/** An expression as DVE text that parses back to it, with no parentheses but those that it needs. */
export function printExpr(expr: DveExpr, outer = 0): string {
  const [level, text] = bare(expr);
  return level < outer ? `(${text})` : text;
}

/** How tightly it binds, and its text. */
function bare(expr: DveExpr): readonly [number, string] {
  switch (expr.kind) {
    case 'number':
      return [expr.value < 0n ? unaryLevel : primaryLevel, String(expr.value)];
    case 'truth':
      return [primaryLevel, String(expr.value)];
    case 'name':
      return [primaryLevel, expr.name.text];
    case 'cell':
      return [primaryLevel, `${expr.name.text}[${printExpr(expr.index)}]`];
    case 'foreign': {
      const index = expr.index === null ? '' : `[${printExpr(expr.index)}]`;
      return [primaryLevel, `${expr.process.text}->${expr.name.text}${index}`];
    }
    case 'state':
      return [primaryLevel, `${expr.process.text}.${expr.state.text}`];
    case 'unary':
      // A sign before a number would be part of the number, and `--` is hard to read.
      return expr.op === 'not'
        ? [unaryLevel, `not ${printExpr(expr.arg, unaryLevel)}`]
        : [unaryLevel, `${expr.op}${printExpr(expr.arg, signed(expr.arg))}`];
    case 'binary': {
      const level = levels[expr.op];
      // `imply` groups to the right, the others to the left.
      const [left, right] = expr.op === 'imply' ? [level + 1, level] : [level, level + 1];
      return [level, `${printExpr(expr.left, left)} ${expr.op} ${printExpr(expr.right, right)}`];
    }
    case 'temporal':
      return [temporalLevel, `${expr.op} ${printExpr(expr.arg, temporalLevel)}`];
    case 'until': {
      const left = printExpr(expr.left, untilLevel + 1);
      return [untilLevel, `${left} ${expr.op} ${printExpr(expr.right, untilLevel)}`];
    }
    default:
      return assertNever(expr);
  }
}

/** In parentheses, whatever it is: a number whose sign would be lost. */
const signed = (arg: DveExpr): number => (arg.kind === 'number' ? primaryLevel + 1 : primaryLevel);
