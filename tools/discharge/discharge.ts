import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SmtSolver } from './smt-solvers.js';

/** What a solver says of the files in a folder that `--emit-smt2` has written. */
export interface Discharged {
  readonly solver: string;
  readonly files: number;
  /** Those with another answer than is expected, with it. */
  readonly wrong: readonly { readonly file: string; readonly says: string; readonly answer: string }[];
}

interface IndexedFile {
  readonly file: string;
  readonly expected: string;
  readonly says: string;
}

export function indexOf(folder: string): readonly IndexedFile[] {
  const lines = readFileSync(join(folder, 'index.txt'), 'utf8').split('\n');
  return lines.flatMap((line) => {
    const [file, expected, says] = line.split('\t');
    return file === undefined || expected === undefined ? [] : [{ file, expected, says: says ?? '' }];
  });
}

export async function discharge(folder: string, solver: SmtSolver, seconds: number): Promise<Discharged> {
  const files = indexOf(folder);
  const wrong: Discharged['wrong'][number][] = [];
  for (const { file, expected, says } of files) {
    const lines = await solver.answers(join(folder, file), seconds);
    const answer = lines.join(' ').slice(0, 200);
    if (answer !== expected) wrong.push({ file, says, answer: answer === '' ? 'no answer in time' : answer });
  }
  return { solver: solver.name, files: files.length, wrong };
}
