import { children, equal, int, mapChildren, shared } from '../../lang/expr/expr.js';
import type { Expr } from '../../lang/expr/expr.js';
import type { LValue } from '../../lang/program/program.js';
import { assertNever } from '../../support/invariant.js';
import { remembered } from '../../support/remembered.js';
import { choice, test } from './step-outcome.js';
import type { PromelaOutcome } from './step-outcome.js';

/**
 * The outcome before `target = value`, given the one after it: conditions speak of the state before. A read of an array of
 * which some cell is written becomes a test whether it is that cell, where that is not known.
 */
export function beforeAssignment(target: LValue, value: Expr, after: PromelaOutcome): PromelaOutcome {
  const done = new Map<PromelaOutcome, PromelaOutcome>();
  const visit = (outcome: PromelaOutcome): PromelaOutcome => remembered(done, outcome, rewritten);
  const rewritten = (outcome: PromelaOutcome): PromelaOutcome => {
    switch (outcome.kind) {
      case 'go':
      case 'block':
      case 'fault':
      case 'unknown':
        return outcome;
      case 'choice':
        return choice(outcome.options.map(visit));
      case 'test':
        return tested(target, value, outcome.cond, visit(outcome.then), visit(outcome.else), new Map());
      default:
        return assertNever(outcome);
    }
  };
  return visit(after);
}

/** For reads of which it is not known whether they are of the cell written: what they give in the case at hand. */
type Decided = ReadonlyMap<Expr, Expr>;

function tested(
  target: LValue,
  value: Expr,
  cond: Expr,
  yes: PromelaOutcome,
  no: PromelaOutcome,
  decided: Decided,
): PromelaOutcome {
  const open = undecided(target, cond, decided);
  if (open === null || target.kind === 'local')
    return test(substituted(target, value, cond, decided), yes, no);
  const index = substituted(target, value, open.index, decided);
  const written = target.index ?? int(0);
  const same = tested(target, value, cond, yes, no, new Map([...decided, [open.read, value]]));
  const kept = shared(target.shared, index);
  const other = tested(target, value, cond, yes, no, new Map([...decided, [open.read, kept]]));
  return test(equal(index, written), same, other);
}

interface Open {
  readonly read: Expr;
  readonly index: Expr;
}

/** An innermost read that may or may not be of the cell written. */
function undecided(target: LValue, expr: Expr, decided: Decided): Open | null {
  if (target.kind === 'local' || decided.has(expr)) return null;
  for (const child of children(expr)) {
    const found = undecided(target, child, decided);
    if (found !== null) return found;
  }
  if (expr.kind !== 'shared' || expr.shared !== target.shared || expr.index === null) return null;
  const index = substituted(target, int(0), expr.index, decided);
  return index === target.index || areDifferent(index, target.index)
    ? null
    : { read: expr, index: expr.index };
}

const areDifferent = (a: Expr, b: Expr | null): boolean =>
  a.kind === 'int' && b?.kind === 'int' && a.value !== b.value;

function substituted(target: LValue, value: Expr, expr: Expr, decided: Decided): Expr {
  const known = decided.get(expr);
  if (known !== undefined) return known;
  const inside = mapChildren(expr, (child) => substituted(target, value, child, decided));
  if (target.kind === 'local')
    return inside.kind === 'local' && inside.local === target.local ? value : inside;
  if (inside.kind !== 'shared' || inside.shared !== target.shared) return inside;
  return inside.index === target.index ? value : inside;
}
