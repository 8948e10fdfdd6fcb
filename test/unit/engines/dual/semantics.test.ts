import { describe, expect, it } from '@jest/globals';
import type { DualProgram, GlobalTarget } from '../../../../src/engines/dual/dual-program.js';
import { initialConfigurations, successors } from '../../../support/dual/configurations.js';
import { cellsReadTogether, dualTso } from '../../../support/dual/dual-tso.js';
import { at } from '../../../../src/support/invariant.js';
import { lineProgram } from '../../../support/dual/line-program.js';
import { exploreClassical, exploreDual, exploreSc, reaches } from '../../../support/dual/oracle.js';

const maxConfigurations = 100_000;

/** Whether all processes can come to their last states. */
function ends(lines: readonly string[]): {
  readonly sc: boolean;
  readonly tso: boolean;
  readonly dual: boolean;
} {
  const program = lineProgram(lines);
  const counts = lines.map(() => 1);
  const target = [{ processes: lastStates(program), memory: [] }];
  return {
    sc: reaches(exploreSc(program, counts, maxConfigurations), target),
    tso: reaches(exploreClassical(program, counts, { buffer: Infinity, maxConfigurations }), target),
    dual: reaches(exploreDual(program, counts, maxConfigurations), target),
  };
}

function lastStates(program: DualProgram): GlobalTarget['processes'] {
  return program.kinds.map(({ states }, kind) => ({ kind, states: [states - 1] }));
}

const always = { sc: true, tso: true, dual: true };
const relaxed = { sc: false, tso: true, dual: true };
const never = { sc: false, tso: false, dual: false };

describe('both semantics of TSO', () => {
  it.each([
    ['store buffering', ['x=1; y?0', 'y=1; x?0'], relaxed],
    ['fences between', ['x=1; fence; y?0', 'y=1; fence; x?0'], never],
    ['one fence is not enough', ['x=1; y?0', 'y=1; fence; x?0'], relaxed],
    ['a locked read and write between', ['x=1; z:0->1; y?0', 'y=1; z:1->1; x?0'], never],
    ['own writes are seen early', ['x=1; x?1; y?0', 'y=1; y?1; x?0'], relaxed],
    ['own writes are seen', ['x=1; x?0', 'nop'], never],
    ['the newest own write is seen', ['x=1; x=2; x?1', 'nop'], never],
    ['message passing', ['x=1; y=1', 'y?1; x?0'], never],
    ['load buffering', ['x?1; y=1', 'y?1; x=1'], never],
    ['writes are seen in one order', ['x=1', 'y=1', 'x?1; y?0', 'y?1; x?0'], never],
    ['two own writes of a cell in the buffer', ['x=1; x=2; y?0', 'y=1; fence; x?0'], relaxed],
    ['several cells at one moment', ['x=1; y=1', 'x?0&y?1'], never],
    ['one after the other', ['x=1; y=1', 'x?0; y?1'], always],
    ['an own value and one from memory', ['x=1; x?1&y?0', 'y=1; y?1&x?0'], relaxed],
    ['one moment, past own writes', ['z=1; z?1&x?1&y?0; y?1; x?1', 'x=1; y=1; fence; z?0'], relaxed],
    ['an own value is not from the moment', ['z=1; z?0&x?1', 'x=1'], never],
  ])('%s', (_name, lines, expected) => {
    expect(ends(lines)).toEqual(expected);
  });

  it('begins in every way', () => {
    const line = lineProgram(['x?0', 'y?1']);
    const program: DualProgram = {
      ...line,
      beginnings: [
        { memory: [0, null], states: [[0, 1], [0]] },
        { memory: [1, 1], states: [[0], [1]] },
      ],
    };
    const configurations = initialConfigurations(program, [0, 1]);
    expect(
      configurations.map(({ processes, memory }) => [processes.map(({ state }) => state), memory]),
    ).toEqual([
      [
        [0, 0],
        [0, 0],
      ],
      [
        [1, 0],
        [0, 0],
      ],
      [
        [0, 0],
        [0, 1],
      ],
      [
        [1, 0],
        [0, 1],
      ],
      [
        [0, 1],
        [1, 1],
      ],
    ]);
  });

  it('propagates the sets of cells that are read together', () => {
    const program = lineProgram(['nop; y?0&x?1; x?0; x?1&y?1; y=1; z:0->1']);
    expect(cellsReadTogether(at(program.kinds, 0).transitions.map(({ op }) => op))).toEqual([[0, 1], [1]]);
    const [begin] = initialConfigurations(program, [0]);
    expect(
      begin === undefined ? [] : successors(dualTso(program), [0], begin).map(({ action }) => action),
    ).toEqual([
      { kind: 'transition', transition: 0 },
      { kind: 'propagate', cells: [0, 1] },
      { kind: 'propagate', cells: [1] },
    ]);
  });
});
