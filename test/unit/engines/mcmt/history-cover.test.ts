import { describe, expect, it } from '@jest/globals';
import { Cube } from '../../../../src/engines/mcmt/cubes/cube.js';
import { historyCovers } from '../../../../src/engines/mcmt/cubes/history-cover.js';
import type { EventHistory } from '../../../../src/engines/mcmt/cubes/event-history.js';
import { BackwardProblem } from '../../../../src/engines/mcmt/cubes/problem.js';
import { cellCode, readCode } from '../../../../src/engines/mcmt/cubes/term-codes.js';
import { systemOf } from '../../frontends/cub/read-system.js';

const problem = new BackwardProblem(
  systemOf(`
weak var X : int
weak var Y : int
array PC[proc] : bool
init (p) { PC[p] = True && X = 0 && Y = 0 }
unsafe (p) { PC[p] = False }
transition t ([p]) requires { PC[p] = True } { PC[p] := False; X := 1 }`),
  true,
  null,
  0,
  false,
);
const x = cellCode(0, 0, 0);
const y = cellCode(1, 0, 0);

function cubeWith(history: EventHistory, reads: readonly number[]): Cube {
  const reach = {
    ...{ fromRead: Int32Array.of(), fromReadOf: Int32Array.of(), fromWriteOf: Int32Array.of() },
    ...{ cells: Int32Array.of(), fromCell: Int32Array.of() },
  };
  const origin = { kind: 'unsafe', clause: 0 } as const;
  return new Cube(problem, 2, Int32Array.of(), Int32Array.from(reads), reach, origin, history);
}

/** Process 0 reads X in event 0, which is pending; process 1 writes X in event 1, then, which is earlier, both cells in event 2. */
const base: EventHistory = {
  events: [
    { procs: 1, writes: false, fencedBy: 0 },
    { procs: 2, writes: true, fencedBy: 0 },
    { procs: 2, writes: true, fencedBy: 2 },
  ],
  after: [0b010, 0, 0b010],
  orders: [
    { cell: x, writers: [2, 1], readers: [0, 0], readBy: [0, 0] },
    { cell: y, writers: [2], readers: [0b001], readBy: [0b01] },
  ],
  pending: [{ event: 0, cut: 1 }],
};

const reads = [readCode(x, 0, 0)];
const covers = (general: EventHistory, special: EventHistory): boolean =>
  historyCovers(cubeWith(general, reads), cubeWith(special, reads), [0, 1], [0]);

const changedEvent = (event: number, change: Partial<EventHistory['events'][number]>): EventHistory => ({
  ...base,
  events: base.events.map((one, e) => (e === event ? { ...one, ...change } : one)),
});

/** Each asks for something that the base does not have, or differs from it. */
const others: readonly (readonly [string, EventHistory])[] = [
  ['another process', changedEvent(0, { procs: 2 })],
  ['a write where there is a read', changedEvent(0, { writes: true })],
  ['a fence', changedEvent(1, { fencedBy: 2 })],
  ['one more pair of ghb', { ...base, after: [0b010, 0, 0b011] }],
  [
    'another cell',
    {
      ...base,
      orders: base.orders.map((one) =>
        one.cell === y ? { ...one, writers: [1], readers: [0], readBy: [0] } : one,
      ),
    },
  ],
  ['the source behind fewer writes', { ...base, pending: [{ event: 0, cut: 0 }] }],
  ['the source behind more writes', { ...base, pending: [{ event: 0, cut: 2 }] }],
  [
    'a write that is read',
    { ...base, orders: base.orders.map((one) => (one.cell === x ? { ...one, readers: [1, 0] } : one)) },
  ],
  [
    'a write that is read by a process',
    { ...base, orders: base.orders.map((one) => (one.cell === x ? { ...one, readBy: [1, 0] } : one)) },
  ],
];

describe('histories', () => {
  it('cover themselves', () => {
    expect(covers(base, base)).toBe(true);
  });

  for (const [what, other] of others) {
    it(`that ask for ${what} do not cover`, () => {
      expect(covers(other, base)).toBe(false);
    });
  }

  it('cover those that ask for more', () => {
    const fewer: EventHistory = { ...base, after: [0, 0, 0], orders: [], pending: [{ event: 0, cut: 0 }] };
    expect(covers(fewer, base)).toBe(true);
    expect(covers(base, fewer)).toBe(false);
    expect(covers(base, changedEvent(1, { fencedBy: 2 }))).toBe(true);
  });

  it('cover renamed ones, whatever the numbers of events', () => {
    const renamed: EventHistory = {
      events: [
        { procs: 1, writes: true, fencedBy: 0 },
        { procs: 2, writes: false, fencedBy: 0 },
        { procs: 1, writes: true, fencedBy: 1 },
      ],
      after: [0, 0b001, 0b001],
      orders: [
        { cell: x, writers: [2, 0], readers: [0, 0], readBy: [0, 0] },
        { cell: y, writers: [2], readers: [0b010], readBy: [0b10] },
      ],
      pending: [{ event: 1, cut: 1 }],
    };
    const [general, special] = [cubeWith(base, reads), cubeWith(renamed, [readCode(x, 1, 0)])];
    expect(historyCovers(general, special, [1, 0], [0])).toBe(true);
    expect(historyCovers(general, special, [0, 1], [0])).toBe(false);
  });
});
