import { expect, it } from '@jest/globals';
import { applyBits } from '../../../../src/lang/expr/expr.js';
import { printProgram } from '../../../../src/lang/program/print.js';
import { parseFp } from '../../../support/parse-fp.js';

it('operators on bits work on the two complement of any length, and shifts by at most 31', () => {
  expect(applyBits('&', 2n ** 40n + 3n, 255n)).toBe(3n);
  expect(applyBits('&', -1n - 2n ** 40n, 65535n)).toBe(65535n);
  expect(applyBits('|', 5n, -8n)).toBe(-3n);
  expect(applyBits('^', 5n, 3n)).toBe(6n);
  expect(applyBits('<<', 1n, 33n)).toBe(2n);
  expect(applyBits('>>', -1n, 5n)).toBe(-1n);
});

it('operators on bits are printed so that they parse back', () => {
  const text = [
    'shared int x = 0, y = 0;',
    'thread P {',
    '  x = (x & 1) | ((y ^ 2) << 3);',
    '  y = int((x & 3) == 1) + ((x >> 1) * 2);',
    '}',
    'invariant int(x == 0) + int(y == 0) <= 2;',
  ].join('\n');
  const printed = printProgram(parseFp(text));
  expect(printed).toContain('x = (x & 1) | ((y ^ 2) << 3);');
  expect(printed).toContain('y = int((x & 3) == 1) + (x >> 1) * 2;');
  expect(printProgram(parseFp(printed))).toBe(printed);
});
