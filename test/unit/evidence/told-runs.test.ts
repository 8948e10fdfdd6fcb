import { describe, expect, it } from '@jest/globals';
import { toAutomata } from '../../../passes/pipelines.js';
import { Machine } from '../../../src/memory/machine.js';
import { pso } from '../../../src/memory/pso.js';
import { sc } from '../../../src/memory/sc.js';
import { tso } from '../../../src/memory/tso.js';
import { tsoN } from '../../../src/memory/tso-n.js';
import { runPipeline } from '../../../src/pass/run-pipeline.js';
import { exploreEverything } from '../../support/plain/exhaustive.js';
import { Random, generateProgram, memoryOptions } from '../../support/generate/generate-program.js';
import { checkedTelling } from '../../support/told/check-told.js';
import { randomViolation } from '../../support/told/random-violations.js';

const options = { ...memoryOptions, depth: 1, properties: true, statements: 8 };

describe('what is told of runs', () => {
  it.each([tso, pso, tsoN(1)])('is right on random runs of generated programs under $name', (model) => {
    const random = new Random(7);
    const blames = new Map<string, number>();
    let folded = 0;
    for (let i = 0; i < 150; i++) {
      const program = generateProgram(random, options);
      const { reference } = runPipeline(toAutomata, program, { procs: null, model });
      const machine = new Machine(reference, model);
      const found = randomViolation(machine, random);
      if (found === null) continue;
      const { trace, complaints } = checkedTelling(machine, found.execution, found.property, random);
      expect(complaints).toEqual([]);
      const kind = trace.blame?.kind ?? 'none';
      blames.set(kind, (blames.get(kind) ?? 0) + 1);
      folded += trace.steps.filter(({ aside }) => aside === 'unneeded').length;
      if (kind === 'sc') {
        const plain = exploreEverything(new Machine(reference, sc), 20_000);
        if (plain !== null) expect(plain.violated).toContain(found.property.name);
      }
    }
    expect(folded).toBeGreaterThan(50);
    console.log(model.name, folded, blames);
  });
});
