import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { modelNamed } from '../../../src/memory/index.js';
import type { MemoryModel } from '../../../src/memory/model.js';
import { invariant } from '../../../src/support/invariant.js';
import { usualOptions } from '../../../src/ask/verify-options.js';
import type { VerifyOptions } from '../../../src/ask/verify-options.js';
import type { VerifyReport } from '../../../src/ask/report.js';
import { verifyPath } from '../../support/verify-text.js';

const folder = mkdtempSync(join(tmpdir(), 'fencepost-dual-'));
afterAll(() => rmSync(folder, { recursive: true }));

const model = (name: string): MemoryModel => {
  const found = modelNamed(name, 'all');
  invariant(found !== null, `${name} is a memory model`);
  return found;
};

let written = 0;
const ask = async (text: string, options: Partial<VerifyOptions> = {}): Promise<VerifyReport> => {
  const path = join(folder, `${written++}.fp`);
  writeFileSync(path, text);
  return verifyPath(path, { engine: 'dual', model: model('tso'), ...options });
};

const threadsIn = (report: VerifyReport): ReadonlySet<string> =>
  new Set(report.trace?.steps.map((step) => step.thread));

const increment = `
  shared int[0..9] y = 0;
  thread P(me: 0..2) { local int[0..9] r = 0; r = y; fetch_add(y, 1); }
`;

/** Test-and-set, once with a lock and once without. */
const lock = (take: string): string => `
  shared int[0..1] held = 0;
  process P(me) { while (true) { ${take} CS: skip; held = 0; } }
  invariant mutex: forall a != b in P: !(a at CS && b at CS);
`;
const safeLock = lock('locked { assume(held == 0); held = 1; }');
const brokenLock = lock('assume(held == 0); held = 1;');

describe('the dual engine in verify', () => {
  it('lets the thread that a property names violate it, though others run the same', async () => {
    const report = await ask(`${increment} invariant first: P(0).r <= 1;`);
    expect(report.verdict).toBe('unsafe');
    expect(report.trace?.steps.at(-1)?.after.locals.get('P(0).r')).toBe(2n);
  });

  it('tells apart the equal threads of a property about two of three', async () => {
    const report = await ask(`
      shared int[0..1] x = 0;
      thread A { CS: x = 1; }
      thread B { skip; CS: x = 1; }
      thread C { skip; CS: x = 1; }
      invariant !(A at CS && C at CS);
    `);
    expect(report.verdict).toBe('unsafe');
  });

  it('warns of labels by the name of their thread, though others run the same', async () => {
    const report = await ask(`
      thread P { while (true) { } L: skip; }
      thread R { L: while (true) { } }
      invariant never: !(P at L);
      invariant !(R at L);
    `);
    expect(report.warnings.map((w) => w.message)).toEqual(['thread P never reaches the label L']);
  });

  it('does not call safe what may follow a fault', async () => {
    const report = await ask(`
      shared int[0..3] x = 0;
      thread P { x = 4; L: skip; }
      invariant never: !(P at L);
    `);
    expect(report.properties.map((p) => [p.name, p.verdict, p.reason])).toEqual([
      ['never', 'unknown', 'cut-off'],
      ['range', 'unsafe', null],
    ]);
  });

  it('proves a lock for any number of processes, under SC and PSO too', async () => {
    for (const name of ['sc', 'tso', 'pso']) {
      const report = await ask(safeLock, { procs: 'any', model: model(name) });
      expect([report.verdict, report.limitations]).toEqual([
        'safe',
        ['This is about any number of threads of P.'],
      ]);
    }
  });

  it('shows as many processes as a violation takes', async () => {
    const broken = await ask(brokenLock, { procs: 'any' });
    expect([broken.verdict, threadsIn(broken)]).toEqual(['unsafe', new Set(['P(0)', 'P(1)'])]);
    const three = await ask(
      `shared int[0..3] x = 0;
       process P(me) { local int[0..3] r = 0; r = fetch_add(x, 1); assume(r < 3); L: skip; }
       process Q(me) { local int[0..3] s = 0; s = x; M: skip; }
       invariant forall a in Q: !(a at M && a.s == 3);`,
      { procs: 'any' },
    );
    expect([three.verdict, threadsIn(three).size]).toEqual(['unsafe', 4]);
  });

  it('decides for a number of processes what it decides for any', async () => {
    expect((await ask(safeLock, { procs: 5 })).verdict).toBe('safe');
    expect((await ask(brokenLock, { procs: 1 })).verdict).toBe('safe');
    expect((await ask(brokenLock, { procs: 2 })).verdict).toBe('unsafe');
  });

  it('warns of a label that nobody comes to where a property that names it holds', async () => {
    const report = await ask(
      `shared int[0..1] x = 0;
       process P(me) { assume(x == 1); CS: skip; }
       invariant forall a != b in P: !(a at CS && b at CS);`,
      { procs: 'any' },
    );
    expect([report.verdict, report.warnings.map((w) => w.message)]).toEqual([
      'safe',
      ['thread P never reaches the label CS'],
    ]);
    expect((await ask(safeLock, { procs: 'any' })).warnings).toEqual([]);
  });

  const published = (between: string): string => `
    shared int[0..2] x = 0; shared bool y = false;
    thread W { local bool b; x = 1; ${between} y = true; }
    thread R { local bool r = false; local int[0..2] s = 0; r = y; s = x; }
    final seen: R.r -> R.s != 0;`;

  it.each([
    ['nothing', '', 'unsafe', null],
    ['a store fence', 'fence(ww);', 'safe', null],
    ['a full fence', 'fence;', 'safe', null],
    ['a locked step', 'cas(x, 1, 1);', 'safe', null],
    ['a store fence and a store', 'fence(ww); x = 2;', 'safe', null],
    ['a store before the store fence', 'x = 2; fence(ww);', 'safe', null],
    ['stores without end and a fence', 'havoc b; while (b) { x = 2; havoc b; } fence;', 'safe', null],
    ['stores without end and nothing', 'havoc b; while (b) { x = 2; havoc b; }', 'unsafe', null],
    ['a store fence in a loop', 'havoc b; while (b) { fence(ww); x = 2; havoc b; } fence(ww);', 'safe', null],
    // More and more stores may wait for the store fence, and how many matter is not known.
    [
      'stores without end and a store fence',
      'havoc b; while (b) { x = 2; havoc b; } fence(ww);',
      'unknown',
      'overflow',
    ],
  ] as const)('decides PSO with %s between two stores', async (_what, between, verdict, reason) => {
    const report = await ask(published(between), { model: model('pso') });
    const seen = report.properties.find(({ name }) => name === 'seen');
    expect([seen?.verdict, seen?.reason]).toEqual([verdict, reason]);
  });

  const refused: readonly (readonly [string, string, Partial<VerifyOptions>, RegExp])[] = [
    ['bounded buffers', increment, { model: model('tso2') }, /bound|tso2/],
    ['a bound', increment, { bound: 2 }, /have no bound/],
    ['a range for havoc', increment, { havocRange: { lo: 0n, hi: 1n } }, /no --havoc-range/],
    ['deadlocks', increment, { deadlock: true }, /deadlocks/],
    ['memory in an invariant', `${increment} invariant y <= 3;`, {}, /reads shared variables/],
    [
      'integers without end',
      'shared int x = 0; thread P { while (true) { x = x + 1; } } final x == 0;',
      {},
      /integer 'x' takes more than/,
    ],
    [
      'processes with a number',
      'shared int[0..9] x = 0; process P(me) { x = me; } invariant forall a != b in P: true;',
      { procs: 'any' },
      /uses its number/,
    ],
    [
      'an array with a cell a process',
      'shared bool w[P] = false; process P(me) { w[me] = true; L: skip; } invariant forall a in P: !(a at L);',
      { procs: 'any' },
      /one cell for each P/,
    ],
    [
      'that some process exists',
      'process P(me) { L: skip; } invariant !(forall a in P: a at L);',
      { procs: 'any' },
      /some process exists/,
    ],
    [
      'the end of any number',
      'shared int[0..1] x = 0; process P(me) { x = 1; } final x == 0;',
      { procs: 'any' },
      /end of all threads/,
    ],
  ];
  it.each(refused)('refuses %s, and says why', async (_what, text, options, why) => {
    const report = await ask(text, options);
    expect([report.verdict, report.reason]).toEqual([null, 'unsupported']);
    expect(report.errors.map((e) => e.message).join()).toMatch(why);
    expect(report.errors[0]?.note).toMatch(/./);
  });
});

