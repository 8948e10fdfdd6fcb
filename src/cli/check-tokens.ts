import { UsageError } from '../diagnostics/diagnostic.js';
import { optionsOf } from '../options/option-table.js';
import { didYouMean } from '../options/kit/readers.js';
import type { OptionRow } from '../options/kit/row.js';
import { at } from '../support/invariant.js';
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
    if (!token.startsWith('-') || token === '-') {
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
  const places = files.map((file) => (file.startsWith('-') && file !== '-' ? `./${file}` : file));
  return { given, file: places[0] ?? '', files: places };
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
  const row = optionsOf(command.name).find(({ name, letter }) =>
    isLetter ? letter === flag.slice(1) : `--${name}` === flag,
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
  if (command.files === 'none') {
    if (files.length > 0) throw new UsageError(`${command.name} takes no file; what is '${files[0]}'?`);
    return;
  }
  if (files.length === 0) {
    throw new UsageError(`${command.name} needs ${command.files === 'one' ? 'a file' : 'at least one file'}`);
  }
  if (files.includes('-') && command.readsInput !== true) {
    throw new UsageError("'-' is no file: the standard input is not read", 'a file of that name is ./-');
  }
  if (files.length > 1 && command.files === 'one') {
    throw new UsageError(`${command.name} takes one file; what is '${files[1]}'?`);
  }
}
