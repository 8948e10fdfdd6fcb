import { UsageError } from '../diagnostics/diagnostic.js';
import { optionsOf } from '../options/option-table.js';
import { didYouMean } from '../options/kit/readers.js';
import type { OptionRow } from '../options/kit/row.js';
import { assertNever, at } from '../support/invariant.js';
import { inputWord } from './command.js';
import type { CliCommand, CommandWords } from './command.js';

/** The one of these that the first word names. */
export function named<T extends { readonly name: string }>(
  word: string | undefined,
  commands: readonly T[],
): T {
  const names = commands.map((c) => c.name);
  if (word === undefined) throw new UsageError(`no command given; the commands are ${names.join(', ')}`);
  const command = commands.find((c) => c.name === word);
  if (command !== undefined) return command;
  if (word.startsWith('-'))
    throw new UsageError(`unknown option ${word}`, `the command comes first: ${names.join(', ')}`);
  const known = `the commands are ${names.join(', ')}`;
  throw new UsageError(`there is no command '${word}'; ${known}`, didYouMean(word, names));
}

/** Throws a UsageError for what the command does not take; what the values are is not looked at. */
export function readTokens(tokens: readonly string[], command: CliCommand): CommandWords {
  const files: string[] = [];
  const given = new Map<string, readonly string[]>();
  for (let i = 0; i < tokens.length; i++) {
    const token = at(tokens, i);
    if (token === '--') {
      files.push(...tokens.slice(i + 1));
      break;
    }
    if (!token.startsWith('-') || token === inputWord || isWord(token, command)) {
      files.push(token);
      continue;
    }
    const { row, value, takesNext } = optionAt(token, tokens[i + 1], command);
    if (takesNext) i++;
    const before = given.get(row.name);
    if (before !== undefined && row.repeatable !== true)
      throw new UsageError(`--${row.name} is given more than once`);
    given.set(row.name, [...(before ?? []), ...(value === null ? [] : [value])]);
  }
  if (!(command.needsNoFile?.(given) ?? false) || files.length > 0) checkFiles(files, command);
  // What begins like an option stays a file for whoever gets it.
  const isFile = (word: string): boolean => command.files !== 'words' && word !== inputWord;
  const places = files.map((file) => (file.startsWith('-') && isFile(file) ? `./${file}` : file));
  return { given, file: places[0] ?? '', files: places };
}

/** Of a command that takes words which may look like options: it is none of its own. */
function isWord(token: string, { name, words }: CliCommand): boolean {
  const own = optionsOf(name).map((row) => `--${row.name}`);
  return words?.mayBeOptions === true && !own.some((flag) => token === flag || token.startsWith(`${flag}=`));
}

interface TokenOption {
  readonly row: OptionRow;
  /** Null for a flag. */
  readonly value: string | null;
  /** The value is the word behind. */
  readonly takesNext: boolean;
}

function optionAt(token: string, next: string | undefined, command: CliCommand): TokenOption {
  const joined = joinedToLetter(token, command);
  if (joined !== null) return joined;
  const equals = token.indexOf('=');
  const flag = equals === -1 ? token : token.slice(0, equals);
  const isLetter = /^-[^-]$/.test(flag);
  const row = optionsOf(command.name).find(({ name, alias, letter }) =>
    isLetter ? letter === flag.slice(1) : [name, alias].includes(flag.slice(2)) && flag.startsWith('--'),
  );
  if (row === undefined) throw unknownOption(flag, command);
  if (row.read === undefined) {
    if (equals !== -1) throw new UsageError(`--${row.name} takes no value`);
    return { row, value: null, takesNext: false };
  }
  if (equals === -1 && row.bare !== undefined && !canBeRead(row, next))
    return { row, value: row.bare, takesNext: false };
  const takesNext = equals === -1;
  return { row, value: takesNext ? following(row.name, next) : token.slice(equals + 1), takesNext };
}

/** What can only be a list is one, be it a wrong one: files have dots or slashes in their names. */
const isList = (text: string): boolean => /^[\w+]+(,[\w+]*)+$/.test(text);

function canBeRead({ name, read }: OptionRow, text: string | undefined): boolean {
  if (text === undefined || read === undefined) return false;
  if (isList(text)) return true;
  try {
    read(text, name);
    return true;
  } catch (error) {
    if (error instanceof UsageError) return false;
    throw error;
  }
}

/** `-DNAME=VALUE`: the value right behind the letter, where an option may be given often; null: it is written otherwise. */
function joinedToLetter(token: string, command: CliCommand): TokenOption | null {
  const [, letter, value] = /^-([A-Za-z])([^=].*)$/.exec(token) ?? [];
  if (letter === undefined || value === undefined) return null;
  const row = optionsOf(command.name).find((each) => each.letter === letter && each.repeatable === true);
  return row === undefined ? null : { row, value, takesNext: false };
}

/** A value that stands by itself may begin with a minus sign only where it cannot be mistaken for an option. */
function following(name: string, next: string | undefined): string {
  if (next === undefined) throw new UsageError(`--${name} needs a value`);
  if (!/^-[^0-9]/.test(next)) return next;
  throw new UsageError(`--${name} needs a value`, `write --${name}=${next} if that is the value`);
}

function unknownOption(flag: string, command: CliCommand): UsageError {
  const names = optionsOf(command.name).map(({ name }) => name);
  const close = didYouMean(flag.replace(/^-+/, ''), names);
  return new UsageError(`${command.name} has no option ${flag}`, close?.replace("'", "'--") ?? null);
}

function checkFiles(files: readonly string[], command: CliCommand): void {
  const { name, readsInput } = command;
  const { least, most, needed } = amountOf(command);
  const [extra] = files.slice(most);
  if (files.length < least) throw new UsageError(`${name} needs ${needed}`);
  if (extra !== undefined) {
    const taken =
      most === 0 ? 'no file' : most === 1 ? needed.replace(/^a /, 'one ') : `at most ${most} words`;
    throw new UsageError(`${name} takes ${taken}; what is '${extra}'?`);
  }
  const read = files.filter((file) => file === inputWord).length;
  if (read > 0 && readsInput !== true) {
    throw new UsageError(
      `'-' is no file: ${name} does not read the standard input`,
      'a file of that name is ./-',
    );
  }
  if (read > 1) throw new UsageError("'-' is given twice, but the standard input can be read once only");
}

/** How many files or words a command takes, and what to call what is missing. */
function amountOf({ files, words }: CliCommand): {
  readonly least: number;
  readonly most: number;
  readonly needed: string;
} {
  switch (files) {
    case 'none':
      return { least: 0, most: 0, needed: 'nothing' };
    case 'one':
      return { least: 1, most: 1, needed: 'a file' };
    case 'several':
      return { least: 1, most: Infinity, needed: 'at least one file' };
    case 'words': {
      const { names, least } = words ?? { names: [], least: 0 };
      return { least, most: names.length, needed: `a ${names[least - 1]?.[0] ?? 'word'}` };
    }
    default:
      return assertNever(files);
  }
}
