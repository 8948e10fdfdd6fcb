import { expect, it } from '@jest/globals';
import { refuseBits } from '../../../../src/lang/program/refuse.js';
import { parseFp } from '../../../support/parse-fp.js';

const refused = (before: string): (() => void) => {
  const program = parseFp(`shared bool b; ${before} thread P { skip; }`);
  return () => refuseBits(program, 'this');
};

it('numbers of truth values are refused in initial values and predicates too, where they are computed', () => {
  expect(refused('shared int x = int(b);')).toThrow('this makes no numbers of truth values');
  expect(refused('shared int y = 1, x = y & 1;')).toThrow('this has no & on the bits of integers');
  expect(refused('predicates { int(b) == 1; }')).toThrow('this makes no numbers of truth values');
  expect(refused('shared int x = int(true), y = 3 ^ 1;')).not.toThrow();
});
