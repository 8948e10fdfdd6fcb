/** More rows than this and the answer is "perhaps": only ever the safe side for whoever asks. */
const maxRows = 400;

/** Inequalities `sum of factor * variable <= limit`, or `<`: factors by column, then the limit, then 1 for `<`. */
export class Inequalities {
  count = 0;
  #numbers: Float64Array<ArrayBuffer>;

  constructor(
    /** Of each column. */
    readonly isInteger: readonly boolean[],
    room: number,
  ) {
    this.#numbers = new Float64Array((room + 2) * this.stride);
  }

  get columns(): number {
    return this.isInteger.length;
  }

  get stride(): number {
    return this.columns + 2;
  }

  get numbers(): Float64Array {
    return this.#numbers;
  }

  /** With room for two more. */
  copy(): Inequalities {
    const rows = new Inequalities(this.isInteger, this.count);
    rows.count = this.count;
    rows.#numbers.set(this.#numbers.subarray(0, this.count * this.stride));
    return rows;
  }

  /** A row of factors 0. */
  push(limit: number, strict: boolean): number {
    const from = this.count * this.stride;
    this.#numbers.fill(0, from, from + this.columns);
    this.#numbers[from + this.columns] = limit;
    this.#numbers[from + this.columns + 1] = strict ? 1 : 0;
    return this.count++;
  }

  add(row: number, column: number, factor: number): void {
    const place = row * this.stride + column;
    this.#numbers[place] = (this.#numbers[place] ?? 0) + factor;
  }

  /** The last row becomes what holds where it does not. */
  negate(): void {
    const from = (this.count - 1) * this.stride;
    for (let i = 0; i <= this.columns; i++) this.#numbers[from + i] = -(this.#numbers[from + i] ?? 0);
    const strict = from + this.columns + 1;
    this.#numbers[strict] = 1 - (this.#numbers[strict] ?? 0);
  }

  /** The last row, without equality. */
  makeStrict(): void {
    this.#numbers[this.count * this.stride - 1] = 1;
  }

  factor(row: number, column: number): number {
    return this.#numbers[row * this.stride + column] ?? 0;
  }

  limit(row: number): number {
    return this.factor(row, this.columns);
  }

  isStrict(row: number): boolean {
    return this.factor(row, this.columns + 1) === 1;
  }

