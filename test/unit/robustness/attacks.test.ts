import { describe, expect, it } from '@jest/globals';
import { withAttacks } from '../../../passes/pipelines.js';
import { exploreExplicit } from '../../../src/engines/explicit/explore.js';
import type { Action, System } from '../../../src/lang/program/system.js';
import { sc } from '../../../src/memory/sc.js';
import { tso } from '../../../src/memory/tso.js';
import { robustProperty } from '../../../src/pass/attacks/attack-writer.js';
import { runPipeline } from '../../../src/pass/run-pipeline.js';
import { at } from '../../../src/support/invariant.js';
import { parseFp } from '../../support/parse-fp.js';
import { verify } from '../../../src/index.js';
import { noLimits } from '../../support/boolean/decide-bl.js';
import { askRobust } from '../../support/robustness/ask-robust.js';

const threads = (...bodies: readonly string[]): string =>
  [
    'shared int x = 0, y = 0, z = 0; shared int a[2] = 0;',
    ...bodies.map((body, i) => `thread T${i} { local int r = 0, s = 0; local int[0..1] i = 0; ${body} }`),
  ].join('\n');

type Known = readonly [name: string, text: string, verdict: 'safe' | 'unsafe'];

/** What is known of programs without asking: the reason stands behind each that needs one. */
const known: readonly Known[] = [
  ['stores before loads', threads('x = 1; r = y;', 'y = 1; r = x;'), 'unsafe'],
  // The fenced thread delays nothing; the other one's load still overtakes its store.
  ['a fence on one side', threads('x = 1; fence; r = y;', 'y = 1; r = x;'), 'unsafe'],
  ['fences on both sides', threads('x = 1; fence; r = y;', 'y = 1; fence; r = x;'), 'safe'],
  [
    'a store fence is none for loads',
    threads('x = 1; fence(ww); r = y;', 'y = 1; fence(ww); r = x;'),
    'unsafe',
  ],
  [
    'locked instructions between',
    threads('x = 1; r = cas(z, 0, 1); r = y;', 'y = 1; r = xchg(a[0], 1); r = x;'),
    'safe',
  ],
  ['stores in order', threads('x = 1; y = 1;', 'r = y; s = x;'), 'safe'],
  ['loads of the own store only', threads('x = 1; r = x;', 'x = 2; r = x;'), 'safe'],
  // T0 reads its own x before anybody sees it: T1 has T0's y = 1 before its own load of x (0).
  ['early reads', threads('x = 1; r = x; s = y;', 'y = 1; fence; r = x;'), 'unsafe'],
  // The load that closes the cycle depends on a value that the thread has read early from its own buffer.
  ['a branch on an early read', threads('x = 1; if (x == 1) { r = y; }', 'y = 1; fence; r = x;'), 'unsafe'],
  [
    'a branch that no early read takes',
    threads('x = 1; if (x == 0) { r = y; }', 'y = 1; fence; r = x;'),
    'safe',
  ],
  // The chain goes by way of T1's store and T2's load to T2's access of x.
  [
    'a chain through two threads',
    threads('x = 1; r = y;', 'y = 1; z = 1;', 'r = z; if (r == 1) { s = x; }'),
    'unsafe',
  ],
  // T2 reads x whatever z is, but only after it has read z from T1 is there a cycle, and then x is 1.
  [
    'a chain that is cut',
    threads('x = 1; fence; r = y;', 'y = 1; z = 1;', 'r = z; if (r == 1) { s = x; }'),
    'safe',
  ],
  // y changes between the two loads of T0 while x waits.
  [
    'a change that the attacker waits for',
    threads('x = 1; if (y == 0) { r = y; if (r == 1) { s = z; } }', 'y = 1;', 'z = 1; fence; r = x;'),
    'unsafe',
  ],
  ['a helper that is one locked instruction', threads('x = 1; r = y;', 'locked { y = 1; r = x; }'), 'unsafe'],
  ['a helper that exchanges', threads('x = 1; r = y;', 'r = xchg(y, 1); r = xchg(x, 2);'), 'unsafe'],
  // Loads do not conflict with loads.
  ['a section that only reads what was read', threads('x = 1; r = y;', 'locked { r = y; s = x; }'), 'safe'],
  [
    'a section with a loop, entered by its last access',
    threads('x = 1; r = y;', 'locked { s = x; while (r < 2) { r = r + 1; } y = 1; }'),
    'unsafe',
  ],
  [
    'a section with a loop that meets nothing written',
    threads('x = 1; r = y;', 'locked { s = x; while (r < 2) { r = r + 1; } s = y; }'),
    'safe',
  ],
  // The two accesses of y in the section come from the section itself, not from T0.
  [
    'a section that meets itself',
    threads(
      'x = 1; r = z;',
      'locked { s = a[r]; while (r < 1) { r = r + 1; } s = y; y = 1; s = x; }',
      'z = a[1];',
    ),
    'safe',
  ],
  // Of what a section has accessed before it joins the chain the next thread hears.
  [
    'a section whose first access leads on',
    threads(
      'x = 1; r = y;',
      'locked { z = 1; while (r < 1) { r = r + 1; } y = 1; }',
      'r = z; if (r == 1) { s = x; }',
    ),
    'unsafe',
  ],
  [
    'a section whose first load leads on',
    threads('x = 1; r = y;', 'locked { s = z; while (r < 1) { r = r + 1; } y = 1; }', 'z = 1; fence; r = x;'),
    'unsafe',
  ],
  [
    'a section whose index it reads',
    threads('x = 1; r = a[1];', 'locked { i = y + 1; a[i] = 1; s = x; }'),
    'unsafe',
  ],
  ['cells of an array', threads('a[0] = 1; r = a[1];', 'a[1] = 1; r = a[0];'), 'unsafe'],
  ['one cell of an array', threads('a[0] = 1; r = a[0];', 'a[0] = 2; r = a[0];'), 'safe'],
  ['a computed cell that is the same', threads('i = z; a[i] = 1; r = a[i];', 'a[0] = 1; r = a[0];'), 'safe'],
  [
    'a computed cell that may be another',
    threads('havoc i; a[0] = 1; r = a[i];', 'a[1] = 1; fence; r = a[0];'),
    'unsafe',
  ],
  [
    'loads that need not happen',
    threads('x = 1; if (i < 1 && y == 0) { r = 1; }', 'y = 1; fence; r = x;'),
    'unsafe',
  ],
  [
    'a load that never happens',
    threads('x = 1; if (i == 1 && y == 0) { r = 1; }', 'y = 1; fence; r = x;'),
    'safe',
  ],
  [
    'an atomic block that only reads',
    threads('x = 1; atomic { r = y; s = z; }', 'z = 1; fence; r = x;'),
    'unsafe',
  ],
  // The section is gone through to its end, though its only load comes first.
  [
    'an atomic block that loads and goes on',
    threads('x = 1; atomic { r = y; while (r < 2) { r = r + 1; } }', 'y = 1; fence; r = x;'),
    'unsafe',
  ],
  [
    'an atomic block that loads in a loop',
    threads('x = 1; atomic { while (s < 2) { s = s + 1; r = y; } s = z; }', 'y = 1; fence; r = x;'),
    'unsafe',
  ],
  [
    'an atomic block whose loads are all its own',
    threads('x = 1; atomic { while (s < 2) { s = s + 1; r = x; } s = z; }', 'y = 1; fence; r = x;'),
    'safe',
  ],
  // The cell that P reads is told by its own store, which waits: a[1], and not a[0].
  [
    'an atomic block that finds its cell by a store that waits',
    threads('x = 1; atomic { r = a[x % 2]; }', 'a[1] = 1; fence; r = x;'),
    'unsafe',
  ],
  [
    'an atomic block that does not read the cell that memory tells',
    threads('x = 1; atomic { r = a[x % 2]; }', 'a[0] = 1; fence; r = x;'),
    'safe',
  ],
  // The same words mean a[0], which waits, and then a[1], which does not.
  [
    'an atomic block that reads two cells in the same words',
    threads('a[0] = 1; atomic { r = a[i]; i = 1; s = a[i]; }', 'a[1] = 1; fence; r = a[0];'),
    'unsafe',
  ],
  [
    'an atomic block that reads one cell in different words',
    threads('a[1] = 1; atomic { i = 1; r = a[i]; s = a[1]; }', 'a[0] = 1; fence; r = a[1];'),
    'safe',
  ],
  ['a fence in an atomic block', threads('x = 1; atomic { fence; r = y; }', 'y = 1; fence; r = x;'), 'safe'],
  [
    'an atomic block that stores and then waits',
    threads('atomic { x = 1; fence; } r = y;', 'y = 1; fence; r = x;'),
    'safe',
  ],
  // It is as good as locked, but what waits before it may be overtaken.
  [
    'loads before an atomic block that stores and then waits',
    threads('x = 1; r = y; atomic { z = 1; fence; }', 'atomic { y = 1; s = 1; fence; } r = x;'),
    'unsafe',
  ],
  [
    'an atomic block that stores under a condition and waits',
    threads('atomic { if (r == 0) { x = 1; } fence; } r = y;', 'atomic { y = 1; fence; } r = x;'),
    'safe',
  ],
  ['asserts load', threads('x = 1; assert(y == 0);', 'y = 1; fence; assert(x == 1);'), 'unsafe'],
  ['one thread', threads('x = 1; r = y; y = 2; r = x;'), 'safe'],
];

