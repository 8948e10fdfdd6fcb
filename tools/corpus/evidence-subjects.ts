import { join } from 'node:path';
import { readCCorpus } from './c-expected.js';
import { readModelCorpus } from './dve-expected.js';
import { filesIn } from './reduced-subjects.js';
import { readTrencherCorpus } from './trencher-expected.js';
import { ofAnyNumber, verdictRows } from '../../test/support/samples.js';

/** A question whose answer is to be shown. */
export interface EvidenceSubject {
  readonly path: string;
  /** Of verify. */
  readonly options: readonly string[];
}

export interface EvidencePart {
  readonly name: string;
  readonly subjects: readonly EvidenceSubject[];
}

const models = ['sc', 'tso', 'pso'] as const;

/** Of each corpus about `each` files, in even steps; parts of corpora that are not there are empty. */
export function evidenceParts(corpus: string, each: number): readonly EvidencePart[] {
  const some = <T>(files: readonly T[]): readonly T[] => {
    const step = Math.max(1, files.length / each);
    return files.filter((_file, i) => Math.floor(i / step) !== Math.floor((i - 1) / step));
  };
  const from = (name: string, kinds: RegExp, asked: readonly string[], ...more: readonly string[]) => ({
    name,
    subjects: some(filesIn(join(corpus, name), kinds)).flatMap((path) => under(path, asked, more)),
  });
  return [
    { name: 'samples', subjects: sampleSubjects('samples') },
    from('litmus', /\.litmus$/, models),
    from('bl', /\.bl$/, models),
    from('cupex', /\.bl$/, models),
    from('rmm', /\.rmm$/, models),
    from('cub', /\.cub$/, ['sc', 'tso']),
    {
      name: 'trencher',
      subjects: some(readTrencherCorpus(corpus).filter(({ hasFinals }) => hasFinals)).flatMap(({ path }) =>
        // The names of the files end in .txt.
        under(path, ['sc', 'tso'], ['--lang', 'trencher']),
      ),
    },
    {
      name: 'dve',
      subjects: some(readModelCorpus(corpus)).flatMap(({ path, formula }) =>
        under(path, ['sc', 'tso'], ['--invariant', `!(${formula})`]),
      ),
    },
    {
      name: 'c',
      subjects: some(readCCorpus(corpus)).flatMap(({ path, defines }) =>
        under(
          path,
          models,
          defines.flatMap((one) => ['--define', one]),
        ),
      ),
    },
  ];
}

const under = (
  path: string,
  asked: readonly string[],
  more: readonly string[] = [],
): readonly EvidenceSubject[] => asked.map((model) => ({ path, options: ['--model', model, ...more] }));

/** Each answer of the table of verdicts. */
const sampleSubjects = (folder: string): readonly EvidenceSubject[] =>
  verdictRows.flatMap(({ sample, property, expected }) =>
    [...expected].flatMap(([model, verdict]) =>
      verdict === 'unknown'
        ? []
        : [{ path: join(folder, sample), options: ['--model', model, ...asking(sample, property)] }],
    ),
  );

/** What no program states itself is asked for. */
function asking(sample: string, property: string): readonly string[] {
  const more = ofAnyNumber(sample) ? ['--procs', 'any'] : [];
  switch (property) {
    case 'deadlock':
      return [...more, '--deadlock', '--property', property];
    case 'race':
      return [...more, '--races', '--property', property];
    case 'termination':
      return [...more, '--termination', '--property', property];
    default:
      return [...more, '--property', property];
  }
}
