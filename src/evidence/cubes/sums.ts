import { gcd } from '../../support/divisors.js';
import { at } from '../../support/invariant.js';
import type { IntegerSum, SumLiteral } from './ground.js';

/** More rows than these, and nobody goes on: then the sums count as possible. */
const mostRows = 400;

/** `sum <= 0`, or `sum < 0`. */
interface SumRow {
  readonly sum: IntegerSum;
  readonly strict: boolean;
}

/**
 * Whether numbers can be such. "No" is never wrong: equations are solved, and what is left is eliminated variable by variable (Fourier and
 * Motzkin), rounded where all variables of a row are integers. What must not be equal is less or more, one by one, and where it can be one
 * of the two only, the others are asked again; that is all there is to it for rationals, and may be too little for integers.
 */
export function mayBe(literals: readonly SumLiteral[], isInteger: (variable: number) => boolean): boolean {
  let unequal = literals.filter(({ op, holds }) => op === '=' && !holds);
  const known = literals.filter((literal) => !unequal.includes(literal));
  if (!isPossible(known, isInteger)) return false;
  for (;;) {
    const forced: SumLiteral[] = [];
    const open: SumLiteral[] = [];
    for (const literal of unequal) {
      const [side, other] = sidesOf(literal).filter((one) => isPossible([...known, one], isInteger));
      if (side === undefined) return false;
      if (other === undefined) forced.push(side);
      else open.push(literal);
    }
    if (forced.length === 0) return true;
    known.push(...forced);
    if (!isPossible(known, isInteger)) return false;
    unequal = open;
  }
}

const sidesOf = ({ sum }: SumLiteral): readonly SumLiteral[] =>
  [sum, scaled(sum, -1n)].map((side) => ({ kind: 'sum', sum: side, op: '<', holds: true }));

function isPossible(literals: readonly SumLiteral[], isInteger: (variable: number) => boolean): boolean {
  const equations: IntegerSum[] = [];
  const rows: SumRow[] = [];
  for (const { sum, op, holds } of literals) {
    if (op === '=') equations.push(sum);
    else rows.push(holds ? { sum, strict: op === '<' } : { sum: scaled(sum, -1n), strict: op === '<=' });
  }
  return eliminated(solved(equations, rows, isInteger), isInteger);
}

/** The rows without the variables that equations tell; an impossible one where these contradict each other. */
function solved(
  equations: readonly IntegerSum[],
  given: readonly SumRow[],
  isInteger: (variable: number) => boolean,
): readonly SumRow[] {
  let rows = given;
  const open = [...equations];
  for (let equation = open.pop(); equation !== undefined; equation = open.pop()) {
    const { terms, constant } = equation;
    const divisor = terms.reduce((all, [, factor]) => gcd(all, absolute(factor)), 0n);
    const isWhole = terms.every(([variable]) => isInteger(variable));
    if (divisor === 0n ? constant !== 0n : isWhole && constant % divisor !== 0n) return [impossible];
    if (divisor === 0n) continue;
    const [variable] = terms.reduce((best, term) => (absolute(term[1]) < absolute(best[1]) ? term : best));
    const using = equation;
    const without = (sum: IntegerSum): IntegerSum => combined(sum, using, variable);
    rows = rows.map(({ sum, strict }) => ({ sum: without(sum), strict }));
    for (const [i, other] of open.entries()) open[i] = without(other);
  }
  return rows;
}

const impossible: SumRow = { sum: { terms: [], constant: 1n }, strict: false };

/** A positive multiple of the sum, without the variable, of which the equation tells. */
function combined(sum: IntegerSum, equation: IntegerSum, variable: number): IntegerSum {
  const [own, other] = [factorOf(sum, variable), factorOf(equation, variable)];
  if (own === 0n) return sum;
  const sign = other < 0n ? -1n : 1n;
  return plusTimes(scaled(sum, absolute(other)), equation, -sign * own);
}

function eliminated(given: readonly SumRow[], isInteger: (variable: number) => boolean): boolean {
  let rows = distinct(given.map((row) => rounded(row, isInteger)));
  for (;;) {
    if (rows.some(isContradiction)) return false;
    const variable = cheapest(rows);
    if (variable === null || rows.length > mostRows) return true;
    const [above, below, rest] = parted(rows, variable);
    const made = above.flatMap((upper) => below.map((lower) => between(upper, lower, variable)));
    rows = distinct([...rest, ...made.map((row) => rounded(row, isInteger))]);
  }
}

