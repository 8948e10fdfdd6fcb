import yargs from 'yargs';
import type { Argv, Options } from 'yargs';
import { UsageError } from '../diagnostics/diagnostic.js';
import { defaultOf, optionsOf } from '../options/option-table.js';
import { isOfArraysOnly } from '../options/refused-options.js';
import type { OptionRow } from '../options/kit/row.js';
import type { CliCommand } from './command.js';
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
    .wrap(width);
}

function described(y: Argv, { name, files, about, takes, examples, epilogue }: CliCommand): Argv {
  const [positional, several] = files === 'one' ? ['file', ''] : ['files', '..'];
  const words = files === 'none' ? name : `${name} <${positional}${several}>`;
  return y.command(words, about, (told) => {
    if (files !== 'none')
      told.positional(positional, { type: 'string', demandOption: true, describe: takes });
    told.options(Object.fromEntries(optionsOf(name).map((row) => [row.name, declared(row)])));
    for (const [line, what] of examples) told.example(`$0 ${line}`, what);
    return told.epilogue(epilogue);
  });
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

/** Markdown as it is read on a terminal. */
const plain = (text: string): string => text.replaceAll('`', '').replaceAll(/\[([^\]]+)\]\([^)]*\)/g, '$1');
