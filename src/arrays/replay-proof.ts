import { at } from '../support/invariant.js';
import { choices, pushFlushes } from './expand.js';
import type { ArraySuccessor } from './expand.js';
import { initialStates } from './initial-states.js';
import type { Views } from './compile-formula.js';
import { noSlots } from './footprint.js';
import type { Slots } from './footprint.js';
import { commutes, footprintNow, linesOf, nextFlush, othersOf } from './process-lines.js';
import type { ProcessLine } from './process-lines.js';
import { LimitWatch, noLimits } from './array-limits.js';
import type { ArrayLimits, LimitReached } from './array-limits.js';
import type { ArrayMachine, ClauseInstance, ArrayTarget } from './array-machine.js';
import { packState } from './pack-state.js';
import { runOf } from './array-run.js';
import type { ArrayRun, ArrayMove } from './array-run.js';
import { viewsOf } from './array-states.js';
import type { ArrayState } from './array-states.js';
import type { TransitionInstance } from './transition-instances.js';
import { unsure, yes } from './array-values.js';

/** A transition and its processes, as a proof names them. */
export interface ProofStep {
  /** In the system's list. */
  readonly transition: number;
  /** From 1, different ones. */
  readonly procs: readonly number[];
}

export type ReplayedProof =
  /** With the processes of which the target is true. */
  | { readonly kind: 'run'; readonly run: ArrayRun; readonly procs: readonly number[] }
  /** Everything was tried. */
  | { readonly kind: 'no-run' }
  | { readonly kind: 'undecided'; readonly why: LimitReached | 'numbers' };

export interface ReplayOptions {
  readonly limits: ArrayLimits;
  /** Leaves out orders that make no difference; only to be checked against trying all. */
  readonly reduce: boolean;
}

export const replayDefaults: ReplayOptions = {
  limits: { ...noLimits, maxStates: 1_000_000 },
  reduce: true,
};

/**
 * Looks for a run of the plain semantics that takes just these steps and ends in the target; null: anywhere. Without buffers they are taken
 * in this order. With buffers each actor takes its own in this order: a backward proof orders a step by when it matters to
 * others (the scheduling of paper 000, section 4), which for a write is when it leaves the buffer. Flushes come anywhere.
 */
export async function replayProof(
  machine: ArrayMachine,
  proof: readonly ProofStep[],
  target: ArrayTarget | null,
  options: Partial<ReplayOptions> = {},
): Promise<ReplayedProof> {
  const steps = instancesOf(machine, proof);
  if (steps === null) return { kind: 'no-run' };
  return new ProofSearch(machine, steps, target, { ...replayDefaults, ...options }).run();
}

/** Null: a transition has no such instance, so its guard is false for these processes. */
function instancesOf(
  machine: ArrayMachine,
  proof: readonly ProofStep[],
): readonly TransitionInstance[] | null {
  const steps = proof.map((step) => instanceOf(machine, step)).filter((step) => step !== null);
  return steps.length < proof.length ? null : steps;
}

function instanceOf(machine: ArrayMachine, { transition, procs }: ProofStep): TransitionInstance | null {
  const same = (step: TransitionInstance): boolean =>
    step.transition === transition && step.procs.every((p, i) => p === procs[i]);
  return machine.steps.find(same) ?? null;
}

interface ReplayNode {
  readonly state: ArrayState;
  /** How many steps of each line are done. */
  readonly done: readonly number[];
  readonly before: ReplayNode | null;
  readonly move: ArrayMove | null;
}

/**
 * Depth first, what the proof does next before anything else: mostly that is a run. What gives the same whatever the others
 * still do comes first and alone, since any run that takes it later has it moved to the front (steps must all be taken; a flush
 * need not come, but does no harm if nobody looks).
 */
class ProofSearch {
  readonly #lines: readonly ProcessLine[];
  /** Null: anything will do. */
  readonly #goals: readonly ClauseInstance[] | null;
  /** Cells that the target looks at. */
  readonly #watched: Slots;
  readonly #seen = new Set<string>();
  readonly #watch: LimitWatch;
  #missing: LimitReached | 'numbers' | null = null;

  constructor(
    private readonly machine: ArrayMachine,
    private readonly proof: readonly TransitionInstance[],
    target: ArrayTarget | null,
    private readonly options: ReplayOptions,
  ) {
    this.#watch = new LimitWatch(options.limits);
    this.#goals = target === null ? null : machine.clause(machine.clauseOf(target));
    this.#watched = (this.#goals ?? []).reduce((all, { reads }) => all | reads, noSlots);
    this.#lines = linesOf(proof, machine.hasBuffers);
  }

