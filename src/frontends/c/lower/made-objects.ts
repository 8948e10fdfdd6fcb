import { int } from '../../../lang/expr/expr.js';
import type { Expr } from '../../../lang/expr/expr.js';
import type { SharedId } from '../../../lang/expr/ids.js';
import { simplifiedBinary } from '../../../lang/expr/simplify.js';

/** Addresses begin here, so that no small number is one. */
export const firstAddress = 4096;

/** An object that `malloc` makes, of which a place in `memory` is kept. */
export interface MadeObject {
  /** The same in each round of lowering. */
  readonly key: string;
  /** What is given back is used again for objects of the same type only. */
  readonly pool: string;
  /** What each of its cells holds. */
  readonly kinds: readonly string[];
}

/** What is behind the life of made objects: one cell an object. */
export interface LifeCells {
  /** No memory of the program's: changes are seen at once. 0: not made yet; 1: made; others: given back (`freedBy`). */
  readonly life: SharedId;
  /** 1 + the thread that gave it back for others to use, written behind all that it has written before. */
  readonly handed: SharedId;
}

/**
 * Made objects that may be given back lie at the begin of `memory`, each in as many cells as the largest needs and one more,
 * pool by pool: so the number of an object follows from any address in it.
 */
export class MadeObjects {
  readonly stride: number;
  readonly #numbers: ReadonlyMap<string, number>;
  readonly #registered = new Map<string, MadeObject>();

  /** `objects`: those of the last round. */
  constructor(readonly objects: readonly MadeObject[]) {
    this.stride = 1 + Math.max(0, ...objects.map(({ kinds }) => kinds.length));
    this.#numbers = new Map(objects.map(({ key }, i) => [key, i]));
  }

  get cells(): number {
    return this.objects.length * this.stride;
  }

  /** The first address behind them. */
  get end(): number {
    return firstAddress + this.cells;
  }

  /** Null: it was not known in the last round, so that another will follow. */
  numberOf(object: MadeObject): number | null {
    this.#registered.set(object.key, object);
    return this.#numbers.get(object.key) ?? null;
  }

  addressOf(number: number): number {
    return firstAddress + number * this.stride;
  }

  /** The number of the object that has the address, if it is that of a made object. */
  numberAt(address: Expr): Expr {
    return simplifiedBinary('/', simplifiedBinary('-', address, int(firstAddress)), int(this.stride));
  }

  /** First and last number of the objects of a pool. */
  numbersOf(pool: string): { readonly lo: number; readonly hi: number } {
    const found = this.objects.flatMap((object, i) => (object.pool === pool ? [i] : []));
    return { lo: found[0] ?? 0, hi: found.at(-1) ?? 0 };
  }

  /** What each cell holds; `gap`: nothing. */
  kinds(): readonly string[] {
    return this.objects.flatMap(({ kinds }) => [
      ...kinds,
      ...Array.from({ length: this.stride - kinds.length }, () => 'gap'),
    ]);
  }

  /** Those of this round, pool by pool. */
  found(): readonly MadeObject[] {
    return [...this.#registered.values()].sort((a, b) => (a.pool < b.pool ? -1 : a.pool > b.pool ? 1 : 0));
  }
}

/** In `life`: given back by a thread, which alone may use it again, or which hands it on. */
export const freedBy = (thread: number, isHanded: boolean): number => 3 + 2 * thread + (isHanded ? 1 : 0);
/** In `handed`. */
export const handedBy = (thread: number): number => 1 + thread;
/** `life` of an object that was handed on, from what `handed` holds then: `freedBy(t, true)` of `handedBy(t)`. */
export const lifeOfHanded = (handed: Expr): Expr =>
  simplifiedBinary('+', simplifiedBinary('*', handed, int(2)), int(2));
