import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { MemoryModel } from '../../src/memory/model.js';
import { pso } from '../../src/memory/pso.js';
import { tso } from '../../src/memory/tso.js';
import type { AbstractionOptions } from '../../test/support/abstraction-options.js';
import { compareAbstract } from '../../test/support/abstraction/abstract-agreement.js';
import { authorsProgram } from '../../test/support/synthesis/authors-program.js';
import { fencedAfter, storeSets, storesIn } from '../../test/support/synthesis/fence-configurations.js';

/** Programs of the CUPEX authors in which no value grows, and how many sets of fences are tried. */
export const fencedPrograms = [
  ['peterson', 64],
  ['dekker', 40],
  ['szymanski', 40],
] as const;

export interface AbstractFencesTally {
  readonly runs: number;
  readonly safe: number;
  readonly unsafe: number;
  readonly unknown: number;
  readonly complaints: readonly string[];
  /** What the explicit engine decides and the abstract engine does not. */
  readonly open: readonly string[];
}

export const noFences: AbstractFencesTally = {
  runs: 0,
  safe: 0,
  unsafe: 0,
  unknown: 0,
  complaints: [],
  open: [],
};

/** The abstract engine, `lazy` if nothing else is said, against the explicit engine, with fences after some stores. */
export async function tallyFences(
  folder: string,
  name: string,
  most: number,
  bounds: readonly number[],
  abstraction: Partial<AbstractionOptions> = {},
  models: readonly MemoryModel[] = [tso, pso],
): Promise<AbstractFencesTally> {
  const program = authorsProgram(folder, name);
  let tally = noFences;
  for (const stores of storeSets(storesIn(program), most)) {
    const fenced = fencedAfter(program, stores);
    for (const model of models) {
      for (const bound of bounds) {
        const found = await compareAbstract(fenced, { model, bound, abstraction });
        const where = `${name}, ${model.name}, bound ${bound}, fences after stores ${[...stores].join(' ')}`;
        tally = {
          runs: tally.runs + 1,
          safe: tally.safe + found.safe,
          unsafe: tally.unsafe + found.violated.length,
          unknown: tally.unknown + found.unknown,
          complaints: [...tally.complaints, ...found.complaints.map((text) => `${where}: ${text}`)],
          open: [...tally.open, ...found.open.map((o) => `${where}: ${o.name} is unknown: ${o.reason}`)],
        };
      }
    }
  }
  return tally;
}

export async function fuzzFences(): Promise<boolean> {
  const folder = join(process.env['FENCEPOST_CORPUS'] ?? join('..', 'shared', 'corpus'), 'cupex');
  if (!existsSync(folder)) {
    process.stderr.write(`there is no ${folder}; FENCEPOST_CORPUS says where the programs are\n`);
    return false;
  }
  let isRight = true;
  for (const [way, bounds, abstraction] of ways) {
    for (const [name, most] of fencedPrograms) {
      const started = performance.now();
      const tally = await tallyFences(folder, name, most, bounds, abstraction);
      const seconds = ((performance.now() - started) / 1000).toFixed(0);
      process.stdout.write(`${fencesText(tally)}${way}, ${name}: ${countsText(tally)} (${seconds} s)\n`);
      isRight &&= tally.complaints.length === 0;
    }
  }
  return isRight;
}

const ways = [
  ['lazy', [1, 2], {}],
  ['lazy, counters', [1, 2], { encoding: 'counters' }],
  ['lazy, z3', [1], { solver: 'z3' }],
  ['ce', [1], { method: 'ce' }],
] as const;

const fencesText = ({ complaints, open }: AbstractFencesTally): string =>
  [...complaints.map((text) => `WRONG: ${text}`), ...open.map((text) => `imprecise: ${text}`)]
    .map((line) => `${line}\n`)
    .join('');

const countsText = ({ runs, safe, unsafe, unknown, complaints, open }: AbstractFencesTally): string =>
  `${runs} runs; the same: ${safe} safe, ${unsafe} unsafe, ${unknown} unknown; ` +
  `${complaints.length} wrong, ${open.length} imprecise`;
