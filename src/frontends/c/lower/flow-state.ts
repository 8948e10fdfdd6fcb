import { contains, hull } from '../../../lang/expr/interval.js';
import type { Interval } from '../../../lang/expr/interval.js';
import type { CValue, ObjectPlace } from './c-value.js';

/** What is known of the value of a cell that only its thread sees. */
export type KnownValue =
  | { readonly kind: 'range'; readonly range: Interval }
  | { readonly kind: 'address'; readonly place: ObjectPlace }
  | { readonly kind: 'function'; readonly name: string }
  /** The thread that `pthread_create` made. */
  /** `isSure`: on all ways here; else nobody was made on the others. `thread` is null where two ways made two. */
  | { readonly kind: 'thread'; readonly thread: number | null; readonly isSure: boolean };

/** By cell; absent: nothing is known. */
export type FlowState = ReadonlyMap<string, KnownValue>;

export const nothingKnown: FlowState = new Map();

export function knownOf(value: CValue): KnownValue | null {
  switch (value.kind) {
    case 'number':
      return { kind: 'range', range: value.range };
    case 'address':
      return { kind: 'address', place: value.place };
    case 'function':
      return { kind: 'function', name: value.name };
    case 'record':
    case 'unmade':
    case 'void':
      return null;
  }
}

/** The same place, by constant indices. */
export function samePlace(a: ObjectPlace, b: ObjectPlace): boolean {
  if (a.object.key !== b.object.key || a.steps.length !== b.steps.length) return false;
  // What shares a cell with others is at no place that is told apart.
  if ([a, b].some(({ lens, inUnion }) => lens !== undefined || inUnion !== undefined)) return false;
  return a.steps.every((step, i) => {
    const other = b.steps[i];
    if (step.kind === 'field') return other?.kind === 'field' && step.name === other.name;
    return other?.kind === 'index' && step.index === other.index && step.index.kind === 'int';
  });
}

/** Whether what the first says holds wherever the second does. */
export function covers(wide: KnownValue, narrow: KnownValue): boolean {
  switch (wide.kind) {
    case 'range':
      return narrow.kind === 'range' && contains(wide.range, narrow.range);
    case 'address':
      return narrow.kind === 'address' && samePlace(wide.place, narrow.place);
    case 'function':
      return narrow.kind === 'function' && wide.name === narrow.name;
    case 'thread':
      return narrow.kind === 'thread' && wide.thread === narrow.thread && (narrow.isSure || !wide.isSure);
  }
}

/** A variable that names no thread on one of the ways cannot be waited for there. Null: this is about something else. */
function joinedThread(a: KnownValue | undefined, b: KnownValue | undefined): KnownValue | null {
  if (a?.kind !== 'thread') return b?.kind === 'thread' ? { ...b, isSure: false } : null;
  if (b?.kind !== 'thread') return { ...a, isSure: false };
  const isSure = a.isSure && b.isSure;
  return { kind: 'thread', thread: a.thread === b.thread ? a.thread : null, isSure };
}

/** What is known where two ways meet; null is a way that nobody comes along. */
export function joined(a: FlowState | null, b: FlowState | null): FlowState | null {
  if (a === null || b === null) return a ?? b;
  if (a === b) return a;
  const both = new Map<string, KnownValue>();
  for (const key of new Set([...a.keys(), ...b.keys()])) {
    const [value, other] = [a.get(key), b.get(key)];
    const thread = joinedThread(value, other);
    if (thread !== null) both.set(key, thread);
    if (value === undefined || other === undefined || thread !== null) continue;
    if (value.kind === 'range' && other.kind === 'range')
      both.set(key, { kind: 'range', range: hull(value.range, other.range) });
    else if (covers(value, other)) both.set(key, value);
  }
  return both;
}
