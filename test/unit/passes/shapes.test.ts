import { describe, expect, it } from '@jest/globals';
import { toAutomata } from '../../../passes/pipelines.js';
import { shapes } from '../../../passes/shapes.js';
import { Unsupported } from '../../../src/diagnostics/diagnostic.js';
import type { System } from '../../../src/lang/program/system.js';
import { Machine } from '../../../src/memory/machine.js';
import { pso } from '../../../src/memory/pso.js';
import { sc } from '../../../src/memory/sc.js';
import { tso } from '../../../src/memory/tso.js';
import { runPipeline } from '../../../src/pass/run-pipeline.js';
import { InternalError, at } from '../../../src/support/invariant.js';
import { reachable } from '../../support/plain/bounded.js';
import { compareShapes } from '../../support/plain/compare-shapes.js';
import type { EncodingComparison } from '../../support/plain/encoding-comparison.js';
import { parseFp } from '../../support/parse-fp.js';
import { PlainSemantics } from '../../support/plain/plain-semantics.js';

const compare = (text: string): EncodingComparison =>
  compareShapes(new PlainSemantics(parseFp(text), 20_000));

const systemOf = (text: string): System => runPipeline(toAutomata, parseFp(text), { procs: null }).system;

describe('the encoding does what the buffers do', () => {
  const cases = {
    'a store overflows only where it finds the bound reached': `
      shared int x = 0, y = 0;
      thread P { local int r = 0; x = 1; y = 1; x = 2; r = y; }
      thread Q { local int r = 0, s = 0; r = x; s = y; }`,
    'an index out of bounds is a fault, after the value': `
      shared int a[2] = 0; shared int x = 0;
      thread P { local int[-1..2] i = 0; local int r = 0; havoc i; a[i] = 1 / i; r = a[1]; }
      thread Q { x = 1; }`,
    'a constant index out of bounds is a fault': `
      shared int a[2] = 0;
      thread P { local int r = 0; local int i = 2; a[0] = 1; a[1] = 1; if (r == 0) { a[i] = 1; } r = a[i]; }`,
    'an operand that is not needed reads nothing': `
      shared int a[2] = 0; shared int b[2] = 0;
      thread P { local int[0..2] i; local int r = 0; a[1] = 1; b[0] = 1; b[1] = 2;
        atomic { if (i < 2 && a[b[i]] == 1) { r = 1; } if (i >= 2 || a[b[i] - 1] == 0) { r = r + 2; } } }
      thread Q { b[1] = 1; }`,
    'a division faults before an index of its right side does': `
      shared int a[2] = 0; shared int b[2] = 0;
      thread P { local int[0..2] i; local int r = 0; a[1] = 1; b[0] = 1;
        atomic { r = 1 / (i - 2) + a[b[i]]; } }`,
    'an array is updated by its own elements': `
      shared int[0..3] a[2] = 0;
      thread P { local int[0..1] i, j; a[0] = 1; atomic { a[i] = a[j] + 1; } atomic { a[a[j]] = a[i]; } }
      thread Q { local int r = 0; r = a[0]; }`,
    'a value out of its range is a fault also where the buffer is full': `
      shared int[0..1] x = 0; shared int y = 0;
      thread P { local int r = 0; r = y; x = 1; x = r; }
      thread Q { y = 2; }`,
    'a marker holds later stores back, not loads': `
      shared int x = 0, y = 0;
      thread P { local int r = 0; x = 1; fence(ww); y = 1; r = y; fence(ww); x = 2; fence(ww); }
      thread Q { local int r = 0, s = 0; r = y; s = x; }`,
    'a locked action waits, for all buffers under tsoN': `
      shared int x = 0, y = 0;
      thread P { local int r = 0; x = 1; x = 2; r = fetch_add(y, 1); locked { y = 5; x = y; } }
      thread Q { local int r = 0; y = 3; r = x; }
      thread R { local bool b = false; b = cas(x, 2, 7); }`,
    'a fence drains inside a section': `
      shared int x = 0, y = 0;
      thread P { local int r = 0; atomic { x = 1; fence; y = 1; fence(ww); x = 2; } r = y; }
      thread Q { local int r = 0, s = 0; atomic { r = x; s = y; } }`,
    'a section that blocks is not entered, one that asserts fails': `
      shared int x = 0, y = 0;
      thread P { local int r = 0; atomic { x = 1; assume(y == 0); x = 2; assert(x == 1); } }
      thread Q { y = 1; assert(x != 2); }
      invariant x == 0 || y == 0;`,
    'labels stay where they were': `
      shared bool a = false, b = false;
      thread P { a = true; if (!b) { CS: skip; a = false; } }
      thread Q { b = true; if (!a) { CS: skip; b = false; } }
      invariant mutex: !(P at CS && Q at CS);
      final !a || !b;`,
  };
  it.each(Object.entries(cases))('%s', (_, text) => {
    const { complaints, capped } = compare(text);
    expect(complaints).toEqual([]);
    expect(capped).toBe(0);
  });

  it('finds what the cases are about', () => {
    const overflowed = (name: keyof typeof cases): number => compare(cases[name]).overflowed;
    const replayed = (name: keyof typeof cases): number => compare(cases[name]).replayed;
    // Under tso up to 2, pso 1 and the mixed bound, tso2 with 2; each before and after steps are joined.
    expect(overflowed('a store overflows only where it finds the bound reached')).toBe(10);
    expect(replayed('labels stay where they were')).toBeGreaterThanOrEqual(18);
    // Division by zero in each of 22 settings, and nothing else.
    expect(replayed('a division faults before an index of its right side does')).toBe(22);
  });
});

