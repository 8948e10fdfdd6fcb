import { violation } from '../../evidence/replay.js';
import type { EdgeStep, Execution, Step } from '../../lang/run/execution.js';
import type { Property } from '../../lang/program/program.js';
import type { Machine, MachineState, StepResult } from '../../memory/machine.js';
import { stateKey } from '../../memory/machine.js';

/** Beyond this many states the order of flushes is given up. */
const maxStates = 20_000;

interface RescheduleNode {
  readonly state: MachineState;
  /** How many of the edges were taken. */
  readonly taken: number;
  readonly steps: ReschedulePath | null;
  readonly last: StepResult | null;
}

interface ReschedulePath {
  readonly step: Step;
  readonly before: ReschedulePath | null;
}

/**
 * A run with the steps of the program in the same order that violates the property, whenever writes leave their buffers:
 * each as soon as it can. Null: there is none, or it was not found within limits.
 */
export function reschedule(machine: Machine, execution: Execution, property: Property): Execution | null {
  const edges = execution.steps.filter((step) => step.kind === 'edge');
  const root: RescheduleNode = {
    state: machine.initial(execution.initial),
    taken: 0,
    steps: null,
    last: null,
  };
  const seen = new Set<string>();
  const open = [root];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    const key = `${node.taken} ${stateKey(node.state)}`;
    if (seen.has(key)) continue;
    if (seen.size >= maxStates) return null;
    seen.add(key);
    if (violates(machine, node, edges.length, property))
      return { initial: execution.initial, steps: listed(node.steps) };
    // The last one is looked at first: flushes before the next step, those of the thread that moved last before others.
    if (node.last?.kind !== 'fault') open.push(...nextEdge(machine, node, edges), ...flushes(machine, node));
  }
  return null;
}

/** Whether somebody can go on is hard to tell, so a deadlock is looked for in the end only. */
function violates(
  machine: Machine,
  { state, taken, last }: RescheduleNode,
  edges: number,
  property: Property,
): boolean {
  if (property.kind === 'deadlock' && taken < edges) return false;
  return violation(machine, state, last, property).kind === 'accepted';
}

function nextEdge(
  machine: Machine,
  node: RescheduleNode,
  edges: readonly EdgeStep[],
): readonly RescheduleNode[] {
  const step = edges[node.taken];
  return step === undefined ? [] : follow(machine, node, step, node.taken + 1);
}

function flushes(machine: Machine, node: RescheduleNode): readonly RescheduleNode[] {
  const mover = node.steps?.step.thread;
  const steps = machine
    .candidates(node.state)
    .flatMap((c): readonly Step[] =>
      'flush' in c ? [{ kind: 'flush', thread: c.thread, cell: c.flush }] : [],
    );
  const ordered = [...steps.filter((s) => s.thread !== mover), ...steps.filter((s) => s.thread === mover)];
  return ordered.flatMap((step) => follow(machine, node, step, node.taken));
}

function follow(
  machine: Machine,
  node: RescheduleNode,
  step: Step,
  taken: number,
): readonly RescheduleNode[] {
  const result = machine.take(node.state, step);
  if (result.kind === 'blocked') return [];
  const state = result.kind === 'moved' ? result.state : node.state;
  return [{ state, taken, steps: { step, before: node.steps }, last: result }];
}

function listed(path: ReschedulePath | null): readonly Step[] {
  const steps: Step[] = [];
  for (let here = path; here !== null; here = here.before) steps.push(here.step);
  return steps.reverse();
}
