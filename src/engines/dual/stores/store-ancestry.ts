import { at, getOrFail } from '../../../support/invariant.js';
import type { GlobalTarget } from '../dual-program.js';
import { Ints } from '../search/ints.js';
import type { ConfigId } from '../search/minor-set.js';
import type { StoreStep } from './store-steps.js';
import type { StoreDraft } from './undo-stores.js';

/** What a process of kind `by` does. */
export type BufferAction =
  | { readonly kind: 'step'; readonly by: number; readonly step: StoreStep }
  /** Its oldest message for the cell reaches memory. */
  | { readonly kind: 'flush'; readonly by: number; readonly cell: number };

/** How a configuration was made: of a target, or by undoing what the process in that place did. */
export type StoreOrigin =
  | { readonly kind: 'target'; readonly draft: StoreDraft; readonly target: GlobalTarget }
  | {
      readonly kind: 'undone';
      readonly child: ConfigId;
      readonly place: number;
      readonly action: BufferAction;
    };

export type ConfigLink = Omit<Extract<StoreOrigin, { kind: 'undone' }>, 'kind'>;

/** Where configurations come from, and so the way from one to a target. */
export class StoreAncestry {
  /** For each configuration: the one it leads to (-1: a target), the place of the process, the number of the action. */
  readonly #child = new Ints();
  readonly #place = new Ints();
  readonly #action = new Ints();
  readonly #targets = new Map<ConfigId, Extract<StoreOrigin, { kind: 'target' }>>();
  readonly #steps: readonly { readonly by: number; readonly step: StoreStep }[];
  readonly #numbers: ReadonlyMap<StoreStep, number>;

  constructor(
    into: readonly (readonly (readonly StoreStep[])[])[],
    private readonly cells: number,
  ) {
    this.#steps = into.flatMap((states, by) => states.flat().map((step) => ({ by, step })));
    this.#numbers = new Map(this.#steps.map(({ step }, i) => [step, i]));
  }

  get bytes(): number {
    return this.#child.bytes + this.#place.bytes + this.#action.bytes;
  }

  /** Configurations are told in the order of their numbers. */
  add(id: ConfigId, origin: StoreOrigin): void {
    if (origin.kind === 'target') this.#targets.set(id, origin);
    this.#child.push(origin.kind === 'target' ? -1 : origin.child);
    this.#place.push(origin.kind === 'target' ? 0 : origin.place);
    this.#action.push(origin.kind === 'target' ? -1 : this.#numberOf(origin.action));
  }

  #numberOf(action: BufferAction): number {
    if (action.kind === 'step') return getOrFail(this.#numbers, action.step);
    return this.#steps.length + action.by * this.cells + action.cell;
  }

  #actionOf(number: number): BufferAction {
    const { cells } = this;
    const flush = number - this.#steps.length;
    if (flush >= 0) return { kind: 'flush', by: Math.floor(flush / cells), cell: flush % cells };
    return { kind: 'step', ...at(this.#steps, number) };
  }

  /** What leads from the configuration to the next; null: it is one of a target. */
  from(id: ConfigId): ConfigLink | null {
    const child = this.#child.get(id);
    if (child === -1) return null;
    return { child, place: this.#place.get(id), action: this.#actionOf(this.#action.get(id)) };
  }

  targetOf(id: ConfigId): Extract<StoreOrigin, { kind: 'target' }> {
    return getOrFail(this.#targets, id);
  }
}
