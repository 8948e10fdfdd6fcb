import { expect, test } from '@jest/globals';
import { UsedNames, freeName, plainName } from '../../../src/support/free-names.js';

const taken = new Set(['x', 'x_2', 'y_1', 'z2', 'z']);
const isTaken = (name: string): boolean => taken.has(name);

test('a free name stays, another gets the first number that makes it free', () => {
  expect(['w', 'x', 'y'].map((name) => freeName(name, isTaken))).toEqual(['w', 'x_3', 'y']);
  expect(freeName('z', isTaken, '')).toBe('z3');
});

test('a numbered name has a number even where it needs none', () => {
  const names = new UsedNames(taken);
  expect(['w', 'x', 'y', 'y'].map((name) => names.numbered(name))).toEqual(['w_1', 'x_1', 'y_2', 'y_3']);
});

test('names that were found are taken, and are those that trying would find', () => {
  const names = new UsedNames(taken, (name) => name === 'x_4');
  const tried = new Set([...taken, 'x_4']);
  for (const name of ['x', 'w', 'x', 'y', 'w', 'x_2', 'x', 'y', 'x_5', 'x']) {
    const expected = freeName(name, (text) => tried.has(text));
    tried.add(expected);
    expect(names.free(name)).toBe(expected);
  }
  expect(names.numbered('x')).toBe('x_1');
});

test('thousands of names of one stem take no longer than one after the other', () => {
  const names = new UsedNames();
  for (let i = 0; i < 200_000; i++) names.free('x');
  expect(names.free('x')).toBe('x_200001');
});

test.each([
  ['Q(0)', 'Q_0'],
  ['Q(0)(1)', 'Q_0_1'],
  ['__a', 'a'],
  ['1', 'v1'],
  ['', 'v'],
  ['()', 'v'],
])('%s in letters, digits and _ is %s', (name, plain) => {
  expect(plainName(name)).toBe(plain);
});
