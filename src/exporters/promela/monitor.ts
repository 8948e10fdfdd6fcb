import { and, falsity, not, or } from '../../lang/expr/expr.js';
import type { Expr } from '../../lang/expr/expr.js';
import type { Property } from '../../lang/program/program.js';
import { rewriteExpr } from '../../lang/program/visit.js';
import { at } from '../../support/invariant.js';
import { canBe } from './write-formula.js';
import type { PromelaFormula } from './write-formula.js';
import { choice, guarded, indented } from './lines.js';
import type { PromelaLines } from './lines.js';
import type { PromelaLabels } from './place-labels.js';
import type { PromelaModel } from './promela-model.js';
import { block, go, simplified, test } from './step-outcome.js';
import type { PromelaOutcome } from './step-outcome.js';

/**
 * A process that waits until a property is false. It then reports and waits again, so it stands at the same place in all
 * states and adds none. It never looks while a thread is inside `atomic`: no other process runs then. No lines: there is
 * nothing to watch.
 */
export function monitor(
  model: PromelaModel,
  { active, holds }: { readonly active: boolean; readonly holds: boolean },
): PromelaLines {
  const options = model.program.properties.flatMap((property) => watched(model, property));
  if (options.length === 0) return [];
  return [
    `${active ? 'active ' : ''}proctype monitor()${holds ? ' provided (inside == 0)' : ''} {`,
    ...indented(['end:', ...choice('do', options)]),
    '}',
  ];
}

function watched(model: PromelaModel, property: Property): readonly PromelaLines[] {
  if (property.kind !== 'invariant' && property.kind !== 'final') return [];
  return reports(model, property.name, property.formula, property.kind === 'final' ? allEnded(model) : null);
}

const allEnded = (model: PromelaModel): string =>
  model.program.threads.map(({ id }) => `${at(model.names.threads, id)}@end`).join(' && ');

/** A formula that divides by zero or reads beyond an array does not hold; one that cannot be computed is told apart. */
function reports(
  model: PromelaModel,
  name: string,
  stated: Expr,
  when: string | null,
): readonly PromelaLines[] {
  const outcome = outcomeOf(model, stated);
  const fails = canBe(outcome, (o) => o.kind !== 'go' && !isLost(o));
  const lost = canBe(outcome, isLost);
  return [...report(model, fails, name, when), ...report(model, lost, 'int32', when)];
}

/** How a formula turns out, read where anybody may look: `go` where it holds. */
export function outcomeOf({ places, faults, known }: PromelaModel, stated: Expr): PromelaOutcome {
  const formula = withoutHiddenPlaces(places, stated);
  return simplified(faults.evaluating(formula, test(formula, go, block)), known);
}

export const isLost = (outcome: PromelaOutcome): boolean =>
  outcome.kind === 'fault' && outcome.fault === 'int32';

/** Nobody is seen at a label inside `atomic`, or where control never comes. */
function withoutHiddenPlaces(places: PromelaLabels, formula: Expr): Expr {
  return rewriteExpr(formula, (expr) => {
    if (expr.kind === 'at') return places.of(expr.thread, expr.label).length === 0 ? falsity : expr;
    if (expr.kind === 'unary' && expr.op === '!') return not(expr.arg);
    if (expr.kind !== 'binary') return expr;
    if (expr.op === '&&')
      return expr.right === falsity ? expr : expr.left === falsity ? falsity : and(expr.left, expr.right);
    return expr.op === '||' ? or(expr.left, expr.right) : expr;
  });
}

function report(
  model: PromelaModel,
  fails: PromelaFormula,
  name: string,
  when: string | null,
): readonly PromelaLines[] {
  if (fails === false) return [];
  const text = when === null ? model.text.formula(fails) : endedAnd(when, model.text.conjunct(fails));
  return [['atomic {', ...indented(guarded(text, [`report(${model.flags.use(name)});`])), '}']];
}

const endedAnd = (ended: string, fails: string): string =>
  fails === 'true' ? ended : `${ended} && ${fails}`;
