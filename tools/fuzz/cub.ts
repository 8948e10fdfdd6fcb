import { Unsupported } from '../../src/diagnostics/diagnostic.js';
import { printProgram } from '../../src/lang/program/print.js';
import { isTemporal } from '../../src/lang/program/program.js';
import type { Program } from '../../src/lang/program/program.js';
import type { MemoryModel } from '../../src/memory/model.js';
import { sc } from '../../src/memory/sc.js';
import { tso } from '../../src/memory/tso.js';
import { at } from '../../src/support/invariant.js';
import { explicitAnswer } from '../../test/support/abstraction/abstract-agreement.js';
import type { EngineAnswer } from '../../test/support/abstraction/abstract-agreement.js';
import { exportCub, exploredVerdicts } from '../../test/support/arrays/exported-cub.js';
import {
  Random,
  generateProgram,
  languageOptions,
  memoryOptions,
} from '../../test/support/generate/generate-program.js';
import type { GeneratorOptions } from '../../test/support/generate/generate-program.js';

/** By turns: short programs whose buffers show, sections, all kinds of expressions, threads with instances. */
const kinds: readonly GeneratorOptions[] = [
  { ...memoryOptions, properties: true },
  {
    ...memoryOptions,
    properties: true,
    threads: [2, 2],
    weights: [
      ...memoryOptions.weights,
      ['atomic', 4],
      ['locked', 2],
      ['rmw', 2],
      ['fence', 1],
      ['assume', 1],
    ],
  },
  { ...memoryOptions, everything: true, depth: 2, properties: true, threads: [2, 2], statements: 5 },
  { ...memoryOptions, instances: true, depth: 1, properties: true, threads: [1, 1], statements: 4 },
  { ...languageOptions, threads: [1, 2], statements: 5, maxValue: 2 },
];

export interface CubTally {
  /** Verdicts on which an export and the explicit engine agree. */
  safe: number;
  unsafe: number;
  /** Properties that one of the two leaves open. */
  open: number;
  readonly refused: Map<string, number>;
  readonly complaints: string[];
}

/** Exports to Cubicle-W systems, explored, against the explicit engine on the program. */
export async function fuzzCub(count: number, firstSeed: number): Promise<boolean> {
  const tally = await tallyCub(count, firstSeed);
  const { safe, unsafe, open, refused, complaints } = tally;
  process.stdout.write(`${count} programs: ${safe} safe, ${unsafe} unsafe, ${open} open\n`);
  for (const [why, times] of [...refused].sort((a, b) => b[1] - a[1]))
    process.stdout.write(`  ${times} refused: ${why}\n`);
  for (const complaint of complaints) process.stdout.write(`${complaint}\n`);
  return complaints.length === 0;
}

export async function tallyCub(count: number, firstSeed: number): Promise<CubTally> {
  const tally: CubTally = { safe: 0, unsafe: 0, open: 0, refused: new Map(), complaints: [] };
  for (let seed = firstSeed; seed < firstSeed + count; seed++) {
    const whole = generateProgram(new Random(seed), at(kinds, seed % kinds.length));
    const program = { ...whole, properties: whole.properties.filter((p) => !isTemporal(p)) };
    for (const model of [sc, tso]) await compare(program, model, seed, tally);
  }
  return tally;
}

async function compare(program: Program, model: MemoryModel, seed: number, tally: CubTally): Promise<void> {
  const complain = (what: string): void =>
    void tally.complaints.push(`seed ${seed} under ${model.name}: ${what}\n${printProgram(program)}`);
  const [first, ...more] = program.threads;
  // One process alone stays one; otherwise instances are threads of their own.
  const alone = first?.instances.kind === 'any' && more.length === 0;
  try {
    const exported = exportCub(program, model, alone ? null : 2);
    const procs = exported.system.maxProcs ?? 2;
    const observers = exported.exported.needsBystander ? 1 : 0;
    const found = await exploredVerdicts(exported, model, alone ? procs + observers : procs, {
      maxStates: 30_000,
    });
    const answer = await explicitAnswer(program, { model, bound: 16, abstraction: {} });
    judge(found, answer, tally, complain);
  } catch (error) {
    if (!(error instanceof Unsupported))
      complain(error instanceof Error ? (error.stack ?? '') : String(error));
    else note(tally.refused, error.message);
  }
}

function note(times: Map<string, number>, what: string): void {
  times.set(what, (times.get(what) ?? 0) + 1);
}

function judge(
  found: ReadonlyMap<string, string>,
  answer: EngineAnswer,
  tally: CubTally,
  complain: (what: string) => void,
): void {
  if (answer.kind !== 'decided') return note(tally.refused, `by the explicit engine: ${answer.why}`);
  for (const [name, verdict] of found) {
    const real = answer.reports.get(name)?.verdict ?? 'unknown';
    if (verdict === 'unknown' || (real !== 'safe' && real !== 'unsafe')) tally.open++;
    else if (verdict !== real) complain(`${name} is ${verdict} in the export, but ${real}`);
    else tally[real]++;
  }
}