  hasSign(column: number, sign: number): boolean {
    for (let row = 0; row < this.count; row++) {
      if ((this.#numbers[row * this.stride + column] ?? 0) * sign > 0) return true;
    }
    return false;
  }
}

const usualRoom = 1024;
const mostKept = 2 ** 16;

/** Scratch for one elimination; questions are not asked inside each other. */
let before = new Float64Array(usualRoom);
let after = new Float64Array(usualRoom);

/** `perhaps`: no, or yes. */
export type Solvability = 'no' | 'yes' | 'perhaps';

/**
 * Whether there are such numbers, by Fourier's and Motzkin's elimination over the rationals. Rows of integers only are rounded
 * on the way, so that much of what only rationals satisfy is "no" all the same; where that may not be all of it, it is "perhaps".
 */
export function feasible({ count, columns, stride, numbers, isInteger }: Inequalities): Solvability {
  reserve((count + 1) * stride);
  let rows = 0;
  for (let row = 0; row < count; row++) {
    const kept = take(before, rows, numbers, row * stride, columns, isInteger);
    if (kept === impossible) return 'no';
    if (kept === inexact) return 'perhaps';
    rows += kept;
  }
  let isExact = true;
  for (;;) {
    const column = cheapest(before, rows, columns);
    if (column < 0) return isExact ? 'yes' : 'perhaps';
    isExact &&= isInteger[column] !== true || isExactFor(rows, column, columns, isInteger);
    const next = eliminate(rows, column, columns, isInteger);
    if (next === impossible) return 'no';
    if (next === inexact) return 'perhaps';
    rows = next;
  }
}

/** Whether an integer between the bounds of the others is there wherever a rational is: all factors on one side are 1. */
function isExactFor(count: number, column: number, columns: number, isInteger: readonly boolean[]): boolean {
  let [up, down] = [0, 0];
  for (let row = 0; row < count; row++) {
    const from = row * (columns + 2);
    const factor = before[from + column] ?? 0;
    if (factor === 0) continue;
    if (factor > 0) up = Math.max(up, factor);
    else down = Math.max(down, -factor);
    for (let i = 0; i < columns; i++) if (before[from + i] !== 0 && isInteger[i] !== true) return false;
  }
  return up === 0 || down === 0 || up === 1 || down === 1;
}

const impossible = -1;
/** Beyond what doubles hold exactly, or in too many rows, nothing is known. */
const inexact = -2;

/** What a question took that was larger than most is given back. */
function reserve(length: number): void {
  const enough = Math.max(usualRoom, length * 2);
  if (before.length < length || before.length > mostKept) before = new Float64Array(enough);
  if (after.length < length || after.length > mostKept) after = new Float64Array(enough);
}

/**
 * Puts a row into place number `at` of `target`, tightened: 1 if it says something, 0 if it always holds.
 * The source may lie in the target.
 */
function take(
  target: Float64Array,
  at: number,
  source: Float64Array,
  from: number,
  columns: number,
  isInteger: readonly boolean[],
): number {
  const to = at * (columns + 2);
  let divisor = 0;
  let integral = true;
  let largest = 0;
  for (let i = 0; i < columns; i++) {
    const factor = source[from + i] ?? 0;
    target[to + i] = factor;
    if (factor === 0) continue;
    const size = Math.abs(factor);
    largest = Math.max(largest, size);
    integral &&= isInteger[i] === true;
    if (divisor !== 1) divisor = gcd(size, divisor);
  }
  let limit = source[from + columns] ?? 0;
  let strict = source[from + columns + 1] ?? 0;
  if (!(Math.abs(limit) <= half && largest <= half)) return inexact;
  if (divisor === 0) return limit < 0 || (strict === 1 && limit === 0) ? impossible : 0;
  if (integral) {
    const quotient = limit / divisor;
    limit = strict === 1 ? Math.ceil(quotient) - 1 : Math.floor(quotient);
    strict = 0;
    if (divisor !== 1) {
      for (let i = 0; i < columns; i++) target[to + i] = (target[to + i] ?? 0) / divisor;
    }
  }
  target[to + columns] = limit;
  target[to + columns + 1] = strict;
  return 1;
}

/** The sum of two products of numbers that are not larger is exact, if each product is checked. */
const half = Number.MAX_SAFE_INTEGER / 2;

const gcd = (a: number, b: number): number => (b === 0 ? a : gcd(b, a % b));

/** The column whose elimination makes the fewest rows; -1: none is left. */
function cheapest(rows: Float64Array, count: number, columns: number): number {
  let best = -1;
  let least = Infinity;
  for (let column = 0; column < columns; column++) {
    let [up, down] = [0, 0];
    for (let row = 0, place = column; row < count; row++, place += columns + 2) {
      const factor = rows[place] ?? 0;
      if (factor > 0) up++;
      else if (factor < 0) down++;
    }
    if (up + down === 0 || up * down >= least) continue;
    least = up * down;
    best = column;
  }
  return best;
}

/** The number of rows without the column, in `before`; or why there is none. */
function eliminate(count: number, column: number, columns: number, isInteger: readonly boolean[]): number {
  const stride = columns + 2;
  let made = 0;
  const room = (): void => {
    if ((made + 2) * stride <= after.length) return;
    const larger = new Float64Array(after.length * 2);
    larger.set(after);
    after = larger;
  };
  for (let row = 0; row < count; row++) {
    if (before[row * stride + column] !== 0) continue;
    room();
    after.set(before.subarray(row * stride, (row + 1) * stride), made++ * stride);
  }
  for (let up = 0; up < count; up++) {
    const timesDown = before[up * stride + column] ?? 0;
    if (timesDown <= 0) continue;
    for (let down = 0; down < count; down++) {
      const timesUp = -(before[down * stride + column] ?? 0);
      if (timesUp <= 0) continue;
      room();
      const to = made * stride;
      for (let i = 0; i <= columns; i++) {
        const left = (before[up * stride + i] ?? 0) * timesUp;
        const right = (before[down * stride + i] ?? 0) * timesDown;
        if (!(Math.abs(left) <= half && Math.abs(right) <= half)) return inexact;
        after[to + i] = left + right;
      }
      after[to + column] = 0;
      const strict = before[up * stride + columns + 1] === 1 || before[down * stride + columns + 1] === 1;
      after[to + columns + 1] = strict ? 1 : 0;
      const kept = take(after, made, after, to, columns, isInteger);
      if (kept < 0) return kept;
      made += kept;
      if (made > maxRows) return inexact;
    }
  }
  [before, after] = [after, before];
  return made;
}
