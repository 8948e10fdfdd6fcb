import { sharedId } from '../../lang/expr/ids.js';
import type { LocalId, SharedId } from '../../lang/expr/ids.js';
import type { SharedVar } from '../../lang/program/program.js';
import { intType } from '../../lang/expr/type.js';
import type { Span } from '../../diagnostics/span.js';
import type { LocalInfo } from './variable-infos.js';

/**
 * Cells whose number is not known before the program runs. While statements are lowered they are those of arrays that are no
 * variables of the program; own-arrays.ts puts steps in their place.
 */
export type OwnCell =
  /** A cell of a local array, which surely exists. */
  | { readonly kind: 'local'; readonly variable: LocalInfo }
  /** The number itself, of the cells from 0 to `length` - 1; where it is none of them, that violates `bounds`. */
  | { readonly kind: 'number'; readonly length: number };

export class OwnCells {
  readonly #variables: SharedVar[] = [];
  readonly #meanings: OwnCell[] = [];
  readonly #locals = new Map<LocalId, SharedId>();
  readonly #numbers = new Map<number, SharedId>();

  /** The number of the first, once the program has all its variables. */
  constructor(private readonly first: () => number) {}

  local(variable: LocalInfo): SharedId {
    return this.#known(this.#locals, variable.id, variable, { kind: 'local', variable });
  }

  number(length: number, span: Span): SharedId {
    const made = { name: `cells_${length}`, type: intType, span };
    return this.#known(this.#numbers, length, made, { kind: 'number', length });
  }

  #known<K>(known: Map<K, SharedId>, key: K, like: Named, meaning: OwnCell): SharedId {
    const before = known.get(key);
    if (before !== undefined) return before;
    const id = sharedId(this.first() + this.#variables.length);
    known.set(key, id);
    this.#meanings.push(meaning);
    const { name, type, span } = like;
    this.#variables.push({
      ...{ id, name, type, span, init: { kind: 'any' } },
      shape: { kind: 'array', length: 1 },
    });
    return id;
  }

  /** What a variable stands for; null: for itself. */
  meaning(id: SharedId): OwnCell | null {
    return this.#meanings[id - this.first()] ?? null;
  }

  /** As variables, from the first on. */
  get variables(): readonly SharedVar[] {
    return this.#variables;
  }
}

type Named = Pick<SharedVar, 'name' | 'type' | 'span'>;
