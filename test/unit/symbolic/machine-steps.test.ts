import { describe, expect, it } from '@jest/globals';
import { plainAutomata } from '../../../passes/plain-automata.js';
import { Unsupported } from '../../../src/diagnostics/diagnostic.js';
import { Machine } from '../../../src/memory/machine.js';
import type { MemoryModel } from '../../../src/memory/model.js';
import { pso } from '../../../src/memory/pso.js';
import { sc } from '../../../src/memory/sc.js';
import { tso } from '../../../src/memory/tso.js';
import { tsoN } from '../../../src/memory/tso-n.js';
import { runPipeline } from '../../../src/pass/run-pipeline.js';
import { MachineSteps } from '../../../src/symbolic/machine-steps.js';
import { generateProgram, memoryOptions } from '../../support/generate/generate-program.js';
import { Random } from '../../support/random.js';
import { compareMachineSteps } from '../../support/symbolic/compare-machine-steps.js';
import type { StepsUnderTest } from '../../support/symbolic/compare-machine-steps.js';

const programs = 40;
const models: readonly MemoryModel[] = [sc, tso, pso, tsoN(1)];

/** The first steps of generated programs, by formulas and by the plain machine. */
function compared(make?: StepsUnderTest): {
  readonly complaints: readonly string[];
  readonly compared: number;
} {
  const all = Array.from({ length: programs }, (_, i) => 700 + i).flatMap((seed) =>
    models.map((model) => {
      try {
        const { system } = runPipeline(plainAutomata, generateProgram(new Random(seed), memoryOptions), {
          procs: 2,
          model,
        });
        const found = compareMachineSteps(new Machine(system, model), 60, make);
        return { ...found, complaints: found.complaints.map((text) => `${seed} ${model.name}: ${text}`) };
      } catch (error) {
        if (error instanceof Unsupported) return { complaints: [], compared: 0 };
        throw error;
      }
    }),
  );
  return {
    complaints: all.flatMap(({ complaints }) => complaints),
    compared: all.reduce((sum, found) => sum + found.compared, 0),
  };
}

describe('the steps of the machine as formulas', () => {
  it('are those of the plain machine', () => {
    const found = compared();
    expect(found.complaints).toEqual([]);
    expect(found.compared).toBeGreaterThan(5000);
  });

  const faults: Readonly<Record<string, StepsUnderTest>> = {
    'forget flushes': (state, { model }) => {
      const steps = new MachineSteps(state, model, null, () => undefined);
      return {
        along: (...asked) => steps.along(...asked),
        complete: (...asked) => steps.complete(...asked),
        flushes: () => [],
      };
    },
    'know no buffers': (state) => new MachineSteps(state, sc, null, () => undefined),
    'have all writes in one order': (state) => new MachineSteps(state, tso, null, () => undefined),
    'have no room': (state, { model }) =>
      new MachineSteps(
        state,
        model,
        () => 0,
        () => undefined,
      ),
  };

  it.each(Object.keys(faults))('are noticed where they %s', (name) => {
    expect(compared(faults[name]).complaints.length).toBeGreaterThan(0);
  });
});
