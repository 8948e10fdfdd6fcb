import { describe, expect, it } from '@jest/globals';
import { replay } from '../../../../src/evidence/replay.js';
import { Machine } from '../../../../src/memory/machine.js';
import { pso } from '../../../../src/memory/pso.js';
import { sc } from '../../../../src/memory/sc.js';
import { tso } from '../../../../src/memory/tso.js';
import type { Snapshot } from '../../../../src/lang/run/trace.js';
import { readableTrace } from '../../../../src/ask/boolean/check-trace.js';
import { exploreBoolean } from '../../../support/boolean/boolean-systems.js';
import { interpret } from '../../../support/boolean/boolean-interpreter.js';
import { Random, booleanOptions, generateBoolean } from '../../../support/boolean/generate-boolean.js';

/** Memory and buffers, without what the translation adds. */
function text({ memory, buffers }: Snapshot): string {
  const own = [...memory].filter(([name]) => name !== '(started)');
  return [...own.map((entry) => entry.join('=')), ...[...buffers].map((entry) => entry.join(':'))].join(' ');
}

describe.each([sc, tso, pso])('a readable trace under $name', (model) => {
  it('shows states of the run in their order, up to the last', async () => {
    let told = 0;
    for (let seed = 0; seed < 120; seed++) {
      const program = generateBoolean(new Random(seed), booleanOptions);
      if (interpret(program, 2_000)?.violated !== true) continue;
      const { lowered, result } = await exploreBoolean(program, model);
      const { property, system } = lowered;
      const [verdict] = result.verdicts.values();
      if (property === null || verdict?.kind !== 'unsafe') continue;
      told++;
      const machine = new Machine(system, model);
      const replayed = replay(machine, verdict.execution, property);
      if (replayed.kind !== 'accepted') throw new Error(replayed.why);
      const trace = readableTrace(program, lowered, machine, verdict.execution, 'it fails');

      const all = replayed.trace.steps.map((s) => text(s.after));
      let place = 0;
      for (const step of trace.steps) {
        const found = all.indexOf(text(step.after), place);
        expect({ seed, row: step.action, found: found >= 0 }).toEqual({
          seed,
          row: step.action,
          found: true,
        });
        place = found;
      }
      const last = trace.steps.at(-1)?.after ?? trace.initial;
      expect(text(last)).toBe(all.at(-1) ?? text(replayed.trace.initial));
      expect(last.places).toEqual((replayed.trace.steps.at(-1)?.after ?? replayed.trace.initial).places);
      expect(trace.steps.length).toBeLessThanOrEqual(replayed.trace.steps.length);
      expect(trace.steps.some((s) => s.action.includes('temporary') || s.action.includes('started'))).toBe(
        false,
      );
      expect(trace.steps.filter((s) => s.kind === 'flush')).toHaveLength(
        verdict.execution.steps.filter((s) => s.kind === 'flush').length,
      );
    }
    expect(told).toBeGreaterThan(20);
  });
});
