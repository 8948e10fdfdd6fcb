import { debuglog } from 'node:util';
import { compileFunction } from 'node:vm';
import { at } from '../../support/invariant.js';

/** With `NODE_DEBUG=fencepost-code` in the environment Node prints it. */
const show = debuglog('fencepost-code');

/** Runs the source of a function body with these names in scope; what it hands over by calling `deliver` comes into the list. */
export function delivered<T>(source: string, scope: Readonly<Record<string, unknown>>, into: T[]): T {
  show('%s', source);
  const names = { ...scope, deliver: (what: T) => into.push(what) };
  Reflect.apply(compileFunction(source, Object.keys(names)), undefined, Object.values(names));
  return at(into, 0);
}

/** What is said of each of so many numbers. */
export const list = <T>(length: number, f: (i: number) => T): T[] => Array.from({ length }, (_, i) => f(i));
