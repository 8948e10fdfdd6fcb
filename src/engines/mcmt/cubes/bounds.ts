import { unsupported } from '../../../diagnostics/diagnostic.js';
import { at } from '../../../support/invariant.js';
import { remembered } from '../../../support/remembered.js';

/** The right side of `a - b <= k - v` or `a - b < k - v`, with a sum `v` of numeric constants of the system. */
export interface DifferenceBound {
  /** Which sum of constants: a number of `Bounds.sums`. */
  readonly sum: number;
  readonly limit: number;
  readonly strict: boolean;
}

/** Symbols and their factors, ordered by symbol, no factor 0. */
export type SymbolSum = readonly (readonly [symbol: number, factor: number])[];

/** Sums of some hundred numbers that are no larger are exact. */
export const largestLimit = 2 ** 45;

/** Numbers for bounds, so that facts are made of integers. */
export class Bounds {
  readonly sums: SymbolSum[] = [[]];
  readonly bounds: DifferenceBound[] = [];
  readonly #sumIds = new Map<string, number>([['', 0]]);
  readonly #boundIds = new Map<string, number>();

  sumId(sum: SymbolSum): number {
    const key = sum.map(([symbol, factor]) => `${symbol}:${factor}`).join(',');
    return remembered(this.#sumIds, key, () => this.sums.push(sum) - 1);
  }

  id(sum: number, limit: number, strict: boolean): number {
    if (Math.abs(limit) > largestLimit)
      unsupported(`the system leads to numbers as large as ${limit}`, null, 'write it with smaller numbers');
    const key = `${sum} ${limit} ${strict ? 1 : 0}`;
    return remembered(this.#boundIds, key, () => this.bounds.push({ sum, limit, strict }) - 1);
  }

  get(id: number): DifferenceBound {
    return at(this.bounds, id);
  }
}

export const tighter = (one: DifferenceBound, other: DifferenceBound): boolean =>
  one.limit < other.limit || (one.limit === other.limit && (one.strict || !other.strict));

/** `left + factor * right`. */
export function addSums(left: SymbolSum, right: SymbolSum, factor: number): SymbolSum {
  const factors = new Map<number, number>(left);
  for (const [symbol, f] of right) factors.set(symbol, (factors.get(symbol) ?? 0) + factor * f);
  return [...factors].filter(([, f]) => f !== 0).sort(([a], [b]) => a - b);
}
