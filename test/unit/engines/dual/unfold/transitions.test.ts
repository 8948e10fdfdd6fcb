import { describe, expect, it } from '@jest/globals';
import type { MemoryModel } from '../../../../../src/memory/model.js';
import { sc } from '../../../../../src/memory/sc.js';
import { tso } from '../../../../../src/memory/tso.js';
import { statesOf, systemOf, transitionsOf, unfolded } from '../../../../support/dual/unfolded.js';
import { SystemBuilder, fence, store } from '../../explicit-systems.js';
import { int } from '../../../../../src/lang/expr/expr.js';

async function shown(text: string, model: MemoryModel = tso) {
  const system = systemOf(text);
  const unfolding = await unfolded(system, model);
  return { states: statesOf(unfolding, system), transitions: transitionsOf(unfolding) };
}

describe('plain statements', () => {
  it('give one step each; a local that nobody reads any more is no part of a state', async () => {
    const { states, transitions } = await shown(`
      shared int x = 0, y = 0;
      thread P { local int r = 0; y = 1; r = x; if (r == 1) { CS: skip; } }
      thread Q { x = 1; }`);
    expect(states).toEqual(['0', '2', '4 r=0', '4 r=1', 'end', 'CS']);
    expect(transitions).toEqual([
      '0 -[w y=1]-> 1',
      '1 -[x=0]-> 2',
      '1 -[x=1]-> 3',
      '2 -[]-> 4',
      '3 -[]-> 5',
      '5 -[]-> 4',
    ]);
  });

  it('find the values of cells and of locals together', async () => {
    const system = systemOf(`
      shared int x = 0, y = 0;
      thread P { local int r = 0; r = x; y = r + 1; }
      thread Q { local int r = 0; r = y; x = r * 2; }`);
    const { cells } = (await unfolded(system, tso)).program;
    expect(cells.map((c) => c.values.toSorted((a, b) => Number(a - b)))).toEqual([
      [0n, 2n],
      [0n, 1n],
    ]);
  });

  it('go around loops without end', async () => {
    const { states, transitions } = await shown(`
      shared bool b = false;
      thread P { while (!b) { b = true; } }`);
    expect(states).toEqual(['0', '1', 'end']);
    expect(transitions).toEqual(['0 -[b=0]-> 1', '1 -[w b=1]-> 0', '0 -[b=1]-> 2']);
  });

  it('wait at a fence under TSO, and not under SC', async () => {
    const program = 'shared int x = 0; thread P { x = 1; fence; fence(ww); }';
    expect((await shown(program)).transitions).toEqual(['0 -[w x=1]-> 1', '1 -[ | ]-> 2', '2 -[]-> 3']);
    expect((await shown(program, sc)).transitions).toEqual(['0 -[ | x=1]-> 1', '1 -[]-> 2', '2 -[]-> 3']);
  });
});

