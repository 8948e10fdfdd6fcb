import yargs from 'yargs';
import type { Argv } from 'yargs';
import { checkTokens, named, withoutSeparator } from './check-tokens.js';
import type { Job } from './command.js';
import { commands } from './commands/index.js';
import { UsageError } from './failure.js';

/** What a command line asks for: work, or a text to print (help, the version). */
export type Request =
  | { readonly kind: 'job'; readonly job: Job; readonly file: string | null }
  | { readonly kind: 'text'; readonly text: string };

const widestHelp = 100;

/** Throws a UsageError that says what is wrong. */
export async function understand(argv: readonly string[], version: string, width: number): Promise<Request> {
  const words = optionsOf(argv);
  const wantsText = words.some((w) => w === '--help' || w === '-h' || w === '--version');
  const isGeneral = wantsText && (argv[0] === undefined || argv[0].startsWith('-'));
  const chosen = isGeneral ? commands : [named(argv[0], commands)];
  const loaded = await Promise.all(chosen.map(async ({ load }) => load()));
  const [command] = loaded;
  const files = wantsText || command === undefined ? [] : checkTokens(argv.slice(1), command);

  const found: { job: Job | null; text: string } = { job: null, text: '' };
  const parser = loaded.reduce(
    (y, c) => c.register(y, (job) => void (found.job = job)),
    frame(version, wantsText ? Math.min(width, widestHelp) : null),
  );
  await parser.parseAsync([...withoutSeparator(argv)], {}, (_error, _args, text) => {
    found.text = text;
  });
  if (found.job === null) return { kind: 'text', text: found.text };
  return { kind: 'job', job: found.job, file: files.length === 1 ? (files[0] ?? null) : null };
}

/** The words before `--`, which are not files for sure. */
export function optionsOf(argv: readonly string[]): readonly string[] {
  const end = argv.indexOf('--');
  return end === -1 ? argv : argv.slice(0, end);
}

/**
 * Yargs without its habits: no exit, no help in place of an error, no guesses about values. It makes a help text even where it shows
 * none, which takes longest with lines of some width.
 */
function frame(version: string, width: number | null): Argv {
  return yargs()
    .scriptName('fencepost')
    .usage('$0 <command>: proves or refutes properties of concurrent programs under SC, TSO and PSO')
    .locale('en')
    .strict()
    .exitProcess(false)
    .showHelpOnFail(false)
    .parserConfiguration({
      'boolean-negation': false,
      'camel-case-expansion': false,
      'dot-notation': false,
      'greedy-arrays': false,
      'parse-numbers': false,
      'parse-positional-numbers': false,
    })
    .fail((message: string, error?: Error) => {
      throw new UsageError(error?.message ?? message);
    })
    .version(version)
    .help()
    .alias('help', 'h')
    .wrap(width);
}
