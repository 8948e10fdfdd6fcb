import { generatedBy } from '../../../src/diagnostics/span.js';
import type {
  BooleanCommand,
  BooleanLocation,
  BooleanThread,
  BooleanUpdate,
} from '../../../src/lang/boolean/boolean-program.js';
import { yes } from '../../../src/lang/boolean/boolean-formula.js';
import type { Formula } from '../../../src/lang/boolean/boolean-formula.js';
import { commandId, locationId } from '../../../src/lang/expr/ids.js';
import type { LocationId } from '../../../src/lang/expr/ids.js';
import { at } from '../../../src/support/invariant.js';

export const span = generatedBy('generate-boolean', null);

export interface EdgeEffect {
  readonly guard?: Formula;
  readonly updates?: readonly BooleanUpdate[];
  readonly fence?: boolean;
}

/** A thread that is being written. Its first location is the entry, its second the end. */
export class BooleanAutomaton {
  readonly #locations: BooleanLocation[] = [];
  readonly #commands: BooleanCommand[] = [];
  readonly entry: LocationId;
  readonly end: LocationId;

  constructor() {
    this.entry = this.place(false);
    this.end = this.#add(null, false);
  }

  place(atomic: boolean, labelled = true): LocationId {
    return this.#add(labelled ? this.#locations.length + 1 : null, atomic);
  }

  #add(label: number | null, atomic: boolean): LocationId {
    const id = locationId(this.#locations.length);
    this.#locations.push({ id, label, atomic, astray: false, source: null, span });
    return id;
  }

  isAtomic(place: LocationId): boolean {
    return at(this.#locations, place).atomic;
  }

  /** Where a jump may lead that stays in the section, or outside. */
  placesLike(place: LocationId): readonly LocationId[] {
    const atomic = this.isAtomic(place);
    return this.#locations.filter((location) => location.atomic === atomic).map(({ id }) => id);
  }

  step(
    from: LocationId,
    to: LocationId,
    { guard = yes, updates = [], fence = false }: EdgeEffect = {},
  ): void {
    const id = commandId(this.#commands.length);
    this.#commands.push({ id, from, to, guard, updates, fence, text: `command ${id}`, span });
  }

  thread(name: string): BooleanThread {
    const { entry, end } = this;
    return { name, locations: this.#locations, commands: this.#commands, entry, end, span };
  }
}
