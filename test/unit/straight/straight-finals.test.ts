import { describe, expect, it } from '@jest/globals';
import { toAutomata } from '../../../passes/pipelines.js';
import { loadLitmus, runExplicitly } from '../../../src/ask/litmus-run.js';
import { Source } from '../../../src/diagnostics/span.js';
import { outcomeOf } from '../../../src/frontends/litmus/outcome.js';
import { mainModels, modelNamed } from '../../../src/memory/index.js';
import { pso } from '../../../src/memory/pso.js';
import { sc } from '../../../src/memory/sc.js';
import { tso } from '../../../src/memory/tso.js';
import { finalStates } from '../../../src/straight/straight-finals.js';
import { invariant } from '../../../src/support/invariant.js';
import { litmusText } from '../../support/generate/litmus-text.js';
import { parseFp } from '../../support/parse-fp.js';
import { Random } from '../../support/random.js';

const hooks = {
  limits: { signal: new AbortController().signal, deadline: null, memoryMB: null },
  progress: () => undefined,
};

const asked = [
  { kind: 'shared', shared: 0 },
  { kind: 'local', local: 0 },
] as const;

describe('final states of programs without jumps', () => {
  it('are those of generated code', async () => {
    const random = new Random(7);
    let weak = 0;
    for (let i = 0; i < 50; i++) {
      const text = litmusText(random);
      const loaded = loadLitmus(new Source('generated.litmus', text), toAutomata);
      const { test } = loaded;
      const counts: number[] = [];
      for (const model of mainModels) {
        const places = test.observed.map(({ place }) => place);
        const found = finalStates(test.program, places, model, 100_000);
        const expected = await runExplicitly(loaded, model, hooks);
        invariant(found !== null && expected.kind === 'complete', 'both find all');
        const ours = outcomeOf(test, found.finals);
        expect({ text, model: model.name, ours }).toEqual({
          text,
          model: model.name,
          ours: expected.outcome,
        });
        expect(found.states).toBeLessThanOrEqual(expected.states);
        counts.push(ours.states.length);
      }
      if (new Set(counts).size > 1) weak++;
    }
    // Else the tests would not tell the models apart.
    expect(weak).toBeGreaterThanOrEqual(8);
  });

  it('need no more states than there is to choose', () => {
    const program = parseFp(`
      shared int x = 0, y = 0, z = 0;
      thread P { local int r = 0; z = 1; z = 2; x = 1; r = z; }
      thread Q { y = 1; }`);
    // Nobody else has to do with what either thread writes.
    expect(finalStates(program, asked, tso, 10)).toEqual({ finals: [[1n, 2n]], states: 1 });
    expect(finalStates(program, asked, pso, 10)).toEqual({ finals: [[1n, 2n]], states: 1 });
    expect(finalStates(program, asked, sc, 10)).toEqual({ finals: [[1n, 2n]], states: 1 });
  });

  it.each([
    ['a loop', 'while (r < 2) { r = r + 1; }'],
    ['a condition', 'if (r == 0) { x = 1; }'],
    ['a compare and exchange', 'r = cas(x, 0, 1);'],
    ['two loads at once', 'r = x + y;'],
    ['two loads of one cell', 'r = x + x;'],
    ['a large factor', 'r = x * 2000;'],
    ['a product', 'r = r * r;'],
    ['a label', 'L: x = 1;'],
    ['more than 32 bits', 'x = 2147483647; r = x + 1;'],
    ['a constant of more than 32 bits', 'x = 4294967296;'],
  ])('leave %s to others', (_what, body) => {
    const program = parseFp(`
      shared int x = 0, y = 0;
      thread P { local int r = 0; ${body} }
      thread Q { x = 1; y = 2; }`);
    expect(finalStates(program, asked, tso, 1000)).toBeNull();
  });

  it('leave variables with a range, and models in which stores wait, to others', () => {
    const ranged = parseFp('shared int[0..3] x = 0; thread P { local int r = 0; x = 1; }');
    expect(finalStates(ranged, asked, tso, 1000)).toBeNull();
    const plain = parseFp('shared int x = 0; thread P { local int r = 0; x = 1; }');
    expect(finalStates(plain, asked, tso, 1000)?.finals).toEqual([[1n, 0n]]);
    const tso1 = modelNamed('tso1');
    invariant(tso1 !== null, 'there is such a model');
    expect(finalStates(plain, asked, tso1, 1000)).toBeNull();
  });

  it('leave a program with too many states to others', () => {
    const writers = ['A', 'B', 'C'].map((name) => `thread ${name} { x = 1; x = 2; x = 3; }`);
    const program = parseFp(`shared int x = 0; thread P { local int r = 0; r = x; } ${writers.join(' ')}`);
    expect(finalStates(program, asked, tso, 100)).toBeNull();
    expect(finalStates(program, asked, tso, 10_000)?.finals).toHaveLength(4);
  });
});
