import type { Execution, InitialChoice, Step } from '../../../lang/run/execution.js';
import { cellId, edgeId, threadId } from '../../../lang/expr/ids.js';
import { at, invariant } from '../../../support/invariant.js';
import type { TracedStates } from '../state-store.js';
import { compileTrace } from './code/compile.js';
import type { CompiledTrace } from './code/compile.js';
import type { RawStep } from './code/dialect.js';
import { readField } from './packing.js';
import type { SizedPlan } from './plan.js';
import { choiceFrom } from './packed-roots.js';

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
  #path: RawPath | null = null;
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
    const steps = chain
      .slice(1)
      .flatMap((id, i) =>
        this.#steps(at(chain, i), { kind: 'words', words: this.states.wordsOf(id), marks: 0 }),
      );
    const last =
      witness.kind === 'step' ? this.#steps(witness.id, { kind: 'event', event: witness.event }) : [];
    return {
      initial: this.initialOf(at(chain, 0)),
      steps: [...steps, ...last].map(toStep),
    };
  }

  /** What was chosen in an initial state. */
  initialOf(root: number): InitialChoice {
    const words = this.states.wordsOf(root);
    const { layout, choices } = this.plan;
    return choiceFrom(choices, (v) => readField(at(layout.variables, v.index), words));
  }

  /** The steps of hops that follow one another. */
  stepsAlong(hops: readonly Hop[]): readonly Step[] {
    return hops
      .filter(({ label }) => label !== stays)
      .flatMap(({ from, to, label }) =>
        this.#steps(from, { kind: 'words', words: this.states.wordsOf(to), marks: label }),
      )
      .map(toStep);
  }

  /** From an initial state to this one. */
  #chain(id: number): readonly number[] {
    const ids = [id];
    for (let here = this.states.parent(id); here >= 0; here = this.states.parent(here)) ids.push(here);
    return ids.reverse();
  }

  #steps(from: number, goal: TraceGoal): readonly RawStep[] {
    this.#goal = goal;
    this.#found = null;
    const outside = this.states.wordsOf(from);
    for (let thread = 0; thread < this.plan.variables.system.threads.length; thread++) {
      this.#path = null;
      this.#inside = [];
      this.#seen = new Set();
      this.#code.step(thread, outside);
      for (let i = 0; i < this.#inside.length && !this.#isFound(); i++) {
        const place = at(this.#inside, i);
        this.#path = place.path;
        this.#code.step(thread, place.words);
      }
      if (this.#isFound()) break;
    }
    return this.#listed();
  }

  #isFound(): boolean {
    return this.#found !== null;
  }

  #listed(): readonly RawStep[] {
    invariant(this.#found !== null, 'a state is reached from its parent');
    const steps: RawStep[] = [];
    for (let path: RawPath | null = this.#found; path !== null; path = path.before) steps.push(path.step);
    return steps.reverse();
  }

  #arrive(inside: boolean, step: RawStep, words: readonly number[]): void {
    if (this.#found !== null) return;
    const marks = this.#marksAfter(step);
    if (!inside) {
      const goal = this.#goal;
      if (goal?.kind !== 'words' || (marks & goal.marks) !== goal.marks) return;
      if (goal.words.every((w, i) => w === words[i])) this.#reach(step);
      return;
    }
    const key = `${words.join()} ${marks}`;
    if (this.#seen.has(key)) return;
    this.#seen.add(key);
    this.#inside.push({ words, path: { step, before: this.#path, marks } });
  }

  #marksAfter(step: RawStep): number {
    return (this.#path?.marks ?? 0) | this.marksOf(step);
  }

  #reach(step: RawStep): void {
    this.#found ??= { step, before: this.#path, marks: this.#marksAfter(step) };
  }
}

function toStep(step: RawStep): Step {
  const thread = threadId(step.thread);
  return step.kind === 'flush'
    ? { kind: 'flush', thread, cell: cellId(step.cell) }
    : { kind: 'edge', thread, edge: edgeId(step.edge), havoc: step.havoc.map(BigInt) };
}
