import { describe, expect, it } from '@jest/globals';
import type { DualProgram, GlobalTarget } from '../../../../src/engines/dual/dual-program.js';
import { cover } from '../../../../src/engines/dual/search/cover.js';
import { lineProgram } from '../../../support/dual/line-program.js';
import { runComplaint } from '../../../support/dual/replay-run.js';

const limits = { signal: new AbortController().signal, deadline: null, memoryMB: null };

async function reachable(program: DualProgram, target: GlobalTarget): Promise<boolean> {
  const { answer } = await cover(program, [target], limits);
  expect(answer.kind === 'reachable' ? runComplaint(program, [target], answer.run) : null).toBeNull();
  expect(answer.kind).not.toBe('stopped');
  return answer.kind === 'reachable';
}

/** One process of each kind in its last state. */
function ends(program: DualProgram): GlobalTarget {
  return {
    processes: program.kinds.map(({ states }, kind) => ({ kind, states: [states - 1] })),
    memory: [],
  };
}

describe('backward search', () => {
  it.each([
    ['store buffering', ['x=1; y?0', 'y=1; x?0'], true],
    ['store buffering with fences', ['x=1; fence; y?0', 'y=1; fence; x?0'], false],
    ['store buffering with one fence', ['x=1; y?0', 'y=1; fence; x?0'], true],
    ['message passing', ['x=1; y=1', 'y?1; x?0'], false],
    ['load buffering', ['x?1; y=1', 'y?1; x=1'], false],
    // Undoing a write may leave an older write of the same cell as the newest.
    ['an older own write', ['x=1; x=2; y?0', 'y=1; fence; x?0'], true],
    // A read that waits for a value which memory must have had before an unknown one.
    ['a value between unknown ones', ['y=1', 'y?1; x?0; x=1'], true],
    // While there is an own write, nothing can be read from memory.
    ['an own write hides memory', ['x=1; x?2', 'x=2; x?1'], false],
    ['memory after an own write', ['x=1; x?0; y=1', 'x?1; x=0'], true],
    // Only what memory holds last can have been propagated last.
    ['messages keep their order', ['x=1; x=2', 'x?2; x?1'], false],
    ['two readers, one order', ['x=1', 'y=1', 'x?1; y?0', 'y?1; x?0'], false],
    ['several cells at one moment', ['x=1; y=1', 'x?0&y?1'], false],
    ['one moment after the other', ['x=1; x=0; y=1', 'x?1; y?1'], true],
    ['one moment after the other, the wrong way', ['x=1; x=0; y=1', 'y?1; x?1'], false],
    ['an own value and one from memory', ['x=1; x?1&y?0', 'y=1; y?1&x?0'], true],
    ['two moments past own writes', ['z=1; x?1&y?0; x?1&y?1; z?1', 'x=1; y=1; fence; z?0'], true],
    ['two moments, the wrong way', ['z=1; x?1&y?1; x?1&y?0; z?1', 'x=1; y=1; fence; z?0'], false],
  ])('%s', async (_name, lines, expected) => {
    const program = lineProgram(lines);
    expect(await reachable(program, ends(program))).toBe(expected);
  });

  it.each([
    ['fences between', ['x=1; fence; y?0', 'y=1; fence; x?0'], false],
    ['message passing', ['x=1; y=1', 'y?1; x?0'], false],
    ['a second writer undoes the first', ['x=1; fence; x?0; y=1', 'x?1; x=0'], true],
    ['load buffering', ['x?1; y=1', 'y?1; x=1'], false],
  ])('any number of processes: %s', async (_name, lines, expected) => {
    const program = lineProgram(lines, null);
    expect(await reachable(program, ends(program))).toBe(expected);
  });

  it('brings in processes that the target does not name', async () => {
    const values = [0n, 1n];
    const program = (count: number | null): DualProgram => ({
      cells: [{ name: 'x', values }],
      kinds: [
        {
          name: 'reader or writer',
          count,
          states: 3,
          transitions: [
            { from: 0, to: 1, op: { kind: 'read', reads: [{ cell: 0, value: 1 }] } },
            { from: 0, to: 2, op: { kind: 'write', cell: 0, value: 1 } },
          ],
        },
      ],
      beginnings: [{ memory: [0], states: [[0]] }],
    });
    const target: GlobalTarget = { processes: [{ kind: 0, states: [1] }], memory: [] };
    expect(await reachable(program(null), target)).toBe(true);
    expect(await reachable(program(2), target)).toBe(true);
    expect(await reachable(program(1), target)).toBe(false);
  });

  it('knows no target with more processes than there are', async () => {
    const program = lineProgram(['x=1']);
    const one = { kind: 0, states: [0] };
    expect(await reachable(program, { processes: [one], memory: [] })).toBe(true);
    expect(await reachable(program, { processes: [one, one], memory: [] })).toBe(false);
  });

  it('finds any of several targets, and none among none', async () => {
    const program = lineProgram(['x=1; x?0', 'nop']);
    const impossible = ends(program);
    const possible: GlobalTarget = { processes: [], memory: [{ cell: 0, value: 1 }] };
    const both = await cover(program, [impossible, possible], limits);
    expect(both.answer.kind).toBe('reachable');
    expect((await cover(program, [impossible], limits)).answer.kind).toBe('unreachable');
    expect((await cover(program, [], limits)).answer.kind).toBe('unreachable');
  });

  it('begins with any value where memory says so, and in any of the beginnings', async () => {
    const line = lineProgram(['x?1; y?1', 'x=0']);
    const begin = (...memories: readonly (number | null)[][]): DualProgram => ({
      ...line,
      beginnings: memories.map((memory) => ({ memory, states: [[0], [0]] })),
    });
    const target: GlobalTarget = { processes: [{ kind: 0, states: [2] }], memory: [] };
    expect(await reachable(begin([null, null]), target)).toBe(true);
    expect(await reachable(begin([null, 0]), target)).toBe(false);
    expect(await reachable(begin([1, 0], [0, 1]), target)).toBe(false);
    expect(await reachable(begin([1, 0], [1, 1]), target)).toBe(true);
  });

  it('stops when it is told to', async () => {
    const aborted = { ...limits, signal: AbortSignal.abort() };
    const program = lineProgram(['x=1; fence; y?0', 'y=1; fence; x?0']);
    const { answer } = await cover(program, [ends(program)], aborted);
    expect(answer.kind).toBe('stopped');
  });
});
