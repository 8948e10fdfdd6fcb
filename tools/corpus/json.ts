import { readFileSync } from 'node:fs';
import { invariant } from '../../src/support/invariant.js';

// What a document of JSON holds, or a failure that says what it should have held.

export const readJson = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'));

export function list(value: unknown): readonly unknown[] {
  invariant(Array.isArray(value), 'the document has a list here');
  return value;
}

export function member(value: unknown, name: string): object {
  const found = get(value, name);
  invariant(typeof found === 'object' && found !== null, `the document has an object or a list as ${name}`);
  return found;
}

export const memberOrNull = (value: unknown, name: string): object | null =>
  get(value, name) === null ? null : member(value, name);

export function booleanOrNull(value: unknown, name: string): boolean | null {
  const found = get(value, name);
  invariant(found === null || typeof found === 'boolean', `the document has true, false or null as ${name}`);
  return found;
}

export function text(value: unknown, name: string): string {
  const found = get(value, name);
  invariant(typeof found === 'string', `the document has a text as ${name}`);
  return found;
}

export function textOrNull(value: unknown, name: string): string | null {
  return get(value, name) === null ? null : text(value, name);
}

export function number(value: unknown, name: string): number {
  const found = get(value, name);
  invariant(typeof found === 'number', `the document has a number as ${name}`);
  return found;
}

export function numberOrNull(value: unknown, name: string): number | null {
  return get(value, name) === null ? null : number(value, name);
}

function get(value: unknown, name: string): unknown {
  invariant(typeof value === 'object' && value !== null, 'the document has an object here');
  return new Map<string, unknown>(Object.entries(value)).get(name);
}
