import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { toCommands } from '../../../../src/abstraction/commands/to-commands.js';
import type { Program } from '../../../../src/lang/program/program.js';
import type { BufferSpec } from '../../../../src/memory/bound.js';
import { pso } from '../../../../src/memory/pso.js';
import { sc } from '../../../../src/memory/sc.js';
import { tsoN } from '../../../../src/memory/tso-n.js';
import { tso } from '../../../../src/memory/tso.js';
import { at } from '../../../../src/support/invariant.js';
import { commandTexts } from '../../../support/abstraction/command-text.js';
import { CommandWalk, noCounts } from '../../../support/abstraction/command-walk.js';
import type { WalkCounts } from '../../../support/abstraction/command-walk.js';
import { encoded } from '../../../support/plain/encoded.js';
import { Random, generateProgram, memoryOptions } from '../../../support/generate/generate-program.js';
import type { GeneratorOptions } from '../../../support/generate/generate-program.js';
import { root } from '../../../support/golden.js';
import { parseFp } from '../../../support/parse-fp.js';
import { usualSamples } from '../../../support/samples.js';

const settings: readonly BufferSpec[] = [
  { model: sc, bound: { all: 1 } },
  { model: tso, bound: { all: 1 } },
  { model: tso, bound: { all: 3 } },
  { model: pso, bound: { all: 1 } },
  { model: pso, bound: { all: 2 } },
  { model: tsoN(1), bound: { all: 2 } },
];

/** Some walks through a program under two of the memory models, in both encodings. */
function walked(program: Program, seed: number, counts: WalkCounts): void {
  const chosen = [seed % settings.length, (seed + 3) % settings.length].map((i) => at(settings, i));
  for (const buffers of chosen) {
    for (const encoding of ['shapes', 'counters'] as const) {
      const commands = toCommands(encoded(program, buffers, encoding).system);
      const before = counts.complaints.length;
      for (let i = 0; i < 3; i++) new CommandWalk(commands, new Random(seed + i), counts).walk(40);
      if (counts.complaints.length > before)
        counts.complaints.push(`... with seed ${seed}, ${buffers.model.name}, ${encoding}`);
    }
  }
}

function generated(options: GeneratorOptions, seeds: readonly number[]): WalkCounts {
  const counts = noCounts();
  for (const seed of seeds) walked(generateProgram(new Random(seed), options), seed, counts);
  return counts;
}

const upTo = (n: number): readonly number[] => Array.from({ length: n }, (_, i) => i + 1);

const faults = {
  'an assert that may fault': `
    thread P { local int[-1..2] r; local int s = 0; atomic { assert(6 / r > 3); s = 1; assert(s == 6 % r); } }`,
  'an operand that is not needed': `
    shared int a[2] = 0; shared int[0..3] i;
    thread P { local int r = 0; a[1] = 1;
      atomic { if (i < 2 && a[i] == 1) { r = 1; } if (i >= 2 || a[i] == 0) { r = r + 2; } assert(i == 3 || 4 / (i - 3) + 2 > r); } }`,
  'an index that is an element': `
    shared int a[3] = 1; shared int[0..3] b[2];
    thread P { local int r = 0; atomic { r = a[a[b[0]] + b[1] - 1]; a[a[r]] = a[b[1]] + 1; a[b[0]] = a[r]; } }`,
  'a value out of its range, after an assert': `
    shared int[0..4] x; shared int n = 0;
    thread P { local int[1..3] r; atomic { assert(x > 1); r = x + r; n = n + 1; assert(r < 3); x = x - r; } }`,
  'a havoc, and what blocks after it': `
    shared int x = 0;
    thread P { local int[0..3] r, s; atomic { havoc r; x = r; havoc s; assume(r < s); assert(x + 1 == s); } }`,
};

