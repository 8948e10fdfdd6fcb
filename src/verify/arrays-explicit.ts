import { explore } from '../arrays/explore.js';
import type { Exploration, Missing } from '../arrays/explore.js';
import { noLimits } from '../arrays/limits.js';
import { ArrayMachine } from '../arrays/machine.js';
import type { Target } from '../arrays/machine.js';
import type { UnknownReason } from '../engines/engine.js';
import { checkedTrace } from './arrays-confirm.js';
import { blankClause } from './arrays-question.js';
import type { ArrayDecision, ArrayQuestion } from './arrays-question.js';
import type { PropertyReport } from './report.js';

/** More states than this are more than a machine has room for. */
const mostStates = 20_000_000;
/** Once a clause is violated, the others get as many states more as there were, or this many. */
const leastPatience = 200_000;
/** Numbers further from 0 are not gone on with. */
const largestNumber = 64;

/** For one number of processes: all states. */
export async function decideByStates(question: ArrayQuestion, procs: number): Promise<ArrayDecision> {
  const { system, clauses, options, limits, progress, started } = question;
  const machine = new ArrayMachine(system, options.model, procs);
  const bufferBound = machine.hasBuffers && typeof options.bound === 'number' ? options.bound : null;
  const built = performance.now();
  const { signal, deadline, memoryMB } = limits;
  const tell = (states: number): void => {
    progress({ phase: 'states', states, frontier: 0, seconds: (performance.now() - built) / 1000 });
  };
  const found = await explore(machine, {
    limits: { ...noLimits, signal, deadline, memoryMB, maxStates: mostStates, progress: tell },
    bufferBound,
    largestNumber,
    patience: (states) => states + Math.max(leastPatience, states),
    targets: clauses.map((index): Target => ({ kind: 'unsafe', index })),
  });
  return {
    properties: clauses.map((clause) => clauseReport(machine, clause, found, bufferBound)),
    warnings: [],
    limitations: [
      `This is about exactly ${procs} ${procs === 1 ? 'process' : 'processes'}: other numbers were not looked at.`,
    ],
    stats: {
      states: found.states,
      buildSeconds: (built - started) / 1000,
      checkSeconds: (performance.now() - built) / 1000,
    },
  };
}

function clauseReport(
  machine: ArrayMachine,
  clause: number,
  { reached, missing }: Exploration,
  bufferBound: number | null,
): PropertyReport {
  const base = blankClause(machine.system, clause);
  const hit = reached.find(({ target }) => target.index === clause);
  if (hit !== undefined) {
    const trace = checkedTrace(machine, hit.run, hit.target, hit.procs);
    return { ...base, verdict: 'unsafe', trace };
  }
  const first = order.find((why) => missing.has(why));
  if (first === undefined) return { ...base, verdict: 'safe' };
  return { ...base, verdict: 'unknown', ...explained(first, bufferBound) };
}

/** What is told first of several. */
const order: readonly Missing[] = [
  ...(['interrupted', 'timeout', 'memory', 'states', 'buffer-bound', 'numbers', 'stopped'] as const),
];

function explained(
  why: Missing,
  bufferBound: number | null,
): { readonly reason: UnknownReason; readonly detail: string } {
  switch (why) {
    case 'interrupted':
      return { reason: 'interrupted', detail: 'interrupted' };
    case 'timeout':
      return { reason: 'timeout', detail: 'the time is up' };
    case 'memory':
      return { reason: 'memory', detail: 'the states take all memory that they may' };
    case 'states':
      return { reason: 'memory', detail: `there are more than ${mostStates} states` };
    case 'buffer-bound':
      return { reason: 'overflow', detail: `some buffer needs more than ${bufferBound ?? 0} entries` };
    case 'numbers':
      return {
        reason: 'integer-limit',
        detail: `numbers further from 0 than ${largestNumber} were left out`,
      };
    case 'stopped':
      return { reason: 'after-violation', detail: 'the search ended at a violation' };
  }
}
