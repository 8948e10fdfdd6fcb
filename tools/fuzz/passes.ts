import { toAutomata } from '../../passes/pipelines.js';
import { printProgram } from '../../src/lang/program/print.js';
import type { Program } from '../../src/lang/program/program.js';
import type { BufferSpec } from '../../src/memory/bound.js';
import { at } from '../../src/support/invariant.js';
import { writesOf } from '../../src/ask/chosen-writes.js';
import { compareCounters } from '../../test/support/plain/compare-counters.js';
import { compareShapes } from '../../test/support/plain/compare-shapes.js';
import { bufferSettings, inAll, noComparison } from '../../test/support/plain/encoding-comparison.js';
import type { EncodingComparison } from '../../test/support/plain/encoding-comparison.js';
import { Random, generateProgram, memoryOptions } from '../../test/support/generate/generate-program.js';
import type { GeneratorOptions } from '../../test/support/generate/generate-program.js';
import { PlainSemantics } from '../../test/support/plain/plain-semantics.js';

/** Comparisons with more states than this are skipped, and counted. */
const maxStates = 2_000;

/** By turns: short programs whose buffers show, all kinds of expressions, and much that is atomic. */
const kinds: readonly GeneratorOptions[] = [
  memoryOptions,
  { ...memoryOptions, everything: true, depth: 2, properties: true },
  {
    ...memoryOptions,
    everything: true,
    depth: 1,
    properties: true,
    threads: [2, 2],
    weights: [
      ...([
        ['store', 8],
        ['load', 4],
        ['if', 2],
        ['while', 1],
        ['spin', 1],
        ['jump', 1],
        ['either', 2],
      ] as const),
      ...([
        ['atomic', 5],
        ['locked', 2],
        ['rmw', 2],
        ['fence', 3],
        ['fence-ww', 2],
        ['assume', 2],
        ['assert', 1],
        ['havoc', 1],
      ] as const),
    ],
  },
];

export interface PassesTally {
  readonly programs: number;
  readonly counters: EncodingComparison;
  readonly shapes: EncodingComparison;
  readonly complaints: readonly { readonly seed: number; readonly text: string; readonly program: string }[];
}

/** The two encodings of store buffers against the plain semantics, on programs of consecutive seeds. */
export function tallyPasses(
  count: number,
  firstSeed: number,
  heard: (tally: PassesTally) => void = () => undefined,
): PassesTally {
  let tally: PassesTally = { programs: 0, counters: noComparison, shapes: noComparison, complaints: [] };
  for (let seed = firstSeed; tally.programs < count; seed++) {
    const program = generateProgram(new Random(seed), at(kinds, seed % kinds.length));
    const plain = new PlainSemantics(program, maxStates, ...atomicIn(program, seed));
    const settings = settingsFor(seed, bufferSettings(plain.reference));
    const counters = compareCounters(program, plain, settings);
    const shapes = compareShapes(plain, settings);
    const complaints = [
      ...counters.complaints.map((text) => `counters: ${text}`),
      ...shapes.complaints.map((text) => `shapes: ${text}`),
    ];
    tally = {
      programs: tally.programs + 1,
      counters: inAll([tally.counters, counters]),
      shapes: inAll([tally.shapes, shapes]),
      complaints: [
        ...tally.complaints,
        ...complaints.map((text) => ({ seed, text, program: printProgram(program) })),
      ],
    };
    heard(tally);
  }
  return tally;
}

/** Every second program has some writes atomic. */
function atomicIn(program: Program, seed: number): readonly [] | readonly [ReadonlySet<number>] {
  if (Math.floor(seed / kinds.length) % 2 === 0) return [];
  const random = new Random(seed);
  return [new Set(writesOf(program, toAutomata, null).flatMap(({ id }) => (random.chance(0.4) ? [id] : [])))];
}

/** Of the models and bounds three each time, so that neighbouring seeds try them all. */
function settingsFor(seed: number, all: readonly BufferSpec[]): readonly BufferSpec[] {
  const turn = Math.floor(seed / kinds.length);
  const third = Math.ceil(all.length / 3);
  return [0, 1, 2].map((i) => at(all, Math.min(i * third + (turn % third), all.length - 1)));
}

export function fuzzPasses(count: number, seed: number): Promise<boolean> {
  const started = performance.now();
  const tally = tallyPasses(count, seed, ({ programs, complaints }) => {
    if (programs % 200 === 0) process.stderr.write(`${programs} programs, ${complaints.length} complaints\n`);
  });
  for (const { seed: s, text, program } of tally.complaints.slice(0, 10)) {
    process.stdout.write(`seed ${s}: ${text}\n${program}\n`);
  }
  const seconds = ((performance.now() - started) / 1000).toFixed(0);
  process.stdout.write(`${tally.programs} programs from seed ${seed} in ${seconds} s\n`);
  for (const encoding of ['counters', 'shapes'] as const) {
    const { compared, capped, overflowed, replayed } = tally[encoding];
    process.stdout.write(
      `${encoding}: ${compared} comparisons, ${overflowed} with an overflow, ${capped} too large; ${replayed} runs replayed\n`,
    );
  }
  process.stdout.write(`${tally.complaints.length} complaints\n`);
  return Promise.resolve(tally.complaints.length === 0);
}
