import { isBelow, isNotExactly, factSize } from './facts.js';
import type { Bounds } from './bounds.js';

/** `sum of factor * variable <= limit`, or `<`. Variables are terms, and constants of the system as negative numbers. */
interface Row {
  readonly factors: ReadonlyMap<number, number>;
  readonly limit: number;
  readonly strict: boolean;
}

export const constantVariable = (symbol: number): number => -2 - symbol;

/** More than this and the answer is "perhaps": only ever the safe side for whoever asks. */
const maxRows = 400;

/** The inequality of a fact; with `turned`, `b - a` in the place of `a - b` and minus the sum. */
function rowOf(a: number, b: number, boundId: number, bounds: Bounds, turned: boolean): Row {
  const { sum, limit, strict } = bounds.get(boundId);
  const factors = new Map<number, number>();
  const add = (variable: number, factor: number): void => {
    const next = (factors.get(variable) ?? 0) + (turned ? -factor : factor);
    if (next === 0) factors.delete(variable);
    else factors.set(variable, next);
  };
  if (a >= 0) add(a, 1);
  if (b >= 0) add(b, -1);
  for (const [symbol, factor] of bounds.sums[sum] ?? []) add(constantVariable(symbol), factor);
  return { factors, limit: turned ? -limit : limit, strict };
}

/** What comparisons of numbers are about. */
export interface Numbers {
  readonly bounds: Bounds;
  /** Of a variable of a row. */
  readonly isInteger: (variable: number) => boolean;
  /** Called for every question. */
  readonly asked: () => void;
}

export function rowsOf(facts: ArrayLike<number>, numbers: Numbers): Row[] {
  const rows: Row[] = [];
  for (let f = 0; f < facts.length; f += factSize) {
    if (facts[f] !== isBelow) continue;
    rows.push(rowOf(facts[f + 1] ?? -1, facts[f + 2] ?? -1, facts[f + 3] ?? 0, numbers.bounds, false));
  }
  return rows;
}

/** Whether numbers satisfy the facts. "Yes" may be wrong for integers with gaps that no real solution has, "no" never is. */
export function mayHold(facts: ArrayLike<number>, numbers: Numbers): boolean {
  const rows = rowsOf(facts, numbers);
  if (rows.length === 0) return true;
  numbers.asked();
  if (!feasible(rows, numbers)) return false;
  for (let f = 0; f < facts.length; f += factSize) {
    if (facts[f] !== isNotExactly) continue;
    const exactly = equalities(facts, f, numbers);
    // It is exactly that everywhere if it can be neither more nor less.
    if (exactly.every((row) => !feasible([...rows, strictly(row)], numbers))) return false;
  }
  return true;
}

/** Whether the facts imply the fact at `f` of `others`, a comparison of numbers. "Yes" is never wrong. */
export function implies(
  rows: readonly Row[],
  others: ArrayLike<number>,
  f: number,
  numbers: Numbers,
): boolean {
  numbers.asked();
  const [a, b, bound] = [others[f + 1] ?? -1, others[f + 2] ?? -1, others[f + 3] ?? 0];
  if (others[f] === isBelow) {
    const row = rowOf(a, b, bound, numbers.bounds, false);
    return !feasible([...rows, negated(row)], numbers);
  }
  return !feasible([...rows, ...equalities(others, f, numbers)], numbers);
}

/** Whether it is worth asking: something has to bound `a` from above and `b` from below, or for "not exactly" the other way round. */
export function mayImply(rows: readonly Row[], kind: number, a: number, b: number): boolean {
  const bounded = (variable: number, above: boolean): boolean =>
    variable < 0 ||
    rows.some(({ factors }) => {
      const factor = factors.get(variable) ?? 0;
      return above ? factor > 0 : factor < 0;
    });
  const upwards = bounded(a, true) && bounded(b, false);
  return kind === isBelow ? upwards : upwards || (bounded(a, false) && bounded(b, true));
}

