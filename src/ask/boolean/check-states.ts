import type { BooleanSystem } from '../../lang/boolean/to-system/to-system.js';
import type { Holder } from '../../lang/boolean/to-system/to-system-variables.js';
import { ofThreads } from '../../evidence/snapshot.js';
import type { Snapshot, Value } from '../../lang/run/trace.js';
import type { Type } from '../../lang/expr/type.js';
import type { Machine, MachineState } from '../../memory/machine.js';
import { at } from '../../support/invariant.js';

/** Room that a state takes in a document besides the names of its variables, for each of them. */
const roomForValue = 20;

/** States of a Boolean program as readers look at them. */
export class BooleanStates {
  /** Truth values are 0 and 1 as soon as there are numbers: a name may be both in different processes. */
  readonly #numbers: boolean;

  constructor(
    private readonly lowered: BooleanSystem,
    private readonly machine: Machine,
  ) {
    this.#numbers = lowered.holders.some(({ type }) => type.kind !== 'bool');
  }

  value(type: Type, value: bigint): Value {
    return this.#numbers || type.kind !== 'bool' ? value : value !== 0n;
  }

  /** About how many characters the description of a state has. */
  get size(): number {
    return this.lowered.holders.reduce((sum, { name }) => sum + name.length + roomForValue, 0);
  }

  /** With these locals only. */
  snapshot(state: MachineState, locals: ReadonlySet<Holder>): Snapshot {
    const { cells, system } = this.machine;
    const memory = new Map<string, Value>();
    const shown = new Map<string, Value>();
    for (const holder of this.lowered.holders) {
      const { name, thread, type, place } = holder;
      if (place.kind === 'shared') {
        memory.set(name, this.value(type, at(state.memory, cells.cell(place.id, 0))));
      } else if (thread !== null && locals.has(holder)) {
        const owner = at(system.threads, thread).name;
        shown.set(`${owner}.${name}`, this.value(type, at(state.locals, place.id)));
      }
    }
    const threads = ofThreads(this.machine, state, (cell, value) =>
      this.value(this.machine.cells.variable(cell).type, value),
    );
    return { memory, locals: shown, ...threads };
  }
}
