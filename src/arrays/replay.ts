import { at, getOrFail } from '../support/check.js';
import { choices, pushFlushes } from './expand.js';
import type { Successor } from './expand.js';
import { initialStates } from './initial.js';
import { LimitWatch } from './limits.js';
import type { ArrayLimits, LimitReached } from './limits.js';
import type { ArrayMachine, ClauseInstance, Target } from './machine.js';
import { packState } from './packing.js';
import { runOf } from './run.js';
import type { ArrayRun, Move } from './run.js';
import { viewsOf } from './states.js';
import type { ArrayState } from './states.js';
import type { TransitionInstance } from './transitions.js';
import { unsure, yes } from './values.js';

/** A transition and its processes, as a proof names them. */
export interface ProofStep {
  /** In the system's list. */
  readonly transition: number;
  /** From 1, different ones. */
  readonly procs: readonly number[];
}

export type Replayed =
  | {
      readonly kind: 'run';
      readonly run: ArrayRun;
      readonly target: Target;
      readonly procs: readonly number[];
    }
  /** Everything was tried. */
  | { readonly kind: 'no-run' }
  | { readonly kind: 'undecided'; readonly why: LimitReached | 'numbers' };

export const replayLimits: ArrayLimits = { signal: null, deadline: null, maxStates: 1_000_000 };

/**
 * Looks for a run of the plain semantics that takes just these steps and ends in the target. Without buffers they are taken
 * in this order. With buffers each actor takes its own in this order: a backward proof orders a step by when it matters to
 * others (the scheduling of paper 000, section 4), which for a write is when it leaves the buffer. Flushes come anywhere.
 */
export async function replayProof(
  machine: ArrayMachine,
  proof: readonly ProofStep[],
  target: Target,
  limits: ArrayLimits = replayLimits,
): Promise<Replayed> {
  const steps = proof.map((step) => instanceOf(machine, step));
  // A transition with no such instance has a guard that is false for these processes.
  if (steps.includes(null)) return { kind: 'no-run' };
  const known = steps.filter((step) => step !== null);
  return new ProofSearch(machine, known, target, limits).run();
}

function instanceOf(machine: ArrayMachine, { transition, procs }: ProofStep): TransitionInstance | null {
  const same = (step: TransitionInstance): boolean =>
    step.transition === transition && step.procs.every((p, i) => p === procs[i]);
  return machine.steps.find(same) ?? null;
}

interface Node {
  readonly state: ArrayState;
  /** How many steps of each line are done. */
  readonly done: readonly number[];
  readonly before: Node | null;
  readonly move: Move | null;
}

/** Depth first, what the proof does next before anything else: mostly that is a run. */
class ProofSearch {
  /** Steps whose order is kept, with their places in the proof. */
  readonly #lines: readonly (readonly (readonly [place: number, step: TransitionInstance])[])[];
  readonly #goals: readonly ClauseInstance[];
  readonly #seen = new Set<string>();
  readonly #watch: LimitWatch;
  #missing: LimitReached | 'numbers' | null = null;

  constructor(
    private readonly machine: ArrayMachine,
    private readonly proof: readonly TransitionInstance[],
    private readonly target: Target,
    limits: ArrayLimits,
  ) {
    this.#watch = new LimitWatch(limits);
    this.#goals = machine.clause(machine.clauseOf(target));
    this.#lines = linesOf(proof, machine.hasBuffers);
  }

  async run(): Promise<Replayed> {
    const initial = initialStates(this.machine.instance);
    for (const state of initial.states) {
      const found = await this.#from(state);
      if (found !== null) return found;
      if (this.#missing !== null && this.#missing !== 'numbers') break;
    }
    if (!initial.complete()) this.#missing ??= 'numbers';
    return this.#missing === null ? { kind: 'no-run' } : { kind: 'undecided', why: this.#missing };
  }

  async #from(initial: ArrayState): Promise<Replayed | null> {
    const stack: Node[] = [{ state: initial, done: this.#lines.map(() => 0), before: null, move: null }];
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
      const goal = this.#goalIn(node);
      if (goal !== null)
        return { kind: 'run', run: this.#runTo(node), target: this.target, procs: goal.procs };
      stack.push(...this.#after(node).reverse());
    }
    return null;
  }

  #isAtEnd({ done }: Node): boolean {
    return this.#lines.every((line, i) => line.length === done[i]);
  }

  #goalIn(node: Node): ClauseInstance | null {
    if (!this.#isAtEnd(node)) return null;
    const views = viewsOf(node.state);
    return this.#goals.find(({ test }) => test(views) === yes) ?? null;
  }

  /** The most promising first. */
  #after(node: Node): Node[] {
    const { state, done } = node;
    const views = viewsOf(state);
    const child = (next: Successor, doneThen = done): Node => ({ ...next, done: doneThen, before: node });
    const chosenFirst = (): Node[] => {
      const { list, cut } = choices(this.machine, state, views);
      if (cut) this.#missing ??= 'numbers';
      return list.map((next) => child(next));
    };
    if (this.#isAtEnd(node) && this.#goals.some(({ test }) => test(views) === unsure)) return chosenFirst();
    const found: Node[] = [];
    const inOrder = [...this.#lines.keys()].sort((a, b) => this.#placeOf(a, done) - this.#placeOf(b, done));
    for (const line of inOrder) {
      const [, step] = this.#lines[line]?.[done[line] ?? 0] ?? [];
      if (step === undefined) continue;
      const outcome = this.machine.take(state, views, step);
      if (outcome === 'unsure') return chosenFirst();
      if (outcome === 'too-large') this.#missing ??= 'numbers';
      else if (outcome !== 'disabled') {
        const move: Move = { kind: 'transition', step };
        found.push(child({ move, state: outcome }, done.with(line, at(done, line) + 1)));
      }
    }
    const drained: Successor[] = [];
    pushFlushes(state, drained);
    return [...found, ...drained.map((next) => child(next))];
  }

  /** Where the next step of a line stands in the proof. */
  #placeOf(line: number, done: readonly number[]): number {
    return this.#lines[line]?.[done[line] ?? 0]?.[0] ?? this.proof.length;
  }

  #runTo(end: Node): ArrayRun {
    const moves: Move[] = [];
    let here = end;
    while (here.before !== null && here.move !== null) {
      moves.unshift(here.move);
      here = here.before;
    }
    return runOf(this.machine, here.state, moves);
  }
}

/** One line; with buffers one for each actor, and one for what has none. */
function linesOf(
  proof: readonly TransitionInstance[],
  hasBuffers: boolean,
): readonly (readonly (readonly [number, TransitionInstance])[])[] {
  if (!hasBuffers) return [[...proof.entries()]];
  const byActor = new Map<number, (readonly [number, TransitionInstance])[]>();
  for (const [place, step] of proof.entries()) {
    byActor.set(step.actor, [...(byActor.get(step.actor) ?? []), [place, step]]);
  }
  return [...byActor.keys()].map((actor) => getOrFail(byActor, actor));
}
