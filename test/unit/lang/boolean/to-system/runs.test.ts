import { describe, expect, it } from '@jest/globals';
import { toSystem } from '../../../../../src/lang/boolean/to-system/to-system.js';
import { Machine } from '../../../../../src/memory/machine.js';
import { sc } from '../../../../../src/memory/sc.js';
import { at } from '../../../../../src/support/invariant.js';
import { randomWalk } from '../../../../support/boolean/boolean-walk.js';
import { Random, booleanOptions, generateBoolean } from '../../../../support/boolean/generate-boolean.js';

describe('a run of a Boolean program', () => {
  it('is a run of the system, with the same values in the end', () => {
    let longest = 0;
    for (let seed = 0; seed < 150; seed++) {
      const program = generateBoolean(new Random(seed), booleanOptions);
      const lowered = toSystem(program);
      const machine = new Machine(lowered.system, sc);
      const { run, values } = randomWalk(program, new Random(seed + 1000), 60);
      longest = Math.max(longest, run.steps.length);
      const execution = lowered.executionOf(run);
      let state = machine.initial(execution.initial);
      for (const step of execution.steps) {
        const result = machine.take(state, step);
        expect({ seed, kind: result.kind }).toEqual({ seed, kind: 'moved' });
        if (result.kind === 'moved') state = result.state;
      }
      for (const { place, digits } of lowered.holders) {
        const { variable } = at(digits, 0);
        const value =
          place.kind === 'local'
            ? at(state.locals, place.id)
            : at(state.memory, machine.cells.cell(place.id, 0));
        expect({ seed, variable, value: value === 1n }).toEqual({
          seed,
          variable,
          value: at(values, variable),
        });
      }
    }
    expect(longest).toBeGreaterThan(20);
  });
});
