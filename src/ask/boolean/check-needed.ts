import type { BooleanSystem } from '../../lang/boolean/to-system/to-system.js';
import type { Holder } from '../../lang/boolean/to-system/to-system-variables.js';
import type { BooleanCommand, BooleanProgram } from '../../lang/boolean/boolean-program.js';
import { variablesOf } from '../../lang/boolean/boolean-formula.js';
import type { Formula } from '../../lang/boolean/boolean-formula.js';
import type { LocalId, LocationId } from '../../lang/expr/ids.js';
import { liveLocals } from '../../lang/program/liveness.js';
import { at } from '../../support/invariant.js';
import { byNumber } from '../../support/lists.js';
import { remembered } from '../../support/remembered.js';

/** What of a Boolean program a reader need not know of. Computed for the threads that are asked about. */
export class Needed {
  /** The locals that the property is about. */
  readonly ofProperty: ReadonlySet<Holder>;
  readonly #ofCubes: ReadonlySet<Holder>;
  readonly #live = new Map<number, readonly ReadonlySet<LocalId>[]>();
  readonly #ways = new Map<number, readonly (readonly BooleanCommand[])[]>();

  constructor(
    private readonly program: BooleanProgram,
    private readonly lowered: BooleanSystem,
  ) {
    this.ofProperty = this.#localsIn(program.property === null ? [] : [program.property.condition]);
    this.#ofCubes = this.#localsIn(program.infeasible);
  }

  /** Whether anybody may read the variable when its thread goes on from the location. */
  isNeeded(holder: Holder, location: LocationId): boolean {
    const { place, thread } = holder;
    if (place.kind === 'shared' || thread === null) return true;
    if (this.ofProperty.has(holder) || this.#ofCubes.has(holder)) return true;
    const live = remembered(this.#live, thread, () => liveLocals(at(this.lowered.system.threads, thread)));
    return at(live, location).has(place.id);
  }

  /** How many commands lead away from a location. */
  waysFrom(thread: number, location: LocationId): number {
    const ways = remembered(this.#ways, thread, () => {
      const { locations, commands } = at(this.program.threads, thread);
      return byNumber(commands, locations.length, ({ from }) => from);
    });
    return at(ways, location).length;
  }

  #localsIn(formulas: readonly Formula[]): ReadonlySet<Holder> {
    const ids = new Set(formulas.flatMap((formula) => [...variablesOf(formula)]));
    return new Set(
      this.lowered.holders.filter(
        ({ thread, digits }) => thread !== null && digits.some((d) => ids.has(d.variable)),
      ),
    );
  }
}
