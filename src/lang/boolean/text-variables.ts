import type { BooleanText } from './boolean-text.js';
import { remembered } from '../../support/remembered.js';

/** A variable of the text: shared, or one block's own. One object for each. */
export interface TextVariable {
  readonly name: string;
  /** Null: shared. */
  readonly block: number | null;
}

/** Which variable a name means. */
export class TextVariables {
  readonly #shared: ReadonlyMap<string, TextVariable>;
  readonly #local: ReadonlySet<string>;
  /** Those that were asked for: every block has all that are declared. */
  readonly #locals: readonly Map<string, TextVariable>[];

  constructor(text: BooleanText) {
    this.#shared = new Map(text.shared.map((name) => [name, { name, block: null }]));
    this.#local = new Set(text.local);
    this.#locals = text.blocks.map(() => new Map());
  }

  /** In a statement of the block; null: no such variable. */
  of(name: string, block: number): TextVariable | null {
    return this.local(name, block) ?? this.shared(name);
  }

  shared(name: string): TextVariable | null {
    return this.#shared.get(name) ?? null;
  }

  local(name: string, block: number): TextVariable | null {
    const places = this.#locals[block];
    if (places === undefined || !this.isLocal(name)) return null;
    return remembered(places, name, () => ({ name, block }));
  }

  /** The name is one of those that each block has for itself. */
  isLocal(name: string): boolean {
    return this.#local.has(name);
  }
}
