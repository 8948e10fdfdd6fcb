import { join } from 'node:path';
import { existsSync } from 'node:fs';
import { UsageError } from '../../diagnostics/diagnostic.js';
import { command } from '../command.js';
import type { CommandContext, Invocation } from '../command.js';
import { ExitCode } from '../exit-codes.js';
import { firstProgram, firstReadme, whatToTry } from '../first-program.js';
import { writeNew } from '../write-file.js';

export const initCommand = command({
  name: 'init',
  files: 'words',
  words: { names: [['folder', 'where to begin; without it the working folder']], least: 0 },
  about: 'begin with a first program, and commands to try',
  takes: 'the folder',
  examples: [
    ['init', 'in the working folder'],
    ['init locks', 'in a folder, which is made if need be'],
  ],
  epilogue: 'Nothing is written over.',
  run: init,
});

async function init({ file }: Invocation<'init'>, { output }: CommandContext): Promise<ExitCode> {
  const folder = file === '' ? '.' : file;
  const files = [
    ['message.fp', firstProgram],
    ['README.md', firstReadme],
  ] as const;
  // All or nothing: a second file that cannot be written leaves no first one.
  for (const [name] of files) {
    const path = join(folder, name);
    if (existsSync(path)) throw new UsageError(`there is a file ${path} already`, 'it is not written over');
  }
  for (const [name, text] of files) writeNew(join(folder, name), text);
  output.result(
    [...files.map(([name]) => `${join(folder, name)} is written.`), '', ...whatToTry(folder)].join('\n'),
  );
  return ExitCode.Ok;
}
