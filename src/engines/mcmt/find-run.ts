import type { ArrayLimits } from '../../arrays/array-limits.js';
import { noLimits } from '../../arrays/array-limits.js';
import { ArrayMachine } from '../../arrays/array-machine.js';
import type { ArrayTarget } from '../../arrays/array-machine.js';
import { replayProof } from '../../arrays/replay-proof.js';
import { comparesProcesses, spareProcesses, speaksOfOutsider } from '../../arrays/processes.js';
import { mostFixed } from '../../arrays/walk-system.js';
import { Unsupported } from '../../diagnostics/diagnostic.js';
import type { Limits } from '../../search/limits.js';
import type { Proof } from './steps/proof.js';
import type { ArrayEvidence } from '../question.js';
import type { PathConfirmation } from './request.js';
import type { ArraySystem } from '../../lang/arrays/array-system.js';
import type { MemoryModel } from '../../memory/model.js';
import { at } from '../../support/invariant.js';
import { remembered } from '../../support/remembered.js';

/** So many numberings of the processes are tried with each number of them. */
const mostNumberings = 120;
/** A path of the backward engine mostly is a run at once; a search that takes more states leaves it open. */
const mostStates = 300_000;

/** What became of the numberings of a proof among so many processes. */
type NumberingsOutcome = PathConfirmation | 'stopped';

/** Looks for runs of the plain semantics that take the steps of proofs, and keeps them. */
export class Confirmer {
  readonly #found = new Map<number, ArrayEvidence>();
  readonly #machines = new Map<string, ArrayMachine>();
  readonly #limits: ArrayLimits;
  readonly #fixed: number;
  readonly #hasOrder: boolean;
  readonly #hasOutsider: boolean;
  readonly #spare: number;

  constructor(
    private readonly system: ArraySystem,
    private readonly model: MemoryModel,
    limits: Limits,
  ) {
    this.#limits = { ...noLimits, ...limits, maxStates: mostStates };
    this.#fixed = mostFixed(system);
    this.#hasOrder = comparesProcesses(system);
    this.#hasOutsider = speaksOfOutsider(system);
    this.#spare = spareProcesses(system);
  }

  /** The run to the clause; null: none was found. */
  runTo(clause: number): ArrayEvidence | null {
    return this.#found.get(clause) ?? null;
  }

  /** A run that was found without a proof. */
  keep(evidence: ArrayEvidence): void {
    this.#found.set(evidence.target.index, evidence);
  }

  /** Where numbers of processes matter, the proof's is one of those that it allows. */
  async confirm(proof: Proof): Promise<PathConfirmation> {
    try {
      return await this.#replayed(proof);
    } catch (error) {
      // There are systems with numbers that are too large to be run.
      if (error instanceof Unsupported) return 'open';
      throw error;
    }
  }

  /** A proof leaves out processes that take no step, so it is tried with more than it speaks of. */
  async #replayed(proof: Proof): Promise<PathConfirmation> {
    const most = Math.min(proof.procs + this.#spare, this.system.maxProcs ?? Infinity);
    let isOpen = false;
    for (let procs = proof.procs; procs <= most; procs++) {
      const attempt = await this.#among(this.#machine(procs, proof), proof);
      if (attempt === 'run') return attempt;
      if (attempt !== 'no-run') isOpen = true;
      if (attempt === 'stopped') break;
    }
    return isOpen ? 'open' : 'no-run';
  }

  /**
   * A process that a cell holds has to be one of the machine's, so that universal guards are asked of it. It may be another one, as in
   * Cubicle, only where the system may have no more processes than the proof, or has none in mind.
   */
  #machine(procs: number, proof: Proof): ArrayMachine {
    const closed = proof.procs !== this.system.maxProcs && !this.#hasOutsider;
    const key = `${procs} ${closed}`;
    return remembered(this.#machines, key, () => new ArrayMachine(this.system, this.model, procs, closed));
  }

  async #among(machine: ArrayMachine, proof: Proof): Promise<NumberingsOutcome> {
    const target: ArrayTarget = { kind: proof.kind, index: proof.clause };
    let isOpen = false;
    for (const number of this.#numberings(proof, machine.procs)) {
      const steps = proof.steps.map(({ transition, procs }) => ({ transition, procs: procs.map(number) }));
      const replayed = await replayProof(machine, steps, target, { limits: this.#limits });
      if (replayed.kind === 'run') {
        const { run, procs } = replayed;
        this.#found.set(proof.clause, { machine, run, target, procs });
        return 'run';
      }
      if (replayed.kind === 'undecided') isOpen = true;
      if (replayed.kind === 'undecided' && replayed.why !== 'numbers') return 'stopped';
    }
    return isOpen ? 'open' : 'no-run';
  }

  /** Which of the processes 1 to `procs` those are that take steps; the proof's own numbers first. The others are alike. */
  *#numberings(proof: Proof, procs: number): Generator<(proc: number) => number> {
    yield (proc) => proc;
    if (!this.#hasOrder) return;
    const own = [...new Set(proof.steps.flatMap((step) => step.procs))]
      .filter((proc) => proc > this.#fixed)
      .sort((a, b) => a - b);
    const places = Array.from({ length: procs - this.#fixed }, (_, i) => this.#fixed + i + 1);
    let tried = 1;
    for (const placed of placements(own.length, places)) {
      if (placed.every((place, i) => place === own[i])) continue;
      if (++tried > mostNumberings) return;
      yield (proc) => placed[own.indexOf(proc)] ?? proc;
    }
  }
}

/** All ways to put so many things into different places: those that keep them in order first. */
function* placements(count: number, places: readonly number[]): Generator<readonly number[]> {
  yield* chosen(count, places, (open, i) => open.slice(i + 1));
  for (const placed of chosen(count, places, (open, i) => open.toSpliced(i, 1)))
    if (!isAscending(placed)) yield placed;
}

/** `left` are the places for the others when one has got the i-th. */
function* chosen(
  count: number,
  places: readonly number[],
  left: (places: readonly number[], i: number) => readonly number[],
): Generator<readonly number[]> {
  if (count === 0) yield [];
  else
    for (const [i, first] of places.entries())
      for (const rest of chosen(count - 1, left(places, i), left)) yield [first, ...rest];
}

const isAscending = (numbers: readonly number[]): boolean =>
  numbers.every((number, i) => i === 0 || at(numbers, i - 1) < number);
