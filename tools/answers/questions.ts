import { readdirSync } from 'node:fs';
import { extname, join } from 'node:path';

/** One command line, whose answer is kept. */
export interface AskedLine {
  readonly name: string;
  readonly args: readonly string[];
}

const models = ['sc', 'tso', 'pso', 'tso1'] as const;
const targets = ['fp', 'c', 'promela', 'dve', 'cub', 'dot'] as const;

/** What is asked of each language of the corpus; the folders are those of the corpus. */
const corpusQuestions: readonly {
  readonly folder: string;
  readonly extension: string;
  readonly args: readonly (readonly string[])[];
}[] = [
  {
    folder: 'bl',
    extension: '.bl',
    args: [
      ['--model', 'sc'],
      ['--model', 'tso', '--bound', '2'],
    ],
  },
  {
    folder: 'cub',
    extension: '.cub',
    args: [
      ['--model', 'sc'],
      ['--model', 'tso'],
    ],
  },
  {
    folder: 'cupex',
    extension: '.orig',
    args: [
      ['--model', 'sc'],
      ['--model', 'pso'],
    ],
  },
  { folder: 'dve', extension: '.dve', args: [['--model', 'sc']] },
  { folder: 'rmm', extension: '.rmm', args: [['--model', 'tso']] },
];

/** Every sample under every model, by other engines and methods too, its exports, and the programs of the corpus. */
export function questionsOf(samples: string, corpus: string, seconds: number): readonly AskedLine[] {
  const limit = ['--json', '--timeout', String(seconds)];
  const verify = (file: string, ...args: readonly string[]): AskedLine => ({
    name: ['verify', file, ...args].join(' '),
    args: ['verify', file, ...args, ...limit],
  });
  const transform = (file: string, ...args: readonly string[]): AskedLine => ({
    name: ['transform', file, ...args].join(' '),
    args: ['transform', file, ...args],
  });
  const files = filesBelow(samples).filter((file) => extname(file) !== '.tsv');
  const programs = files.filter((file) => !['.bl', '.cub'].includes(extname(file)));
  return [
    ...files.flatMap((file) => models.map((model) => verify(file, '--model', model))),
    ...programs.flatMap((file) =>
      ['explicit', 'dual', 'ltl'].map((engine) => verify(file, '--model', 'tso', '--engine', engine)),
    ),
    ...files
      .filter((file) => file.includes('abstraction'))
      .flatMap((file) =>
        ['pe', 'ce', 'lazy'].map((method) => verify(file, '--model', 'pso', '--method', method)),
      ),
    ...programs.flatMap((file) =>
      targets.map((target) => transform(file, '--model', 'tso', '--bound', '1', '--to', target)),
    ),
    ...corpusQuestions.flatMap(({ folder, extension, args }) =>
      filesBelow(join(corpus, folder))
        .filter((file) => extname(file) === extension)
        .flatMap((file) => args.map((asked) => verify(file, ...asked))),
    ),
  ];
}

function filesBelow(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted();
}
