import type { ProgramQuestion } from '../../engines/question.js';
import { choices, valuesOf } from '../../evidence/step-choices.js';
import type { Type } from '../../lang/expr/type.js';
import type { InitialChoice, Step } from '../../lang/run/execution.js';
import { Machine, stateKey } from '../../memory/machine.js';
import type { MachineState } from '../../memory/machine.js';
import { ordersWrites } from '../../memory/model-questions.js';
import { invariant } from '../../support/invariant.js';
import { stopOf } from '../../search/limits.js';
import { replay } from '../../evidence/replay.js';
import type { ViolatedGoal } from './goal-violation.js';
import type { EndJudge } from './run-on-places.js';

/** Beyond this many states nobody looks for a shortest run to an overflow. */
const maxStates = 400_000;
const statesAtOnce = 250;

/**
 * A shortest run in which some buffer needs more entries than the bound, by the plain semantics. Null: the bound is not one
 * number, or no such run was found within limits. `name`: what is violated by it.
 */
export async function overflowOf(
  question: ProgramQuestion,
  name: string,
  most = maxStates,
): Promise<ViolatedGoal | null> {
  const { options, lowerings, limits } = question;
  const { bound, model, procs } = options;
  if (typeof bound !== 'number') return null;
  const given = typeof procs === 'number' ? procs : null;
  const { reference } = lowerings.of('automata', { procs: given, stepwise: true });
  const machine = new Machine(reference, model);
  const judge = isBeyond(bound, ordersWrites(model));
  const seen = new Set<string>();
  const open: OverflowNode[] = startsOf(machine).map((initial) => ({
    ...{ initial, state: machine.initial(initial), step: null, before: null },
  }));
  for (let i = 0; i < open.length; i++) {
    if (open.length > most) return null;
    if (i % statesAtOnce === 0) {
      await new Promise(setImmediate);
      if (stopOf(limits, performance.now()) !== null) return null;
    }
    const node = open[i];
    if (node === undefined) return null;
    for (const next of successors(machine, node)) {
      if (judge(machine, { state: next.state, last: null, retimed: null })) {
        const execution = { initial: next.initial, steps: stepsTo(next) };
        const run = { system: reference, procs: given, execution, cycle: null };
        const replayed = replay(machine, execution, null);
        invariant(replayed.kind === 'accepted', 'a run of the plain semantics is one');
        const trace = {
          ...replayed.trace,
          violated: name,
          conclusion: `some buffer needs more than ${bound === 1 ? '1 entry' : `${bound} entries`}`,
        };
        return { kind: 'violated', violation: { name, property: null, run, trace, judge } };
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
  readonly initial: InitialChoice;
  readonly state: MachineState;
  readonly step: Step | null;
  readonly before: OverflowNode | null;
}

const successors = (machine: Machine, before: OverflowNode): readonly OverflowNode[] =>
  choices(machine, before.state).steps.flatMap((step): readonly OverflowNode[] => {
    const result = machine.take(before.state, step);
    return result.kind === 'moved' ? [{ initial: before.initial, state: result.state, step, before }] : [];
  });

/** Beyond this many ways to start only some are tried. */
const maxStarts = 64;

/** What has no initialiser starts with any value of its type, as far as these can be told. */
function startsOf({ system, cells }: Machine): readonly InitialChoice[] {
  let starts: readonly InitialChoice[] = [{ cells: new Map(), locals: new Map() }];
  for (const cell of cells.all()) {
    const { init, type } = cells.variable(cell);
    if (init.kind === 'any')
      starts = spread(starts, type, (start, value) => ({
        ...start,
        cells: new Map([...start.cells, [cell, value]]),
      }));
  }
  for (const { id, init, type } of system.locals) {
    if (init.kind === 'any')
      starts = spread(starts, type, (start, value) => ({
        ...start,
        locals: new Map([...start.locals, [id, value]]),
      }));
  }
  return starts;
}

const spread = (
  starts: readonly InitialChoice[],
  type: Type,
  chosen: (start: InitialChoice, value: bigint) => InitialChoice,
): readonly InitialChoice[] =>
  starts.flatMap((start) => valuesOf(type).map((value) => chosen(start, value))).slice(0, maxStarts);

function stepsTo(node: OverflowNode): readonly Step[] {
  const steps: Step[] = [];
  for (let here: OverflowNode | null = node; here !== null; here = here.before)
    if (here.step !== null) steps.push(here.step);
  return steps.reverse();
}

/** Paper 003, Fig. 5 and 12: the bound is for all writes of a thread under TSO, for those to each cell under PSO. */
const isBeyond =
  (bound: number, isOneQueue: boolean): EndJudge =>
  (_, { state }) =>
    state.buffers.some((buffer) => {
      const writes = buffer.flatMap((entry) => (entry.kind === 'write' ? [entry.cell] : []));
      if (isOneQueue) return writes.length > bound;
      return writes.some((cell) => writes.filter((other) => other === cell).length > bound);
    });
