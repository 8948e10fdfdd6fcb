import { lineOf } from '../../diagnostics/span.js';
import type { ThreadId } from '../../lang/expr/ids.js';
import { printEdge } from '../../lang/program/print-system.js';
import { isTemporal } from '../../lang/program/program.js';
import type { Property } from '../../lang/program/program.js';
import type { Edge, System } from '../../lang/program/system.js';
import type { StateBox, StateCover } from '../../lang/run/state-cover.js';
import { WaitingNumbers } from '../../lang/run/waiting-numbers.js';
import type { MemoryModel } from '../../memory/model.js';
import { assertNever, at } from '../../support/invariant.js';
import { BoxSteps } from './box-steps.js';
import { CompleteSteps } from './complete-steps.js';
import { Coordinates, TooWide, listed } from './coordinates.js';
import { CoverIndex } from './cover-index.js';
import { initialBoxes } from './initial-boxes.js';
import { violating } from './split-steps.js';
import { mayBeStuck } from './stuck-states.js';
import { ascending } from './value-sets.js';

/** How many obligations there were, how many held, and the first that did not. */
export interface CoverCheck {
  readonly obligations: number;
  readonly held: number;
  readonly reason: string | null;
}

/**
 * Whether the cover proves the properties: it has every initial state; every step from it (of a thread that enters an atomic
 * section, all ways to its end) leads into it; none of its states and none of these steps violates a property.
 */
export function checkCover(
  system: System,
  model: MemoryModel,
  properties: readonly Property[],
  cover: StateCover,
  watch: () => void,
): CoverCheck {
  return new CoverChecker(system, model, properties, cover, watch).check();
}

class CoverChecker {
  readonly #complete: CompleteSteps;
  readonly #index: CoverIndex;
  readonly #boxes: readonly StateBox[];
  #obligations = 0;
  #held = 0;
  #reason: string | null = null;

  constructor(
    private readonly system: System,
    model: MemoryModel,
    private readonly properties: readonly Property[],
    cover: StateCover,
    private readonly watch: () => void,
  ) {
    const coordinates = new Coordinates(system);
    const words = new WaitingNumbers();
    this.#complete = new CompleteSteps(new BoxSteps(coordinates, words, model, watch));
    this.#boxes = renumbered(cover, words, coordinates);
    this.#index = new CoverIndex(this.#boxes, coordinates.count, watch);
  }

  check(): CoverCheck {
    for (const property of this.properties)
      if (isTemporal(property)) this.#oblige(() => `no invariant of states decides ${property.name}`);
    this.#oblige(() => {
      const lost = initialBoxes(this.#coordinates, this.watch).find(
        (box) => this.#index.missing(box) !== null,
      );
      return lost === undefined ? null : 'an initial state is not in the invariant';
    });
    for (const box of this.#boxes) {
      this.watch();
      this.#oblige(() => this.#outside(box));
      for (const property of this.properties) this.#oblige(() => this.#violation(box, property));
      this.#closed(box);
    }
    return { obligations: this.#obligations, held: this.#held, reason: this.#reason };
  }

  get #coordinates(): Coordinates {
    return this.#complete.steps.coordinates;
  }

  #oblige(wrong: () => string | null): void {
    this.#obligations++;
    const reason = this.#tried(wrong);
    if (reason === null) this.#held++;
    else this.#reason ??= reason;
  }

  #tried(wrong: () => string | null): string | null {
    try {
      return wrong();
    } catch (error) {
      if (error instanceof TooWide) return error.message;
      throw error;
    }
  }

  /** Between steps no thread is inside a section. */
  #outside(box: StateBox): string | null {
    const isInside = this.system.threads.some(({ id }) => this.#complete.isInside(box, id));
    return isInside ? 'the invariant speaks of states inside atomic sections' : null;
  }

  /** Null: no state of the box violates the property. */
  #violation(box: StateBox, property: Property): string | null {
    const { steps } = this.#complete;
    switch (property.kind) {
      case 'invariant':
        return violating(steps, box, property.formula) === null
          ? null
          : `a state of the invariant violates ${property.name}`;
      case 'final': {
        const ended = this.#complete.ended(box);
        return ended === null || violating(steps, ended, property.formula) === null
          ? null
          : `a final state of the invariant violates ${property.name}`;
      }
      case 'deadlock':
        return mayBeStuck(this.#complete, box) ? 'in a state of the invariant no thread can move' : null;
      // Of steps.
      case 'assert':
      case 'div':
      case 'bounds':
      case 'range':
      case 'ltl':
      case 'never':
        return null;
      default:
        return assertNever(property);
    }
  }

  #closed(box: StateBox): void {
    const { steps } = this.#complete;
    for (const { id, name } of this.system.threads) {
      for (const flushed of steps.flushes(box, id))
        this.#oblige(() => this.#lost(flushed, () => `a flush of ${name}`));
      for (const place of this.#complete.placesOf(box, id)) {
        const from = box.with(this.#coordinates.place(id), [place]);
        for (const edge of this.#complete.leaving(from, id)) this.#oblige(() => this.#leaves(from, id, edge));
      }
    }
  }

  #lost(box: StateBox, step: () => string): string | null {
    return this.#index.missing(box) === null ? null : `${step()} leads out of the invariant`;
  }

  /** Null: what begins with the edge violates nothing and ends in the invariant. */
  #leaves(from: StateBox, thread: ThreadId, edge: Edge): string | null {
    const told = (): string => this.#told(thread, edge);
    for (const step of this.#complete.from(from, thread, edge)) {
      const broken = this.properties.find(
        ({ name, kind }) =>
          (kind === 'assert' && step.failed.includes(name)) ||
          (step.kind === 'fault' && kind === step.property),
      );
      if (broken !== undefined) return `${told()} violates ${broken.name}`;
      if (step.kind === 'fault' || this.#complete.isInside(step.box, thread)) continue;
      const lost = this.#lost(step.box, told);
      if (lost !== null) return lost;
    }
    return null;
  }

  #told(thread: ThreadId, edge: Edge): string {
    const automaton = at(this.system.threads, thread);
    const line = lineOf(edge.span);
    const place = line === null ? '' : ` (line ${line})`;
    return `the step ${printEdge(this.system, automaton, edge)} of ${automaton.name}${place}`;
  }
}

/** The boxes of a cover, with the numbers that these buffers have here. */
function renumbered(
  { boxes, waiting }: StateCover,
  words: WaitingNumbers,
  coordinates: Coordinates,
): readonly StateBox[] {
  const numbers = waiting.map((buffer) => BigInt(words.number(buffer)));
  return boxes.map((box) => {
    const changed = [...box];
    for (const { id } of coordinates.system.threads) {
      const place = coordinates.buffer(id);
      const found = listed(at(box, place)).map((number) => at(numbers, Number(number)));
      changed[place] = ascending(found);
    }
    return changed;
  });
}