describe('the choice of the dual engine', () => {
  it('falls on it where there may be any number of processes', async () => {
    const report = await ask(safeLock, { engine: 'auto' });
    expect([report.engine, report.verdict]).toEqual(['dual', 'safe']);
    expect((await ask(safeLock, { engine: 'auto', procs: 2 })).engine).toBe('explicit');
  });

  it('falls on it where the explicit engine does not come to an end of growing buffers', async () => {
    const growing = `
      shared int[0..1] x = 0, y = 0;
      thread P { while (true) { x = 1; x = 0; } }
      thread Q { local int[0..1] r = 0; while (true) { r = y; y = r; assert(r == 0); } }
    `;
    const report = await ask(growing, { engine: 'auto', timeoutSeconds: 60 });
    expect([report.engine, report.verdict]).toEqual(['dual', 'safe']);
    const explicit = await ask(growing, { engine: 'explicit', memoryMB: 4, timeoutSeconds: 60 });
    expect(explicit.verdict).toBe('unknown');
  });

  it('tells how far the explicit engine came in the end with what neither has decided', async () => {
    const endless = `
      shared int x = 0;
      thread P { local int r = 0; while (true) { r = x; x = r + 1; assert(r >= 0); } }
    `;
    const statesWithin = async (memoryMB: number): Promise<number> => {
      const discovery = { ...usualOptions.discovery, discover: 'none' } as const;
      const report = await ask(endless, { engine: 'auto', memoryMB, timeoutSeconds: 60, discovery });
      expect([report.verdict, report.reason]).toEqual(['unknown', 'memory']);
      return report.stats.states;
    };
    expect(await statesWithin(64)).toBeGreaterThan(await statesWithin(32));
  });

  it('does not fall on it for what it would refuse', async () => {
    const report = await ask(safeLock, { engine: 'auto', model: model('tso1') });
    expect([report.verdict, report.errors.map((e) => e.note).join()]).toEqual([
      null,
      expect.stringMatching(/--procs N/),
    ]);
  });
});
