import { unsupported } from '../../diagnostics/diagnostic.js';
import { confirm } from '../../evidence/replay.js';
import type { RunToTell } from '../../evidence/run-to-tell.js';
import type { CellId, ThreadId } from '../../lang/expr/ids.js';
import type { Action } from '../../lang/program/system.js';
import type { EdgeStep } from '../../lang/run/execution.js';
import type { Machine, MachineState, StepResult } from '../../memory/machine.js';
import { newestOwn } from '../../memory/semantics.js';
import { at } from '../../support/invariant.js';
import { remembered } from '../../support/remembered.js';

/** What one access of a run does to memory, with the values of that run. */
export type RunAccess =
  | { readonly kind: 'load'; readonly cell: CellId; readonly value: bigint }
  | { readonly kind: 'store'; readonly cell: CellId; readonly value: bigint }
  | { readonly kind: 'fence' };

/** One instruction's worth: what happens without others in between. */
export interface AccessGroup {
  readonly accesses: readonly RunAccess[];
  /** Locked: the buffer is empty before and after. */
  readonly isLocked: boolean;
  readonly line: number | null;
}

/** What each thread of a run does to memory, in its order. */
export function groupsOf({ machine, run, trace }: RunToTell): ReadonlyMap<ThreadId, readonly AccessGroup[]> {
  const groups = new Map<ThreadId, AccessGroup[]>();
  const open = new Map<ThreadId, AccessGroup>();
  let state = machine.initial(run.stem.initial);
  let number = 0;
  confirm(machine, run.stem, null, (step, result, after) => {
    const line = trace.steps[number++]?.line ?? null;
    if (step.kind === 'edge' && result.kind !== 'blocked') {
      const { actions } = machine.edge(step.thread, step.edge);
      const before = open.get(step.thread) ?? { accesses: [], isLocked: false, line };
      const isLocked = before.isLocked || actions.some(({ kind }) => kind === 'lock');
      if (!isLocked) refuseOvertaking(machine, actions, line);
      const group = {
        ...before,
        accesses: [...before.accesses, ...accessesOf(machine, step, state, result)],
        isLocked,
      };
      // The steps of a section are one group.
      if (machine.place(after, step.thread).atomic && result.kind === 'moved') open.set(step.thread, group);
      else {
        open.delete(step.thread);
        remembered(groups, step.thread, () => []).push(group);
      }
    }
    state = after;
  });
  for (const [thread, group] of open) remembered(groups, thread, () => []).push(group);
  return groups;
}

/** What goes to memory at once, past the writes that wait, is no store of x86. */
function refuseOvertaking({ system }: Machine, actions: readonly Action[], line: number | null): void {
  for (const action of actions) {
    if (action.kind !== 'store') continue;
    const { name, buffered } = at(system.shared, action.shared);
    if (buffered !== false) continue;
    const where = line === null ? '' : ` (line ${line})`;
    unsupported(`a store to ${name}${where}, which goes through no buffer, has no form in x86`);
  }
}

type Taken = Exclude<StepResult, { kind: 'blocked' }>;

function accessesOf(
  machine: Machine,
  step: EdgeStep,
  state: MachineState,
  result: Taken,
): readonly RunAccess[] {
  const { actions } = machine.edge(step.thread, step.edge);
  if (result.kind === 'fault')
    return unsupported('a run that ends in a fault has no form as an x86 litmus test');
  const stored = new Map<CellId, bigint>();
  const buffer = at(state.buffers, step.thread);
  const valueIn = (cell: CellId): bigint =>
    stored.get(cell) ?? newestOwn(buffer, cell) ?? at(state.memory, cell);
  return actions.flatMap((action, i): readonly RunAccess[] => {
    const loads = at(result.loads, i).map(({ cell }) => ({
      kind: 'load' as const,
      cell,
      value: valueIn(cell),
    }));
    const written = storeOf(machine, action, result.values[i] ?? null);
    if (written !== null) stored.set(written.cell, written.value);
    const fence = action.kind === 'fence' && action.fence === 'full' ? [{ kind: 'fence' as const }] : [];
    return [...loads, ...fence, ...(written === null ? [] : [written])];
  });
}

function storeOf(
  { cells }: Machine,
  action: Action,
  written: { readonly value: bigint; readonly index: bigint | null } | null,
): Extract<RunAccess, { kind: 'store' }> | null {
  if (action.kind !== 'store' || written === null) return null;
  return {
    kind: 'store',
    cell: cells.cell(action.shared, Number(written.index ?? 0n)),
    value: written.value,
  };
}
