import { describe, expect, it } from '@jest/globals';
import type { DualProgram, GlobalTarget } from '../../../../../src/engines/dual/dual-program.js';
import { reach } from '../../../../../src/engines/dual/reach-targets.js';
import { pso } from '../../../../../src/memory/pso.js';
import { lineProgram } from '../../../../support/dual/line-program.js';
import { scheduleComplaint } from '../../../../support/dual/replay-schedule.js';

const limits = { signal: new AbortController().signal, deadline: null, memoryMB: null };

async function reachable(program: DualProgram, target: GlobalTarget): Promise<boolean> {
  const { answer } = await reach(pso, program, [target], limits);
  const wrong =
    answer.kind === 'reachable' ? scheduleComplaint(program, [target], answer.schedule, pso) : null;
  expect([answer.kind === 'stopped', wrong]).toEqual([false, null]);
  return answer.kind === 'reachable';
}

/** One process of each kind in its last state. */
const ends = (program: DualProgram, memory: GlobalTarget['memory'] = []): GlobalTarget => ({
  processes: program.kinds.map(({ states }, kind) => ({ kind, states: [states - 1] })),
  memory,
});

describe('backward search over store buffers of PSO', () => {
  it.each([
    ['store buffering', ['x=1; y?0', 'y=1; x?0'], true],
    ['store buffering with fences', ['x=1; fence; y?0', 'y=1; fence; x?0'], false],
    ['message passing', ['x=1; y=1', 'y?1; x?0'], true],
    ['message passing with a fence', ['x=1; fence; y=1', 'y?1; x?0'], false],
    ['load buffering', ['x?1; y=1', 'y?1; x=1'], false],
    ['writes of one cell keep their order', ['x=1; x=2', 'x?2; x?1'], false],
    ['one write is seen after the other', ['x=1; x=2', 'x?1; x?2'], true],
    ['a write that is never seen', ['x=1; x=2; y=1', 'y?1; x?0; x?2'], true],
    ['the newest own write is what is read', ['x=1; x=2; x?1', 'x=1'], true],
    ['the newest own write, alone', ['x=1; x=2; x?1'], false],
    ['an own write hides memory', ['x=1; x?2', 'x=2; x?1'], false],
    ['memory after an own write', ['x=1; x?0; y=1', 'x?1; x=0'], true],
    ['loads keep their order', ['x=1; fence; y=1', 'y?1; x?0; x?1'], false],
    ['two readers, one order', ['x=1', 'y=1', 'x?1; y?0', 'y?1; x?0'], false],
    ['several cells at one moment', ['x=1; y=1', 'x?0&y?1'], true],
    ['several cells at one moment, fenced', ['x=1; fence; y=1', 'x?0&y?1'], false],
    // Emptying a buffer changes memory, and others look at it.
    ['a fence empties in the sight of others', ['x=1; fence; y?0', 'y=1; fence; x?0'], false],
    ['old values come back', ['x=1; x=2; x=1; y=1', 'y?1; x?1; x?2; x?1'], true],
    ['old values come back too often', ['x=1; x=2; y=1', 'y?1; x?1; x?2; x?1'], false],
    ['an own value, while an older one waits', ['x=1; x=2; x?2; y=1', 'y?1; x?0; x?1'], true],
    // Two writes of a cell wait at once while another is seen already.
    ['two wait', ['x=1; x=2; y=1', 'y?1; x?0; x?1; x?2'], true],
  ])('%s', async (_name, lines, expected) => {
    const program = lineProgram(lines);
    expect(await reachable(program, ends(program))).toBe(expected);
  });

  it.each([
    ['what is written last', ['x=1', 'x=2'], 1, true],
    ['what is written before', ['x=1; x=2'], 1, false],
    ['what somebody overwrites', ['x=1; x=2', 'x?2; x=1'], 1, true],
    ['what waits till the end', ['x=1; y=1', 'y?1; x=2; fence'], 1, true],
    ['what was there', ['x=1'], 0, false],
  ])('memory with all buffers empty: %s', async (_name, lines, value, expected) => {
    const program = lineProgram(lines);
    expect(await reachable(program, ends(program, [{ cell: 0, value }]))).toBe(expected);
  });

  it.each([
    ['fences between', ['x=1; fence; y?0', 'y=1; fence; x?0'], false],
    ['message passing', ['x=1; y=1', 'y?1; x?0'], true],
    ['message passing with a fence', ['x=1; fence; y=1', 'y?1; x?0'], false],
    ['load buffering', ['x?1; y=1', 'y?1; x=1'], false],
    ['three of a kind', ['x=1; fence; y?1; z=1', 'z?1; x=0; x?1; y=1'], false],
  ])('any number of processes: %s', async (_name, lines, expected) => {
    const program = lineProgram(lines, null);
    expect(await reachable(program, ends(program))).toBe(expected);
  });
});
