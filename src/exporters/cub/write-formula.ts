import { unsupported } from '../../diagnostics/diagnostic.js';
import type { Span } from '../../diagnostics/span.js';
import { compare, conjunction, disjunction, negation } from '../../lang/arrays/array-formula.js';
import { always, boolType, never } from '../../lang/arrays/array-system.js';
import type {
  ArrayFormula,
  ArrayTerm,
  ArrayCompareOp,
  Linear,
  ValueType,
} from '../../lang/arrays/array-system.js';
import type { BinaryOp, Expr } from '../../lang/expr/expr.js';
import { holdsBetween, isCompareOp } from '../../lang/expr/operators.js';
import { invariant } from '../../support/invariant.js';
import { minus } from '../../lang/expr/linear-sum.js';
import type { Knowledge } from './knowledge.js';
import { shiftedOf, sumOf } from './variable-sums.js';
import type { ShiftedVariable } from './variable-sums.js';

/** How expressions over variables are said at some place of the target. */
export interface Speaker {
  readonly knowledge: Knowledge;
  /** A variable, or a process. */
  term(variable: Expr): ArrayTerm;
  place(at: Extract<Expr, { kind: 'at' }>): ArrayFormula;
  readonly span: Span;
}

/** Whether it is a process, or a variable that holds one. */
const isProcess = (expr: Expr, { knowledge }: Speaker): boolean =>
  expr.kind === 'bound' || knowledge.numbers.kindOf(expr) !== null;

/** The condition, all of whose comparisons can be said (`firstUnsayable`). */
export function formulaOf(cond: Expr, speaker: Speaker): ArrayFormula {
  switch (cond.kind) {
    case 'bool':
      return cond.value ? always : never;
    case 'at':
      return speaker.place(cond);
    case 'unary':
      return negation(formulaOf(cond.arg, speaker));
    case 'binary':
      return connected(cond, speaker);
    default:
      return compare('=', speaker.term(cond), truthTerm(true), speaker.span);
  }
}

function connected({ op, left, right }: Extract<Expr, { kind: 'binary' }>, speaker: Speaker): ArrayFormula {
  const inner = (): [ArrayFormula, ArrayFormula] => [formulaOf(left, speaker), formulaOf(right, speaker)];
  switch (op) {
    case '&&':
      return conjunction(inner());
    case '||':
      return disjunction(inner());
    case '->': {
      const [condition, conclusion] = inner();
      return disjunction([negation(condition), conclusion]);
    }
    default:
      if (!speaker.knowledge.domains.isTruth(left)) return numbersCompared(op, left, right, speaker);
      return op === '==' ? same(...inner()) : negation(same(...inner()));
  }
}

const same = (left: ArrayFormula, right: ArrayFormula): ArrayFormula =>
  disjunction([conjunction([left, right]), conjunction([negation(left), negation(right)])]);

function numbersCompared(op: BinaryOp, left: Expr, right: Expr, speaker: Speaker): ArrayFormula {
  if (op === '>' || op === '>=') return numbersCompared(op === '>' ? '<' : '<=', right, left, speaker);
  const [a, b] = [sumOf(left), sumOf(right)];
  invariant(a !== null && b !== null, 'sums are compared');
  if (isProcess(left, speaker) || isProcess(right, speaker))
    return processesCompared(op, left, right, speaker);
  // One variable a side, and the number on the right.
  const { factors, constant } = minus(a, b);
  const positive = [...factors].find(([, f]) => f > 0n)?.[0] ?? null;
  const negative = [...factors].find(([, f]) => f < 0n)?.[0] ?? null;
  if (positive === null && negative !== null)
    return compare(asComparison(op), numberTerm(constant), speaker.term(negative), speaker.span);
  if (positive === null) {
    invariant(isCompareOp(op), 'the operator compares');
    return holdsBetween(op, constant, 0n) ? always : never;
  }
  return compare(
    asComparison(op),
    speaker.term(positive),
    termOf({ variable: negative, by: -constant }, speaker),
    speaker.span,
  );
}

function processesCompared(op: BinaryOp, left: Expr, right: Expr, speaker: Speaker): ArrayFormula {
  if (!isProcess(left, speaker) || !isProcess(right, speaker) || (op !== '==' && op !== '!='))
    return noNumber(speaker.span);
  return compare(asComparison(op), speaker.term(left), speaker.term(right), speaker.span);
}

function asComparison(op: BinaryOp): ArrayCompareOp {
  switch (op) {
    case '==':
      return '=';
    case '!=':
      return '<>';
    case '<':
    case '<=':
      return op;
    default:
      invariant(false, 'the operator compares');
  }
}

/** A value to be stored, where a process is (or is not) wanted. */
export function valueTerm(expr: Expr, speaker: Speaker, type: ValueType): ArrayTerm {
  if ((type.kind === 'proc') !== isProcess(expr, speaker)) return noNumber(speaker.span);
  if (expr.kind === 'bool') return truthTerm(expr.value);
  if (speaker.knowledge.domains.isTruth(expr)) return speaker.term(expr);
  const shifted = shiftedOf(expr);
  invariant(shifted !== null, 'values are a variable and a number');
  return termOf(shifted, speaker);
}

function termOf({ variable, by }: ShiftedVariable, speaker: Speaker): ArrayTerm {
  if (variable === null) return numberTerm(by);
  const term = speaker.term(variable);
  if (by === 0n) return term;
  if (term.kind !== 'cell' || isProcess(variable, speaker)) return noNumber(speaker.span);
  return { ...term, plus: linear(by) };
}

/** Of processes the target knows only whether they are the same. */
export function noNumber(span: Span): never {
  return unsupported(
    'the number of a process is used for more than to tell processes apart, or is given by itself',
    span,
    'give a number of processes with --procs N, or write a thread with a range',
  );
}

export const numberTerm = (value: bigint): ArrayTerm => ({ kind: 'number', value: linear(value) });

const linear = (numerator: bigint): Linear => ({ numerator, denominator: 1n, constants: [] });

export const truthTerm = (value: boolean): ArrayTerm => ({
  kind: 'constructor',
  type: boolType,
  index: value ? 1 : 0,
});
