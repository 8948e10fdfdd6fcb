import { describe, expect, it } from '@jest/globals';
import { targetsOf, violable } from '../../../../../src/engines/dual/unfold/targets.js';
import { tso } from '../../../../../src/memory/tso.js';
import { allTargetsOf, systemOf, targetsIn, unfolded } from '../../../../support/dual/unfolded.js';

async function targets(text: string): Promise<readonly string[]> {
  const system = systemOf(text);
  return targetsIn(system, await unfolded(system, tso));
}

const threads = `
  shared int x = 0, y = 0;
  thread P { local int[0..2] r = 0; x = 1; r = y; CS: skip; }
  thread Q { local int[0..2] s = 0; y = 2; s = x; CS: skip; y = 1; }`;

describe('targets of invariants', () => {
  it('speak of the mentioned threads only', async () => {
    expect(await targets(`${threads} invariant !(P at CS && Q at CS);`)).toEqual(['P at CS; Q at CS']);
    expect(await targets(`${threads} invariant !(P at CS);`)).toEqual(['P at CS']);
    expect(await targets(`${threads} invariant 1 == 1;`)).toEqual([]);
    expect(await targets(`${threads} invariant 1 == 2;`)).toEqual(['']);
  });

  it('join what a formula cannot tell apart', async () => {
    expect(await targets(`${threads} invariant P at CS -> P.r != 1 && !(Q at CS);`)).toEqual([
      'P at CS r=1',
      'P at CS r=0 or CS r=2 or CS r=1; Q at CS',
    ]);
    const [product, ...others] = await targets(`${threads} invariant P.r + Q.s < 3;`);
    expect(others).toEqual([]);
    expect(product).toMatch(/^P at .*r=2.*; Q at .*s=1/);
    expect(product).not.toMatch(/[rs]=0/);
  });

  it('ask for different processes of a kind, each pair once', async () => {
    expect(
      await targets(`
        shared int x = 0;
        thread Q(me: 0..2) { x = 1; CS: skip; }
        invariant forall a != b in Q: !(a at CS && b at CS);`),
    ).toEqual(['Q at CS; Q at CS']);
  });

  it('count a fault as a violation', async () => {
    expect(await targets(`${threads} invariant 1 / (P.r - 1) != 5;`)).toEqual([
      expect.stringMatching(/^P at .*r=1/),
    ]);
  });
});

describe('targets of final conditions', () => {
  it('speak of all threads at their ends, and of memory where that matters', async () => {
    expect(await targets(`${threads} final P.r == 0 || Q.s == 0;`)).toEqual([
      'P at end r=2 or end r=1; Q at end s=1',
    ]);
    const found = await targets(`${threads} final x == y || P.r == 0;`);
    expect(found.toSorted()).toEqual([
      'P at end r=2 or end r=1; Q at end; x=0; y=1',
      'P at end r=2 or end r=1; Q at end; x=0; y=2',
      'P at end r=2 or end r=1; Q at end; x=1; y=0',
      'P at end r=2 or end r=1; Q at end; x=1; y=2',
    ]);
  });

  it('are none if some thread cannot end', async () => {
    expect(await targets(`${threads} thread R { L: goto L; } final x == 5;`)).toEqual([]);
  });

  it('treat an index out of bounds as a violation', async () => {
    const found = await targets(`
      shared int a[2] = 0;
      thread P { local int[0..3] r = 0; r = 3 * a[0]; a[0] = 1; a[0] = r; a[1] = 1; }
      thread Q { a[0] = 1; }
      final P.r == 0 || a[P.r - 3] == 1;`);
    expect(found).toEqual(['P at end r=3; Q at end; a[0]=0', 'P at end r=3; Q at end; a[0]=3']);
  });
});

it('asserts and faults are violated where a thread by itself could get', async () => {
  const system = systemOf(`
    shared int x = 0;
    thread P { assert(x == 0); }
    thread Q(me: 0..1) { assert(x < 1); x = 1; }
    thread R { assert(x < 2); }`);
  const unfolding = await unfolded(system, tso);
  const found = system.properties.map((p) =>
    allTargetsOf(p, system, unfolding).map((t) => t.processes.map((q) => q.kind)),
  );
  expect(found).toEqual([[[0]], [[1]], []]);
  expect([...violable(unfolding)]).toEqual(['assert:3', 'assert:4']);
});

it('pauses while the violations are listed, as there may be very many', async () => {
  const system = systemOf(
    `process P(me) { A: skip; B: skip; }
     invariant forall a != b in P: !(a at A && b at B);`,
    20,
  );
  const [property] = system.properties;
  if (property === undefined) throw new Error('one property is expected');
  const listing = targetsOf(property, system, await unfolded(system, tso));
  let pauses = 0;
  while (listing.next().done !== true) pauses++;
  expect(pauses).toBeGreaterThanOrEqual(20 * 19);
});
