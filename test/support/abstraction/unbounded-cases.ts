import type { MemoryModel } from '../../../src/memory/model.js';
import { pso } from '../../../src/memory/pso.js';
import { tso } from '../../../src/memory/tso.js';

/** Programs whose property `p` is violated, each in a way that a mistake in summaries of buffers would hide. */
export const violatedPrograms: readonly {
  readonly hides: string;
  readonly models: readonly MemoryModel[];
  readonly text: string;
}[] = [
  {
    hides: 'entries leave in the order of all stores, under PSO too',
    models: [pso],
    text: `
      shared int data = 0, flag = 0;
      thread W { data = 1; flag = 1; }
      thread R { local int f = 0, d = 0; f = flag; d = data; assert p: f <= d; }`,
  },
  {
    hides: 'a cell that another thread writes keeps what was seen there',
    models: [tso],
    text: `
      shared int x = 0, y = 0;
      thread P { x = 1; y = 1; }
      thread Q {
        local int a = 0, b = 0, c = 0;
        a = x; x = 2; fence; b = y; c = y;
        assert p: a != 1 || b != 0 || c != 1;
      }`,
  },
  {
    hides: 'facts that hold for long and not for ever are assumed without a proof',
    models: [tso, pso],
    text: `
      shared int x = 0;
      thread P { local int i = 0; while (true) { i = i + 1; if (i == 70) { x = 0 - 1; } else { x = i; } } }
      invariant p: x >= 0;`,
  },
  {
    hides: 'pairs of entries are compared, but not in their order',
    models: [tso, pso],
    text: `
      shared int x = 0;
      thread P { local int i = 0; while (true) { i = i + 1; if (i == 70) { x = 1; } else { x = i; } } }
      thread R { local int r = 0, s = 0; while (true) { r = s; s = x; assert p: r <= s; } }`,
  },
  {
    hides: 'writes that were overwritten in the buffer never reach memory',
    models: [tso, pso],
    text: `
      shared int x = 0, y = 0;
      thread P { local int r = 5; x = 1; x = 2; r = y; Done: skip; }
      thread Q { local int s = 5, t = 5; y = 1; fence; s = x; t = x; }
      invariant p: !(P at Done && P.r == 0 && Q.s == 0 && Q.t == 1);`,
  },
  {
    hides: 'the thread does not see its own newest write',
    models: [tso, pso],
    text: `
      shared int x = 0, y = 0;
      thread P { local int r = 5, s = 5; x = 1; r = x; s = y; }
      thread Q { local int t = 5; y = 1; fence; t = x; }
      invariant p: P.r != 1 || P.s != 0 || Q.t != 0;`,
  },
  {
    hides: 'writes to different cells leave in the order of the cells',
    models: [tso],
    text: `
      shared int x = 0, y = 0, z = 0;
      thread P { local int r = 5; y = 1; x = 1; r = z; }
      thread Q { local int a = 5, b = 5, c = 5; z = 1; fence; a = y; b = y; c = x; }
      invariant p: P.r != 0 || Q.a != 0 || Q.b != 1 || Q.c != 0;`,
  },
  {
    hides: 'what is seen of a cell is what memory has, though a write of the thread waits',
    models: [tso],
    text: `
      shared int x = 0, y = 0, z = 0;
      thread P { local int r = 5; x = 1; y = 1; r = z; }
      thread Q { local int a = 5, b = 5; z = 1; fence; a = x; b = y; }
      invariant p: P.r != 0 || Q.a != 0 || Q.b != 1;`,
  },
  {
    hides: 'a fence is passed with writes that wait',
    models: [tso, pso],
    text: `
      shared int x = 0, y = 0;
      thread P { local int i = 0, r = 0; while (true) { i = i + 1; x = i; fence; r = x; assert p: i <= 2; } }`,
  },
  {
    hides: 'a fact that is needed after others of the same entries were proved is assumed without a proof',
    models: [tso, pso],
    text: `
      shared int x = 0, y = 0;
      thread P { local int i = 0; while (true) { i = i + 1; if (i == 70) { x = 0 - 1; } else { x = 1; } } }
      thread Q { local int r = 0; while (true) { r = x; y = r; } }
      invariant q: x <= 1;
      invariant p: y >= 0;`,
  },
  {
    hides: 'what was seen of a cell that others write is assumed as its entries leave',
    models: [tso],
    text: `
      shared int x = 0, y = 0, z = 0;
      thread P { local int r = 5; x = 1; y = 1; r = z; }
      thread Q { xchg(z, 1); locked { assume(x == 1); assume(y == 0); x = 2; } assume(y == 1); Done: skip; }
      invariant p: !(Q at Done && P.r == 0);`,
  },
  {
    // Both writes wait when memory is read first; a random run hardly comes to them.
    hides: 'facts of two entries are assumed without a proof, or of these in the other order',
    models: [tso, pso],
    text: `
      shared int x = 0, z = 0;
      thread P { local int[0..9] h = 0; local int r = 5; havoc h; assume(h == 9); x = 2; x = 1; r = z; }
      thread Q { local int s = 5, t = 5; z = 1; fence; s = x; t = x; }
      invariant p: P.r != 0 || Q.s != 0 || Q.t != 2;`,
  },
];