describe('trace robustness under TSO', () => {
  it.each(known)('%s', async (_, text, verdict) => {
    expect(await askRobust(text, tso, 'trace')).toBe(verdict);
  });

  it('tells a store as it is written', async () => {
    const text =
      'shared int x = 0, y = 0, z = 3;\nthread P { local int r; x = z + 1; r = y; }\nthread Q { local int r; y = 1; r = x; }';
    const report = await verify({ text, name: 'program.fp' }, { model: 'tso', robust: 'trace' });
    expect(report.trace?.conclusion).toMatch(
      /^`x = z \+ 1` \(line 2\) may still wait when `y` is read \(line 2\);/,
    );
  });

  it('does not speak of where a thread stands and of memory together', async () => {
    // Under SC x is 1 as soon as P is at L2. That is no property of traces, nor of states with empty buffers.
    const text = 'shared int x = 0; thread P { x = 1; L2: skip; } invariant P at L2 -> x == 1;';
    expect(await askRobust(text, tso, 'trace')).toBe('safe');
    expect(await askRobust(text, tso, 'state')).toBe('safe');
  });

  it.each([
    ['an atomic block that stores and loads', threads('atomic { x = 1; r = y; }', 'y = 1; r = x;')],
    ['an atomic block that stores twice', threads('atomic { x = 1; y = 1; }', 'r = x;')],
    // A store of another thread may come between the two.
    [
      'an atomic block that stores twice, and waits',
      threads('atomic { x = 1; y = 1; fence; }', 'y = 2; x = 2;'),
    ],
    [
      'an atomic block that loads what it overtakes',
      threads('atomic { x = 1; r = y; fence; }', 'y = 1; r = x;'),
    ],
  ])('is not decided for %s', async (_, text) => {
    expect(await askRobust(text, tso, 'trace')).toBe('unsupported');
  });

  it('is not known where a run ends at a fault', async () => {
    const text = threads('x = 1; r = 1 / z; fence; r = y;', 'y = 1; fence; r = x;');
    expect(await askRobust(text, tso, 'trace')).toBe('safe');
    const open = threads('x = 1; r = 1 / y;', 'y = 1; fence; r = 1 / (x + z);');
    expect(await askRobust(open, tso, 'trace')).toBe('unknown');
  });
});

