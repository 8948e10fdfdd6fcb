import { UsageError } from '../../diagnostics/diagnostic.js';
import { command } from '../command.js';
import type { CommandContext, Invocation } from '../command.js';
import { ExitCode } from '../exit-codes.js';
import { overwrite } from '../write-file.js';

type FmtArgs = Invocation<'fmt'>;

export const fmtCommand = command({
  name: 'fmt',
  files: 'several',
  readsInput: true,
  about: 'print programs in one style',
  takes: 'programs (.fp); - is the standard input',
  examples: [
    ['fmt dekker.fp', 'print the program'],
    ['fmt --write *.fp', 'write the files anew'],
    ['fmt --check *.fp', 'tell which are written otherwise'],
  ],
  epilogue:
    'Only blanks and line breaks change; comments are kept. Exit code 10 with --check: some file is written in another style.',
  run: fmt,
});

async function fmt({ places, check, write }: FmtArgs, context: CommandContext): Promise<ExitCode> {
  const { output } = context;
  if (check && write) throw new UsageError('--check and --write exclude each other');
  if (write && places.some(({ text }) => text !== undefined))
    throw new UsageError('--write needs files', 'leave it out: the text is printed');
  const { formattedAt } = await import('../../library/formatting.js');
  const results = await Promise.all(
    places.map(async (place) => ({ file: place.path, ...(await formattedAt(place)) })),
  );
  for (const { file, before, after } of results) {
    if (!check && !write) output.result(after);
    else if (before === after) continue;
    else if (check) output.result(file);
    else overwrite(file, after);
  }
  return check && results.some(({ before, after }) => before !== after) ? ExitCode.Violation : ExitCode.Ok;
}
