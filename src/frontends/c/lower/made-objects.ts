import { int } from '../../../lang/expr/expr.js';
import type { Expr } from '../../../lang/expr/expr.js';
import type { SharedId } from '../../../lang/expr/ids.js';
import { simplifiedBinary } from '../../../lang/expr/simplify.js';

/** Addresses begin here, so that no small number is one. */
export const firstAddress = 4096;

/** An object that is not there all the time, of which a place in `memory` is kept: `malloc` makes it, or its block does. */
export interface MadeObject {
  /** The same in each round of lowering. */
  readonly key: string;
  /** What is given back is used again for objects of the same type only; a variable of a block is the only one of its own. */
  readonly pool: string;
  /** What each of its cells holds. */
  readonly kinds: readonly string[];
  /** What each of its cells begins with. */
  readonly values: readonly bigint[];
}

/** Of variables: no pool of `malloc` is called so. */
const blockPool = 'block:';
export const poolOfBlock = (key: string): string => `${blockPool}${key}`;

/** What is behind the life of made objects: one cell an object. */
export interface LifeCells {
  /** No memory of the program's: changes are seen at once. 0: its block has ended; 1: there; others: given back (`freedBy`). */
  readonly life: SharedId;
  /** 1 + the thread that gave it back for others to use, written behind all that it has written before. */
  readonly handed: SharedId;
}

/**
 * Objects that may be given back, and variables whose block may end while there are pointers to them, lie at the begin of `memory`, each in as many cells as the largest needs and one more,
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

  /** First and last number of the variables of blocks; null: there are none. */
  get blocks(): { readonly lo: number; readonly hi: number } | null {
    const found = this.objects.flatMap(({ pool }, i) => (pool.startsWith(blockPool) ? [i] : []));
    const [lo, hi] = [found[0], found.at(-1)];
    return lo === undefined || hi === undefined ? null : { lo, hi };
  }

  /** What each cell begins with. */
  values(): readonly bigint[] {
    return this.objects.flatMap(({ values }) => [
      ...values,
      ...Array.from({ length: this.stride - values.length }, () => 0n),
    ]);
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
