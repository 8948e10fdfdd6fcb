import { describe, expect, test } from '@jest/globals';
import type { Cube } from '../../../../src/engines/mcmt/cubes/cube.js';
import { isIn } from '../../../../src/engines/mcmt/cubes/facts.js';
import { cubeOf } from '../../../../src/engines/mcmt/cubes/finish.js';
import { BackwardProblem } from '../../../../src/engines/mcmt/cubes/problem.js';
import type { OpenReach } from '../../../../src/engines/mcmt/cubes/reach.js';
import { Subsumption } from '../../../../src/engines/mcmt/cubes/subsume.js';
import { cellCode, readCode } from '../../../../src/engines/mcmt/cubes/term-codes.js';
import { cubSystem } from '../../../support/arrays/read-cub.js';

const problem = new BackwardProblem(
  cubSystem(`
    weak var X : bool
    weak var Y : bool
    weak array W[proc] : bool
    array PC[proc] : bool
    init (p) { X = False && Y = False && W[p] = False && PC[p] = False }
    unsafe (p) { PC[p] = True }`),
  true,
  null,
);

const [x, y, w, pc] = [0, 1, 2, 3];
const yes = 2;
/** The first process reads Y, the second X. */
const reads = [readCode(cellCode(y, 0, 0), 0, 0), readCode(cellCode(x, 0, 0), 1, 0)];

/** Two processes, or three, each of which has read something; and what is before that. */
function cubeWith(order: Partial<OpenReach>, procs = 2): Cube {
  const facts = [
    ...reads.flatMap((read) => [isIn, read, yes, 0]),
    ...[0, 1].flatMap((p) => [isIn, cellCode(pc, p, 0), yes, 0]),
  ];
  const reach: OpenReach = {
    reads,
    fromRead: [1, 2],
    fromReadOf: [0, 0, 0],
    fromWriteOf: [0, 0, 0],
    cells: new Map(),
    history: null,
    ...order,
  };
  const origin = { kind: 'unsafe', clause: 0 } as const;
  return cubeOf(problem, procs, Int32Array.from(facts), reach, () => origin);
}

/** What is before a read forbids: a cube with more of it has fewer states. */
describe('a cube that says more of an order', () => {
  const orders: readonly (readonly [string, Partial<OpenReach>])[] = [
    ['of reads', { fromRead: [3, 2] }],
    ['after earlier reads of a process', { fromReadOf: [1, 0, 0] }],
    ['after earlier reads of the other process', { fromReadOf: [2, 0, 0] }],
    ['after earlier writes of a process', { fromReadOf: [1, 0, 0], fromWriteOf: [1, 0, 0] }],
    ['after earlier accesses to a cell', { cells: new Map([[cellCode(x, 0, 0), 1]]) }],
    ['after earlier accesses to an own cell', { cells: new Map([[cellCode(w, 1, 0), 1]]) }],
  ];
  test.each(orders)('%s does not cover one that says less', (_, order) => {
    const [plain, ordered] = [cubeWith({}), cubeWith(order)];
    const subsumption = new Subsumption();
    expect(subsumption.covers(plain, ordered)).toBe(true);
    expect(subsumption.covers(ordered, ordered)).toBe(true);
    expect(subsumption.covers(ordered, plain)).toBe(false);
    expect(subsumption.lacking(ordered, plain)).toEqual([]);
  });

  test('each kind of order counts for itself', () => {
    const [read, both] = [
      cubeWith({ fromReadOf: [1, 0, 0] }),
      cubeWith({ fromReadOf: [1, 0, 0], fromWriteOf: [1, 0, 0] }),
    ];
    expect(new Subsumption().covers(read, both)).toBe(true);
    expect(new Subsumption().covers(both, read)).toBe(false);
  });
});

describe('a process of which no fact speaks', () => {
  test('is kept where an order speaks of what it read or wrote before', () => {
    expect(cubeWith({}, 3).procs).toBe(2);
    const read = cubeWith({ fromReadOf: [0, 0, 1] }, 3);
    expect([...read.reach.fromReadOf]).toEqual([0, 0, 1]);
    const wrote = cubeWith({ fromWriteOf: [0, 0, 1] }, 3);
    expect([...wrote.reach.fromWriteOf]).toEqual([0, 0, 1]);
  });

  test('is kept where an order speaks of its cells', () => {
    const cell = cellCode(w, 2, 0);
    const cube = cubeWith({ cells: new Map([[cell, 2]]) }, 3);
    expect(cube.procs).toBe(3);
    expect([[...cube.reach.cells], [...cube.reach.fromCell]]).toEqual([[cell], [2]]);
  });
});

describe('reads that nothing is said of any more', () => {
  test('are gone from all orders, and nothing else is', () => {
    const facts = Int32Array.from([isIn, readCode(cellCode(x, 0, 0), 1, 0), yes, 0]);
    const reach: OpenReach = {
      reads,
      history: null,
      fromRead: [3, 3],
      fromReadOf: [1, 3],
      fromWriteOf: [1, 2],
      cells: new Map([
        [cellCode(x, 0, 0), 1],
        [cellCode(y, 0, 0), 3],
      ]),
    };
    const cube = cubeOf(problem, 2, facts, reach, () => ({ kind: 'unsafe', clause: 0 }));
    // Nothing is left of the first process; what was the second read is the only one.
    expect(cube.procs).toBe(1);
    expect([...cube.reads]).toEqual([readCode(cellCode(x, 0, 0), 0, 0)]);
    expect([...cube.reach.fromRead]).toEqual([1]);
    expect([...cube.reach.fromReadOf]).toEqual([1]);
    expect([...cube.reach.fromWriteOf]).toEqual([1]);
    expect([...cube.reach.cells]).toEqual([cellCode(y, 0, 0)]);
    expect([...cube.reach.fromCell]).toEqual([1]);
  });
});