describe('sections', () => {
  const copy = `
    shared int[0..1] x = 0, y = 0, z;
    thread P { local int r = 0; atomic { r = x; y = 1; r = r + y + z; z = 0; } }
    thread Q { x = 1; }`;

  it('read at one moment and buffer their stores after it', async () => {
    const { states, transitions } = await shown(copy);
    expect(states).toEqual(['0', 'end', 'underway', 'underway']);
    expect(transitions).toEqual([
      '3 -[w z=0]-> 1',
      '2 -[w y=1]-> 3',
      '0 -[x=0 z=0]-> 2',
      '0 -[x=1 z=0]-> 2',
      '0 -[x=0 z=1]-> 2',
      '0 -[x=1 z=1]-> 2',
    ]);
  });

  it('store at once under SC', async () => {
    const { states, transitions } = await shown(copy, sc);
    expect(states).toEqual(['0', 'end']);
    expect(transitions).toContain('0 -[x=1 z=0 | y=1 z=0]-> 1');
    expect(transitions).toHaveLength(4);
  });

  it('put into memory what stands before their last fence', async () => {
    const { transitions } = await shown(`
      shared int x = 0, y = 0, z = 0;
      thread P { local int r = 0; atomic { x = 1; x = 2; fence; r = y; y = r + x; z = 1; assume(y == 2); } }`);
    expect(transitions).toEqual(['3 -[w z=1]-> 1', '2 -[w y=2]-> 3', '0 -[y=0 | x=2]-> 2']);
  });

  it('take locked instructions as one step', async () => {
    const { transitions } = await shown(`
      shared int x = 0;
      thread P { local bool b = false; b = cas(x, 0, 2); assert(b); }`);
    expect(transitions).toEqual([
      '0 -[x=0 | x=2]-> 1',
      '1 -[]-> 2',
      '0 -[x=2 | ]-> 3',
      '3 -[]-> 4',
      '3 -[]-> 2',
    ]);
  });

  it('leave out paths that block, and loops without end', async () => {
    const { states, transitions } = await shown(`
      shared bool x = false, y = false;
      thread P { atomic { either { y = true; assume(x); } or { while (true) { skip; } } or { y = false; } } }`);
    expect(states).toEqual(['0', 'end']);
    expect(transitions).toEqual(['0 -[w y=0]-> 1']);
  });

  it('may go around a loop inside', async () => {
    const { transitions } = await shown(`
      shared int[0..3] x = 0;
      thread P { local int[0..3] i = 0; atomic { i = x; while (i < 2) { i = i + 1; } } x = i; }`);
    expect(transitions).toEqual(['0 -[x=0]-> 1', '1 -[w x=2]-> 2', '0 -[x=2]-> 1']);
  });

  it('cannot pass a fence behind a store of the same action list', async () => {
    const s = new SystemBuilder();
    const x = s.shared('x', 0);
    const stuck = s.thread('P');
    stuck.to({}, store(x, int(1)), fence);
    stuck.then();
    const free = s.thread('Q');
    free.to({}, fence, store(x, int(1)));
    free.then();
    const unfolding = await unfolded(s.build(), tso);
    expect(transitionsOf(unfolding, 0)).toEqual([]);
    expect(transitionsOf(unfolding, 1)).toEqual(['2 -[w x=1]-> 1', '0 -[ | ]-> 2', '1 -[]-> 3']);
  });
});

describe('asserts and faults', () => {
  it('lead to a state that says what is violated; execution goes on after an assert only', async () => {
    const { states, transitions } = await shown(`
      shared int x = 0, a[2] = 0;
      thread P { assert(x == 0); a[x * 2] = 1 / (1 - x); }
      thread Q { x = 1; x = 2; }`);
    expect(states).toContain('violates assert:3');
    expect(states).toContain('violates bounds');
    expect(states).toContain('violates div');
    const number = (state: string): number => states.indexOf(state);
    expect(transitions).toContain(`0 -[x=1]-> ${number('violates assert:3')}`);
    expect(transitions).toContain('0 -[x=1]-> 1');
    // The index was loaded before, as 0, 2 or 4.
    expect(transitions.filter((t) => t.endsWith(`> ${number('violates div')}`))).toHaveLength(3);
  });

  it('count if the path blocks later, with what was read up to there', async () => {
    const { states, transitions } = await shown(`
      shared int[0..1] x, y;
      thread P { atomic { assert(x == 0); assume(y == 1); fence; assert(y == 0); assume(false); } }`);
    expect(states).toEqual(['0', 'violates assert:3:27', 'violates assert:3:66']);
    expect(transitions).toEqual(['0 -[x=1]-> 1', '0 -[x=0 y=1 | ]-> 2', '0 -[x=1 y=1 | ]-> 2']);
  });

  it('hold a value to its range', async () => {
    const { states, transitions } = await shown(`
      shared int[0..1] x = 0;
      thread P { local int[0..1] r = 0; havoc r; x = r + 1; }`);
    expect(states).toEqual(['0', '1 r=0', '1 r=1', 'end', 'violates range']);
    expect(transitions).toEqual(['0 -[]-> 1', '0 -[]-> 2', '1 -[w x=1]-> 3', '2 -[]-> 4']);
  });
});

it('tells the edges of a move with the values of its havocs at its first transition', async () => {
  const system = systemOf(`
    shared int[0..2] x = 0, y = 0;
    thread P { local int[0..1] r = 0; atomic { havoc r; x = r; y = r; } }`);
  const unfolding = await unfolded(system, tso);
  const [kind] = unfolding.kinds;
  const moves = kind?.transitions.map((edges) => edges.map((e) => `${e.edge}(${e.havoc.join()})`).join(' '));
  expect(transitionsOf(unfolding)).toEqual([
    '2 -[w y=0]-> 1',
    '0 -[w x=0]-> 2',
    '3 -[w y=1]-> 1',
    '0 -[w x=1]-> 3',
  ]);
  expect(moves).toEqual(['', '0(0) 1() 2()', '', '0(1) 1() 2()']);
});
