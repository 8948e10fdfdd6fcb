import type {
  CellValue,
  DualProgram,
  ProcessKind,
  GlobalTarget,
} from '../../../src/engines/dual/dual-program.js';
import type { MemoryModel } from '../../../src/memory/model.js';
import { tso } from '../../../src/memory/tso.js';
import { classical, classicalTso } from './classical-tso.js';
import type { TsoSemantics, TsoStep } from './configurations.js';
import { dualTso } from './dual-tso.js';
import type { LoadMessage } from './dual-tso.js';
import { at } from '../../../src/support/invariant.js';
import { explore } from './explore-semantics.js';
import type { TsoExploration, DrainedState } from './explore-semantics.js';

export interface OracleLimits {
  /** Messages in one buffer. An acyclic program needs no bound: Infinity. */
  readonly buffer: number;
  readonly model?: MemoryModel;
  readonly maxConfigurations: number;
}

/** What can be reached with store buffers, by brute force: everything if it is neither cut nor capped. */
export function exploreClassical(
  program: DualProgram,
  counts: readonly number[],
  { buffer, maxConfigurations, model = tso }: OracleLimits,
): TsoExploration {
  const fits = (_kind: number, { process }: TsoStep<CellValue>): boolean => process.buffer.length <= buffer;
  return explore(program, counts, classical(program, model), { fits, maxConfigurations });
}

/**
 * What an acyclic program can reach with load buffers: everything if it is not capped. It is always cut, but only where
 * a message would be propagated that is of no use: in a buffer with as many messages from memory as there are reads to come
 * (one that no further read takes from may be deleted at once), right after its like, or with no value that a read to come
 * asks for.
 */
export function exploreDual(
  program: DualProgram,
  counts: readonly number[],
  maxConfigurations: number,
  semantics: TsoSemantics<LoadMessage> = dualTso(program),
): TsoExploration {
  const toCome = program.kinds.map(readsToCome);
  const fits = (kind: number, { action, process: { state, buffer } }: TsoStep<LoadMessage>): boolean => {
    if (action.kind !== 'propagate') return true;
    const { most, values } = at(at(toCome, kind), state);
    const newest = buffer.at(-1);
    return (
      buffer.filter((message) => message.kind === 'seen').length <= most &&
      JSON.stringify(newest) !== JSON.stringify(buffer.at(-2)) &&
      newest?.kind === 'seen' &&
      newest.values.some((seen) => values.has(valueKey(seen)))
    );
  };
  return explore(program, counts, semantics, { fits, maxConfigurations });
}

/** As if there were no buffers: a write reaches memory before anything else happens. */
export function exploreSc(
  program: DualProgram,
  counts: readonly number[],
  maxConfigurations: number,
): TsoExploration {
  const buffered = classicalTso(program);
  const sc: TsoSemantics<CellValue> = {
    steps: (kind, process, memory) =>
      buffered.steps(kind, process, memory).flatMap((step) => {
        if (step.process.buffer.length === 0) return [step];
        return buffered
          .steps(kind, step.process, step.memory)
          .filter(({ action }) => action.kind === 'flush')
          .map((flushed) => ({ ...flushed, action: step.action }));
      }),
  };
  return explore(program, counts, sc, { fits: () => true, maxConfigurations });
}

const valueKey = ({ cell, value }: CellValue): string => `${cell} ${value}`;

interface ReadsToCome {
  /** On one way. */
  readonly most: number;
  /** On any way. */
  readonly values: ReadonlySet<string>;
}

/** For each state of the kind, whose transitions must lead to greater states, the reads on the ways from it. */
function readsToCome({ states, transitions }: ProcessKind): readonly ReadsToCome[] {
  const found: ReadsToCome[] = [];
  for (let state = states - 1; state >= 0; state--) {
    let most = 0;
    const values = new Set<string>();
    for (const { from, to, op } of transitions) {
      if (from !== state) continue;
      const reads = op.kind === 'read' ? op.reads : [];
      const after = at(found, to);
      most = Math.max(most, after.most + (reads.length > 0 ? 1 : 0));
      for (const value of [...reads.map(valueKey), ...after.values]) values.add(value);
    }
    found[state] = { most, values };
  }
  return found;
}

/** Some outcome is one of a target's. */
export function reaches({ outcomes, kinds }: TsoExploration, targets: readonly GlobalTarget[]): boolean {
  return [...outcomes.values()].some((outcome) => targets.some((target) => hits(outcome, kinds, target)));
}

/** `kinds` has the kind of each process. */
export function hits(
  { states, memory }: DrainedState,
  kinds: readonly number[],
  target: GlobalTarget,
): boolean {
  const place = (wanted: number, taken: ReadonlySet<number>): boolean => {
    const process = target.processes[wanted];
    if (process === undefined) return true;
    return states.some(
      (state, p) =>
        !taken.has(p) &&
        kinds[p] === process.kind &&
        process.states.includes(state) &&
        place(wanted + 1, new Set([...taken, p])),
    );
  };
  return target.memory.every(({ cell, value }) => memory[cell] === value) && place(0, new Set());
}
