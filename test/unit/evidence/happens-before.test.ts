import { describe, expect, it } from '@jest/globals';
import { toAutomata } from '../../../passes/pipelines.js';
import { happensBeforeCycle } from '../../../src/evidence/happens-before.js';
import { edgeId, threadId } from '../../../src/lang/expr/ids.js';
import type { Step } from '../../../src/lang/run/execution.js';
import { Machine } from '../../../src/memory/machine.js';
import type { MemoryModel } from '../../../src/memory/model.js';
import { pso } from '../../../src/memory/pso.js';
import { tso } from '../../../src/memory/tso.js';
import { runPipeline } from '../../../src/pass/run-pipeline.js';
import { at, invariant } from '../../../src/support/invariant.js';
import { parseFp } from '../../support/parse-fp.js';

/**
 * The kinds of the parts of a shortest cycle of the run; `P`: the next edge of that thread, `P!x`: its oldest write to x
 * reaches memory.
 */
function cycleOf(text: string, run: string, model: MemoryModel): string | null {
  const { reference } = runPipeline(toAutomata, parseFp(text), { procs: null, model });
  const machine = new Machine(reference, model);
  const initial = { cells: new Map(), locals: new Map() };
  let state = machine.initial(initial);
  const steps = run.split(' ').map((word): Step => {
    const [name, variable] = word.split('!');
    const thread = threadId(reference.threads.findIndex((t) => t.name === name));
    const cell = machine.cells.all().find((c) => machine.cells.nameOf(c) === variable);
    const place = at(state.places, thread);
    const step: Step =
      cell === undefined
        ? {
            kind: 'edge',
            thread,
            edge: edgeId(machine.thread(thread).edges.findIndex((e) => e.from === place)),
            havoc: [],
          }
        : { kind: 'flush', thread, cell };
    const result = machine.take(state, step);
    invariant(result.kind === 'moved', `${word} can be taken`);
    state = result.state;
    return step;
  });
  const cycle = happensBeforeCycle(machine, { initial, steps });
  if (cycle === null) return null;
  const kinds = cycle.map(({ kind }) => kind);
  // Where it begins says nothing.
  const turns = kinds.map((_, i) => [...kinds.slice(i), ...kinds.slice(0, i)].join(' '));
  return turns.sort().at(0) ?? '';
}

const sb =
  'shared int x = 0, y = 0; thread P { local int r; x = 1; r = y; } thread Q { local int r; y = 1; r = x; }';
const mp = 'shared int x = 0, y = 0; thread P { x = 1; y = 1; } thread Q { local int r, s; r = y; s = x; }';
const twice = 'shared int x = 0, y = 0; thread P { x = 1; y = 2; } thread Q { y = 1; x = 2; }';
const own = 'shared int x = 0; thread P { local int r; x = 1; r = x; } thread Q { x = 2; }';
const locked =
  'shared int x = 0, y = 0; thread P { locked { x = 1; y = 1; } } thread Q { local int r, s; r = y; s = x; }';

describe('the happens-before relation of a run', () => {
  it.each([
    ['stores that wait for the loads', sb, 'P P Q Q P!x Q!y', tso, 'fr po fr po'],
    ['stores that reach memory at once', sb, 'P P!x P Q Q!y Q', tso, null],
    ['stores that leave late but before the other thread begins', sb, 'P P P!x Q Q Q!y', tso, null],
    ['stores that still wait at the end', sb, 'P P Q Q', tso, 'fr po fr po'],
    ['messages in order', mp, 'P P P!x P!y Q Q', tso, null],
    ['a message before its content', mp, 'P P P!y Q Q P!x', pso, 'fr po rf po'],
    ['writes that pass each other', twice, 'P P Q Q P!y Q!y Q!x P!x', pso, 'co po co po'],
    ['a load of a value that never was in memory alone', own, 'P P Q Q!x P!x', tso, null],
    ['a section that is one event', locked, 'P P Q Q', tso, null],
  ] as const)('of %s', (_, text, run, model, cycle) => {
    expect(cycleOf(text, run, model)).toBe(cycle);
  });
});
