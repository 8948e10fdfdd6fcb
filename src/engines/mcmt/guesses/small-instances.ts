import { noLimits } from '../../../arrays/array-limits.js';
import type { ArrayLimits } from '../../../arrays/array-limits.js';
import { ArrayMachine } from '../../../arrays/array-machine.js';
import type { ArrayTarget } from '../../../arrays/array-machine.js';
import type { ArrayMove } from '../../../arrays/array-run.js';
import { ArraySearch } from '../../../arrays/explore-arrays.js';
import { speaksOfOutsider } from '../../../arrays/processes.js';
import { numbersOf } from '../../../arrays/walk-system.js';
import { Unsupported } from '../../../diagnostics/diagnostic.js';
import type { ArraySystem } from '../../../lang/arrays/array-system.js';
import type { MemoryModel } from '../../../memory/model.js';
import type { Limits } from '../../../search/limits.js';
import { remembered } from '../../../support/remembered.js';
import type { ArrayEvidence } from '../../question.js';
import type { BackwardProblem } from '../cubes/problem.js';
import { ForwardStates } from './forward-states.js';
import { KnownStates } from './known-states.js';
import { seenStep } from './seen-values.js';
import type { SeenStep } from './seen-values.js';

export const bufferBound = 2;
/** So much further than the numbers of the text. */
const roomForNumbers = 8;

/** To try so many in a state is no work to speak of; where there are more steps, fewer states are looked at. */
const usualSteps = 1000;

/** How far the states of so many processes are looked at. No clock tells, so that it is the same on every machine. */
export interface Look {
  readonly procs: number;
  readonly states: number;
}

/** What came of it. */
export interface Looked {
  readonly states: number;
  readonly violation: ArrayEvidence | null;
}

/** The states of one number of processes, as far as they were looked at. */
interface SmallInstance {
  readonly search: ArraySearch;
  readonly steps: readonly SeenStep[];
  /** The runs among these states in which cells hold no process but those that there are; null: they are the states of `search`. */
  readonly closed: ArraySearch | null;
}

/**
 * The system with few processes, breadth first. A violation of few steps by few processes is found there at once, and it is one for any
 * number of processes. What holds in none of these states is what guesses are made of.
 */
export class SmallInstances {
  readonly #instances = new Map<number, SmallInstance | null>();
  readonly #targets: readonly ArrayTarget[];
  readonly #largest: number;

  constructor(
    private readonly problem: BackwardProblem,
    private readonly model: MemoryModel,
    clauses: readonly number[],
    private readonly limits: Limits,
  ) {
    this.#targets = clauses.map((index): ArrayTarget => ({ kind: 'unsafe', index }));
    this.#largest = largestLiteral(problem.system) + roomForNumbers;
  }

  /** So many as there may be, and at least those that the system names. */
  nearest(procs: number): number {
    const { pinned, limit, system } = this.problem;
    return Math.max(1, pinned, Math.min(procs, limit, system.maxProcs ?? Infinity));
  }

  /** Looks for a violation among the first states. */
  async violation(look: Look): Promise<Looked> {
    const instance = this.#instance(look.procs);
    if (instance === null) return { states: 0, violation: null };
    const search = instance.closed ?? instance.search;
    const { reached, states } = await search.run(this.#limitsOf(look, search));
    const [one] = reached;
    return { states, violation: one === undefined ? null : { machine: search.machine, ...one } };
  }

  /** The first states, to guess from; null: there are none. */
  async states(look: Look): Promise<ForwardStates | null> {
    const instance = this.#instance(look.procs);
    if (instance === null) return null;
    const { all } = await instance.search.run(this.#limitsOf(look, instance.search));
    const { machine } = instance.search;
    const states = first(all(), look.states);
    // Steps between states that are left out are as good as unknown.
    const steps = instance.steps.filter(({ from, to }) => Math.max(from, to) < states.length);
    return states.length === 0 ? null : ForwardStates.from(this.problem, machine, states, steps);
  }

  /** The same with others far away, without buffers only. */
  async knownStates(look: Look): Promise<KnownStates | null> {
    const instance = this.#instance(look.procs);
    if (instance === null) return null;
    const { all, missing } = await instance.search.run(this.#limitsOf(look, instance.search));
    const states = first(all(), look.states);
    if (states.length === 0) return null;
    const { machine } = instance.search;
    const known = new KnownStates(ForwardStates.from(this.problem, machine, states, []), states);
    if (missing.size > 0) known.wander(look.states, this.limits);
    return known;
  }

  #limitsOf({ states }: Look, { machine }: ArraySearch): ArrayLimits {
    const share = Math.min(1, usualSteps / machine.steps.length);
    return { ...noLimits, ...this.limits, maxStates: Math.ceil(states * share) };
  }

  #instance(procs: number): SmallInstance | null {
    return remembered(this.#instances, procs, () => {
      try {
        return this.#made(procs);
      } catch (error) {
        // What cannot be run may be decided all the same.
        if (error instanceof Unsupported) return null;
        throw error;
      }
    });
  }

  #made(procs: number): SmallInstance {
    const { system, limit, isDeclared } = this.problem;
    const isWhole = isDeclared && procs === limit;
    const isClosed = !isWhole && !speaksOfOutsider(system);
    const mayBeOutside = isClosed && system.symbols.some(({ type }) => type.kind === 'proc');
    const steps: SeenStep[] = [];
    const onStep = (from: number, move: ArrayMove, to: number): void => {
      steps.push(seenStep(from, move, to));
    };
    const bounds = { bufferBound, largestNumber: this.#largest, patience: () => 0 };
    const machine = new ArrayMachine(system, this.model, procs);
    return {
      search: new ArraySearch(machine, {
        ...bounds,
        targets: mayBeOutside ? [] : this.#targets,
        onStep: machine.hasBuffers ? onStep : null,
      }),
      closed: mayBeOutside
        ? new ArraySearch(new ArrayMachine(system, this.model, procs, true), {
            ...bounds,
            targets: this.#targets,
          })
        : null,
      steps,
    };
  }
}

/** No number that the system speaks of, but in its invariants, is further from 0; constants without a value left out. */
const largestLiteral = (system: ArraySystem): number =>
  Math.max(
    0,
    ...numbersOf({ ...system, invariants: [] }).map(({ number: { numerator, denominator } }) =>
      Math.abs(Number(numerator) / Number(denominator)),
    ),
  );

/** So many at most: earlier looks may have gone further. */
function first<T>(items: Iterable<T>, most: number): readonly T[] {
  const taken: T[] = [];
  for (const item of items) if (taken.push(item) === most) break;
  return taken;
}
