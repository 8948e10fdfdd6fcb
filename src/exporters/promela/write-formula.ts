import { not } from '../../lang/expr/expr.js';
import type { Expr } from '../../lang/expr/expr.js';
import { assertNever } from '../../support/invariant.js';
import type { PromelaOutcome } from './step-outcome.js';

/** A condition as Promela can say it: expressions, and decisions `(c -> a : b)` between conditions. */
export type PromelaFormula =
  | boolean
  | { readonly kind: 'expr'; readonly expr: Expr }
  | { readonly kind: 'and' | 'or'; readonly left: PromelaFormula; readonly right: PromelaFormula }
  | {
      readonly kind: 'decide';
      readonly cond: Expr;
      readonly then: PromelaFormula;
      readonly else: PromelaFormula;
    };

/** Whether a step may turn out so. */
export function canBe(outcome: PromelaOutcome, wanted: (outcome: PromelaOutcome) => boolean): PromelaFormula {
  switch (outcome.kind) {
    case 'go':
    case 'block':
    case 'fault':
    case 'unknown':
      return wanted(outcome);
    case 'choice':
      return outcome.options.map((o) => canBe(o, wanted)).reduce(or);
    case 'test':
      return decide(outcome.cond, canBe(outcome.then, wanted), canBe(outcome.else, wanted));
    default:
      return assertNever(outcome);
  }
}

export const ofExpr = (expr: Expr): PromelaFormula =>
  expr.kind === 'bool' ? expr.value : { kind: 'expr', expr };

export function and(left: PromelaFormula, right: PromelaFormula): PromelaFormula {
  if (left === false || right === false) return false;
  if (left === true) return right;
  return right === true ? left : { kind: 'and', left, right };
}

export function or(left: PromelaFormula, right: PromelaFormula): PromelaFormula {
  if (left === true || right === true) return true;
  if (left === false) return right;
  return right === false ? left : { kind: 'or', left, right };
}

function decide(cond: Expr, yes: PromelaFormula, no: PromelaFormula): PromelaFormula {
  if (yes === no) return yes;
  if (no === false) return and(ofExpr(cond), yes);
  if (yes === false) return and(ofExpr(not(cond)), no);
  if (yes === true) return or(ofExpr(cond), no);
  if (no === true) return or(ofExpr(not(cond)), yes);
  return { kind: 'decide', cond, then: yes, else: no };
}
