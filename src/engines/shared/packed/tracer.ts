import type { Execution, InitialChoice, Lasso, Step } from '../../../lang/run/execution.js';
import type { System } from '../../../lang/program/system.js';
import { cellId, edgeId, threadId } from '../../../lang/expr/ids.js';
import { at, invariant } from '../../../support/invariant.js';
import type { TracedStates } from '../state-store.js';
import { compileTrace } from './code/compile.js';
import type { CompiledTrace } from './code/compile.js';
import type { RawStep } from './code/dialect.js';
import { readField } from './packing.js';
import type { SizedPlan } from './plan.js';
import { choiceFrom, initialStates, initialWords } from './packed-roots.js';
import { Turn } from '../symmetry/turn.js';

/** What a run is to show in its end: a state, or a step from it that violates something. */
export type RunWitness =
  | { readonly kind: 'state'; readonly id: number }
  | { readonly kind: 'step'; readonly id: number; readonly event: number };

/** A state inside an atomic section, and how it was reached. */
interface InsideState {
  readonly words: readonly number[];
  readonly path: RawPath | null;
}

interface RawPath {
  readonly step: RawStep;
  readonly before: RawPath | null;
  /** Of the steps up to here. */
  readonly marks: number;
}

/** A step of the graph of states. */
export interface Hop {
  readonly from: number;
  readonly to: number;
  /** The marks of the steps that it takes; `stays` if nobody can step and the run stays where it is. */
  readonly label: number;
}

export const stays = -1;

type TraceGoal =
  | { readonly kind: 'words'; readonly words: readonly number[]; readonly marks: number }
  | { readonly kind: 'event'; readonly event: number };

/**
 * Finds the steps between the states on a way through the table, which holds only where each state was reached from:
 * every parent is expanded once more, until the child turns up.
 */
export class Tracer {
  readonly #code: CompiledTrace;
  #goal: TraceGoal | null = null;
  #found: RawPath | null = null;
  #way: RawPath | null = null;
  /** Of the state at the end of the path that was found. */
  #turn: readonly (readonly number[])[] = [];
  #inside: InsideState[] = [];
  #seen = new Set<string>();

