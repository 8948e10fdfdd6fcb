import { BoxBits, isInside, meets } from '../../evidence/cover/box-bits.js';
import type { CoverPart } from '../../lang/run/state-cover.js';
import { at } from '../../support/invariant.js';

/**
 * Fewer boxes with all states of these, and with others but none of `outside`: each box is made as large as that allows, as in
 * ESPRESSO (Brayton, Hachtel, McMullen, Sangiovanni-Vincentelli, Logic Minimization Algorithms for VLSI Synthesis, 1984), and of
 * those so many are taken that all states are in one.
 */
export function expandedBoxes(boxes: CoverPart, outside: CoverPart, watch: () => void): CoverPart {
  const [first] = boxes;
  if (first === undefined) return boxes;
  const bits = new BoxBits([...boxes, ...outside], first.length, watch);
  const seeds = boxes.map((box) => bits.row(box));
  const off = outside.map((box) => bits.row(box));
  const large: Int32Array[] = [];
  for (const seed of seeds) {
    if (large.some((row) => isWithin(seed, row))) continue;
    large.push(raised(seed, off, bits, watch));
  }
  return needed(seeds, large, watch).map((row) => bits.named(row, first.length));
}

/** Column by column with all values that keep it apart from all of `off`. */
function raised(seed: Int32Array, off: readonly Int32Array[], bits: BoxBits, watch: () => void): Int32Array {
  const row = seed.slice();
  // In how many columns each is apart from the row.
  const apart = new Int32Array(off.length);
  for (const [i, other] of off.entries()) {
    watch();
    for (const column of bits.columns) if (!meets(row, other, column)) apart[i] = (apart[i] ?? 0) + 1;
  }
  for (const column of bits.columns) {
    watch();
    const { first, end } = column;
    const kept = off.filter((other, i) => apart[i] === 1 && !meets(row, other, column));
    const before = row.slice();
    row.fill(-1, first, end);
    for (const other of kept) for (let w = first; w < end; w++) row[w] = (row[w] ?? 0) & ~(other[w] ?? 0);
    for (const [i, other] of off.entries())
      if (!meets(before, other, column) && meets(row, other, column)) apart[i] = at(apart, i) - 1;
  }
  return row;
}

const isWithin = (inner: Int32Array, outer: Int32Array): boolean =>
  isInside(inner, outer, { first: 0, end: inner.length });

const hull = (a: Int32Array, b: Int32Array): Int32Array => a.map((word, w) => word | (b[w] ?? 0));

/** Of these rows so many that each seed is within one: always the one next that has the most of those that are left. */
function needed(
  seeds: readonly Int32Array[],
  rows: readonly Int32Array[],
  watch: () => void,
): readonly Int32Array[] {
  const has = rows.map((row) => {
    watch();
    return new Set(seeds.flatMap((seed, i) => (isWithin(seed, row) ? [i] : [])));
  });
  const taken: Int32Array[] = [];
  const left = new Set(seeds.keys());
  const open = new Map(has.map((own, i) => [i, own.size]));
  while (left.size > 0) {
    watch();
    let best = -1;
    let most = 0;
    for (const [i, bound] of open) {
      if (bound <= most) continue;
      const count = [...at(has, i)].filter((seed) => left.has(seed)).length;
      open.set(i, count);
      if (count > most) [best, most] = [i, count];
    }
    const own = [...at(has, best)].filter((seed) => left.has(seed));
    // Of a large box only what is needed: so few states are in several boxes, and a checker meets them once.
    taken.push(own.map((seed) => at(seeds, seed)).reduce(hull));
    for (const seed of own) left.delete(seed);
    open.delete(best);
  }
  return taken;
}
