import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { UsageError } from '../../diagnostics/diagnostic.js';
import { allSamples, samplePath, sampleNamed } from '../../library/package-samples.js';
import type { Sample } from '../../library/package-samples.js';
import { didYouMean } from '../../options/kit/readers.js';
import { left, renderGrid } from '../../report/grid.js';
import { command } from '../command.js';
import type { CommandContext, Invocation } from '../command.js';
import { ExitCode } from '../exit-codes.js';
import { writeNew } from '../write-file.js';

type SamplesArgs = Invocation<'samples'>;

export const samplesCommand = command({
  name: 'samples',
  files: 'words',
  words: {
    names: [
      ['what', 'a family of samples, `list`, `show` or `copy`; all are listed without it'],
      ['name', 'the sample to show or copy, as in peterson, peterson.fp or mutex/peterson.fp'],
      ['folder', 'where to copy it to; without it to the working folder'],
    ],
    least: 0,
  },
  about: 'list the programs that come with fencepost, or copy one',
  takes: 'what to do',
  examples: [
    ['samples', 'all samples, what each shows, and what to expect'],
    ['samples mutex', 'those of one family'],
    ['samples show mutex/peterson', 'print one'],
    ['samples copy mutex/peterson', 'copy one here'],
  ],
  epilogue: 'Each sample says at its top where it is from and what to expect under each model.',
  run: samples,
});

async function samples({ files: words }: SamplesArgs, { output }: CommandContext): Promise<ExitCode> {
  const [what, name, folder = '.'] = words;
  switch (what) {
    case 'show':
      requireWords(words, 2);
      output.result(readFileSync(samplePath(sampleNamed(named(name, what))), 'utf8'));
      return ExitCode.Ok;
    case 'copy': {
      const sample = sampleNamed(named(name, what));
      const path = join(folder, basename(sample.name));
      writeNew(path, readFileSync(samplePath(sample), 'utf8'));
      output.result(`${path} is written. To verify it: fencepost verify ${path} --model tso`);
      return ExitCode.Ok;
    }
    case 'list':
      requireWords(words, 2);
      output.result(listing(chosen(name), output));
      return ExitCode.Ok;
    default:
      requireWords(words, 1);
      output.result(listing(chosen(what), output));
      return ExitCode.Ok;
  }
}

function named(name: string | undefined, what: string): string {
  if (name !== undefined) return name;
  throw new UsageError(`samples ${what} needs the name of a sample`, 'fencepost samples lists them');
}

function requireWords(words: readonly string[], most: number): void {
  const extra = words[most];
  if (extra !== undefined)
    throw new UsageError(`samples ${words[0] ?? ''} takes no more words; what is '${extra}'?`);
}

/** Those of a family; of none: all. */
function chosen(family: string | undefined): readonly Sample[] {
  const all = allSamples();
  const some = family === undefined ? all : all.filter((sample) => sample.family === family);
  if (some.length > 0) return some;
  const families = [...new Set(all.map((sample) => sample.family))];
  throw new UsageError(
    `there is no family of samples '${family}'; the families are ${families.join(', ')}`,
    didYouMean(family ?? '', [...families, 'list', 'show', 'copy']),
  );
}

const models = ['sc', 'tso', 'pso'] as const;

function listing(samplesOf: readonly Sample[], { style, width }: CommandContext['output']): string {
  const grid = renderGrid(
    [left('sample'), ...models.map(left), left('what it shows')],
    samplesOf.map(({ name, teaches, expected }) => ({
      cells: [name, ...models.map((model) => expected.get(model) ?? ''), teaches],
    })),
    width,
  );
  return [...grid.header.map(style.dim), ...grid.body].join('\n');
}
