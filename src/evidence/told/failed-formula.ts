import { children } from '../../lang/expr/expr.js';
import type { Expr } from '../../lang/expr/expr.js';
import { isFault } from '../../lang/expr/eval.js';
import { negated } from '../../lang/expr/simplify.js';
import type { Property } from '../../lang/program/program.js';
import { isHidden, shownInLocal } from '../../lang/program/shown-values.js';
import type { Step } from '../../lang/run/execution.js';
import type { FailedFormula, NamedValue } from '../../lang/run/trace.js';
import type { Machine, MachineState, StepResult } from '../../memory/machine.js';
import { at } from '../../support/invariant.js';
import { shownCell, toldExpr } from '../describe.js';
import { readsOfStep } from './reads-of-step.js';

/** What a run comes to: its last step, and the states around it. */
export interface EndOfRun {
  readonly step: Step | null;
  readonly result: StepResult | null;
  readonly before: MachineState;
  readonly after: MachineState;
}

/** Of more values only the first are told. */
const mostValues = 16;
const longestFormula = 240;

/** What is false at the end of a run that violates the property, or true where it reaches a goal; null: no formula says it. */
export function failedFormula(machine: Machine, end: EndOfRun, property: Property): FailedFormula | null {
  switch (property.kind) {
    case 'invariant':
    case 'final': {
      const parts: string[] = [];
      const seen = new Set<Expr>();
      const values: NamedValue[] = [];
      for (const part of decisiveParts(machine, end.after, property)) {
        const more = leafValues(machine, end.after, part, seen);
        // What speaks of nothing else is mostly the same for others.
        if (more.length > 0) parts.push(toldExpr(machine.system, null)(part));
        values.push(...more);
      }
      return toldFormula(parts, distinct(values));
    }
    case 'assert':
      return failedAssert(machine, end, property.name);
    case 'ltl':
    case 'never':
    case 'div':
    case 'bounds':
    case 'range':
    case 'deadlock':
      return null;
  }
}

function failedAssert(
  machine: Machine,
  { step, result, before }: EndOfRun,
  name: string,
): FailedFormula | null {
  if (step === null || step.kind === 'flush' || result === null) return null;
  const { actions } = machine.edge(step.thread, step.edge);
  const action = actions.find((each) => each.kind === 'assert' && each.property === name);
  if (action?.kind !== 'assert') return null;
  const text = toldExpr(machine.system, step.thread)(action.cond);
  // `assert(false)` says nothing.
  return action.cond.kind === 'bool' ? null : toldFormula([text], readsOfStep(machine, before, step, result));
}

function toldFormula(parts: readonly string[], values: readonly NamedValue[]): FailedFormula | null {
  const formula = parts.length === 1 ? parts.join('') : parts.join('; ');
  if (values.length === 0 || formula.length > longestFormula) return null;
  return { formula, values: values.slice(0, mostValues) };
}

/** What is false; of a goal that is reached what is true, which people wrote. */
function decisiveParts(
  machine: Machine,
  state: MachineState,
  property: Extract<Property, { readonly kind: 'invariant' | 'final' }>,
): readonly Expr[] {
  return property.isGoal === true
    ? [truePart(machine, state, negated(property.formula))]
    : falseParts(machine, state, property.formula);
}

/** Of a true disjunction, and of some instance, one that is true. */
function truePart(machine: Machine, state: MachineState, formula: Expr): Expr {
  const isNegated = formula.kind === 'unary' && formula.op === '!';
  const whole = isNegated ? formula.arg : formula;
  if (whole.kind !== 'binary' || whole.op !== (isNegated ? '&&' : '||')) return formula;
  const part = [whole.left, whole.right]
    .map((side) => (isNegated ? negated(side) : side))
    .find((side) => machine.holds(state, side));
  return part === undefined ? formula : truePart(machine, state, part);
}

/** The parts of a conjunction that are not true. */
function falseParts(machine: Machine, state: MachineState, formula: Expr): readonly Expr[] {
  if (formula.kind !== 'binary' || formula.op !== '&&') return [formula];
  return [formula.left, formula.right]
    .filter((part) => !machine.holds(state, part))
    .flatMap((part) => falseParts(machine, state, part));
}

/** The values of variables and places that a formula speaks of, an index before what it leads to; without what was seen. */
function leafValues(
  machine: Machine,
  state: MachineState,
  formula: Expr,
  seen: Set<Expr>,
): readonly NamedValue[] {
  if (seen.has(formula)) return [];
  seen.add(formula);
  const below = children(formula).flatMap((child) => leafValues(machine, state, child, seen));
  const { system, cells } = machine;
  switch (formula.kind) {
    case 'local': {
      const variable = at(system.locals, formula.local);
      const name = `${at(system.threads, variable.thread).name}.${variable.name}`;
      return [{ name, value: shownInLocal(variable, at(state.locals, formula.local)) }];
    }
    case 'at': {
      const isThere = machine.place(state, formula.thread).labels.includes(formula.label);
      return [{ name: `${at(system.threads, formula.thread).name} at ${formula.label}`, value: isThere }];
    }
    case 'shared': {
      const index = formula.index === null ? 0n : machine.valueInMemory(state, formula.index);
      const value = machine.valueInMemory(state, formula);
      if (isFault(index) || isFault(value)) return below;
      const cell = cells.cell(formula.shared, Number(index));
      if (isHidden(cells.variable(cell), cells.indexIn(cell))) return below;
      return [...below, { name: cells.nameOf(cell), value: shownCell(machine, cell, value) }];
    }
    case 'int':
    case 'bool':
    case 'param':
    case 'bound':
    case 'instance-local':
    case 'unary':
    case 'binary':
    case 'forall':
    case 'temporal':
    case 'until':
      return below;
  }
}

const distinct = (values: readonly NamedValue[]): readonly NamedValue[] => [
  ...new Map(values.map((value) => [value.name, value])).values(),
];