/** `a - b <= k` and `a - b >= k`. */
function equalities(facts: ArrayLike<number>, f: number, { bounds }: Numbers): readonly Row[] {
  const [a, b, bound] = [facts[f + 1] ?? -1, facts[f + 2] ?? -1, facts[f + 3] ?? 0];
  return [rowOf(a, b, bound, bounds, false), rowOf(a, b, bound, bounds, true)];
}

const strictly = (row: Row): Row => ({ ...row, strict: true });

const negated = ({ factors, limit, strict }: Row): Row => ({
  factors: new Map([...factors].map(([variable, factor]) => [variable, -factor])),
  limit: -limit,
  strict: !strict,
});

/** Fourier and Motzkin's elimination over the rationals, with integers rounded where all variables of a row are. */
function feasible(rows: readonly Row[], numbers: Numbers): boolean {
  let open = rows.map((row) => tightened(row, numbers));
  for (;;) {
    if (
      open.some(({ factors, limit, strict }) => factors.size === 0 && (limit < 0 || (strict && limit === 0)))
    ) {
      return false;
    }
    open = open.filter(({ factors }) => factors.size > 0);
    // Beyond what doubles hold exactly nothing is known.
    if (!open.every(isExact)) return true;
    const variable = cheapest(open);
    if (variable === null) return true;
    open = eliminated(open, variable, numbers);
    if (open.length > maxRows) return true;
  }
}

/** Not a number: something on the way to it was too large. */
const isExact = ({ limit }: Row): boolean => Math.abs(limit) <= Number.MAX_SAFE_INTEGER;

function tightened(row: Row, { isInteger }: Numbers): Row {
  const { factors, strict } = row;
  if (factors.size === 0 || ![...factors.keys()].every((v) => isInteger(v))) return row;
  let divisor = 0;
  for (const factor of factors.values()) divisor = gcd(divisor, Math.abs(factor));
  const quotient = row.limit / divisor;
  const limit = strict ? Math.ceil(quotient) - 1 : Math.floor(quotient);
  if (divisor === 1) return { factors, limit, strict: false };
  return { factors: new Map([...factors].map(([v, f]) => [v, f / divisor])), limit, strict: false };
}

const gcd = (a: number, b: number): number => (b === 0 ? a : gcd(b, a % b));

function cheapest(rows: readonly Row[]): number | null {
  const signs = new Map<number, [number, number]>();
  for (const { factors } of rows) {
    for (const [variable, factor] of factors) {
      const count = signs.get(variable) ?? [0, 0];
      count[factor > 0 ? 0 : 1]++;
      signs.set(variable, count);
    }
  }
  let best: number | null = null;
  let least = Infinity;
  for (const [variable, [up, down]] of signs) {
    if (up * down >= least) continue;
    least = up * down;
    best = variable;
  }
  return best;
}

function eliminated(rows: readonly Row[], variable: number, numbers: Numbers): Row[] {
  const kept = rows.filter(({ factors }) => !factors.has(variable));
  const above = rows.filter(({ factors }) => (factors.get(variable) ?? 0) > 0);
  const below = rows.filter(({ factors }) => (factors.get(variable) ?? 0) < 0);
  for (const up of above) {
    for (const down of below) kept.push(tightened(combined(up, down, variable), numbers));
  }
  return kept;
}

function combined(up: Row, down: Row, variable: number): Row {
  const [timesUp, timesDown] = [-(down.factors.get(variable) ?? 0), up.factors.get(variable) ?? 0];
  const factors = new Map<number, number>();
  let isRounded = false;
  /** Products that are exact, and small enough for the sum of two to be exact. */
  const product = (number: number, times: number): number => {
    const result = number * times;
    isRounded ||= !(Math.abs(result) <= Number.MAX_SAFE_INTEGER / 2);
    return result;
  };
  for (const [v, f] of up.factors) factors.set(v, product(f, timesUp));
  for (const [v, f] of down.factors) {
    const sum = (factors.get(v) ?? 0) + product(f, timesDown);
    if (sum === 0) factors.delete(v);
    else factors.set(v, sum);
  }
  factors.delete(variable);
  const limit = product(up.limit, timesUp) + product(down.limit, timesDown);
  return { factors, limit: isRounded ? NaN : limit, strict: up.strict || down.strict };
}

export type { Row };
