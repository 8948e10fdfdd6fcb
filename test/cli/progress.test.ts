import { describe, expect, it } from '@jest/globals';
import { progressLine } from '../../src/cli/progress-view.js';
import { amount } from '../../src/report/stats.js';

const look = (states: number, seconds: number) => ({ phase: 'search', states, frontier: 12, seconds });

describe('a line of progress', () => {
  it('gives the rate since the previous look', () => {
    expect(progressLine(look(30_000, 3), look(10_000, 1), 99.6)).toBe(
      'search: 30 000 states (10 000/s), frontier 12, 100 MB, 3.0 s',
    );
  });

  it('gives the rate since the start at first and in a new phase', () => {
    expect(progressLine(look(500, 2), null, 1)).toContain('(250/s)');
    expect(progressLine(look(500, 2), { ...look(499, 1.9), phase: 'other' }, 1)).toContain('(250/s)');
  });

  it('never divides by no time', () => {
    expect(progressLine(look(500, 2), look(400, 2), 1)).toContain('(0/s)');
  });
});

describe('amounts', () => {
  it.each([
    [0, '0'],
    [999, '999'],
    [1000, '1 000'],
    [1234567, '1 234 567'],
  ])('groups the digits of %d', (value, text) => expect(amount(value)).toBe(text));
});
