import { explore } from '../../arrays/explore-arrays.js';
import type { ArrayExploration, Missing } from '../../arrays/explore-arrays.js';
import { noLimits } from '../../arrays/array-limits.js';
import { ArrayMachine } from '../../arrays/array-machine.js';
import type { ArrayTarget } from '../../arrays/array-machine.js';
import { mostFixed } from '../../arrays/walk-system.js';
import { unsupported } from '../../diagnostics/diagnostic.js';
import type { ArraySystem } from '../../lang/arrays/array-system.js';
import type { Unknown, Verdict } from '../../lang/run/verdict.js';
import { at } from '../../support/invariant.js';
import type { ArrayEvidence, ArrayQuestion, FindingOf } from '../question.js';

/** More states than this are more than a machine has room for. */
const mostStates = 20_000_000;
/** Once a clause is violated, the others get as many states more as there were, or this many. */
const leastPatience = 200_000;
/** Numbers further from 0 are not gone on with. */
const largestNumber = 64;

/** For one number of processes: all states. */
export async function decideArray(question: ArrayQuestion): Promise<FindingOf<'array'>> {
  const { system, clauses, options, limits, progress } = question;
  const procs = typeof options.procs === 'number' ? options.procs : onlyNumber(system);
  const machine = new ArrayMachine(system, options.model, procs);
  const bufferBound = machine.hasBuffers && typeof options.bound === 'number' ? options.bound : null;
  const built = performance.now();
  const tell = (states: number): void => {
    progress({ phase: 'states', states, frontier: 0, seconds: (performance.now() - built) / 1000 });
  };
  const found = await explore(machine, {
    limits: { ...noLimits, ...limits, maxStates: mostStates, progress: tell },
    bufferBound,
    largestNumber,
    patience: (states) => states + Math.max(leastPatience, states),
    targets: clauses.map((index): ArrayTarget => ({ kind: 'unsafe', index })),
  });
  return {
    verdicts: new Map(
      clauses.map((clause) => [
        at(system.unsafe, clause).name,
        clauseVerdict(machine, clause, found, bufferBound),
      ]),
    ),
    remarks: [
      `This is about exactly ${procs} ${procs === 1 ? 'process' : 'processes'}: other numbers were not looked at.`,
    ],
    stats: { states: found.states, checkSeconds: (performance.now() - built) / 1000 },
  };
}

/** A system that names as many processes as it may have has no other number. */
function onlyNumber(system: ArraySystem): number {
  const fixed = mostFixed(system);
  if (fixed > 0 && system.maxProcs === fixed) return fixed;
  return unsupported(
    'the explicit engine looks at one number of processes, and none is given',
    null,
    'give it with --procs N, or take --engine mcmt, which decides for any number',
  );
}

function clauseVerdict(
  machine: ArrayMachine,
  clause: number,
  { reached, missing }: ArrayExploration,
  bufferBound: number | null,
): Verdict<ArrayEvidence> {
  const hit = reached.find(({ target }) => target.index === clause);
  if (hit !== undefined) return { kind: 'unsafe', machine, ...hit };
  const whys: ReadonlySet<string> = missing;
  const first = Object.entries(explained(bufferBound)).find(([why]) => whys.has(why));
  return first === undefined ? { kind: 'safe' } : { kind: 'unknown', ...first[1] };
}

/** What is told first of several stands first. */
const explained = (bufferBound: number | null): Readonly<Record<Missing, Omit<Unknown, 'kind'>>> => ({
  interrupted: { reason: 'interrupted', detail: 'interrupted' },
  timeout: { reason: 'timeout', detail: 'the time is up' },
  memory: { reason: 'memory', detail: 'the states take all memory that they may' },
  states: { reason: 'memory', detail: `there are more than ${mostStates} states` },
  'buffer-bound': { reason: 'overflow', detail: `some buffer needs more than ${bufferBound ?? 0} entries` },
  numbers: {
    reason: 'integer-limit',
    detail: `numbers further from 0 than ${largestNumber} were left out`,
  },
  stopped: { reason: 'after-violation', detail: 'the search ended at a violation' },
});
