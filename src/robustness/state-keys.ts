import type { System } from '../lang/program/system.js';
import { delivered } from '../engines/shared/generated-code.js';
import { layoutOf } from '../engines/shared/packed/layout.js';
import type { BitField, PackedLayout } from '../engines/shared/packed/layout.js';
import { readField, writeField } from '../engines/shared/packed/packing.js';
import type { SizedPlan } from '../engines/shared/packed/plan.js';
import { StateStore, bytesAllowed } from '../engines/shared/state-store.js';
import { storeCode } from '../engines/shared/store-code.js';
import type { Limits } from '../search/limits.js';
import { at } from '../support/invariant.js';
import { remembered } from '../support/remembered.js';

/**
 * What robustness compares of states: where the threads stand, their locals, the memory. Temporaries that passes have made
 * are left out: they are no part of the program, and some are set back earlier than others.
 */
export class StateKeys {
  readonly #store: StateStore;
  readonly #fields: readonly BitField[];
  readonly #words: number;
  readonly #add: (...words: number[]) => number;
  readonly #compared = new WeakMap<PackedLayout, readonly BitField[]>();

  /** The values of the plan are those that the states to be kept have. */
  constructor(plan: SizedPlan, limits: Limits, besides: () => number) {
    const { system } = plan.variables;
    const layout = layoutOf(system, plan.shape, []);
    this.#fields = comparedFields(system, layout);
    this.#words = layout.words;
    this.#store = new StateStore(layout.words, bytesAllowed(limits), besides);
    this.#add = compiledAdd(this.#store);
  }

  get count(): number {
    return this.#store.count;
  }

  get bytes(): number {
    return this.#store.bytes;
  }

  /** Whether the state of that plan, in these words, is one that was there already; now it is. Throws OutOfSpace. */
  has({ layout, variables }: SizedPlan, state: ArrayLike<number>): boolean {
    const words = Array.from({ length: this.#words }, () => 0);
    const fields = remembered(this.#compared, layout, () => comparedFields(variables.system, layout));
    for (const [i, field] of fields.entries()) {
      const value = readField(field, state);
      const own = at(this.#fields, i);
      // No state that was put in has such a value.
      if (value < own.lo || value > own.hi) return false;
      writeField(own, words, value);
    }
    const before = this.#store.count;
    return this.#add(-1, ...words) < before;
  }
}

/** In the same order for every layout of a system. */
const comparedFields = ({ locals }: System, { locations, variables }: PackedLayout): readonly BitField[] => {
  // Cells come before locals, and these in their order.
  const cells = variables.length - locals.length;
  const kept = variables.filter((_, i) => i < cells || !at(locals, i - cells).temporary);
  return [...locations, ...kept];
};

function compiledAdd(store: StateStore): (...words: number[]) => number {
  const source = `${storeCode('keys', store.words, null)}
deliver((...words) => { const id = keys_add(...words); keys_sync(); return id; });`;
  return delivered<(...words: number[]) => number>(source, { keys: store }, []);
}

/** Whether no write waits in any buffer. */
export const hasEmptyBuffers = ({ buffers }: PackedLayout, state: ArrayLike<number>): boolean =>
  buffers.every(([oldest]) => oldest === undefined || readField(oldest.code, state) === 0);
