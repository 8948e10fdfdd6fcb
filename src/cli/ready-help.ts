import { readFileSync } from 'node:fs';
import { commands } from './commands/index.js';

/** Wider lines are hard to read. */
export const widestHelp = 100;

/** That of pipes, files and wide terminals, and that of most others. */
export const readyWidths: readonly number[] = [widestHelp, 80];

/** Where the build puts the text for a command, beside the program; no name: the text of the program. */
export const helpFile = (command: string, width: number): string =>
  `help/${command === '' ? 'fencepost' : command}-${width}.txt`;

/** What `--help` prints, from the time of the build (tools/bundle.mjs); null: the text has to be made (help.ts). */
export function readyHelp(argv: readonly string[], width: number): string | null {
  const command = argv.length === 1 ? '' : argv[0];
  const isPlain = argv.length <= 2 && (argv.at(-1) === '--help' || argv.at(-1) === '-h');
  const isKnown = command === '' || commands.some(({ name }) => name === command);
  const shown = Math.min(width, widestHelp);
  if (!isPlain || !isKnown || command === undefined || !readyWidths.includes(shown)) return null;
  try {
    return readFileSync(new URL(helpFile(command, shown), import.meta.url), 'utf8');
  } catch {
    // Modules that are not bundled have no texts beside them.
    return null;
  }
}
