import { at } from '../../../support/invariant.js';
import { addTo } from '../../../support/remembered.js';
import type { NumberSets } from './number-sets.js';

/** Boxes of the same width, row after row: in each column the number of a set. */
export interface BoxRows {
  readonly width: number;
  readonly rows: Int32Array;
  readonly count: number;
}

/**
 * Fewer boxes with the same states, or with more where one says "any value" of a column. BoxRows that differ in one column only
 * become one; columns are gone through until nothing changes.
 */
export function mergedBoxes(
  boxes: BoxRows,
  sets: NumberSets,
  columns: readonly number[],
  watch: () => void,
): BoxRows {
  let now = boxes;
  for (let unchanged = 0, i = 0; unchanged < columns.length; i++) {
    const next = mergedIn(now, { column: at(columns, i % columns.length), sets }, watch);
    unchanged = next.count < now.count ? 0 : unchanged + 1;
    now = next;
  }
  return now;
}

/** Each row once. */
export const distinctRows = (boxes: BoxRows, watch: () => void): BoxRows => mergedIn(boxes, null, watch);

/** Rows that are alike, but for what is in the column: there they have all of it. */
function mergedIn(
  { width, rows, count }: BoxRows,
  merging: { readonly column: number; readonly sets: NumberSets } | null,
  watch: () => void,
): BoxRows {
  const column = merging?.column ?? -1;
  const mask = 2 ** Math.ceil(Math.log2(Math.max(2, count * 2))) - 1;
  const table = new Int32Array(mask + 1);
  const result = rows.slice(0, count * width);
  const joined = new Map<number, number[]>();
  let kept = 0;
  for (let row = 0; row < count; row++) {
    watch();
    const from = row * width;
    let slot = hashWithout(rows, from, width, column) & mask;
    let other = table[slot] ?? 0;
    while (other !== 0 && !agree(result, (other - 1) * width, rows, from, width, column)) {
      slot = (slot + 1) & mask;
      other = table[slot] ?? 0;
    }
    if (other === 0) {
      result.copyWithin(kept * width, from, from + width);
      table[slot] = ++kept;
    } else if (merging !== null) addTo(joined, other - 1, at(rows, from + column));
  }
  for (const [row, others] of joined) {
    const place = row * width + column;
    if (merging !== null) result[place] = merging.sets.union([at(result, place), ...others]);
  }
  return { width, rows: result.subarray(0, kept * width), count: kept };
}

function hashWithout(rows: Int32Array, from: number, width: number, column: number): number {
  let h = 0;
  for (let i = 0; i < width; i++) {
    if (i === column) continue;
    h = Math.imul(h ^ (rows[from + i] ?? 0), 0x9e3779b1);
    h ^= h >>> 15;
  }
  return h >>> 0;
}

function agree(
  a: Int32Array,
  from: number,
  b: Int32Array,
  start: number,
  width: number,
  column: number,
): boolean {
  for (let i = 0; i < width; i++) if (i !== column && a[from + i] !== b[start + i]) return false;
  return true;
}
