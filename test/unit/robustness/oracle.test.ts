import { describe, expect, test } from '@jest/globals';
import { toAutomata } from '../../../passes/pipelines.js';
import type { System } from '../../../src/lang/program/system.js';
import type { MemoryModel } from '../../../src/memory/model.js';
import { pso } from '../../../src/memory/pso.js';
import { sc } from '../../../src/memory/sc.js';
import { tso } from '../../../src/memory/tso.js';
import { runPipeline } from '../../../src/pass/run-pipeline.js';
import { parseFp } from '../../support/parse-fp.js';
import { Random } from '../../support/random.js';
import { generateRobust, usualRobustOptions } from '../../support/robustness/generate-robust.js';
import { robustByStates } from '../../support/robustness/state-oracle.js';
import { robustByCycles, robustByTraces } from '../../support/robustness/trace-oracle.js';

const limits = { most: 20_000 };

const signs = { robust: '+', 'not-robust': '-', 'too-much': '?' } as const;

const systemOf = (text: string, model: MemoryModel): System =>
  runPipeline(toAutomata, parseFp(text), { procs: null, model }).reference;

/** Threads given by their statements, over x, y, z and a[2] that are 0, each with r, s and t. */
function threads(...bodies: readonly string[]): string {
  const all = bodies.map((body, i) => `thread T${i} { local int r = 0, s = 0, t = 0; ${body} }`);
  return `shared int x = 0, y = 0, z = 0; shared int a[2] = 0;\n${all.join('\n')}\n`;
}

/** Whether robust by traces under TSO, by states under TSO, then the same under PSO: `+` or `-` each. */
function verdictsOf(text: string): string {
  return [tso, pso]
    .map((model) => {
      const system = systemOf(text, model);
      const byCycles = robustByCycles(system, model, limits).kind;
      expect(robustByTraces(system, model, limits).kind).toBe(byCycles);
      return signs[byCycles] + signs[robustByStates(system, model, limits).kind];
    })
    .join(' ');
}

const writesThenReads = (own: string, other: string, between = ''): string =>
  `${own} = 1; ${between} r = ${other};`;

const litmus: readonly (readonly [name: string, text: string, verdicts: string])[] = [
  ['SB', threads(writesThenReads('x', 'y'), writesThenReads('y', 'x')), '-- --'],
  ['SB, one side fenced', threads(writesThenReads('x', 'y', 'fence;'), writesThenReads('y', 'x')), '-- --'],
  ['SB, fenced', threads(writesThenReads('x', 'y', 'fence;'), writesThenReads('y', 'x', 'fence;')), '++ ++'],
  [
    'SB, fenced between stores only',
    threads(writesThenReads('x', 'y', 'fence(ww);'), writesThenReads('y', 'x', 'fence(ww);')),
    '-- --',
  ],
  [
    'SB, with locked instructions for the stores',
    threads('s = xchg(x, 1); r = y;', 'locked { y = 1; } r = x;'),
    '++ ++',
  ],
  [
    'SB, with a locked instruction on something else between',
    threads('x = 1; cas(z, 0, 1); r = y;', 'y = 1; s = fetch_add(a[0], 1); r = x;'),
    '++ ++',
  ],
  ['SB, all that is read forgotten', threads('x = 1; r = y; r = 0;', 'y = 1; r = x; r = 0;'), '-- --'],
  ['one variable only', threads('x = 1; r = x;', 'x = 2; r = x;'), '++ ++'],
  ['loads before stores', threads('r = y; x = 1;', 'r = x; y = 1;'), '++ ++'],
  ['MP', threads('x = 1; y = 1;', 'r = y; s = x;'), '++ --'],
  ['MP, fenced between the stores', threads('x = 1; fence(ww); y = 1;', 'r = y; s = x;'), '++ ++'],
  ['MP, with an assume that waits for y', threads('x = 1; y = 1;', 'assume(y == 1); r = x;'), '++ --'],
  ['R', threads('x = 1; y = 1;', 'y = 2; r = x;'), '-- --'],
  ['S', threads('x = 2; y = 1;', 'r = y; x = 1;'), '++ --'],
  ['2+2W', threads('x = 1; y = 2;', 'y = 1; x = 2;'), '++ --'],
  ['IRIW', threads('x = 1;', 'y = 1;', 'r = x; s = y;', 'r = y; s = x;'), '++ ++'],
  ['WRC', threads('x = 1;', 'r = x; y = 1;', 'r = y; s = x;'), '++ ++'],
  ['n6: an own write seen early', threads('x = 1; r = x; s = y;', 'y = 1; x = 2;'), '-- --'],
  ['SB with own writes seen early', threads('x = 1; r = x; s = y;', 'y = 1; r = y; s = x;'), '-- --'],
  ['SB over an array, one cell', threads('a[0] = 1; r = a[1];', 'a[1] = 1; r = a[0];'), '-- --'],
  [
    'a load that finds its cell by what it read',
    threads('a[0] = 1; r = a[a[0]];', 'a[1] = 1; r = a[0];'),
    '-- --',
  ],
  ['an address that is never the other cell', threads('a[0] = 1; r = a[r];', 'a[1] = 1; r = a[0];'), '++ ++'],
  ['a cycle through three threads', threads('x = 1; r = y;', 'y = 1; r = z;', 'z = 1; r = x;'), '-- --'],
  [
    'a cycle through three threads, one of which stores and loads',
    threads('x = 1; r = y;', 'y = 1; z = 1;', 'r = z; s = x;'),
    '-- --',
  ],
  [
    'a cycle through three threads that a fence breaks',
    threads('x = 1; fence; r = y;', 'y = 1; z = 1;', 'r = z; s = x;'),
    '++ --',
  ],
  ['a store that no one reads', threads('z = 1; r = y;', 'y = 1; r = x;'), '++ ++'],
  ['a store of what is there already', threads('x = 0; r = y;', 'y = 0; r = x;'), '-+ -+'],
  [
    'a delay that a location alone betrays',
    threads('x = 1; y = 1;', 'assume(y == 1); assume(x == 0); r = 0;'),
    '++ --',
  ],
  ['a branch not taken', threads('x = 1; if (x == 0) { r = y; }', 'y = 1; r = x;'), '++ ++'],
  ['a lost update is the same as under SC', threads('r = x; x = r + 1;', 'r = x; x = r + 1;'), '++ ++'],
  [
    'an update in a block that is not locked',
    threads('atomic { r = x; x = r + 1; }', 'atomic { r = x; x = r + 1; }'),
    '-- --',
  ],
  [
    'an update in a locked block',
    threads('locked { r = x; x = r + 1; }', 'locked { r = x; x = r + 1; }'),
    '++ ++',
  ],
  [
    'SB, a block around store and load',
    threads('atomic { x = 1; r = y; }', 'atomic { y = 1; r = x; }'),
    '-- --',
  ],
  [
    'a block that finds its cell by an own store that waits',
    threads('a[1] = 2; fence; r = y;', 'y = 1; atomic { r = a[y]; }'),
    '-- --',
  ],
  ['a load that divides by zero', threads('x = 1; r = 1 / y;', 'y = 1; s = 1 / x;'), '-- --'],
];