const isContradiction = ({ sum: { terms, constant }, strict }: SumRow): boolean =>
  terms.length === 0 && (strict ? constant >= 0n : constant > 0n);

/** The variable whose elimination makes the fewest rows; null: there is none. */
function cheapest(rows: readonly SumRow[]): number | null {
  const counts = new Map<number, { up: number; down: number }>();
  for (const { sum } of rows)
    for (const [variable, factor] of sum.terms) {
      const count = counts.get(variable) ?? { up: 0, down: 0 };
      if (factor > 0n) count.up++;
      else count.down++;
      counts.set(variable, count);
    }
  let best: number | null = null;
  let least = Infinity;
  for (const [variable, { up, down }] of counts) {
    if (up * down - up - down >= least) continue;
    least = up * down - up - down;
    best = variable;
  }
  return best;
}

function parted(rows: readonly SumRow[], variable: number): [SumRow[], SumRow[], SumRow[]] {
  const parts: [SumRow[], SumRow[], SumRow[]] = [[], [], []];
  for (const row of rows) {
    const factor = factorOf(row.sum, variable);
    parts[factor > 0n ? 0 : factor < 0n ? 1 : 2].push(row);
  }
  return parts;
}

const between = (upper: SumRow, lower: SumRow, variable: number): SumRow => ({
  sum: plusTimes(scaled(upper.sum, -factorOf(lower.sum, variable)), lower.sum, factorOf(upper.sum, variable)),
  strict: upper.strict || lower.strict,
});

/** The same for integers: divided by what divides all factors, and the constant rounded up. */
function rounded({ sum, strict }: SumRow, isInteger: (variable: number) => boolean): SumRow {
  const { terms, constant } = sum;
  const divisor = terms.reduce((all, [, factor]) => gcd(all, absolute(factor)), 0n);
  if (divisor === 0n || !terms.every(([variable]) => isInteger(variable))) return { sum, strict };
  const least = strict ? constant + 1n : constant;
  const up = least > 0n ? (least + divisor - 1n) / divisor : least / divisor;
  return {
    sum: { terms: terms.map(([variable, factor]) => [variable, factor / divisor] as const), constant: up },
    strict: false,
  };
}

function distinct(rows: readonly SumRow[]): readonly SumRow[] {
  const found = new Map<string, SumRow>();
  for (const row of rows) {
    if (row.sum.terms.length === 0 && !isContradiction(row)) continue;
    const key = row.sum.terms.map(([variable, factor]) => `${variable}*${factor}`).join();
    const known = found.get(key);
    if (known === undefined || isTighter(row, known)) found.set(key, row);
  }
  return [...found.values()];
}

const isTighter = (one: SumRow, other: SumRow): boolean =>
  one.sum.constant > other.sum.constant || (one.sum.constant === other.sum.constant && one.strict);

const absolute = (n: bigint): bigint => (n < 0n ? -n : n);

export function factorOf({ terms }: IntegerSum, variable: number): bigint {
  for (const [other, factor] of terms) if (other === variable) return factor;
  return 0n;
}

export const scaled = ({ terms, constant }: IntegerSum, by: bigint): IntegerSum => ({
  terms: by === 0n ? [] : terms.map(([variable, factor]) => [variable, factor * by] as const),
  constant: constant * by,
});

/** `left + by * right`. */
export function plusTimes(left: IntegerSum, right: IntegerSum, by: bigint): IntegerSum {
  const terms: (readonly [number, bigint])[] = [];
  let [i, j] = [0, 0];
  while (i < left.terms.length || j < right.terms.length) {
    const a = i < left.terms.length ? at(left.terms, i)[0] : Infinity;
    const b = j < right.terms.length ? at(right.terms, j)[0] : Infinity;
    const factor = (a <= b ? at(left.terms, i)[1] : 0n) + (b <= a ? at(right.terms, j)[1] * by : 0n);
    if (factor !== 0n) terms.push([Math.min(a, b), factor]);
    if (a <= b) i++;
    if (b <= a) j++;
  }
  return { terms, constant: left.constant + right.constant * by };
}
