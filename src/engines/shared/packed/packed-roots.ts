import { unsupported } from '../../../diagnostics/diagnostic.js';
import type { InitialChoice } from '../../../lang/run/execution.js';
import type { CellId, LocalId } from '../../../lang/expr/ids.js';
import { includes, point } from '../../../lang/expr/interval.js';
import type { BoundedInterval } from '../../../lang/expr/interval.js';
import { printType } from '../../../lang/expr/type.js';
import { initialValues } from '../../../lang/program/initial-values.js';
import { at } from '../../../support/invariant.js';
import type { Choices } from './choices.js';
import { writeField } from './packing.js';
import type { PackedPlan, SizedPlan } from './plan.js';
import type { PackedVariable } from './packed-variables.js';

/** The values of all variables in each initial state, one after the other. */
export function* initialStates(plan: PackedPlan): Generator<readonly number[]> {
  const { variables, choices } = plan;
  const open = variables.all.filter((v) => v.init.kind === 'any');
  for (const chosen of combinations(open.map((v) => at(choices.initial, v.index) ?? point(0n)))) {
    const choice = choiceOf(open, (v) => BigInt(at(chosen, open.indexOf(v))));
    const { cells, locals } = initialValues(variables.system, variables.cells, choice);
    yield [...cells, ...locals].map((value, i) => settled(at(variables.all, i), value, plan));
  }
}

/** The state in which the variables have these values, which have room there. */
export function initialWords({ layout, variables }: SizedPlan, values: readonly number[]): readonly number[] {
  const words = Array.from({ length: layout.words }, () => 0);
  for (const { id, entry } of variables.system.threads) writeField(at(layout.locations, id), words, entry);
  for (const [i, value] of values.entries()) writeField(at(layout.variables, i), words, value);
  return words;
}

/** The choice that led to an initial state. */
export function choiceFrom(choices: Choices, value: (variable: PackedVariable) => number): InitialChoice {
  const open = choices.variables.all.filter((v) => v.init.kind === 'any');
  return choiceOf(open, (v) => BigInt(value(v)));
}

function choiceOf(
  open: readonly PackedVariable[],
  value: (variable: PackedVariable) => bigint,
): InitialChoice {
  const cells = new Map<CellId, bigint>();
  const locals = new Map<LocalId, bigint>();
  for (const variable of open) {
    const { place } = variable;
    if (place.kind === 'cell') cells.set(place.cell, value(variable));
    else locals.set(place.local, value(variable));
  }
  return { cells, locals };
}

/** A value of its type; that of a local that nobody will read is the one it always gets. */
function settled(variable: PackedVariable, exact: bigint, plan: PackedPlan): number {
  const value = Number(exact);
  if (!includes(variable.domain, BigInt(value))) {
    unsupported(
      `the initial value ${exact} of '${variable.name}' is not of its type ${printType(variable.type)}`,
      variable.span,
      'initialise it with a value of its type',
    );
  }
  const { place } = variable;
  if (!plan.reductions || place.kind === 'cell') return value;
  const liveness = at(plan.choices.liveness, place.thread);
  // The choice is read back from the state, so what other initial values follow from is kept too.
  return liveness.at(liveness.thread.entry).has(variable) || plan.choices.chosenFor.has(variable)
    ? value
    : Number(at(plan.rest, variable.index));
}

/** Every way to take one integer from each interval; the last one changes fastest. */
function* combinations(intervals: readonly BoundedInterval[]): Generator<readonly number[]> {
  const ends = intervals.map(({ lo, hi }) => ({ lo: Number(lo), hi: Number(hi) }));
  const now = ends.map(({ lo }) => lo);
  for (;;) {
    yield now;
    let position = ends.length - 1;
    while (position >= 0 && at(now, position) >= at(ends, position).hi) {
      now[position] = at(ends, position).lo;
      position--;
    }
    if (position < 0) return;
    now[position] = at(now, position) + 1;
  }
}
