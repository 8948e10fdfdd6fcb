import { toAutomata } from '../../../passes/pipelines.js';
import type { LocalId, ThreadId } from '../../../src/lang/expr/ids.js';
import type { System } from '../../../src/lang/program/system.js';
import type { Limits } from '../../../src/search/limits.js';
import { targetsOf } from '../../../src/engines/dual/unfold/targets.js';
import type { Property } from '../../../src/lang/program/program.js';
import { unfold } from '../../../src/engines/dual/unfold/unfold.js';
import type { CellValue, GlobalTarget, UnfoldedOp } from '../../../src/engines/dual/dual-program.js';
import type { Unfolding } from '../../../src/engines/dual/unfolding.js';
import type { MemoryModel } from '../../../src/memory/model.js';
import { runPipeline } from '../../../src/pass/run-pipeline.js';
import { mentionedLocals } from '../../../src/engines/dual/unfold/kept-locals.js';
import { at } from '../../../src/support/invariant.js';
import { parseFp } from '../parse-fp.js';

export const noLimits: Limits = {
  signal: new AbortController().signal,
  deadline: null,
  memoryMB: null,
};

/** The automata of the reference system of a program, each action its own edge. */
export const systemOf = (text: string, procs = 2): System =>
  runPipeline(toAutomata, parseFp(text), { procs }).reference;

export async function unfolded(
  system: System,
  model: MemoryModel,
  options: {
    readonly mentioned?: ReadonlySet<LocalId>;
    readonly unbounded?: readonly (readonly ThreadId[])[];
  } = {},
): Promise<Unfolding> {
  const { mentioned = mentionedLocals(system.properties), unbounded = [] } = options;
  const result = await unfold(system, model, { mentioned, unbounded }, noLimits);
  if (result.kind === 'stopped') throw new Error(`stopped: ${result.stop.why}`);
  return result.unfolding;
}

/** All targets of a property, without a pause. */
export function allTargetsOf(
  property: Property,
  system: System,
  unfolding: Unfolding,
): readonly GlobalTarget[] {
  const listing = targetsOf(property, system, unfolding);
  for (;;) {
    const listed = listing.next();
    if (listed.done === true) return listed.value;
  }
}

/** The targets of the only invariant or final condition, each process as its kind and states, then memory. */
export function targetsIn(system: System, unfolding: Unfolding): readonly string[] {
  const [property, ...others] = system.properties.filter((p) => 'formula' in p);
  if (property === undefined || others.length > 0) throw new Error('one property is expected');
  return allTargetsOf(property, system, unfolding).map(({ processes, memory }) => {
    const wanted = processes.map(({ kind, states }) => {
      const names = statesOf(unfolding, system, kind);
      return `${at(unfolding.program.kinds, kind).name} at ${states.map((s) => at(names, s)).join(' or ')}`;
    });
    const values = memory.map(({ cell, value }) => {
      const { name, values: all } = at(unfolding.program.cells, cell);
      return `${name}=${at(all, value)}`;
    });
    return [...wanted, ...values].join('; ');
  });
}

/** One line a transition: `0 -[x=1]-> 2`, where `[y=1 | x=2]` is a locked step and `[w x=1]` a write. */
export function transitionsOf({ program }: Unfolding, kind = 0): readonly string[] {
  const text = ({ cell, value }: CellValue): string => {
    const { name, values } = at(program.cells, cell);
    return `${name}=${at(values, value)}`;
  };
  const list = (values: readonly CellValue[]): string => values.map(text).join(' ');
  const shown = (op: UnfoldedOp): string => {
    switch (op.kind) {
      case 'read':
        return list(op.reads);
      case 'write':
        return `w ${text(op)}`;
      case 'locked':
        return `${list(op.reads)} | ${list(op.writes)}`;
      case 'order':
        return 'fence(ww)';
    }
  };
  return at(program.kinds, kind).transitions.map(({ from, to, op }) => `${from} -[${shown(op)}]-> ${to}`);
}

/** Each state as `1 r=2`, with the first labels of its place if it has any, `underway` or `violates NAME`. */
export function statesOf({ kinds }: Unfolding, system: System, kind = 0): readonly string[] {
  const { states, threads } = at(kinds, kind);
  return states.map((state) => {
    switch (state.kind) {
      case 'underway':
        return 'underway';
      case 'violation':
        return `violates ${state.property}`;
      case 'place': {
        const thread = at(system.threads, at(threads, 0));
        const [label = state.location === thread.end ? 'end' : String(state.location)] = at(
          thread.locations,
          state.location,
        ).labels;
        const locals = [...state.locals].map(([id, value]) => `${at(system.locals, id).name}=${value}`);
        return [label, ...locals].join(' ');
      }
    }
  });
}
