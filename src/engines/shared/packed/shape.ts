import {
  clipped,
  contains,
  includes,
  int32,
  isEmpty,
  meet,
  nearest,
  point,
} from '../../../lang/expr/interval.js';
import type { BoundedInterval, Interval } from '../../../lang/expr/interval.js';
import { at } from '../../../support/invariant.js';
import type { BufferPlan } from './buffering.js';
import type { PackedVariable } from './packed-variables.js';

/** What the layout of a state is made from; it grows during a search, never shrinks. */
export interface StateShape {
  /** For each variable the values that its field can hold. */
  readonly intervals: readonly BoundedInterval[];
  /** For each thread the number of entries that its buffer can hold. */
  readonly capacities: readonly number[];
}

/** What made a shape too small. */
export type ShapeGrowth =
  | { readonly kind: 'value'; readonly variable: PackedVariable; readonly value: number }
  | { readonly kind: 'buffer'; readonly thread: number };

/** What every field can come to hold. Others may hold as many values elsewhere, as those of unsigned integers. */
const storable = int32;

const fitsField = ({ lo, hi }: BoundedInterval): boolean => hi - lo < 2n ** 32n;

/** Whether a field can surely be made for the value. */
export const canHold = (value: number): boolean => includes(storable, BigInt(value));

/** Whether a buffer with so much room can have more. */
export const canLengthen = (capacity: number): boolean => capacity < largestCapacity;

/** Fields without a known bound grow in these steps. */
const steps = [15n, 127n, 2n ** 15n - 1n, 2n ** 23n - 1n, 2n ** 31n - 1n];

const startCapacity = 2;
/** Up to this, room for the greatest possible length is made at once. */
const roomyCapacity = 8;

export function firstShape(known: readonly Interval[], plans: readonly BufferPlan[]): StateShape {
  return {
    intervals: known.map(firstInterval),
    capacities: plans.map((p) => (p.enough <= roomyCapacity ? p.enough : startCapacity)),
  };
}

function firstInterval(known: Interval): BoundedInterval {
  if (contains(storable, known)) return clipped(known, storable);
  const start = meet(known, { lo: 0n, hi: at(steps, 0) });
  const first = nearest(0n, known);
  return isEmpty(start) ? point(includes(storable, first) ? first : 0n) : clipped(start, storable);
}

/** More would make the generated code too long; a program that gets here has no fence in a loop. */
export const largestCapacity = 512;

/** The grown shape, or null if a field cannot hold the value, or a buffer that many entries. */
export function grown(
  shape: StateShape,
  growth: ShapeGrowth,
  plans: readonly BufferPlan[],
): StateShape | null {
  switch (growth.kind) {
    case 'buffer': {
      const capacities = [...shape.capacities];
      if (!canLengthen(at(capacities, growth.thread))) return null;
      const double = Math.max(1, 2 * at(capacities, growth.thread));
      capacities[growth.thread] = Math.min(double, at(plans, growth.thread).enough);
      return { ...shape, capacities };
    }
    case 'value': {
      const { index } = growth.variable;
      const wider = withRoom(at(shape.intervals, index), BigInt(growth.value));
      if (wider === null) return null;
      const intervals = shape.intervals.map((values, i) => (i === index ? wider : values));
      // An entry of a buffer has one field for the values of all cells.
      const areEntries = plans.every(({ cells }) =>
        fitsField(hullOf(cells.map((c) => at(intervals, c.index)))),
      );
      return areEntries ? { ...shape, intervals } : null;
    }
  }
}

/** Null: no field is so wide. */
function withRoom({ lo, hi }: BoundedInterval, value: bigint): BoundedInterval | null {
  const size =
    steps.find((s) => (value < 0n ? -s - 1n <= value : value <= s)) ?? (value < 0n ? -value : value);
  const roomy = value < 0n ? { lo: least(lo, -size - 1n), hi } : { lo, hi: most(hi, size) };
  const exact = { lo: least(lo, value), hi: most(hi, value) };
  return [roomy, exact].find(fitsField) ?? null;
}

const least = (a: bigint, b: bigint): bigint => (a < b ? a : b);
const most = (a: bigint, b: bigint): bigint => (a > b ? a : b);

const hullOf = (intervals: readonly BoundedInterval[]): BoundedInterval => ({
  lo: intervals.reduce((lowest, { lo }) => least(lowest, lo), 0n),
  hi: intervals.reduce((highest, { hi }) => most(highest, hi), 0n),
});