type Mutation = (action: Action, nameOf: (shared: number) => string) => readonly Action[];

const withoutStoresTo =
  (...endings: readonly string[]): Mutation =>
  (action, nameOf) =>
    action.kind === 'store' && endings.some((ending) => nameOf(action.shared).endsWith(ending))
      ? []
      : [action];

const withoutTestsOf =
  (...endings: readonly string[]): Mutation =>
  (action, nameOf) =>
    action.kind === 'assume' &&
    endings.some((ending) => namesIn(action.cond, nameOf).some((n) => n.endsWith(ending)))
      ? []
      : [action];

function namesIn(expr: unknown, nameOf: (shared: number) => string): readonly string[] {
  if (typeof expr !== 'object' || expr === null) return [];
  const own = 'kind' in expr && expr.kind === 'shared' && 'shared' in expr && typeof expr.shared === 'number';
  return [
    ...(own && typeof expr.shared === 'number' ? [nameOf(expr.shared)] : []),
    ...Object.values(expr).flatMap((part) => namesIn(part, nameOf)),
  ];
}

const mutations: readonly (readonly [name: string, mutation: Mutation])[] = [
  ['what is touched is not noted', withoutStoresTo('_touched')],
  ['what is written is not noted', withoutStoresTo('_written')],
  ['what waits is not noted', withoutStoresTo('_waiting')],
  ['what the attacker stored is lost', withoutStoresTo('_own')],
  ['what was delayed first is not noted', withoutStoresTo('_delayed')],
  ['who has joined the chain forgets it', withoutStoresTo('_chained')],
  ['nobody hears what a section touches', withoutStoresTo('_touching')],
  ['nobody hears what a section writes', withoutStoresTo('_writing')],
  ['helpers need not be in the chain', withoutTestsOf('_chained')],
  ['loads do not care for what waits', withoutTestsOf('_waiting')],
];

function mutated(system: System, mutation: Mutation): System {
  const nameOf = (shared: number): string => at(system.shared, shared).name;
  return {
    ...system,
    threads: system.threads.map((thread) => ({
      ...thread,
      edges: thread.edges.map((edge) => ({
        ...edge,
        actions: edge.actions.flatMap((action) => mutation(action, nameOf)),
      })),
    })),
  };
}

async function verdictOf(text: string, mutation: Mutation): Promise<string | undefined> {
  const { system } = runPipeline(withAttacks, parseFp(text), { procs: null, model: tso });
  const { verdicts } = await exploreExplicit(
    {
      ...{ system: mutated(system, mutation), model: sc, properties: system.properties },
      ...{ limits: noLimits, progress: () => undefined },
    },
    { bound: null, havocRange: null, reductions: true, collectFinals: null },
  );
  return verdicts.get(robustProperty)?.kind;
}

describe('the programs above', () => {
  it.each(mutations)('tell when %s', async (_, mutation) => {
    const told: string[] = [];
    for (const [name, text, verdict] of known)
      if ((await verdictOf(text, mutation)) !== verdict) told.push(name);
    expect(told).not.toEqual([]);
  });

  it('tell nothing when nothing is wrong', async () => {
    for (const [name, text, verdict] of known)
      expect([name, await verdictOf(text, (action) => [action])]).toEqual([name, verdict]);
  });
});
