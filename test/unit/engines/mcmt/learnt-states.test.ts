import { describe, expect, test } from '@jest/globals';
import { isIn } from '../../../../src/engines/mcmt/cubes/facts.js';
import type { ForwardStates } from '../../../../src/engines/mcmt/guesses/forward-states.js';
import { LearntStates } from '../../../../src/engines/mcmt/guesses/learnt-states.js';
import { BackwardProblem } from '../../../../src/engines/mcmt/cubes/problem.js';
import { cellCode, readCode } from '../../../../src/engines/mcmt/cubes/term-codes.js';
import { sc } from '../../../../src/memory/sc.js';
import { tso } from '../../../../src/memory/tso.js';
import { cubSystem } from '../../../support/arrays/read-cub.js';

/** It takes three processes to get to Third. */
const system = cubSystem(`
  type stage = First | Second | Third | Never
  array At[proc] : stage
  weak array Flag[proc] : bool
  init (p) { At[p] = First && Flag[p] = False }
  unsafe (p) { At[p] = Never }
  transition enter ([p] q) requires { At[p] = First && At[q] = First } { At[p] := Second; Flag[p] := True }
  transition pass ([p] q r) requires { At[p] = Second && At[q] = Second && At[r] = First } { At[p] := Third }`);
const [stage, flag] = [0, 1];
const [enter, pass] = [0, 1];
const [second, third, never] = [1 << 1, 1 << 2, 1 << 3];
const limits = { signal: new AbortController().signal, deadline: null, memoryMB: null };

const path = {
  procs: 4,
  steps: [
    { transition: enter, procs: [1, 3] },
    { transition: enter, procs: [2, 3] },
    { transition: pass, procs: [1, 2, 3] },
  ],
};

async function learnt(model: typeof sc, ...paths: readonly (typeof path)[]): Promise<LearntStates> {
  const problem = new BackwardProblem(system, model === tso, null);
  const states = new LearntStates(problem, model, limits);
  for (const one of paths) await states.learn(one);
  return states;
}

const holds = (table: ForwardStates | undefined, term: number, set: number): boolean =>
  table?.holding([isIn, term, set, 0]).some((word) => word !== 0) === true;

describe('states learnt from a wrong guess', () => {
  test.each([sc, tso])('are those of its run, and what is near to them', async (model) => {
    const { tables } = await learnt(model, path);
    expect(tables).toHaveLength(1);
    const [table] = tables;
    expect(table?.procs).toBe(4);
    expect(holds(table, cellCode(stage, 0, 0), third)).toBe(true);
    // The run does nothing with the fourth process.
    expect(holds(table, cellCode(stage, 3, 0), second)).toBe(true);
    expect(holds(table, cellCode(stage, 0, 0), never)).toBe(false);
  });

  test('say what others may see of the buffers', async () => {
    const { tables } = await learnt(tso, path);
    expect(holds(tables[0], readCode(cellCode(flag, 0, 0), 1, 0), 1 << 1)).toBe(true);
  });

  test('are not learnt twice, but for those of the run', async () => {
    const { tables } = await learnt(sc, path, path);
    const [first, again] = tables.map(({ count }) => count);
    expect(first).toBeGreaterThan(4);
    expect(again).toBe(4);
  });

  test('are none where the path has no run, or too many processes', async () => {
    const backwards = { ...path, steps: path.steps.toReversed() };
    const { tables } = await learnt(sc, backwards, { ...path, procs: 9 });
    expect(tables).toEqual([]);
  });
});
