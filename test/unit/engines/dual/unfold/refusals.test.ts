import { describe, expect, it } from '@jest/globals';
import { Unsupported } from '../../../../../src/diagnostics/diagnostic.js';
import { lineOf } from '../../../../../src/diagnostics/span.js';
import { unfold } from '../../../../../src/engines/dual/unfold/unfold.js';
import { modelNamed } from '../../../../../src/memory/index.js';
import { getOrFail } from '../../../../../src/support/invariant.js';
import { allTargetsOf, noLimits, systemOf, unfolded } from '../../../../support/dual/unfolded.js';

/** The message, the line it points at, and the hint. */
async function refusal(text: string, modelName = 'tso'): Promise<readonly unknown[]> {
  try {
    const system = systemOf(text);
    const model = getOrFail(new Map([[0, modelNamed(modelName)]]), 0);
    if (model === null) throw new Error('no such model');
    const unfolding = await unfolded(system, model);
    for (const property of system.properties) allTargetsOf(property, system, unfolding);
    return [];
  } catch (error) {
    if (!(error instanceof Unsupported)) throw error;
    const { message, span, note } = error.diagnostic;
    return [message, span === null ? null : lineOf(span), note];
  }
}

describe('the dual engine refuses', () => {
  it('integers that take too many values', async () => {
    expect(
      await refusal('shared int x = 0;\nthread P { local int r = 0; while (true) { r = x; x = r + 1; } }'),
    ).toEqual([
      expect.stringMatching(
        /^the integer 'x' takes more than [0-9]+ values, and the dual engine takes finite domains only/,
      ),
      1,
      expect.stringContaining('--engine explicit --bound N'),
    ]);
    const inSection =
      'shared int x = 0;\nthread P { local int r = 0; atomic { while (x == 0) { r = r + 1; } } }';
    expect(await refusal(inSection)).toEqual([expect.stringContaining("'r'"), 2, expect.anything()]);
  });

  it('integers of any value that may be read', async () => {
    expect(await refusal('shared int x;\nthread P { local int r = 0; r = x; x = r; }')).toEqual([
      "the integer 'x' has no initial value, and the dual engine takes finite domains only",
      1,
      expect.stringContaining('--havoc-range is for --engine explicit'),
    ]);
    expect(await refusal('shared int x = 0;\nthread P { local int r = 0;\nhavoc r; x = r; }')).toEqual([
      expect.stringContaining("'r' takes any value"),
      2,
      expect.anything(),
    ]);
    const harmless = 'shared int x; thread P { local int r, s; x = 1; r = x; s = r; x = s; havoc s; }';
    expect(await refusal(harmless)).toEqual([]);
  });

  it('memory models other than SC, TSO and PSO', async () => {
    const text = 'shared int x = 0; thread P { x = 1; }';
    expect(await refusal(text, 'sc')).toEqual([]);
    expect(await refusal(text, 'pso')).toEqual([]);
    expect(await refusal(text, 'tso2')).toEqual([
      expect.stringContaining('have no bound, and those of tso2 do'),
      null,
      expect.anything(),
    ]);
  });

  it('properties of memory in the middle of a run, and temporal ones', async () => {
    const text = 'shared int x = 0;\nthread P { x = 1; }\n';
    expect(await refusal(`${text}invariant x == 0;`)).toEqual([
      expect.stringContaining('an invariant that reads shared variables'),
      3,
      expect.stringContaining('final condition'),
    ]);
    expect(await refusal(`${text}ltl live: F (x == 1);`)).toEqual([
      expect.stringContaining('temporal'),
      3,
      expect.anything(),
    ]);
  });

  it('sections that store without end', async () => {
    const text =
      'shared bool x = false;\nthread P { local bool r; atomic { while (r) { x = true; havoc r; } } }';
    expect(await refusal(text)).toEqual([
      expect.stringContaining('an atomic section of P stores more than'),
      2,
      expect.anything(),
    ]);
  });
});

it('what is added a fixed number of times is finite', async () => {
  const system = systemOf(`
    shared int x = 0;
    thread P(me: 0..2) { local int r = 0; r = fetch_add(x, 1); assert(r != 2); r = fetch_add(x, 10); }
    thread Q { local int r = 0; r = x; if (r < 40) { x = r + 100; } }`);
  const { program } = await unfolded(system, getOrFail(new Map([[0, modelNamed('tso')]]), 0) ?? fail());
  const values = program.cells[0]?.values ?? [];
  expect(values.length).toBeLessThan(50);
  expect(values).toContain(33n);
  expect(values).toContain(133n);
});

const fail = (): never => {
  throw new Error('there is a model tso');
};

it('the clock and the signal stop the work', async () => {
  const system = systemOf(
    'shared int[0..3000] x = 0; thread P { local int[0..3000] r = 0; while (true) { r = x; x = (r + 1) % 3000; } }',
  );
  const options = { mentioned: new Set<never>(), unbounded: [] };
  const model = modelNamed('tso') ?? fail();
  const late = await unfold(system, model, options, { ...noLimits, deadline: performance.now() });
  expect(late).toEqual({ kind: 'stopped', stop: { reason: 'timeout', why: 'the time is up' } });
  const aborted = await unfold(system, model, options, { ...noLimits, signal: AbortSignal.abort() });
  expect(aborted).toMatchObject({ kind: 'stopped', stop: { reason: 'interrupted' } });
  const small = await unfold(system, model, options, { ...noLimits, memoryMB: 0.1 });
  expect(small).toMatchObject({ kind: 'stopped', stop: { reason: 'memory' } });
});
