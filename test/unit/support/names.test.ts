import { expect, test } from '@jest/globals';
import { freeName, numberedName, plainName } from '../../../src/support/free-names.js';

const taken = new Set(['x', 'x_2', 'y_1', 'z2', 'z']);
const isTaken = (name: string): boolean => taken.has(name);

test('a free name stays, another gets the first number that makes it free', () => {
  expect(['w', 'x', 'y'].map((name) => freeName(name, isTaken))).toEqual(['w', 'x_3', 'y']);
  expect(freeName('z', isTaken, '')).toBe('z3');
});

test('a numbered name has a number even where it needs none', () => {
  expect(['w', 'x', 'y'].map((name) => numberedName(name, isTaken))).toEqual(['w_1', 'x_1', 'y_2']);
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
