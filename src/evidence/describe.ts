import type { Step } from '../lang/run/execution.js';
import { sharedReads } from '../lang/expr/expr.js';
import type { Expr } from '../lang/expr/expr.js';
import { printExpr } from '../lang/program/print.js';
import { shownFrom } from '../lang/program/system.js';
import type { Action } from '../lang/program/system.js';
import type { Value } from '../lang/run/trace.js';
import type { Type } from '../lang/expr/type.js';
import { assertNever, at } from '../support/invariant.js';
import type { ActionValue, Machine, StepResult } from '../memory/machine.js';

/** A value of a type as people write it. */
export const asValue = (type: Type, value: bigint): Value => (type.kind === 'bool' ? value !== 0n : value);

/** What a step did, in the words of the user's program: `store x = 1`, `load r = x (0)`, `flush x = 1`. */
export function describeStep(machine: Machine, step: Step, result: StepResult): string {
  switch (step.kind) {
    case 'flush': {
      const name = machine.cells.nameOf(step.cell);
      if (result.kind !== 'moved') return `flush ${name}`;
      return `flush ${name} = ${asValue(machine.cells.variable(step.cell).type, at(result.state.memory, step.cell))}`;
    }
    case 'edge': {
      const { actions } = machine.edge(step.thread, step.edge);
      const words = (expr: Expr): string => printExpr(expr, machine.system, step.thread);
      const parts = actions.flatMap((action, i) => {
        const written = result.kind === 'moved' ? (result.values[i] ?? null) : null;
        return describeAction(machine, words, action, written, result) ?? [];
      });
      return parts.length === 0 ? 'skip' : parts.join('; ');
    }
    default:
      return assertNever(step);
  }
}

/** Null for what serves a pass and means nothing to people: a temporary that is reset. */
function describeAction(
  { system }: Machine,
  text: (expr: Expr) => string,
  action: Action,
  written: ActionValue | null,
  result: StepResult,
): string | null {
  switch (action.kind) {
    case 'assume':
      return `test ${text(action.cond)}`;
    case 'assign': {
      const local = at(system.locals, action.local);
      const loads = sharedReads(action.value).length > 0;
      if (local.temporary && !loads) return null;
      const target = local.temporary ? '' : `${local.name} = `;
      return `${loads ? 'load ' : ''}${target}${text(action.value)}${outcome(local.type, action.value, written)}`;
    }
    case 'store': {
      const variable = at(system.shared, action.shared);
      const { index: known } = written ?? { index: null };
      const shown = known === null ? null : known + BigInt(shownFrom(variable));
      const index = action.index === null ? '' : `[${shown ?? text(action.index)}]`;
      const value = written === null ? text(action.value) : asValue(variable.type, written.value);
      return `store ${variable.name}${index} = ${value}${action.locked ? ' (locked)' : ''}`;
    }
    case 'fence':
      return action.fence === 'ww' ? 'fence(ww)' : 'fence';
    case 'lock':
      return 'lock';
    case 'havoc': {
      const local = at(system.locals, action.local);
      return `havoc ${local.name}${written === null ? '' : ` = ${asValue(local.type, written.value)}`}`;
    }
    case 'assert': {
      const failed = result.kind !== 'blocked' && result.failed.includes(action.property);
      return `assert ${text(action.cond)}${failed ? ' FAILS' : ''}`;
    }
    default:
      return assertNever(action);
  }
}

/** The value behind an expression that is not one already. */
function outcome(type: Type, expr: Expr, written: ActionValue | null): string {
  if (written === null || expr.kind === 'int' || expr.kind === 'bool') return '';
  return ` (${asValue(type, written.value)})`;
}
