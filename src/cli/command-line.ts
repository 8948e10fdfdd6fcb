import { named, readTokens } from './check-tokens.js';
import type { Job } from './command.js';
import { commands } from './commands/index.js';

/** What a command line asks for: work, or a text to print (help, the version). */
export type CommandRequest =
  | { readonly kind: 'job'; readonly job: Job; readonly file: string | null }
  | { readonly kind: 'text'; readonly text: string };

/** Throws a UsageError that says what is wrong. */
export async function understand(
  argv: readonly string[],
  version: string,
  width: number,
): Promise<CommandRequest> {
  const options = optionsIn(argv);
  if (options.some((w) => w === '--help' || w === '-h' || w === '--version')) {
    const isGeneral = argv[0] === undefined || argv[0].startsWith('-');
    const chosen = isGeneral ? commands : [named(argv[0], commands)];
    const { helpText } = await import('./help.js');
    const loaded = await Promise.all(chosen.map(async ({ load }) => load()));
    return { kind: 'text', text: await helpText(argv, loaded, version, width) };
  }
  const command = await named(argv[0], commands).load();
  const words = readTokens(argv.slice(1), command);
  return { kind: 'job', job: command.job(words), file: words.files.length === 1 ? words.file : null };
}

/** The words before `--`, which are not files for sure. */
export function optionsIn(argv: readonly string[]): readonly string[] {
  const end = argv.indexOf('--');
  return end === -1 ? argv : argv.slice(0, end);
}
