import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Program } from '../../src/lang/program/program.js';
import { loadSample } from '../../test/support/load-sample.js';
import { root } from '../../test/support/root.js';
import { verdictRows } from '../../test/support/samples.js';
import { authorsProgram } from '../../test/support/synthesis/authors-program.js';
import { withFences } from '../../test/support/synthesis/orig-fences.js';

/** A program in which predicates are to be found. */
export interface StrategySubject {
  /** `mutex/dekker` of the samples, or `cupex/dekker` of the corpus. */
  readonly name: string;
  /** A program of the CUPEX authors. */
  readonly isAuthors: boolean;
}

export const benchModels = ['sc', 'tso', 'pso'] as const;
export type BenchModel = (typeof benchModels)[number];

const folders = ['discovery', 'abstraction', 'protocols', 'barriers', 'mutex', 'data-structures'];
const authors = ['abp', 'bakery', 'dekker', 'peterson', 'queue', 'szymanski', 'ticket'];
const corpus = join(process.env['FENCEPOST_CORPUS'] ?? join('..', 'shared', 'corpus'), 'cupex');

/** The programs of the CUPEX authors, where they are, and samples. */
export const strategySubjects = (): readonly StrategySubject[] => [
  ...(existsSync(corpus) ? authors : []).map((name) => ({ name: `cupex/${name}`, isAuthors: true })),
  ...folders.flatMap(samplesIn).map((name) => ({ name, isAuthors: false })),
];

function samplesIn(folder: string): readonly string[] {
  const path = join(root, 'samples', folder);
  const files = existsSync(path) ? readdirSync(path).sort() : [];
  return files.filter((file) => file.endsWith('.fp')).map((file) => `${folder}/${file.slice(0, -3)}`);
}

/** Without its predicates; those of the authors with a fence after every store, if there are buffers. */
export async function withoutPredicates(subject: StrategySubject, model: BenchModel): Promise<Program> {
  const change = model === 'sc' ? undefined : withFences;
  const program = subject.isAuthors
    ? authorsProgram(corpus, subject.name.replace('cupex/', ''), change)
    : await loadSample(`${subject.name}.fp`);
  return { ...program, predicates: [] };
}

/** What is known of all its properties together; null: not all of it. */
export function expectedVerdict(subject: StrategySubject, model: BenchModel): 'safe' | 'unsafe' | null {
  if (subject.isAuthors) return 'safe';
  const rows = verdictRows.filter(
    ({ sample, property }) => sample === `${subject.name}.fp` && property !== 'deadlock',
  );
  const verdicts = rows.map(({ expected }) => expected.get(model));
  if (verdicts.includes('unsafe')) return 'unsafe';
  return verdicts.length > 0 && verdicts.every((verdict) => verdict === 'safe') ? 'safe' : null;
}
