import { at } from '../support/invariant.js';
import type { UnsureSource } from './compile-formula.js';
import type { ArrayInstance } from './instance.js';
import type { ArrayValue } from './array-values.js';
import { isFree, largestValue } from './array-values.js';

export interface ViewChoices {
  readonly values: readonly ArrayValue[];
  /** Whether these are all. */
  readonly complete: boolean;
}

/**
 * The values for a free cell. Of infinitely many numbers, those that decide comparisons: the one it was just compared with,
 * those of the text and of the state, and what is next to them.
 */
export function choicesFor(
  instance: ArrayInstance,
  known: Iterable<readonly [slot: number, value: ArrayValue]>,
  { slot, equal }: Readonly<UnsureSource>,
): ViewChoices {
  const { type } = at(instance.cells, slot).symbol;
  if (type.kind === 'abstract') return { values: abstractValues(instance, known, type.name), complete: true };
  const all = instance.domain(slot);
  if (all !== null) return { values: all, complete: true };
  const isInt = type.kind === 'int';
  const { scale, numbers } = instance;
  const seeds = [...(equal === null ? [] : [equal]), ...numbers, 0];
  for (const [other, value] of known)
    if (instance.domain(other) === null && !isFree(value)) seeds.push(value);
  const steps = isInt || scale === 1 ? [0, -scale, scale] : [0, -1, 1, -scale, scale];
  const around = seeds.flatMap((seed) => steps.map((step) => seed + step));
  const fitting = around.filter((v) => Math.abs(v) <= largestValue && (!isInt || v % scale === 0));
  return { values: [...new Set(fitting)], complete: false };
}

/** Those that are there, and one that is not: only equality matters, so the others are like it. */
function abstractValues(
  instance: ArrayInstance,
  known: Iterable<readonly [slot: number, value: ArrayValue]>,
  name: string,
): readonly ArrayValue[] {
  const present = new Set<ArrayValue>();
  for (const [slot, value] of known) {
    const { type } = at(instance.cells, slot).symbol;
    if (type.kind === 'abstract' && type.name === name && !isFree(value)) present.add(value);
  }
  let fresh = 0;
  while (present.has(fresh)) fresh++;
  return [...present, fresh].sort((a, b) => a - b);
}
