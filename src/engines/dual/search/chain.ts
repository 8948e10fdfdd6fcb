import { at, getOrFail } from '../../../support/invariant.js';
import type { GlobalTarget } from '../dual-program.js';
import type { MemorySet } from './boxes.js';
import { Ints } from './ints.js';
import type { LocalStateId } from './locals.js';
import type { ConfigId } from './minor-set.js';
import type { DualRun, RunProcess, DualRunStep } from './run.js';
import type { Space } from './space.js';
import type { MemoryStep } from './undo-step.js';
import type { ConfigDraft } from './undo.js';

/** How a configuration was made: of a target, or by undoing a step that leads to another configuration. */
export type ConfigOrigin =
  | {
      readonly kind: 'target';
      readonly draft: ConfigDraft;
      readonly ends: readonly number[];
      readonly target: GlobalTarget;
    }
  | { readonly kind: 'undone'; readonly child: ConfigId; readonly place: number; readonly step: MemoryStep };

/** A configuration that stands for an initial one. */
export interface FoundConfig {
  readonly id: ConfigId;
  readonly beginning: number;
  /** What memory may be at the begin. */
  readonly known: MemorySet;
}

/** Where configurations come from, and so the way from one to a target. */
export class ConfigAncestry {
  /** For each configuration: the one it leads to (-1: a target), the place of the process that steps, the step. */
  readonly #child = new Ints();
  readonly #place = new Ints();
  readonly #step = new Ints();
  readonly #targets = new Map<ConfigId, Extract<ConfigOrigin, { kind: 'target' }>>();
  readonly #steps: readonly MemoryStep[];
  readonly #stepNumbers: ReadonlyMap<MemoryStep, number>;

  constructor(private readonly space: Space) {
    this.#steps = space.stepping.steps.flat();
    this.#stepNumbers = new Map(this.#steps.map((step, i) => [step, i] as const));
  }

  get bytes(): number {
    return this.#child.bytes + this.#place.bytes + this.#step.bytes;
  }

  /** Configurations are told in the order of their numbers. */
  add(id: ConfigId, origin: ConfigOrigin): void {
    if (origin.kind === 'target') this.#targets.set(id, origin);
    const { child, place, step } = origin.kind === 'undone' ? origin : { child: -1, place: 0, step: null };
    this.#child.push(child);
    this.#place.push(place);
    this.#step.push(step === null ? -1 : getOrFail(this.#stepNumbers, step));
  }

  /** Goes from the initial configuration to the target, undoing each step once more to see who is who. */
  runFrom({ id: first, beginning, known }: FoundConfig): DualRun {
    const { boxes, locals, program, set } = this.space;
    // `names[i]`: which process of the run stands at place i of the configuration.
    let names = [...set.localsOf(first).keys()];
    const begins = set.localsOf(first).map((l) => ({ kind: locals.kind(l), begin: locals.state(l) }));
    const steps: DualRunStep[] = [];
    const ends: number[] = [];
    let id = first;
    for (let child = this.#child.get(id); child !== -1; [id, child] = [child, this.#child.get(child)]) {
      const [place, step] = [this.#place.get(id), at(this.#steps, this.#step.get(id))];
      const inChild: number[] = [];
      for (const [i, p] of this.space.orderOf(this.#madeAgain(id, child, place, step)).entries()) {
        inChild[p] = at(names, i);
      }
      steps.push({ process: at(inChild, place), transition: step.transition });
      // Of those that nobody looks at any more it is enough that they are where their last step has led them.
      ends[at(inChild, place)] = step.to;
      names = inChild.slice(0, set.localsOf(child).length);
    }
    const { draft, ends: endsOfTarget, target } = getOrFail(this.#targets, id);
    const meant: (number | undefined)[] = [];
    for (const [i, p] of this.space.orderOf(draft.locals).entries()) {
      ends[at(names, i)] = at(endsOfTarget, p);
      meant[at(names, i)] = at(target.processes, p).nth;
    }
    return {
      processes: begins.map((begin, p): RunProcess => ({ ...begin, nth: meant[p] ?? null })),
      beginning,
      memory: program.cells.map((_, cell) => at(boxes.valuesOf(known, cell), 0)),
      steps,
      ends,
    };
  }

  /** The processes of a configuration in the order of the one it leads to. */
  #madeAgain(id: ConfigId, child: ConfigId, place: number, step: MemoryStep): readonly LocalStateId[] {
    const { set } = this.space;
    const [memory, locals] = [set.memoryOf(id), set.localsOf(id).join()];
    const found: (readonly LocalStateId[])[] = [];
    this.space.before(this.space.draftOf(child), place, step, (before) => {
      const config = this.space.configOf(before);
      if (config.memory === memory && config.locals.join() === locals) found.push(before.locals);
    });
    return at(found, 0);
  }
}
