import type { ProgramQuestion } from '../../engines/question.js';
import type { Execution, Step } from '../../lang/run/execution.js';
import { Machine, stateKey } from '../../memory/machine.js';
import type { MachineState } from '../../memory/machine.js';
import { ordersWrites } from '../../memory/model-questions.js';
import { invariant } from '../../support/invariant.js';
import { stopOf } from '../../search/limits.js';
import { replay } from '../../evidence/replay.js';
import type { DecidedGoal } from './goal-violation.js';
import type { EndJudge } from './run-on-places.js';

/** Beyond this many states nobody looks for a shortest run to an overflow. */
const maxStates = 400_000;
const statesAtOnce = 2_000;

/**
 * A shortest run in which some buffer needs more entries than the bound, by the plain semantics. Null: the bound is not one
 * number, or no such run was found within limits.
 */
export async function overflowOf(question: ProgramQuestion): Promise<DecidedGoal | null> {
  const { options, lowerings, limits } = question;
  const { bound, model, procs } = options;
  if (typeof bound !== 'number') return null;
  const given = typeof procs === 'number' ? procs : null;
  const { reference } = lowerings.of('automata', { procs: given, stepwise: true });
  const machine = new Machine(reference, model);
  const judge = isBeyond(bound, ordersWrites(model));
  const initial: Execution['initial'] = { cells: new Map(), locals: new Map() };
  const seen = new Set<string>();
  const open: OverflowNode[] = [{ state: machine.initial(initial), step: null, before: null }];
  for (let i = 0; i < open.length; i++) {
    if (open.length > maxStates) return null;
    if (i % statesAtOnce === 0) {
      await new Promise(setImmediate);
      if (stopOf(limits, performance.now()) !== null) return null;
    }
    const node = open[i];
    if (node === undefined) return null;
    for (const next of successors(machine, node)) {
      if (judge(machine, next.state, null)) {
        const execution = { initial, steps: stepsTo(next) };
        const run = { system: reference, execution, cycle: null };
        const replayed = replay(machine, execution, null);
        invariant(replayed.kind === 'accepted', 'a run of the plain semantics is one');
        const trace = {
          ...replayed.trace,
          violated: 'bound',
          conclusion: `some buffer needs more than ${bound} entries`,
        };
        return { kind: 'violated', violation: { name: 'bound', property: null, run, trace, judge } };
      }
      const key = stateKey(next.state);
      if (seen.has(key)) continue;
      seen.add(key);
      open.push(next);
    }
  }
  return null;
}

interface OverflowNode {
  readonly state: MachineState;
  readonly step: Step | null;
  readonly before: OverflowNode | null;
}

function successors(machine: Machine, node: OverflowNode): readonly OverflowNode[] {
  return machine.candidates(node.state).flatMap((candidate): readonly OverflowNode[] => {
    const { thread } = candidate;
    if ('flush' in candidate) return taking(machine, node, { kind: 'flush', thread, cell: candidate.flush });
    const { edge } = candidate;
    // What may be anything is not tried here.
    if (machine.havocTypes(edge).length > 0) return [];
    return taking(machine, node, { kind: 'edge', thread, edge: edge.id, havoc: [] });
  });
}

function taking(machine: Machine, before: OverflowNode, step: Step): readonly OverflowNode[] {
  const result = machine.take(before.state, step);
  return result.kind === 'moved' ? [{ state: result.state, step, before }] : [];
}

function stepsTo(node: OverflowNode): readonly Step[] {
  const steps: Step[] = [];
  for (let here: OverflowNode | null = node; here !== null; here = here.before)
    if (here.step !== null) steps.push(here.step);
  return steps.reverse();
}

/** Paper 003, Fig. 5 and 12: the bound is for all writes of a thread under TSO, for those to each cell under PSO. */
const isBeyond =
  (bound: number, isOneQueue: boolean): EndJudge =>
  (_, { buffers }) =>
    buffers.some((buffer) => {
      const writes = buffer.flatMap((entry) => (entry.kind === 'write' ? [entry.cell] : []));
      if (isOneQueue) return writes.length > bound;
      return writes.some((cell) => writes.filter((other) => other === cell).length > bound);
    });