describe('commands', () => {
  const commandsOf = (text: string, buffers = at(settings, 0)): readonly string[] =>
    commandTexts(toCommands(encoded(parseFp(text), buffers, 'shapes').system));

  const reader = 'thread Q { local int s; s = x; } invariant Q.s < 5;';

  it('are what the steps of a section come to, with their faults', () => {
    const text = `
      shared int[0..3] x;
      thread P { local int r; atomic { assume(x != 2); r = x + 1; assert(r < 4); x = r - 1 + r; } }`;
    expect(commandsOf(text)).toEqual([
      'P 0 -> 1: x != 2 | r := x + 1',
      'P 0 !assert:3: x == 3 | ',
      'P 1 -> 2: r + r >= 1, r + r <= 4 | ',
      'P 1 !range: r + r < 1 | ',
      'P 1 !range: r + r > 4 | ',
    ]);
  });

  it('have a case for each element that an index may mean', () => {
    const text = `
      shared int a[2]; shared int[0..2] i;
      thread P { local int r; atomic { r = a[i]; a[r] = i; } }
      invariant a[0] < P.r;`;
    expect(commandsOf(text)).toEqual([
      'P 0 -> 1: i == 0, a[0] == 0 | r := a[0], a[0] := i',
      'P 0 -> 1: i == 0, a[0] == 1 | r := a[0]',
      'P 0 !bounds: i == 0, a[0] < 0 | ',
      'P 0 !bounds: i == 0, a[0] >= 2 | ',
      'P 0 -> 1: i == 1, a[1] == 0 | r := a[1], a[0] := i',
      'P 0 -> 1: i == 1, a[1] == 1 | r := a[1]',
      'P 0 !bounds: i == 1, a[1] < 0 | ',
      'P 0 !bounds: i == 1, a[1] >= 2 | ',
      'P 0 !bounds: i == 2 | ',
    ]);
  });

  it('forget what is dead: an entry that is flushed, a local that nobody reads', () => {
    const text = `shared int x; thread P { local int r; x = 1; r = x; } ${reader}`;
    expect(commandsOf(text, { model: pso, bound: { all: 1 } })).toEqual([
      'P 0 -> 1:  | P_x_1 := 1',
      'P 1 -> 2:  | ',
      'P 1 -> 3:  | x := P_x_1',
      'P 2 -> 4:  | x := P_x_1',
      'P 3 -> 4:  | ',
      'Q 0 -> 1:  | s := x',
    ]);
  });

  it('draw what is havocked, and copy what is read', () => {
    const text = `shared int x; thread P { local int r; havoc r; x = r; } ${reader}`;
    expect(commandsOf(text)).toEqual([
      'P 0 -> 1:  | r := any_1',
      'P 1 -> 2:  | x := r',
      'Q 0 -> 1:  | s := x',
    ]);
  });

  it('end where a store overflows', () => {
    const text = `shared int x = 0; thread P { x = 1; x = 2; } ${reader}`;
    expect(commandsOf(text, { model: tso, bound: { all: 1 } })).toEqual([
      'P 0 -> 1:  | P_x_1 := 1',
      'P 1 !overflow:  | ',
      'P 1 -> 3:  | x := P_x_1',
      'P 3 -> 4:  | P_x_1 := 2',
      'P 4 -> 5:  | x := P_x_1',
      'Q 0 -> 1:  | s := x',
    ]);
  });
});

describe('commands do what the edges do', () => {
  it.each(Object.entries(faults))('of %s', (_, text) => {
    const counts = noCounts();
    for (const seed of upTo(12)) walked(parseFp(text), seed, counts);
    expect(counts.complaints).toEqual([]);
    expect(counts.violations).toBeGreaterThan(20);
  });

  it('of programs about memory', () => {
    const counts = generated(memoryOptions, upTo(40));
    expect(counts.complaints).toEqual([]);
    expect(counts.steps).toBeGreaterThan(10_000);
    expect(counts.forgotten).toBeGreaterThan(10_000);
  });

  it('of programs with computed indices, divisions and initial values of all kinds', () => {
    const everything = { ...memoryOptions, depth: 2, everything: true, properties: true };
    const counts = generated(everything, upTo(60));
    expect(counts.complaints).toEqual([]);
    expect(counts.steps).toBeGreaterThan(10_000);
    expect(counts.violations).toBeGreaterThan(1000);
  });

  it('of the samples', () => {
    const counts = noCounts();
    usualSamples.forEach((path, number) => {
      walked(parseFp(readFileSync(join(root, 'samples', path), 'utf8')), number, counts);
    });
    expect(counts.complaints).toEqual([]);
    expect(counts.steps).toBeGreaterThan(10_000);
  });
});
