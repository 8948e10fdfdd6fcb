import { describe, expect, it } from '@jest/globals';
import { toRuns, withCounters } from '../../../passes/pipelines.js';
import { checkTemporal } from '../../../src/engines/ltl/check.js';
import { isTemporal } from '../../../src/lang/program/program.js';
import type { Program, TemporalProperty } from '../../../src/lang/program/program.js';
import { fairnessNamed } from '../../../src/memory/fairness.js';
import { sc } from '../../../src/memory/sc.js';
import { tsoN } from '../../../src/memory/tso-n.js';
import { runPipeline } from '../../../src/pass/run-pipeline.js';
import { at } from '../../../src/support/invariant.js';
import { leftOutOf, withPremise } from '../../../src/transform/left-out.js';
import { generateQuestion } from '../../support/ltl/compare-ltl.js';
import { Random } from '../../support/random.js';

const limits = { signal: new AbortController().signal, deadline: null, memoryMB: null };
const tso1 = tsoN(1);

async function verdict(program: Program, model: typeof sc): Promise<string | undefined> {
  const { system } = runPipeline(toRuns(model), program, { procs: null, model });
  const properties = system.properties.filter(isTemporal);
  const { verdicts } = await checkTemporal(
    { system, model, properties, limits, progress: () => undefined },
    { bound: null, havocRange: null, fairness: fairnessNamed('flush') },
  );
  return verdicts.get('f')?.kind;
}

describe('a program that carries the buffers of tso1', () => {
  it('has the temporal properties of its source, with fair flushes as a premise', async () => {
    const found = { safe: 0, unsafe: 0 };
    for (let seed = 1; found.safe + found.unsafe < 40; seed++) {
      const { program: plain, formula } = generateQuestion(new Random(seed));
      const property: TemporalProperty = { kind: 'ltl', name: 'f', formula, span: at(plain.threads, 0).span };
      const program = { ...plain, properties: [property] };
      const setting = { name: 'fp', hasMemory: false, isRewritten: true, model: tso1 };
      if (leftOutOf(program, setting).length > 0) continue;
      const context = { procs: null, buffers: { model: tso1, bound: { all: Infinity } } };
      const lowered = runPipeline(withCounters(tso1), program, context);
      const expected = await verdict(program, tso1);
      expect([seed, await verdict(withPremise(lowered.program, []), sc)]).toEqual([seed, expected]);
      if (expected === 'safe' || expected === 'unsafe') found[expected]++;
    }
    expect(Math.min(found.safe, found.unsafe)).toBeGreaterThan(8);
  });
});
