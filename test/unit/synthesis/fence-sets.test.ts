import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { applyFences, fences, verify } from '../../../src/index.js';
import type { FencesReport } from '../../../src/index.js';
import { root } from '../../support/root.js';

type FencesOptions = Parameters<typeof fences>[1];

const ask = (sample: string, options: FencesOptions): Promise<FencesReport> =>
  fences(join(root, 'samples', sample), { timeout: 60, ...options });

const placesOf = (report: FencesReport): readonly (readonly string[])[] =>
  report.kind === 'atomic' ? [] : (report.found?.sets ?? []).map((set) => set.map(({ place }) => place));

/** Sizes by trying every set by hand or by another engine, or by what the literature says. */
describe('the cheapest sets of fences', () => {
  it.each([
    // Any number of threads: the samples beside these have their fences there.
    ['dual/sb-any.fp', 'tso', { procs: 'any' }, 2],
    ['dual/biased-lock-any.fp', 'tso', { procs: 'any' }, 1],
    ['dual/iriw-any.fp', 'tso', { procs: 'any' }, 0],
    ['dual/sb-any.fp', 'pso', { procs: 2 }, 2],
    // Numbers without end: predicates are found.
    ['discovery/maximum.fp', 'tso', {}, 1],
    ['abstraction/publish.fp', 'pso', {}, 1],
    ['abstraction/ring.fp', 'pso', {}, 2],
    // Other languages.
    ['dual/peterson.rmm', 'tso', {}, 2],
    // Properties of runs.
    ['ltl/publish.fp', 'pso', {}, 1],
    // Other goals.
    ['litmus/mp.fp', 'tso', { goal: 'bound', bound: 1 }, 1],
    ['litmus/mp.fp', 'tso', { goal: 'bound', bound: 2 }, 0],
    ['litmus/mp.fp', 'tso', { goal: 'robust' }, 0],
    ['litmus/mp.fp', 'pso', { goal: 'robust' }, 1],
    ['litmus/sb.fp', 'tso', { goal: 'robust', robust: 'state' }, 2],
    ['mutex/peterson.fp', 'tso', { goal: 'robust' }, 1],
  ] as const)('of %s under %s with %j', async (sample, model, options, size) => {
    const { found } = await ask(sample, { model, ...options });
    expect(found).toMatchObject({ minimal: true, complete: true, stop: null });
    expect(found?.sets.map((set) => set.length)).toEqual(found?.sets.map(() => size));
    expect(found?.sets.length).toBeGreaterThan(0);
    // Each fence of the first set is needed: a run shows it.
    if (found === null || !('missing' in found)) throw new Error('these are fences');
    expect(found.missing.map(({ trace }) => trace !== null)).toEqual(found.sets[0]?.map(() => true));
  });

  it('name the weaker kind where both cost the same, and the cheaper where they do not', async () => {
    const same = await ask('litmus/mp.fp', { model: 'pso' });
    expect(same.found).toMatchObject({ cost: 1, sets: [[{ kind: 'fence(ww)', line: 6 }]] });
    const dear = { fence: 1, 'fence(ww)': 2, locked: 4 };
    expect((await ask('litmus/mp.fp', { model: 'pso', cost: dear })).found).toMatchObject({
      cost: 1,
      sets: [[{ kind: 'fence', line: 6 }]],
    });
    const cheap = { fence: 3, 'fence(ww)': 3, locked: 1 };
    const locked = await ask('litmus/mp.fp', { model: 'pso', cost: cheap });
    expect(locked.found).toMatchObject({ cost: 1 });
    expect(placesOf(locked)).toEqual([['the store data = 42'], ['the store flag = 1']]);
  });

  it('have one fence for two stores that join and branch to two loads', async () => {
    const text = `shared int x = 0, y = 0, z = 0;
thread P {
  local int c = 0; local int r = 1; local int d = 0;
  havoc c;
  if (c == 0) { x = 1; } else { z = 1; }
  havoc d;
  if (d == 0) { r = y; } else { r = y + 0; }
}
thread Q { local int s = 1; local int t = 1; y = 1; fence; s = x; t = z; }
final f: P.r == 1 || Q.s == 1 || Q.t == 1;
`;
    const ranged = text
      .replace('local int c', 'local int[0..1] c')
      .replace('local int d', 'local int[0..1] d');
    const report = await fences({ name: 'join.fp', text: ranged }, { model: 'tso', timeout: 60 });
    expect(report.found?.sets).toHaveLength(1);
    expect(report.found?.sets[0]).toHaveLength(1);
  });

  it('keep a label that a property names on its statement: jumps pass through the fence', async () => {
    const text = `shared int x = 0, y = 0, z = 0;
thread P(me: 0..1) {
  local int r = 0;
  if (me == 0) { x = 1; } else { y = 1; }
  if (z == 1) { goto L; }
  L: if (me == 0) { r = y; } else { r = x; }
  if (r == 1) { goto Out; }
  In: skip;
  Out: skip;
}
invariant one: !(P(0) at In && P(1) at In);
`;
    const named = text.replace('invariant', 'invariant seen: !(P(0) at L && x == 1 && y == 2);\ninvariant');
    for (const source of [text, named]) {
      const report = await fences({ name: 'label.fp', text: source }, { model: 'tso', timeout: 60 });
      expect(report.found).toMatchObject({ cost: 1, minimal: true });
      const applied = await applyFences(report);
      const { verdict } = await verify({ name: 'label.fp', text: applied?.text ?? '' }, { model: 'tso' });
      expect(verdict).toBe('safe');
    }
  });

  it('do without fences at which threads stand where a property does not want them', async () => {
    const text = `shared int x = 0, y = 0, z = 0;
thread P { local int r = 0; x = 1; r = y; z = 1; L: skip; goto L; }
thread Q { local int s = 0; y = 1; s = x; Done: skip; goto Done; }
invariant sb: !(P at L && Q at Done && P.r == 0 && Q.s == 0);
invariant there: z == 1 -> P at L;
`;
    const report = await fences({ name: 'stand.fp', text }, { model: 'tso', timeout: 60 });
    expect(report.found).toMatchObject({ cost: 2, minimal: true, complete: true, stop: null });
    expect(placesOf(report)).toEqual([['after store x = 1', 'after store y = 1']]);
    const ltl = text.replace('invariant there: z == 1 -> P at L', 'ltl there: G (z == 1 -> P at L)');
    expect(placesOf(await fences({ name: 'stand.fp', text: ltl }, { model: 'tso', timeout: 60 }))).toEqual([
      ['after store x = 1', 'after store y = 1'],
    ]);
  });

  it('do without a locked store that a formula would see: between going on and the flush there is a moment', async () => {
    const text = `shared int x = 0, y = 0, z = 0;
thread P { A: z = 1; B: skip; }
thread Q { local int r = 0; x = 1; r = y; }
thread R { local int r = 0; y = 1; r = x; }
final Q.r == 1 || R.r == 1;
ltl later: !((P at A) U (z == 1));
`;
    const report = await fences({ name: 'moment.fp', text }, { model: 'tso', timeout: 60 });
    expect(report.found).toMatchObject({ cost: 2, minimal: true });
    expect(report.found?.sets.map((set) => set.map(({ line }) => line))).toEqual([[3, 4]]);
  });

  it('tell fences that can go, and say where none suffices', async () => {
    const report = await ask('mutex/dekker-fenced.fp', { model: 'tso', remove: true });
    // It has three, and the cost is that of those that stay.
    expect(report.found).toMatchObject({ minimal: true, cost: 2 });
    expect(report.found?.sets.map((set) => set.length)).toEqual([1]);
    const wrong = readFileSync(join(root, 'samples/litmus/sb.fp'), 'utf8').replace(
      'P.r == 1 ||',
      'P.r == 2 ||',
    );
    const none = await fences({ name: 'wrong.fp', text: wrong }, { model: 'tso' });
    expect(none.found).toMatchObject({ sets: [], stop: null, minimal: true });
    expect(none.verify.trace).not.toBeNull();
  });
});
