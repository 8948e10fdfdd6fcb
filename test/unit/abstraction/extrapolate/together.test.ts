import { describe, expect, it } from '@jest/globals';
import { toAutomata } from '../../../../passes/pipelines.js';
import { bufferedTogether } from '../../../../src/abstraction/extrapolate/together.js';
import { int, shared } from '../../../../src/lang/expr/expr.js';
import type { Expr } from '../../../../src/lang/expr/expr.js';
import { sharedId, threadId } from '../../../../src/lang/expr/ids.js';
import { runPipeline } from '../../../../src/pass/run-pipeline.js';
import { parseFp } from '../../../support/parse-fp.js';

const x = shared(sharedId(0));
const y = shared(sharedId(1));
const cell = (i: number): Expr => shared(sharedId(2), int(i));

/** Whether the thread with this body may have writes to both cells in its buffer. */
function together(body: string, one: Expr, other: Expr): boolean {
  const program = parseFp(`shared int x = 0, y = 0, a[2] = 0; thread P { local int r = 0; ${body} }`);
  const { reference } = runPipeline(toAutomata, program, { procs: null });
  const answer = bufferedTogether(reference);
  expect(answer(threadId(0), other, one)).toBe(answer(threadId(0), one, other));
  return answer(threadId(0), one, other);
}

describe('two stores in a buffer', () => {
  it.each([
    ['x = 1; y = 1;', true],
    ['x = 1; r = 5; y = 1;', true],
    ['x = 1; fence; y = 1;', false],
    ['x = 1; if (r == 0) { fence; } y = 1;', true],
    ['x = 1; if (r == 0) { fence; } else { fence; } y = 1;', false],
    ['while (r < 3) { x = 1; fence; y = 1; }', true],
    ['while (r < 3) { x = 1; fence; y = 1; fence; }', false],
    ['x = 1; fence(ww); y = 1;', true],
    ['x = 1; locked { r = 0; } y = 1;', false],
    ['x = 1; r = cas(y, 0, 1); y = 1;', false],
    ['x = 1; locked { y = 1; }', false],
    ['atomic { x = 1; fence; y = 1; }', false],
    ['atomic { x = 1; } y = 1;', true],
    ['if (r == 0) { x = 1; } else { y = 1; }', false],
  ])('%s', (body, expected) => {
    expect(together(body, x, y)).toBe(expected);
  });

  it.each([
    ['x = 1; fence;', false],
    ['x = 1; x = 2;', true],
    ['while (r < 3) { x = 1; }', true],
    ['while (r < 3) { x = 1; fence; }', false],
  ])('to one cell: %s', (body, expected) => {
    expect(together(body, x, x)).toBe(expected);
  });

  it('to cells of arrays', () => {
    expect(together('a[0] = 1; a[1] = 1;', cell(0), cell(1))).toBe(true);
    expect(together('a[0] = 1; fence; a[1] = 1;', cell(0), cell(1))).toBe(false);
    expect(together('a[r] = 1; x = 1;', cell(1), x)).toBe(true);
    expect(together('a[r] = 1; x = 1;', cell(0), cell(1))).toBe(false);
  });
});
