import type { Execution, Step } from '../../../ir/execution.js';
import { cellId, edgeId, threadId } from '../../../ir/ids.js';
import { at, invariant } from '../../../support/check.js';
import type { StateStore } from '../state-store.js';
import { compileTrace } from './code/compile.js';
import type { CompiledTrace, RawStep } from './code/compile.js';
import { readField } from './packing.js';
import type { SizedPlan } from './plan.js';
import { choiceFrom } from './roots.js';

/** What a run is to show in its end: a state, or a step from it that violates something. */
export type Witness =
  | { readonly kind: 'state'; readonly id: number }
  | { readonly kind: 'step'; readonly id: number; readonly event: number };

/** A state inside an atomic section, and how it was reached. */
interface Place {
  readonly words: readonly number[];
  readonly path: Path | null;
}

interface Path {
  readonly step: RawStep;
  readonly before: Path | null;
}

type Goal =
  | { readonly kind: 'words'; readonly words: readonly number[] }
  | { readonly kind: 'event'; readonly event: number };

/**
 * Finds the steps between the states on a way through the table, which holds only where each state was reached from:
 * every parent is expanded once more, until the child turns up.
 */
export class Tracer {
  readonly #code: CompiledTrace;
  #goal: Goal | null = null;
  #found: Path | null = null;
  #path: Path | null = null;
  #inside: Place[] = [];
  #seen = new Set<string>();

  constructor(
    private readonly plan: SizedPlan,
    private readonly states: StateStore,
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

  executionTo(witness: Witness): Execution {
    const chain = this.#chain(witness.id);
    const root = this.states.wordsOf(at(chain, 0));
    const { layout, choices } = this.plan;
    const steps = chain
      .slice(1)
      .flatMap((id, i) => this.#steps(at(chain, i), { kind: 'words', words: this.states.wordsOf(id) }));
    const last =
      witness.kind === 'step' ? this.#steps(witness.id, { kind: 'event', event: witness.event }) : [];
    return {
      initial: choiceFrom(choices, (v) => readField(at(layout.variables, v.index), root)),
      steps: [...steps, ...last].map(toStep),
    };
  }

  /** From an initial state to this one. */
  #chain(id: number): readonly number[] {
    const ids = [id];
    for (let here = this.states.parent(id); here >= 0; here = this.states.parent(here)) ids.push(here);
    return ids.reverse();
  }

  #steps(from: number, goal: Goal): readonly RawStep[] {
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
    for (let path: Path | null = this.#found; path !== null; path = path.before) steps.push(path.step);
    return steps.reverse();
  }

  #arrive(inside: boolean, step: RawStep, words: readonly number[]): void {
    if (this.#found !== null) return;
    if (!inside) {
      if (this.#goal?.kind === 'words' && this.#goal.words.every((w, i) => w === words[i])) this.#reach(step);
      return;
    }
    const key = words.join();
    if (this.#seen.has(key)) return;
    this.#seen.add(key);
    this.#inside.push({ words, path: { step, before: this.#path } });
  }

  #reach(step: RawStep): void {
    this.#found ??= { step, before: this.#path };
  }
}

function toStep(step: RawStep): Step {
  const thread = threadId(step.thread);
  return step.kind === 'flush'
    ? { kind: 'flush', thread, cell: cellId(step.cell) }
    : { kind: 'edge', thread, edge: edgeId(step.edge), havoc: step.havoc.map(BigInt) };
}
