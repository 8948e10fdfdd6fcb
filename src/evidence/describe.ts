import { cellText } from '../lang/program/cell-names.js';
import type { Step } from '../lang/run/execution.js';
import { binary, int, not, sharedReads, subexpressions } from '../lang/expr/expr.js';
import type { BinaryOp, Expr, SharedRead } from '../lang/expr/expr.js';
import type { CellId, ThreadId } from '../lang/expr/ids.js';
import { printExpr } from '../lang/program/print.js';
import { shownInCell, shownInLocal } from '../lang/program/shown-values.js';
import { shownFrom } from '../lang/program/system.js';
import type { Action, System } from '../lang/program/system.js';
import type { Value } from '../lang/run/trace.js';
import { assertNever, at } from '../support/invariant.js';
import type { ActionValue, Machine, StepResult } from '../memory/machine.js';

/** The value of a cell as people write it. */
export const shownCell = ({ cells }: Machine, cell: CellId, value: bigint): Value =>
  shownInCell(cells.variable(cell), cells.indexIn(cell), value);

/** What a step did, in the words of the user's program: `store x = 1`, `load r = x (0)`, `flush x = 1`. */
export function describeStep(machine: Machine, step: Step, result: StepResult): string {
  switch (step.kind) {
    case 'flush': {
      const name = machine.cells.nameOf(step.cell);
      if (result.kind !== 'moved') return `flush ${name}`;
      return `flush ${name} = ${shownCell(machine, step.cell, at(result.state.memory, step.cell))}`;
    }
    case 'edge': {
      const { actions } = machine.edge(step.thread, step.edge);
      const { system } = machine;
      const words = toldExpr(system, step.thread);
      const parts = actions.flatMap((action, i) => {
        const written = result.kind === 'moved' ? (result.values[i] ?? null) : null;
        return describeAction(machine, words, action, written, result) ?? [];
      });
      // Who waits for its buffer only to say that something has happened says that alone.
      const told = parts.filter((part) => part !== 'lock' || !actions.some((a) => isScaffold(machine, a)));
      return told.length === 0 ? 'skip' : told.join('; ');
    }
    default:
      return assertNever(step);
  }
}

/** An expression in the words of the program; the locals of thread `own` by their plain names. */
export function toldExpr(system: System, own: ThreadId | null): (expr: Expr) => string {
  const names = { ...system, toldRead: toldRead(system), toldConstant: toldConstant(system) };
  return (expr) => printExpr(expr, names, own);
}

const isScaffold = ({ system }: Machine, action: Action): boolean =>
  action.kind === 'store' && at(system.shared, action.shared).scaffold !== undefined;

/** Cells that have names of their own go by these; those that a run finds are what is at a number. */
const toldRead =
  ({ shared }: System) =>
  (read: SharedRead, print: (expr: Expr) => string): string | null => {
    const { told } = at(shared, read.shared);
    if (told === undefined || read.index === null) return null;
    if (read.index.kind === 'int') return told.cells[Number(read.index.value)]?.name ?? null;
    return `*${inBrackets(print(pastBase(read.index, told.base)))}`;
  };

/** A constant as values of the variable beside it are told. */
const toldConstant =
  ({ shared, locals }: System) =>
  (value: bigint, beside: Expr): string | null => {
    const told = beside.kind === 'local' ? shownInLocal(at(locals, beside.local), value) : read();
    return typeof told === 'string' ? told : null;
    function read(): Value | null {
      if (beside.kind !== 'shared') return null;
      const index = beside.index?.kind === 'int' ? Number(beside.index.value) : 0;
      return shownInCell(at(shared, beside.shared), index, value);
    }
  };

const inBrackets = (text: string): string => (/^\w+$/.test(text) ? text : `(${text})`);

