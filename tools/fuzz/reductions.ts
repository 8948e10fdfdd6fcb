import { join } from 'node:path';
import { comparedPart, nothingCompared, summed } from '../corpus/reduced-runs.js';
import type { ReducedTally, RunLimits } from '../corpus/reduced-runs.js';
import { reducedParts } from '../corpus/reduced-subjects.js';
import { fuzzPor } from './por.js';
import { fuzzSymmetry } from './symmetry.js';

export interface ReductionsWish {
  /** Programs of each generator. */
  readonly count: number;
  readonly seed: number;
  /** Names of parts; empty: all. */
  readonly parts: readonly string[];
  /** For each run of a file. */
  readonly limits: RunLimits;
}

/** The programs that are made, as parts. */
const generated: Readonly<Record<string, (count: number, seed: number) => Promise<boolean>>> = {
  por: fuzzPor,
  symmetry: fuzzSymmetry,
};

const corpusFolder = (): string => process.env['FENCEPOST_CORPUS'] ?? join('..', 'shared', 'corpus');

/** What there is to compare. */
export const reductionParts = (): readonly string[] => [
  ...reducedParts(corpusFolder()).map(({ name }) => name),
  ...Object.keys(generated),
];

/**
 * The same verdicts with every reduction and without: the samples and the corpora (at $FENCEPOST_CORPUS, or beside the
 * checkout) by runs of the command line, then generated programs.
 */
export async function fuzzReductions({ count, seed, parts, limits }: ReductionsWish): Promise<boolean> {
  const isAsked = (name: string): boolean => parts.length === 0 || parts.includes(name);
  let total = nothingCompared;
  for (const part of reducedParts(corpusFolder())) {
    if (!isAsked(part.name)) continue;
    const tally = await comparedPart(part, limits, (where, { complaints }) => {
      process.stderr.write(`${where}\n`);
      for (const complaint of complaints) process.stdout.write(`!! ${complaint}\n`);
    });
    total = summed(total, tally);
    process.stdout.write(`${lineOf(part.name, part.subjects.length, tally)}\n`);
  }
  process.stdout.write(`disagreements: ${total.complaints.length}\n`);
  let ok = total.complaints.length === 0;
  for (const [name, campaign] of Object.entries(generated)) {
    if (!isAsked(name)) continue;
    process.stdout.write(`generated, ${name}\n`);
    if (!(await campaign(count, seed))) ok = false;
  }
  return ok;
}

function lineOf(name: string, files: number, tally: ReducedTally): string {
  if (files === 0) return `${name}: not there`;
  const { same, openReduced, openPlain, refused, states, reducedStates, complaints } = tally;
  return [
    `${name}: ${files} files, ${same} verdicts the same, ${complaints.length} otherwise`,
    `open for want of time or memory ${openReduced} with reductions and ${openPlain} only without`,
    `${refused} runs refused`,
    `states ${states.toLocaleString('en')}, with reductions ${reducedStates.toLocaleString('en')}`,
  ].join('; ');
}