describe('an overflow', () => {
  const buffers = { model: tso, bound: { all: 1 } };
  const system = systemOf('shared int x = 0; thread P { x = 1; x = 2; } thread Q { x = 3; }');
  const encoded = shapes.run(system, { procs: null, buffers });

  it('is where nothing moves and nothing is read any more', () => {
    const places = encoded.system.threads.flatMap((t) => {
      const overflow = t.edges.filter((e) =>
        e.actions.some((a) => a.kind === 'assert' && a.property === 'overflow'),
      );
      return overflow.map(({ to }) => ({
        atomic: at(t.locations, to).atomic,
        leaves: t.edges.filter((e) => e.from === to).length,
      }));
    });
    expect(places).toEqual([{ atomic: true, leaves: 0 }]);
  });

  it('is no step of the program', () => {
    const found = reachable(new Machine(encoded.system, sc), null, { maxStates: 1000 });
    const run = found?.runs.get('overflow');
    expect(run?.steps).toHaveLength(2);
    expect(run === undefined ? [] : encoded.mapBack(run).steps).toHaveLength(1);
  });
});

const loop = 'shared int x = 0; thread P { while (true) { x = 1; } }';

describe('the overflow', () => {
  it('has a name of its own where the program has a property that is called so', () => {
    const context = { procs: null, buffers: { model: tso, bound: { all: 1 } } };
    const { system } = shapes.run(systemOf(`${loop} invariant overflow: x < 2;`), context);
    expect(system.properties.map(({ name, kind }) => `${kind} ${name}`)).toEqual(
      expect.arrayContaining(['invariant overflow', 'assert overflow_2']),
    );
    const failing = system.threads.flatMap(({ edges }) =>
      edges.flatMap(({ actions }) => actions.flatMap((a) => (a.kind === 'assert' ? [a.property] : []))),
    );
    expect(new Set(failing)).toEqual(new Set(['overflow_2']));
  });
});

describe('the encoding refuses', () => {
  it('buffers without an end', () => {
    const context = { procs: null, buffers: { model: pso, bound: { perShared: new Map() } } };
    expect(() => shapes.run(systemOf(loop), context)).toThrow(Unsupported);
  });

  it('to guess the model', () => {
    expect(() => shapes.run(systemOf(loop), { procs: null })).toThrow(InternalError);
  });
});

describe('the encoding stays small', () => {
  it('makes no variables that nothing uses', () => {
    const system = systemOf(
      'shared int x = 0, y = 0; thread P { x = 1; y = 1; } thread Q { local int r = 0; r = x; }',
    );
    const names = (buffers: typeof pso): readonly string[] =>
      shapes
        .run(system, { procs: null, buffers: { model: buffers, bound: { all: 2 } } })
        .system.shared.map((v) => v.name);
    expect(names(pso)).toEqual(['x', 'y', 'P_x_1', 'P_y_1']);
    expect(names(tso)).toEqual(['x', 'y', 'P_x_1', 'P_y_1']);
  });

  it('gives names that nothing else has', () => {
    const system = systemOf('shared int x = 0, P_x_1 = 0; thread P { local int P_x_1_; x = 1; }');
    const { shared } = shapes.run(system, { procs: null, buffers: { model: pso, bound: { all: 1 } } }).system;
    expect(shared.map((v) => v.name)).toEqual(['x', 'P_x_1', 'P_x_1__']);
  });
});
