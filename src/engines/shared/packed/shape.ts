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

/** All that a field can hold. */
const storable = int32;

/** Whether some field can be made for the value. */
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
      if (!canHold(growth.value)) return null;
      const value = BigInt(growth.value);
      const intervals = [...shape.intervals];
      intervals[index] = withRoom(at(intervals, index), value);
      return { ...shape, intervals };
    }
  }
}

function withRoom({ lo, hi }: BoundedInterval, value: bigint): BoundedInterval {
  const size = at(
    steps.filter((s) => (value < 0n ? -s - 1n <= value : value <= s)),
    0,
  );
  return value < 0n ? { lo: -size - 1n < lo ? -size - 1n : lo, hi } : { lo, hi: size > hi ? size : hi };
}
