import type { BooleanSystem } from '../boolean/to-system.js';
import type { Holder } from '../boolean/to-system-variables.js';
import type { Snapshot, Value } from '../ir/trace.js';
import type { Machine, MachineState } from '../memory/machine.js';
import type { Entry } from '../memory/semantics.js';
import { at } from '../support/check.js';

/** Room that a state takes in a document besides the names of its variables, for each of them. */
const roomForValue = 20;

/** States of a Boolean program as readers look at them. */
export class States {
  /** Truth values are 0 and 1 as soon as there are numbers: a name may be both in different processes. */
  readonly #numbers: boolean;
  readonly #locals: readonly Holder[];

  constructor(
    private readonly lowered: BooleanSystem,
    private readonly machine: Machine,
  ) {
    this.#numbers = lowered.holders.some(({ type }) => type.kind !== 'bool');
    this.#locals = lowered.holders.filter(({ place }) => place.kind === 'local');
  }

  value({ type }: Pick<Holder, 'type'>, value: bigint): Value {
    return this.#numbers || type.kind !== 'bool' ? value : value !== 0n;
  }

  /** About how many characters the description of a state has. */
  get size(): number {
    return this.lowered.holders.reduce((sum, { name }) => sum + name.length + roomForValue, 0);
  }

  /** With these locals only. */
  snapshot(state: MachineState, locals: ReadonlySet<Holder>): Snapshot {
    const { threads } = this.machine.system;
    const shown = this.#locals.filter((holder) => locals.has(holder));
    return {
      memory: this.#memory(state),
      locals: new Map(
        shown.flatMap(({ name, thread, type, place }): [string, Value][] =>
          thread === null || place.kind === 'shared'
            ? []
            : [[`${at(threads, thread).name}.${name}`, this.value({ type }, at(state.locals, place.id))]],
        ),
      ),
      buffers: new Map(
        threads.flatMap(({ id, name }): [string, readonly string[]][] => {
          const buffer = at(state.buffers, id);
          return buffer.length === 0 ? [] : [[name, buffer.map((entry) => this.#entry(entry))]];
        }),
      ),
      places: new Map(
        threads.map(({ id, name, end }) => [
          name,
          at(state.places, id) === end ? ['(end)'] : this.machine.place(state, id).labels,
        ]),
      ),
    };
  }

  #memory(state: MachineState): ReadonlyMap<string, Value> {
    const memory = new Map<string, Value>();
    for (const { name, type, place } of this.lowered.holders) {
      if (place.kind === 'local') continue;
      memory.set(name, this.value({ type }, at(state.memory, this.machine.cells.cell(place.id, 0))));
    }
    return memory;
  }

  #entry(entry: Entry): string {
    if (entry.kind === 'marker') return '|';
    const { type } = this.machine.cells.variable(entry.cell);
    return `${this.machine.cells.nameOf(entry.cell)}=${this.value({ type }, entry.value)}`;
  }
}
