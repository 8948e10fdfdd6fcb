import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { InputError, Unsupported } from '../../src/diagnostics/diagnostic.js';
import { printProgram } from '../../src/lang/program/print.js';
import { pso } from '../../src/memory/pso.js';
import { sc } from '../../src/memory/sc.js';
import { tso } from '../../src/memory/tso.js';
import { at } from '../../src/support/invariant.js';
import {
  Random,
  generateProgram,
  languageOptions,
  memoryOptions,
} from '../../test/support/generate/generate-program.js';
import type { GeneratorOptions } from '../../test/support/generate/generate-program.js';
import { compare } from '../spin/compare-spin.js';
import type { SpinComparison } from '../spin/compare-spin.js';
import { quick, spinMissing } from '../spin/spin.js';

const models = [sc, tso, pso];

/** All statements and properties, in programs with few enough states. */
const rich: GeneratorOptions = {
  ...languageOptions,
  threads: [1, 2],
  sharedVars: [1, 3],
  statements: 7,
  depth: 2,
  instances: false,
};

export interface SpinTally {
  readonly compared: number;
  readonly unsafe: number;
  readonly skipped: number;
  readonly complaints: readonly { readonly seed: number; readonly text: string; readonly program: string }[];
}

/** Asks Spin for a second opinion on programs of consecutive seeds. */
export async function tallySpin(
  count: number,
  firstSeed: number,
  heard: (tally: SpinTally) => void = () => undefined,
): Promise<SpinTally> {
  let tally: SpinTally = { compared: 0, unsafe: 0, skipped: 0, complaints: [] };
  const folder = mkdtempSync(join(tmpdir(), 'fencepost-fuzz-'));
  try {
    for (let seed = firstSeed; tally.compared < count; seed++) {
      const program = printProgram(generateProgram(new Random(seed), seed % 2 === 0 ? rich : memoryOptions));
      const path = join(folder, `seed-${seed}.fp`);
      writeFileSync(path, program);
      const found = await secondOpinion(path, seed);
      tally = {
        compared: tally.compared + (found === null ? 0 : 1),
        unsafe: tally.unsafe + (found?.ours === 'unsafe' ? 1 : 0),
        skipped: tally.skipped + (found === null ? 1 : 0),
        complaints: [
          ...tally.complaints,
          ...(found?.disagreements ?? []).map((text) => ({ seed, text, program })),
        ],
      };
      heard(tally);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return tally;
}

type Opinion = Pick<SpinComparison, 'ours' | 'disagreements'>;

/** Null for what is beyond one of the judges. */
async function secondOpinion(path: string, seed: number): Promise<Opinion | null> {
  const model = at(models, seed % models.length);
  try {
    return await compare({ path, model, bound: 1 + (seed % 2), procs: null }, 1, quick);
  } catch (error) {
    if (error instanceof Unsupported || error instanceof InputError) return null;
    return { ours: 'unknown', disagreements: [String(error)] };
  }
}

export async function fuzzSpin(count: number, seed: number): Promise<boolean> {
  const missing = spinMissing();
  if (missing !== null) {
    process.stderr.write(`this needs ${missing}, which is not installed\n`);
    return false;
  }
  const tally = await tallySpin(count, seed, ({ compared, skipped, complaints }) => {
    if (compared % 50 === 0)
      process.stderr.write(`${compared} compared, ${skipped} skipped, ${complaints.length} wrong\n`);
  });
  for (const { seed: which, text, program } of tally.complaints.slice(0, 5))
    process.stdout.write(`seed ${which}: ${text}\n${program}\n`);
  process.stdout.write(
    `programs compared with Spin: ${tally.compared} (seeds from ${seed}; ${tally.skipped} skipped), ` +
      `${tally.unsafe} of them unsafe; disagreements: ${tally.complaints.length}\n`,
  );
  return tally.complaints.length === 0;
}
