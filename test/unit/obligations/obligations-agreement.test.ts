import { describe, expect, it } from '@jest/globals';
import { plainAutomata } from '../../../passes/plain-automata.js';
import { Unsupported } from '../../../src/diagnostics/diagnostic.js';
import { choices } from '../../../src/evidence/step-choices.js';
import type { Step } from '../../../src/lang/run/execution.js';
import type { StateCover } from '../../../src/lang/run/state-cover.js';
import { WaitingNumbers } from '../../../src/lang/run/waiting-numbers.js';
import { Machine, stateKey } from '../../../src/memory/machine.js';
import type { MachineState } from '../../../src/memory/machine.js';
import type { MemoryModel } from '../../../src/memory/model.js';
import { pso } from '../../../src/memory/pso.js';
import { sc } from '../../../src/memory/sc.js';
import { tso } from '../../../src/memory/tso.js';
import { tsoN } from '../../../src/memory/tso-n.js';
import { runPipeline } from '../../../src/pass/run-pipeline.js';
import { getOrFail } from '../../../src/support/invariant.js';
import { MachineSteps } from '../../../src/symbolic/machine-steps.js';
import type { SymbolicWay } from '../../../src/symbolic/machine-steps.js';
import { loadSample } from '../../support/load-sample.js';
import { watchedProgram } from '../../support/por/watched-program.js';
import { Random } from '../../support/random.js';
import {
  compareObligations,
  openObligation,
  trueStepsOf,
} from '../../support/symbolic/compare-obligations.js';
import type { ObligationComparison, StepsOf } from '../../support/symbolic/compare-obligations.js';

const models: readonly MemoryModel[] = [sc, tso, pso, tsoN(1)];

async function compared(programs: number): Promise<ObligationComparison> {
  const complaints: string[] = [];
  let [covers, rejected] = [0, 0];
  for (let seed = 900; seed < 900 + programs; seed++)
    for (const model of models) {
      const found = await comparedUnder(seed, model);
      complaints.push(...found.complaints.map((text) => `${seed} ${model.name}: ${text}`));
      covers += found.covers;
      rejected += found.rejected;
    }
  return { complaints, covers, rejected };
}

async function comparedUnder(seed: number, model: MemoryModel): Promise<ObligationComparison> {
  try {
    const { system } = runPipeline(plainAutomata, watchedProgram(new Random(seed)), { procs: 2, model });
    return await compareObligations(system, model, new Random(seed));
  } catch (error) {
    if (!(error instanceof Unsupported)) throw error;
    return { complaints: [], covers: 0, rejected: 0 };
  }
}

/** A part of the machine that a reading of it may forget. */
interface Forgotten {
  /** What of the machine is left. */
  readonly keeps: (step: Step) => boolean;
  readonly steps: StepsOf;
  /** What is said of the step that is noticed. */
  readonly noticed: RegExp;
}

class WithoutFlushes extends MachineSteps {
  override flushes(): readonly SymbolicWay[] {
    return [];
  }
}

class WithoutThread extends MachineSteps {
  override complete(...asked: Parameters<MachineSteps['complete']>): readonly SymbolicWay[] {
    return asked[0].thread === 0 ? [] : super.complete(...asked);
  }
}

const forgotten: Readonly<Record<string, Forgotten>> = {
  'writes that leave buffers': {
    keeps: ({ kind }) => kind === 'edge',
    steps: (state, model) => new WithoutFlushes(state, model, null, () => undefined),
    noticed: /leaves the buffer of P/,
  },
  'the steps of a thread': {
    keeps: ({ kind, thread }) => kind === 'flush' || thread !== 0,
    steps: (state, model) => new WithoutThread(state, model, null, () => undefined),
    noticed: /step store x = 1 of P/,
  },
};

describe('obligations of invariants', () => {
  it('are discharged by Z3 for what the checker accepts, and not for what it rejects', async () => {
    const found = await compared(5);
    expect(found.complaints).toEqual([]);
    expect(found.covers).toBeGreaterThan(30);
    expect(found.rejected).toBeGreaterThan(10);
  });

  it.each(Object.keys(forgotten))('notice states that forget %s', async (name) => {
    const { keeps, steps, noticed } = getOrFail(new Map(Object.entries(forgotten)), name);
    const { system } = runPipeline(plainAutomata, await loadSample('litmus/sb.fp'), { procs: 2, model: tso });
    const cover = statesWith(new Machine(system, tso), keeps);
    expect(await openObligation(system, tso, [], cover, steps)).toBeNull();
    expect(await openObligation(system, tso, [], cover, trueStepsOf)).toMatch(noticed);
  });
});

/** What the machine comes to by some of its steps. */
function statesWith(machine: Machine, keeps: (step: Step) => boolean): StateCover {
  const numbers = new WaitingNumbers();
  const found = new Map<string, MachineState>();
  const add = (state: MachineState): unknown => found.set(stateKey(state), state);
  add(machine.initial({ cells: new Map(), locals: new Map() }));
  // What is added on the way comes, too.
  for (const state of found.values())
    for (const step of choices(machine, state).steps.filter(keeps)) {
      const result = machine.take(state, step);
      if (result.kind === 'moved' && !found.has(stateKey(result.state))) add(result.state);
    }
  const boxes = [...found.values()].map(({ places, memory, locals, buffers }) =>
    [
      ...[...places.map(BigInt), ...memory, ...locals],
      ...buffers.map((buffer) => BigInt(numbers.number(buffer))),
    ].map((value) => [value]),
  );
  return { parts: [boxes], waiting: numbers.all };
}