/** `p - 4095` counted from 4096 is `p + 1`. */
function pastBase(index: Expr, base: bigint): Expr {
  const [left, by] =
    index.kind === 'binary' && index.op === '-' && index.right.kind === 'int'
      ? [index.left, base - index.right.value]
      : [index, base];
  return by === 0n ? left : binary('+', left, int(by));
}

/** Null for what serves a pass and means nothing to people: a temporary that is reset. */
function describeAction(
  machine: Machine,
  text: (expr: Expr) => string,
  action: Action,
  written: ActionValue | null,
  result: StepResult,
): string | null {
  const { system } = machine;
  switch (action.kind) {
    case 'assume':
      return (
        scaffoldOf(action.cond, system)?.tested ??
        `test ${text(system.asWritten === true ? positive(action.cond) : action.cond)}`
      );
    case 'assign': {
      const local = at(system.locals, action.local);
      const loads = sharedReads(action.value).length > 0;
      if (local.temporary && !loads) return null;
      const target = local.temporary ? '' : `${local.name} = `;
      const value = written === null || isConstant(action.value) ? null : shownInLocal(local, written.value);
      return `${loads ? 'load ' : ''}${target}${text(action.value)}${value === null ? '' : ` (${value})`}`;
    }
    case 'store':
      return toldStore(machine, text, action, written);
    case 'fence':
      return action.fence === 'ww' ? 'fence(ww)' : 'fence';
    case 'lock':
      return 'lock';
    case 'havoc': {
      const local = at(system.locals, action.local);
      return `havoc ${local.name}${written === null ? '' : ` = ${shownInLocal(local, written.value)}`}`;
    }
    case 'assert': {
      const failed = result.kind !== 'blocked' && result.failed.includes(action.property);
      return `assert ${text(action.cond)}${failed ? ' FAILS' : ''}`;
    }
    default:
      return assertNever(action);
  }
}

function toldStore(
  { system, cells }: Machine,
  text: (expr: Expr) => string,
  action: Extract<Action, { readonly kind: 'store' }>,
  written: ActionValue | null,
): string | null {
  const variable = at(system.shared, action.shared);
  if (variable.scaffold !== undefined) return variable.scaffold.stored;
  const { index: known } = written ?? { index: null };
  const element = known === null ? (action.index === null ? 0 : null) : Number(known);
  const value = written === null ? text(action.value) : shownInCell(variable, element ?? 0, written.value);
  const how = action.locked ? ' (locked)' : '';
  if (variable.told !== undefined && element !== null)
    return `store ${cells.nameOf(cells.cell(variable.id, element))} = ${value}${how}`;
  if (action.index === null) return `store ${variable.name} = ${value}${how}`;
  const shown = known === null ? null : known + BigInt(shownFrom(variable));
  return `store ${cellText(variable, String(shown ?? text(action.index)), shown)} = ${value}${how}`;
}

/** What waiting for a condition means, if it is about nothing that people look at. */
function scaffoldOf(cond: Expr, { shared }: System): { readonly tested: string } | null {
  const reads = [...subexpressions(cond)].flatMap((e) => (e.kind === 'shared' ? [e] : []));
  const [only] = reads;
  return only === undefined || reads.length > 1 ? null : (at(shared, only.shared).scaffold ?? null);
}

const opposite: Partial<Record<BinaryOp, BinaryOp>> = {
  ...{ '==': '!=', '!=': '==', '<': '>=', '>=': '<', '>': '<=', '<=': '>' },
};

/** `a == b` for `!(a != b)`. */
function positive(cond: Expr): Expr {
  if (cond.kind !== 'unary' || cond.op !== '!') return cond;
  const { arg } = cond;
  const op = arg.kind === 'binary' ? opposite[arg.op] : undefined;
  if (arg.kind === 'unary' && arg.op === '!') return positive(arg.arg);
  return arg.kind === 'binary' && op !== undefined ? binary(op, arg.left, arg.right) : not(arg);
}

const isConstant = (expr: Expr): boolean => expr.kind === 'int' || expr.kind === 'bool';
