import { describe, expect, it } from '@jest/globals';
import { replay } from '../../../../../src/evidence/replay.js';
import type { BooleanProgram } from '../../../../../src/lang/boolean/boolean-program.js';
import { allOf, literal } from '../../../../../src/lang/boolean/boolean-formula.js';
import { Machine } from '../../../../../src/memory/machine.js';
import { sc } from '../../../../../src/memory/sc.js';
import { at, getOrFail } from '../../../../../src/support/invariant.js';
import { exploreBoolean } from '../../../../support/boolean/boolean-systems.js';
import { interpret } from '../../../../support/boolean/boolean-interpreter.js';
import { Random, booleanOptions, generateBoolean } from '../../../../support/boolean/generate-boolean.js';

const count = 100;
const maxStates = 20_000;

/** Without its property, so that nothing ends the search early. */
const unasked = (program: BooleanProgram): BooleanProgram => ({ ...program, property: null });

describe('a generated Boolean program as a system', () => {
  it('has the verdict of the plain interpreter, and a run that replays', async () => {
    const tally = { safe: 0, unsafe: 0 };
    for (let seed = 0; seed < count; seed++) {
      const program = generateBoolean(new Random(seed), booleanOptions);
      const expected = interpret(program, maxStates);
      if (expected === null) continue;
      const { lowered, result } = await exploreBoolean(program);
      const { property, system } = lowered;
      if (property === null) throw new Error('generated programs have a property');
      const verdict = getOrFail(result.verdicts, property.name);
      expect({ seed, verdict: verdict.kind }).toEqual({
        seed,
        verdict: expected.violated ? 'unsafe' : 'safe',
      });
      if (verdict.kind === 'safe') tally.safe++;
      if (verdict.kind !== 'unsafe') continue;
      tally.unsafe++;
      const replayed = replay(new Machine(system, sc), verdict.execution, property);
      if (replayed.kind !== 'accepted') throw new Error(`seed ${seed} does not replay: ${replayed.why}`);
    }
    expect(tally.safe).toBeGreaterThan(count / 10);
    expect(tally.unsafe).toBeGreaterThan(count / 10);
  });

  it('judges what cannot be by the locals of all threads', async () => {
    let excluded = 0;
    for (let seed = 0; seed < count; seed++) {
      const plain = unasked(generateBoolean(new Random(seed), booleanOptions));
      const locals = plain.variables.filter((v) => v.thread !== null && v.thread > 0).map((v) => v.id);
      const random = new Random(seed + 1);
      if (locals.length === 0) continue;
      const cube = allOf(
        [random.pick(locals), random.pick(locals)].map((id) => literal(id, random.chance(0.7))),
      );
      const program = { ...plain, infeasible: [cube] };
      const [expected, before] = [interpret(program, maxStates), interpret(plain, maxStates)];
      if (expected === null || before === null) continue;
      if (expected.outside < before.outside) excluded++;
      const { lowered, result } = await exploreBoolean(program);
      expect({ seed, isPrivate: lowered.localsArePrivate }).toEqual({ seed, isPrivate: false });
      expect({ seed, states: result.stats.states }).toEqual({ seed, states: expected.outside });
    }
    expect(excluded).toBeGreaterThan(10);
  });

  it('comes to the same places', async () => {
    for (let seed = 0; seed < count; seed++) {
      const program = generateBoolean(new Random(seed), booleanOptions);
      const expected = interpret(program, maxStates);
      if (expected === null) continue;
      const { result } = await exploreBoolean(unasked(program));
      for (const [t, { locations }] of program.threads.entries()) {
        const outside = locations.filter((l) => !l.atomic && at(at(result.reached, t), l.id));
        expect({ seed, t, places: outside.map((l) => l.id) }).toEqual({
          seed,
          t,
          places: [...at(expected.visited, t)].sort((a, b) => a - b),
        });
      }
    }
  });

  it('has the same states if nothing is left out', async () => {
    for (let seed = 0; seed < count; seed++) {
      const program = unasked(generateBoolean(new Random(seed), booleanOptions));
      const expected = interpret(program, maxStates);
      if (expected === null) continue;
      const { result } = await exploreBoolean(program, sc, false);
      expect({ seed, states: result.stats.states }).toEqual({ seed, states: expected.outside });
    }
  });
});
