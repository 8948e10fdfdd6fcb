import { unsupported } from '../../../diagnostics/diagnostic.js';
import type { DveAssignment, DveExpr, DveModel, DveProcess, DveTransition } from '../dve-ast.js';
import { all, assign, binary, cell, equal, name, not, number, plus, stillProcess, word } from '../make.js';
import { holdingStates, isCommitted } from '../committed.js';
import { isMeeting } from '../name-table.js';
import type { DveTable } from '../name-table.js';
import { counted, indexOf, isLocation, BufferLayout, locations, next, slot } from './buffer-layout.js';
import type { DveBuffer, WriteOrder } from './buffer-layout.js';
import type { DveBufferSpec } from './spec.js';
import { TransitionRewriter } from './transition.js';

/**
 * A model with its store buffers as variables, to be run under SC, and what must be known of it. The transformation of paper 004, section III. What changes besides: `commit` becomes guards, because the process that
 * flushes must go on while others are committed; and under a bound there is an assertion that no buffer overflows.
 */
export function bufferModel(
  source: DveModel,
  table: DveTable,
  spec: DveBufferSpec,
): { readonly model: DveModel; readonly layout: BufferLayout } {
  refuseSynchronous(source, table);
  const model = withoutCommit(source, table);
  const layout = new BufferLayout(model, table, spec);
  const processes = model.processes.map((process) => rewritten(process, layout, table));
  const buffered: DveModel = {
    declarations: [...model.declarations, ...layout.declarations()],
    processes: [...processes, memoryProcess(layout), ...overflowProcess(layout)],
    system: model.system,
  };
  return { model: buffered, layout };
}

function refuseSynchronous({ system, processes }: DveModel, { property }: DveTable): void {
  if (system.mode === 'sync' && processes.length > (property === null ? 1 : 2))
    unsupported('in a synchronous system all processes move at once', system.span, 'take system async');
}

/** The model with guards in place of `commit`: while a process is in such a state and has a way out, others wait. */
function withoutCommit(model: DveModel, table: DveTable): DveModel {
  const holding = model.processes.map((process) => ({
    process,
    states: holdingStates(process, model.processes, table),
  }));
  return {
    ...model,
    processes: model.processes.map((process) => {
      const others = holding.filter((other) => other.process !== process);
      const isFree = others.flatMap(({ process: { name: other }, states }) =>
        states.map((state): DveExpr =>
          not({ kind: 'state', process: other, state: word(state), span: other.span }),
        ),
      );
      const transitions = process.transitions.map((t) =>
        isCommitted(process, t.from) || isFree.length === 0 ? t : { ...t, guards: [...isFree, ...t.guards] },
      );
      return { ...process, commit: [], transitions };
    }),
  };
}

function rewritten(process: DveProcess, layout: BufferLayout, table: DveTable): DveProcess {
  const own = table.processes.get(process.name.text);
  const buffers = layout.processes.get(process.name.text);
  if (own === undefined || buffers === undefined) return process;
  const counts = new Map<string, number>();
  const transitions = process.transitions.flatMap((transition) => {
    // Where both sides move at once the step is the sender's and has its name.
    const isMet = transition.sync?.kind === 'receive' && isMeeting(transition, table);
    const title = isMet ? '' : titleOf(transition, counts);
    return new TransitionRewriter(layout, own, buffers, transition, title).rewritten();
  });
  return { ...process, transitions };
}

/** The names of transitions, each once: the second `q0->q1` is `q0->q1#2`. Counts those that there are already. */
function titleOf({ from, to }: DveTransition, counts: Map<string, number>): string {
  const title = `${from.text}->${to.text}`;
  const count = (counts.get(title) ?? 0) + 1;
  counts.set(title, count);
  return count === 1 ? title : `${title}#${count}`;
}

const only = word('q0');

/** `process MM` of the paper: any flush may happen at any time that the order of the writes allows. */
function memoryProcess(layout: BufferLayout): DveProcess {
  const transitions = [...layout.processes.values()].flatMap(({ buffers, queue }) =>
    [...buffers.values()].flatMap((buffer) =>
      locations(buffer).map((location) => flush(buffer, location, queue, layout.entries)),
    ),
  );
  return { ...stillProcess(layout.memoryProcess, only), transitions };
}

function flush(
  buffer: DveBuffer,
  location: number | null,
  queue: WriteOrder | null,
  entries: number,
): DveTransition {
  const index = indexOf(location);
  const count = counted(buffer, index);
  const value = (entry: number): ReturnType<typeof slot> => slot(buffer, index, number(entry), entries);
  const memory = index === null ? name(buffer.variable) : cell(buffer.variable, index);
  // What is free is 0, so that states that behave the same are the same.
  const shift = Array.from({ length: entries }, (_, i) =>
    assign(value(i), i + 1 < entries ? value(i + 1) : number(0)),
  );
  const less = assign(count, entries === 1 ? number(0) : plus(count, -1));
  const order = queue === null ? null : ordered(queue, buffer.number + (location ?? 0));
  const guard = [
    entries === 1 ? equal(count, number(1)) : binary('>', count, number(0)),
    ...(order?.guard ?? []),
  ];
  return {
    from: only,
    to: only,
    guards: [all(guard)],
    sync: null,
    effects: [assign(memory, value(0)), less, ...shift, ...(order?.effects ?? [])],
    span: only.span,
  };
}

/** The location must be the first of the queue, and leaves it. */
function ordered(
  queue: WriteOrder,
  location: number,
): { readonly guard: readonly DveExpr[]; readonly effects: readonly DveAssignment[] } {
  const { cells, head, tail } = queue;
  return {
    guard: [isLocation(queue, location), binary('!=', name(head), name(tail))],
    effects: [assign(cell(cells, name(head)), number(0)), assign(name(head), next(head, queue))],
  };
}

function overflowProcess({ overflow }: BufferLayout): readonly DveProcess[] {
  if (overflow === null) return [];
  const process = stillProcess(overflow.process, only);
  return [{ ...process, asserts: [{ state: only, cond: not(name(overflow.flag)) }] }];
}
