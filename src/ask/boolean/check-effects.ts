import type { BooleanSystem } from '../../lang/boolean/to-system/to-system.js';
import type { Holder } from '../../lang/boolean/to-system/to-system-variables.js';
import type { BooleanProgram } from '../../lang/boolean/boolean-program.js';
import type { Expr } from '../../lang/expr/expr.js';
import type { CellId, LocalId, SharedId } from '../../lang/expr/ids.js';
import type { Action, Edge } from '../../lang/program/system.js';
import type { ActionValue, Machine, MachineState } from '../../memory/machine.js';
import { at, getOrFail } from '../../support/invariant.js';
import type { BooleanStates } from './check-states.js';

/** A variable of the program got a value. */
export interface ValueEffect {
  readonly holder: Holder;
  readonly value: bigint;
  /** The shared variable that a local was loaded from as it was. */
  readonly loaded: Holder | null;
}

/** What steps do to the variables of a Boolean program, and how that is told. */
export class StepEffects {
  readonly #ofLocal = new Map<LocalId, Holder>();
  readonly #ofShared = new Map<SharedId, Holder>();
  readonly #ofRead = new Map<Expr, Holder>();
  readonly #sharedOf = new Map<string, Holder>();

  constructor(
    private readonly program: BooleanProgram,
    lowered: BooleanSystem,
    private readonly machine: Machine,
    private readonly states: BooleanStates,
  ) {
    for (const holder of lowered.holders) {
      this.#ofRead.set(holder.read, holder);
      if (holder.place.kind === 'local') this.#ofLocal.set(holder.place.id, holder);
      else {
        this.#ofShared.set(holder.place.id, holder);
        this.#sharedOf.set(holder.name, holder);
      }
    }
  }

  /** `text`: the statement. */
  ofEdge({ actions }: Edge, values: readonly (ActionValue | null)[], text: string): readonly ValueEffect[] {
    return actions.flatMap((action, i) => {
      const written = values[i] ?? null;
      const holder = written === null ? undefined : this.#written(action);
      if (written === null || holder === undefined) return [];
      return [{ holder, value: written.value, loaded: this.#loaded(action, holder, text) }];
    });
  }

  /** The last of each variable; those of locals only if they are not as before. */
  net(effects: readonly ValueEffect[], before: MachineState | null): readonly ValueEffect[] {
    const last = new Map<Holder, ValueEffect>();
    for (const effect of effects) {
      last.delete(effect.holder);
      last.set(effect.holder, effect);
    }
    return [...last.values()].filter(({ holder: { place }, value }) => {
      if (place.kind === 'shared' || before === null) return true;
      return at(before.locals, place.id) !== value;
    });
  }

  text({ holder, value, loaded }: ValueEffect): string {
    const shown = this.states.value(holder.type, value);
    if (loaded !== null) return `load ${holder.name} = ${this.#name(loaded)} (${shown})`;
    return `${holder.place.kind === 'shared' ? 'store ' : ''}${this.#name(holder)} = ${shown}`;
  }

  ofFlush(cell: CellId, after: MachineState): string {
    const holder = getOrFail(this.#ofShared, this.machine.cells.variable(cell).id);
    return `flush ${this.#name(holder)} = ${this.states.value(holder.type, at(after.memory, cell))}`;
  }

  /** The shared variables that are not false and not 0. */
  set(state: MachineState): string {
    const parts = [...this.#ofShared].flatMap(([id, holder]) => {
      const value = at(state.memory, this.machine.cells.cell(id, 0));
      return value === 0n ? [] : [`${this.#name(holder)} = ${this.states.value(holder.type, value)}`];
    });
    return parts.join('; ');
  }

  #written(action: Action): Holder | undefined {
    if (action.kind === 'assign') return this.#ofLocal.get(action.local);
    return action.kind === 'store' ? this.#ofShared.get(action.shared) : undefined;
  }

  /** A number is put together from its digits, so that only the words of the statement say that it was loaded. */
  #loaded(action: Action, { name, type }: Holder, text: string): Holder | null {
    if (action.kind !== 'assign') return null;
    if (action.value.kind === 'shared') return this.#ofRead.get(action.value) ?? null;
    if (type.kind === 'bool' || !text.startsWith(`load ${name} = `)) return null;
    return this.#sharedOf.get(text.slice(`load ${name} = `.length)) ?? null;
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