describe('robustness by going through everything', () => {
  test.each(litmus)('%s', (_, text, verdicts) => {
    expect(verdictsOf(text)).toBe(verdicts);
  });

  test('every program is robust under SC', () => {
    for (const [, text] of litmus) expect(robustByCycles(systemOf(text, sc), sc, limits).kind).toBe('robust');
  });

  test('too many traces give no verdict', () => {
    const system = systemOf(threads('x = 1; x = 2; x = 3;', 'y = 1; y = 2; y = 3;'), tso);
    for (const robust of [robustByCycles, robustByTraces, robustByStates])
      expect(robust(system, tso, { most: 5 })).toEqual({ kind: 'too-much' });
  });

  test('loops are followed as far as allowed: what is wrong is found, what is right is left open', () => {
    const spin = (own: string, other: string, between = ''): string =>
      `${own} = 1; ${between} while (${other} == 0) { }`;
    const [open, fenced] = ['', 'fence;'].map((between) =>
      systemOf(threads(spin('x', 'y', between), spin('y', 'x', between)), tso),
    );
    const kinds = [open, fenced].map((system) =>
      system === undefined ? null : robustByCycles(system, tso, { ...limits, mostSteps: 6 }).kind,
    );
    expect(kinds).toEqual(['not-robust', 'too-much']);
  });

  test('acyclic is what has the trace of a run under SC, and robust by traces is robust by states', () => {
    const told = { robust: 0, byStatesOnly: 0, neither: 0 };
    const sorts = [
      usualRobustOptions,
      { ...usualRobustOptions, longBlocks: true },
      { ...usualRobustOptions, failures: true },
    ];
    for (let seed = 1; seed <= 36; seed++) {
      const text = generateRobust(new Random(seed), sorts[seed % sorts.length]);
      for (const model of [tso, pso]) {
        const system = systemOf(text, model);
        const [byCycles, byTraces, byStates] = [robustByCycles, robustByTraces, robustByStates].map(
          (robust) => robust(system, model, { most: 3000 }).kind,
        );
        if ([byCycles, byTraces, byStates].includes('too-much')) continue;
        expect(`${seed}: ${byTraces}`).toBe(`${seed}: ${byCycles}`);
        expect(`${seed}: ${byCycles} ${byStates}`).not.toBe(`${seed}: robust not-robust`);
        told[byCycles === 'robust' ? 'robust' : byStates === 'robust' ? 'byStatesOnly' : 'neither']++;
      }
    }
    expect(Math.min(told.robust, told.byStatesOnly, told.neither)).toBeGreaterThan(3);
  });
});
