import { at } from '../../../support/check.js';
import type { BufferPlan } from './buffering.js';
import type { Interval } from './interval.js';
import { clamped, contains, hull, includes, interval, isEmpty, meet, point } from './interval.js';
import type { Variable } from './variables.js';

/** What the layout of a state is made from; it grows during a search, never shrinks. */
export interface Shape {
  /** For each variable the values that its field can hold. */
  readonly intervals: readonly Interval[];
  /** For each thread the number of entries that its buffer can hold. */
  readonly capacities: readonly number[];
}

/** What made a shape too small. */
export type Growth =
  | { readonly kind: 'value'; readonly variable: Variable; readonly value: number }
  | { readonly kind: 'buffer'; readonly thread: number };

/** All that a field can hold. */
const storable = interval(-(2 ** 31), 2 ** 31 - 1);

/** Fields without a known bound grow in these steps. */
const steps = [15, 127, 2 ** 15 - 1, 2 ** 23 - 1, 2 ** 31 - 1];

const startCapacity = 2;
/** Up to this, room for the greatest possible length is made at once. */
const roomyCapacity = 8;

export function firstShape(known: readonly Interval[], plans: readonly BufferPlan[]): Shape {
  return {
    intervals: known.map(firstInterval),
    capacities: plans.map((p) => (p.enough <= roomyCapacity ? p.enough : startCapacity)),
  };
}

function firstInterval(known: Interval): Interval {
  if (includes(storable, known)) return known;
  const start = meet(interval(0, at(steps, 0)), meet(known, storable));
  return isEmpty(start) ? point(contains(storable, clamped(0, known)) ? clamped(0, known) : 0) : start;
}

/** More would make the generated code too long; a program that gets here has no fence in a loop. */
export const largestCapacity = 512;

/** The grown shape, or null if a field cannot hold the value, or a buffer that many entries. */
export function grown(shape: Shape, growth: Growth, plans: readonly BufferPlan[]): Shape | null {
  switch (growth.kind) {
    case 'buffer': {
      const capacities = [...shape.capacities];
      if (at(capacities, growth.thread) >= largestCapacity) return null;
      const double = Math.max(1, 2 * at(capacities, growth.thread));
      capacities[growth.thread] = Math.min(double, at(plans, growth.thread).enough);
      return { ...shape, capacities };
    }
    case 'value': {
      const { index } = growth.variable;
      if (!contains(storable, growth.value)) return null;
      const intervals = [...shape.intervals];
      intervals[index] = widened(at(intervals, index), growth.value);
      return { ...shape, intervals };
    }
  }
}

function widened(field: Interval, value: number): Interval {
  const size = at(
    steps.filter((s) => (value < 0 ? -s - 1 <= value : value <= s)),
    0,
  );
  return hull(field, value < 0 ? interval(-size - 1, field.hi) : interval(field.lo, size));
}
