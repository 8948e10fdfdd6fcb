import { gcd, lcm } from '../../support/divisors.js';
import { at } from '../../support/invariant.js';

/** A row beyond these is not looked at: relations that too few rows refute are refuted elsewhere. */
const mostRows = 2000;

/**
 * All linear relations of the columns that hold in every row, by factors without a common divisor, as few as span them: each
 * has a column that depends on others before it (Karr, "Affine relationships among variables of a program", 1976).
 */
export function affineRelations(
  rows: readonly (readonly bigint[])[],
  columns: number,
): readonly (readonly bigint[])[] {
  const reduced = new Map<number, readonly bigint[]>();
  for (const row of rows.slice(0, mostRows)) {
    const rest = [...reduced].reduce((left, [pivot, by]) => eliminated(left, by, pivot), row);
    const pivot = rest.findIndex((value) => value !== 0n);
    if (pivot < 0) continue;
    for (const [other, known] of reduced) reduced.set(other, eliminated(known, rest, pivot));
    reduced.set(pivot, coprime(rest));
  }
  const free = Array.from({ length: columns }, (_, i) => i).filter((column) => !reduced.has(column));
  return free.map((column) => dependence(reduced, column, columns));
}

/** The row with 0 at the pivot. */
function eliminated(row: readonly bigint[], by: readonly bigint[], pivot: number): readonly bigint[] {
  const factor = at(row, pivot);
  if (factor === 0n) return row;
  const scale = at(by, pivot);
  return coprime(row.map((value, i) => value * scale - factor * at(by, i)));
}

/** What a column is by those that rows are reduced to. */
function dependence(
  reduced: ReadonlyMap<number, readonly bigint[]>,
  column: number,
  columns: number,
): readonly bigint[] {
  const scale = [...reduced].reduce((product, [pivot, row]) => lcm(product, at(row, pivot)), 1n);
  const relation = Array.from({ length: columns }, () => 0n);
  relation[column] = scale;
  for (const [pivot, row] of reduced) relation[pivot] = (-at(row, column) * scale) / at(row, pivot);
  return coprime(relation);
}

function coprime(row: readonly bigint[]): readonly bigint[] {
  const divisor = row.reduce(gcd, 0n);
  return divisor === 0n || divisor === 1n ? row : row.map((value) => value / divisor);
}
