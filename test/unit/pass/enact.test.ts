import { describe, expect, it } from '@jest/globals';
import { withCounters } from '../../../passes/pipelines.js';
import { choices } from '../../../src/evidence/step-choices.js';
import type { Execution, Step } from '../../../src/lang/run/execution.js';
import type { System } from '../../../src/lang/program/system.js';
import { Machine } from '../../../src/memory/machine.js';
import type { MachineState } from '../../../src/memory/machine.js';
import type { MemoryModel } from '../../../src/memory/model.js';
import { pso } from '../../../src/memory/pso.js';
import { sc } from '../../../src/memory/sc.js';
import { tsoN } from '../../../src/memory/tso-n.js';
import { tso } from '../../../src/memory/tso.js';
import { runPipeline } from '../../../src/pass/run-pipeline.js';
import { at } from '../../../src/support/invariant.js';
import { Random, generateProgram, memoryOptions } from '../../support/generate/generate-program.js';
import { parseFp } from '../../support/parse-fp.js';

const options = { ...memoryOptions, everything: true, depth: 2, properties: true };
const nothingChosen = { cells: new Map(), locals: new Map() };

/** A run of at most so many steps, each chosen at random; the last state is outside atomic sections. */
function walk(machine: Machine, random: Random, length: number) {
  const steps: Step[] = [];
  let state = machine.initial(nothingChosen);
  let outside: { readonly steps: readonly Step[]; readonly state: MachineState } = { steps: [], state };
  while (steps.length < length) {
    const possible = choices(machine, state).steps.flatMap((step) => {
      const result = machine.take(state, step);
      return result.kind === 'moved' ? [{ step, state: result.state }] : [];
    });
    if (possible.length === 0) break;
    const next = random.pick(possible);
    steps.push(next.step);
    state = next.state;
    if (machine.atomicThread(state) === null) outside = { steps: [...steps], state };
  }
  return outside;
}

/** The state after the run; null if some step of it cannot be taken. */
function endOf(machine: Machine, { initial, steps }: Execution): MachineState | null {
  let state = machine.initial(initial);
  for (const step of steps) {
    const result = machine.take(state, step);
    if (result.kind !== 'moved') return null;
    state = result.state;
  }
  return state;
}

const visible = (machine: Machine, state: MachineState, { shared, locals }: System): string =>
  [
    machine.cells
      .all()
      .flatMap((c) => (machine.cells.variable(c).id < shared.length ? [at(state.memory, c)] : [])),
    locals.filter((v) => !v.temporary).map((v) => at(state.locals, v.id)),
  ].join(';');

const labelsIn = (machine: Machine, state: MachineState, { threads }: System): readonly string[] =>
  threads.map(({ id, name }) => `${name} at ${machine.place(state, id).labels.join(' ')}`);

describe('runs of programs that carry their buffers', () => {
  it.each([sc, tso, pso, tsoN(1), tsoN(2, 'own')] satisfies MemoryModel[])(
    'lead back under $name to runs with the same memory and locals, wherever they end',
    (model) => {
      let steps = 0;
      for (let seed = 1; seed <= 60; seed++) {
        const program = generateProgram(new Random(seed), options);
        const bound = { all: 2 };
        const lowered = runPipeline(withCounters(model), program, {
          procs: null,
          buffers: { model, bound },
        });
        const reduced = new Machine(lowered.system, sc);
        const source = new Machine(lowered.reference, model);
        const random = new Random(seed + 1000);
        for (let run = 0; run < 6; run++) {
          const walked = walk(reduced, random, 40);
          const end = endOf(source, lowered.mapBack({ initial: nothingChosen, steps: walked.steps }));
          expect([seed, run, end !== null]).toEqual([seed, run, true]);
          if (end === null) continue;
          steps += walked.steps.length;
          const here = visible(source, end, lowered.reference);
          expect([seed, run, here]).toEqual([seed, run, visible(reduced, walked.state, lowered.reference)]);
          const labels = labelsIn(source, end, lowered.reference);
          expect([seed, run, labels]).toEqual([
            seed,
            run,
            labelsIn(reduced, walked.state, lowered.reference),
          ]);
        }
      }
      expect(steps).toBeGreaterThan(2000);
    },
  );

  it('lead back past a last step that does nothing, before the thread says that it is done', () => {
    const text = 'shared int x = 0; thread P { x = 1; if (x == 1) { goto L; } x = 2; L: skip; }';
    const buffers = { model: pso, bound: { all: 2 } };
    const lowered = runPipeline(withCounters(pso), parseFp(text), { procs: null, buffers });
    const reduced = new Machine(lowered.system, sc);
    const source = new Machine(lowered.reference, pso);
    const owner = at(lowered.system.threads, 0);
    const passed: string[] = [];
    const random = new Random(1);
    for (let run = 0; run < 30; run++) {
      const { steps, state } = walk(reduced, random, 3 + (run % 8));
      const end = endOf(source, lowered.mapBack({ initial: nothingChosen, steps }));
      const last = steps.at(-1);
      if (end === null || last?.kind !== 'edge' || last.thread !== owner.id) continue;
      const { from } = reduced.edge(last.thread, last.edge);
      if (!at(owner.locations, from).labels.includes('L') || state.places[0] === owner.end) continue;
      passed.push(at(end.places, 0) === source.thread(owner.id).end ? 'ended' : 'astray');
    }
    expect(new Set(passed)).toEqual(new Set(['ended']));
  });
});