  async run(): Promise<ReplayedProof> {
    const initial = initialStates(this.machine.instance);
    for (const state of initial.states) {
      const found = await this.#from(state);
      if (found !== null) return found;
      if (this.#missing !== null && this.#missing !== 'numbers') break;
    }
    if (!initial.complete()) this.#missing ??= 'numbers';
    return this.#missing === null ? { kind: 'no-run' } : { kind: 'undecided', why: this.#missing };
  }

  async #from(initial: ArrayState): Promise<ReplayedProof | null> {
    const stack: ReplayNode[] = [
      { state: initial, done: this.#lines.map(() => 0), before: null, move: null },
    ];
    for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
      const look = this.#watch.look(this.#seen.size);
      const limit = look instanceof Promise ? await look : look;
      if (limit !== null) {
        this.#missing = limit;
        return null;
      }
      const key = `${packState(node.state, this.machine.hasBuffers)}|${node.done.join(' ')}`;
      if (this.#seen.has(key)) continue;
      this.#seen.add(key);
      const procs = this.#goalIn(node);
      if (procs !== null) return { kind: 'run', run: this.#runTo(node), procs };
      stack.push(...this.#after(node).reverse());
    }
    return null;
  }

  #isAtEnd({ done }: ReplayNode): boolean {
    return this.#lines.every(({ steps }, i) => steps.length === done[i]);
  }

  /** The processes of which the clause is true at the end. */
  #goalIn(node: ReplayNode): readonly number[] | null {
    if (!this.#isAtEnd(node)) return null;
    if (this.#goals === null) return [];
    const views = viewsOf(node.state);
    return this.#goals.find(({ test }) => test(views) === yes)?.procs ?? null;
  }

  /** The most promising first. */
  #after(node: ReplayNode): ReplayNode[] {
    const views = viewsOf(node.state);
    if (this.#isAtEnd(node) && (this.#goals ?? []).some(({ test }) => test(views) === unsure))
      return this.#choose(node, views);
    const steps: ReplayNode[] = [];
    for (const { line, step, number } of this.#next(node)) {
      const outcome = this.machine.take(node.state, views, step);
      if (outcome === 'unsure') return this.#choose(node, views);
      if (outcome === 'too-large') {
        this.#missing ??= 'numbers';
        continue;
      }
      const alone = this.options.reduce && this.#standsAlone(node, line, step);
      if (outcome === 'disabled') {
        // It will never be enabled, but must be taken.
        if (alone && this.#isDrained(node, step)) return [];
        continue;
      }
      const done = node.done.with(number, at(node.done, number) + 1);
      const next: ReplayNode = { state: outcome, done, before: node, move: { kind: 'transition', step } };
      if (alone) return [next];
      steps.push(next);
    }
    return this.#withFlushes(node, steps);
  }

  #choose(node: ReplayNode, views: Views): ReplayNode[] {
    const { list, cut } = choices(this.machine, node.state, views);
    if (cut) this.#missing ??= 'numbers';
    return list.map((next) => ({ ...next, done: node.done, before: node }));
  }

  /** The next step of each line, in the order of the proof. */
  #next({ done }: ReplayNode): readonly { line: ProcessLine; step: TransitionInstance; number: number }[] {
    const place = (line: ProcessLine, number: number): number =>
      line.places[done[number] ?? 0] ?? this.proof.length;
    return this.#lines
      .flatMap((line, number) => {
        const step = line.steps[done[number] ?? 0];
        return step === undefined ? [] : [{ line, step, number }];
      })
      .sort((a, b) => place(a.line, a.number) - place(b.line, b.number));
  }

  #standsAlone({ state, done }: ReplayNode, line: ProcessLine, step: TransitionInstance): boolean {
    const own = footprintNow(step, this.machine.hasBuffers);
    return commutes(own, othersOf(this.#lines, done, state, line));
  }

  #isDrained({ state }: ReplayNode, step: TransitionInstance): boolean {
    return !step.drains || (state.buffers[step.actor - 1] ?? []).length === 0;
  }

  #withFlushes(node: ReplayNode, steps: readonly ReplayNode[]): ReplayNode[] {
    const list: ArraySuccessor[] = [];
    pushFlushes(node.state, list);
    const flushes = list.map((next): ReplayNode => ({ ...next, done: node.done, before: node }));
    const alone = this.options.reduce
      ? flushes.find(({ move }) => this.#flushStandsAlone(node, move))
      : undefined;
    return alone === undefined ? [...steps, ...flushes] : [alone];
  }

  #flushStandsAlone({ state, done }: ReplayNode, move: ArrayMove | null): boolean {
    if (move?.kind !== 'flush') return false;
    const writes = nextFlush(state, move.process);
    const line = this.#lines.find(({ actor }) => actor === move.process);
    if (line === undefined || (writes & this.#watched) !== noSlots) return false;
    return commutes({ reads: noSlots, writes }, othersOf(this.#lines, done, state, line));
  }

  #runTo(end: ReplayNode): ArrayRun {
    const moves: ArrayMove[] = [];
    let here = end;
    while (here.before !== null && here.move !== null) {
      moves.unshift(here.move);
      here = here.before;
    }
    return runOf(this.machine, here.state, moves);
  }
}
