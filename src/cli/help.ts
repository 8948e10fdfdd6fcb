import yargs from 'yargs';
import type { Argv, Options } from 'yargs';
import { UsageError } from '../diagnostics/diagnostic.js';
import { defaultOf, optionsOf } from '../options/option-table.js';
import { isOfArraysOnly } from '../options/refused-options.js';
import { assertNever } from '../support/invariant.js';
import type { OptionRow } from '../options/kit/row.js';
import type { CliCommand } from './command.js';
import { plain } from './plain-text.js';
import { widestHelp } from './ready-help.js';

/** What `--help` or `--version` prints. */
export async function helpText(
  argv: readonly string[],
  commands: readonly CliCommand[],
  version: string,
  width: number,
): Promise<string> {
  let found = '';
  const parser = commands.reduce(described, frame(version, Math.min(width, widestHelp)));
  await parser.parseAsync([...argv], {}, (_error, _args, text) => {
    found = text;
  });
  return found;
}

/** Yargs without its habits: no exit, no help in place of an error, no guesses about values. */
function frame(version: string, width: number): Argv {
  return yargs()
    .scriptName('fencepost')
    .usage('$0 <command>: proves or refutes properties of concurrent programs under SC, TSO and PSO')
    .locale('en')
    .strict()
    .exitProcess(false)
    .showHelpOnFail(false)
    .parserConfiguration({ 'boolean-negation': false, 'camel-case-expansion': false, 'dot-notation': false })
    .fail((message: string, error?: Error) => {
      throw new UsageError(error?.message ?? message);
    })
    .version(version)
    .help()
    .alias('help', 'h')
    .alias('version', 'V')
    .wrap(width);
}

function described(y: Argv, command: CliCommand): Argv {
  const { name, about, examples, epilogue } = command;
  const taken = positionalsOf(command);
  return y.command([name, ...taken.map(({ shown }) => shown)].join(' '), about, (told) => {
    for (const { word, isNeeded, what } of taken)
      told.positional(word, { type: 'string', demandOption: isNeeded, describe: what });
    told.options(Object.fromEntries(optionsOf(name).map((row) => [row.name, declared(row)])));
    for (const [line, what] of examples) told.example(`$0 ${line}`, what);
    return told.epilogue(epilogue);
  });
}

interface Positional {
  readonly word: string;
  readonly isNeeded: boolean;
  readonly what: string;
  /** As yargs has it. */
  readonly shown: string;
}

/** The words behind the command. */
export function positionalsOf({
  files,
  words,
  takes,
}: Pick<CliCommand, 'files' | 'words' | 'takes'>): readonly Positional[] {
  switch (files) {
    case 'none':
      return [];
    case 'one':
      return [{ word: 'file', what: takes, isNeeded: true, shown: '<file>' }];
    case 'several':
      return [{ word: 'files', what: takes, isNeeded: true, shown: '<files..>' }];
    case 'words':
      return (words?.names ?? []).map(([word, what], i) => {
        const isNeeded = i < (words?.least ?? 0);
        return { word, what, isNeeded, shown: isNeeded ? `<${word}>` : `[${word}]` };
      });
    default:
      return assertNever(files);
  }
}

function declared(row: OptionRow): Options {
  const said = plain(defaultOf(row));
  const about = isOfArraysOnly(row) ? '[array systems] ' : '';
  return {
    describe: `${about}${plain(row.help)}${row.repeatable === true ? ' (repeatable)' : ''}`,
    ...(row.read === undefined
      ? { boolean: true }
      : { ...(row.bare === undefined ? { nargs: 1 } : {}), string: true }),
    ...(row.repeatable === true ? { array: true } : {}),
    ...(row.letter === undefined ? {} : { alias: row.letter }),
    ...(said === '' ? {} : { defaultDescription: said }),
  };
}