  constructor(
    private readonly plan: SizedPlan,
    private readonly states: TracedStates,
    private readonly marksOf: (step: RawStep) => number = () => 0,
  ) {
    this.#code = compileTrace(plan, {
      arrive: (inside, step, words) => this.#arrive(inside, step, words),
      violated: (event, step) => {
        if (this.#goal?.kind === 'event' && this.#goal.event === event) this.#reach(step);
      },
      found: () => this.#found !== null,
      // The search has heard of these.
      grow: () => false,
      overflow: () => undefined,
      limited: () => undefined,
    });
  }

  executionTo(witness: RunWitness): Execution {
    const chain = this.#chain(witness.id);
    const { initial, turn } = this.#root(at(chain, 0));
    const teller = new Teller(turn, this.plan.variables.system);
    for (const [i, id] of chain.slice(1).entries())
      teller.tell(this.#path(at(chain, i), { kind: 'words', words: this.states.wordsOf(id), marks: 0 }));
    if (witness.kind === 'step') teller.tell(this.#path(witness.id, { kind: 'event', event: witness.event }));
    return { initial, steps: teller.steps };
  }

  /** A run into a cycle, which is told as often as it takes until all threads are who they were at its beginning. */
  lassoAlong(root: number, stem: readonly Hop[], cycle: readonly Hop[]): Lasso {
    const { initial, turn } = this.#root(root);
    const before = new Teller(turn, this.plan.variables.system);
    this.#follow(stem, before);
    const around = new Teller(before.turn, this.plan.variables.system);
    do this.#follow(cycle, around);
    while (!around.turn.is(before.turn));
    return { stem: { initial, steps: before.steps }, cycle: around.steps };
  }

  #follow(hops: readonly Hop[], teller: Teller): void {
    for (const { from, to, label } of hops)
      if (label !== stays)
        teller.tell(this.#path(from, { kind: 'words', words: this.states.wordsOf(to), marks: label }));
  }

  /** What was chosen in an initial state, and who is who in the run that begins there. */
  #root(root: number): { readonly initial: InitialChoice; readonly turn: Turn } {
    const { layout, choices, groups } = this.plan;
    const words = this.#unsettled(this.states.wordsOf(root));
    const initial = choiceFrom(choices, (v) => readField(at(layout.variables, v.index), words));
    this.#code.settled(words);
    return { initial, turn: new Turn(groups, this.#code.turn()).inverse() };
  }

  /** The initial state of the program that becomes this one in order. */
  #unsettled(words: readonly number[]): readonly number[] {
    if (this.plan.groups.length === 0) return words;
    for (const values of initialStates(this.plan)) {
      const found = initialWords(this.plan, values);
      if (isSame(this.#code.settled(found), words)) return found;
    }
    invariant(false, 'a run begins in an initial state');
  }

  /** From an initial state to this one. */
  #chain(id: number): readonly number[] {
    const ids = [id];
    for (let here = this.states.parent(id); here >= 0; here = this.states.parent(here)) ids.push(here);
    return ids.reverse();
  }

  #path(from: number, goal: TraceGoal): ToldPath {
    this.#goal = goal;
    this.#found = null;
    const outside = this.states.wordsOf(from);
    for (let thread = 0; thread < this.plan.variables.system.threads.length; thread++) {
      this.#way = null;
      this.#inside = [];
      this.#seen = new Set();
      this.#code.step(thread, outside);
      for (let i = 0; i < this.#inside.length && !this.#isFound(); i++) {
        const place = at(this.#inside, i);
        this.#way = place.path;
        this.#code.step(thread, place.words);
      }
      if (this.#isFound()) break;
    }
    return { steps: this.#listed(), turn: new Turn(this.plan.groups, this.#turn) };
  }

  #isFound(): boolean {
    return this.#found !== null;
  }

  #listed(): readonly Step[] {
    invariant(this.#found !== null, 'a state is reached from its parent');
    const steps: Step[] = [];
    for (let path: RawPath | null = this.#found; path !== null; path = path.before)
      steps.push(toStep(path.step));
    return steps.reverse();
  }

  #arrive(inside: boolean, step: RawStep, words: readonly number[]): void {
    if (this.#found !== null) return;
    const marks = this.#marksAfter(step);
    if (!inside) {
      const goal = this.#goal;
      if (goal?.kind !== 'words' || (marks & goal.marks) !== goal.marks) return;
      if (isSame(goal.words, words)) this.#reach(step);
      return;
    }
    const key = `${words.join()} ${marks}`;
    if (this.#seen.has(key)) return;
    this.#seen.add(key);
    this.#inside.push({ words, path: { step, before: this.#way, marks } });
  }

  #marksAfter(step: RawStep): number {
    return (this.#way?.marks ?? 0) | this.marksOf(step);
  }

  #reach(step: RawStep): void {
    this.#turn = this.#code.turn();
    this.#found ??= { step, before: this.#way, marks: this.#marksAfter(step) };
  }
}

/** Steps as the code found them, and the turn that put the state behind them into order. */
interface ToldPath {
  readonly steps: readonly Step[];
  readonly turn: Turn;
}

/** Tells paths between states in order as one run of the program: each is turned back by all turns before it. */
class Teller {
  readonly steps: Step[] = [];

  constructor(
    /** From the last state in order to that of the run. */
    public turn: Turn,
    private readonly system: System,
  ) {}

  tell({ steps, turn }: ToldPath): void {
    this.steps.push(...steps.map((step) => this.turn.step(step, this.system)));
    this.turn = this.turn.after(turn.inverse());
  }
}

const isSame = (a: readonly number[], b: readonly number[]): boolean => a.every((w, i) => w === b[i]);

function toStep(step: RawStep): Step {
  const thread = threadId(step.thread);
  return step.kind === 'flush'
    ? { kind: 'flush', thread, cell: cellId(step.cell) }
    : { kind: 'edge', thread, edge: edgeId(step.edge), havoc: step.havoc.map(BigInt) };
}
