import { copyFileSync, existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { withFences } from '../../test/support/synthesis/orig-fences.js';

/** A program to be measured under one model. */
export interface Subject {
  readonly program: string;
  readonly model: string;
  readonly file: string;
}

const names = ['abp', 'bakery', 'dekker', 'peterson', 'queue', 'szymanski', 'ticket'] as const;
const samples = join('samples', 'abstraction');

/** The programs of the CUPEX authors; where they are missing, samples of ours. Copies with fences go to the folder. */
export function subjects(models: readonly string[], folder: string): readonly Subject[] {
  const corpus = join(process.env['FENCEPOST_CORPUS'] ?? join('..', 'shared', 'corpus'), 'cupex');
  if (existsSync(corpus)) {
    return names.flatMap((program) =>
      models.map((model) => ({ program, model, file: placed(corpus, program, model, folder) })),
    );
  }
  process.stdout.write(`     the programs of the paper are not at ${corpus}: samples of ours are measured\n`);
  return readdirSync(samples)
    .filter((file) => file.endsWith('-fenced.fp'))
    .flatMap((file) =>
      models.map((model) => ({ program: basename(file, '.fp'), model, file: join(samples, file) })),
    );
}

/** Under SC the program as it is; else a copy with a fence after every store, beside a copy of its predicates. */
function placed(corpus: string, program: string, model: string, folder: string): string {
  const original = join(corpus, program, `${program}.orig`);
  if (model === 'sc') return original;
  const file = join(folder, `${program}.orig`);
  writeFileSync(file, withFences(readFileSync(original, 'utf8')));
  copyFileSync(join(corpus, program, `${program}.pred`), join(folder, `${program}.pred`));
  return file;
}
