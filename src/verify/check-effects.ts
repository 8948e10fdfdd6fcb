import type { BooleanSystem } from '../boolean/to-system.js';
import type { Holder } from '../boolean/to-system-variables.js';
import { asValue } from '../evidence/describe.js';
import type { BooleanProgram } from '../ir/boolean-program.js';
import type { CellId } from '../ir/ids.js';
import type { Action, Edge } from '../ir/system.js';
import type { ActionValue, Machine, MachineState } from '../memory/machine.js';
import { at, invariant } from '../support/check.js';

/** A variable of the program got a value. */
export interface Effect {
  readonly holder: Holder;
  readonly value: bigint;
  /** The shared variable that a local was loaded from as it was. */
  readonly loaded: Holder | null;
}

/** What steps do to the variables of a Boolean program, and how that is told. */
export class Effects {
  constructor(
    private readonly program: BooleanProgram,
    private readonly lowered: BooleanSystem,
    private readonly machine: Machine,
  ) {}

  ofEdge({ actions }: Edge, values: readonly (ActionValue | null)[]): readonly Effect[] {
    return actions.flatMap((action, i) => {
      const written = values[i] ?? null;
      const holder = written === null ? undefined : this.#written(action);
      if (written === null || holder === undefined) return [];
      const loaded =
        action.kind === 'assign' && action.value.kind === 'shared' ? this.#holding(action.value) : undefined;
      return [{ holder, value: written.value, loaded: loaded ?? null }];
    });
  }

  /** The last of each variable; those of locals only if they are not as before. */
  net(effects: readonly Effect[], before: MachineState | null): readonly Effect[] {
    const last = new Map<Holder, Effect>();
    for (const effect of effects) {
      last.delete(effect.holder);
      last.set(effect.holder, effect);
    }
    return [...last.values()].filter(({ holder: { place }, value }) => {
      if (place.kind === 'shared' || before === null) return true;
      return at(before.locals, place.id) !== value;
    });
  }

  text({ holder, value, loaded }: Effect): string {
    const shown = asValue(holder.type, value);
    if (loaded !== null) return `load ${holder.name} = ${this.#name(loaded)} (${shown})`;
    return `${holder.place.kind === 'shared' ? 'store ' : ''}${this.#name(holder)} = ${shown}`;
  }

  ofFlush(cell: CellId, after: MachineState): string {
    const { id } = this.machine.cells.variable(cell);
    const holder = this.lowered.holders.find(({ place }) => place.kind === 'shared' && place.id === id);
    invariant(holder !== undefined, 'a buffered write is to a variable of the program');
    return `flush ${this.#name(holder)} = ${asValue(holder.type, at(after.memory, cell))}`;
  }

  /** The shared variables that are not false and not 0. */
  set(state: MachineState): string {
    const parts = this.lowered.holders.flatMap((holder) => {
      if (holder.place.kind === 'local') return [];
      const value = at(state.memory, this.machine.cells.cell(holder.place.id, 0));
      return value === 0n ? [] : [`${this.#name(holder)} = ${asValue(holder.type, value)}`];
    });
    return parts.join('; ');
  }

  #written(action: Action): Holder | undefined {
    switch (action.kind) {
      case 'assign':
        return this.lowered.holders.find((h) => h.place.kind === 'local' && h.place.id === action.local);
      case 'store':
        return this.lowered.holders.find((h) => h.place.kind === 'shared' && h.place.id === action.shared);
      default:
        return undefined;
    }
  }

  #holding(read: Holder['read']): Holder | undefined {
    return this.lowered.holders.find((h) => h.read === read);
  }

  /** With the predicate that it stands for. */
  #name({ name, digits }: Holder): string {
    const [only] = digits;
    const meaning =
      digits.length === 1 && only !== undefined ? at(this.program.variables, only.variable).meaning : null;
    return meaning === null ? name : `${name} [${bare(meaning)}]`;
  }
}

/** Without parentheses around all of it. */
function bare(meaning: string): string {
  if (!meaning.startsWith('(') || !meaning.endsWith(')')) return meaning;
  let depth = 0;
  for (let i = 0; i < meaning.length - 1; i++) {
    if (meaning[i] === '(') depth++;
    if (meaning[i] === ')') depth--;
    if (depth === 0) return meaning;
  }
  return meaning.slice(1, -1);
}
