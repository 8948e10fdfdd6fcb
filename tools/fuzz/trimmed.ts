import { trimArrays } from '../../passes/trim-arrays.js';
import { printProgram } from '../../src/lang/program/print.js';
import { mainModels } from '../../src/memory/index.js';
import type { SystemPass } from '../../src/pass/pass.js';
import { at } from '../../src/support/invariant.js';
import { Random, generateProgram, memoryOptions } from '../../test/support/generate/generate-program.js';
import type { GeneratorOptions } from '../../test/support/generate/generator-options.js';
import { compareTrimmed, withLongArrays } from '../../test/support/plain/compare-trimmed.js';

export interface TrimmedTally {
  readonly programs: number;
  /** Those with an array that has become shorter, and of these those with too many states. */
  readonly trimmed: number;
  readonly capped: number;
  readonly complaints: readonly { readonly seed: number; readonly text: string; readonly program: string }[];
}

/** Programs with long arrays, of consecutive seeds, each under one model: with the arrays as they are and trimmed. */
export async function tallyTrimmed(
  count: number,
  firstSeed: number,
  pass: SystemPass = trimArrays,
): Promise<TrimmedTally> {
  let tally: TrimmedTally = { programs: 0, trimmed: 0, capped: 0, complaints: [] };
  for (let seed = firstSeed; tally.programs < count; seed++) {
    const random = new Random(seed);
    const everything = random.chance(0.5);
    const options: GeneratorOptions = {
      ...{ ...memoryOptions, everything, properties: true, depth: 1, statements: 2 },
      threads: [2, 2],
      sharedVars: [3, 4],
    };
    const program = withLongArrays(generateProgram(random, options), random);
    const found = await compareTrimmed(program, at(mainModels, seed % mainModels.length), pass);
    tally = {
      programs: tally.programs + 1,
      trimmed: tally.trimmed + (found.trimmed > 0 ? 1 : 0),
      capped: tally.capped + (found.capped ? 1 : 0),
      complaints: [
        ...tally.complaints,
        ...found.complaints.map((text) => ({ seed, text, program: printProgram(program) })),
      ],
    };
  }
  return tally;
}

export async function fuzzTrimmed(count: number, seed: number): Promise<boolean> {
  const { programs, trimmed, capped, complaints } = await tallyTrimmed(count, seed);
  for (const { seed: which, text, program } of complaints.slice(0, 5))
    process.stdout.write(`seed ${which}: ${text}\n${program}\n`);
  process.stdout.write(
    `${programs} programs from seed ${seed}: ${trimmed} with trimmed arrays, ${capped} of them too large; ${complaints.length} complaints\n`,
  );
  return complaints.length === 0;
}
