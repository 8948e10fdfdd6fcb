import type { BooleanText } from '../ir/boolean-text.js';

/** A variable of the text: shared, or one block's own. One object for each. */
export interface Place {
  readonly name: string;
  /** Null: shared. */
  readonly block: number | null;
}

/** Which variable a name means. */
export class Names {
  readonly #shared = new Map<string, Place>();
  readonly #locals: readonly ReadonlyMap<string, Place>[];

  constructor(text: BooleanText) {
    for (const name of text.shared) this.#shared.set(name, { name, block: null });
    this.#locals = text.blocks.map((_, block) => new Map(text.local.map((name) => [name, { name, block }])));
  }

  /** In a statement of the block; null: no such variable. */
  of(name: string, block: number): Place | null {
    return this.local(name, block) ?? this.shared(name);
  }

  shared(name: string): Place | null {
    return this.#shared.get(name) ?? null;
  }

  local(name: string, block: number): Place | null {
    return this.#locals[block]?.get(name) ?? null;
  }
}
