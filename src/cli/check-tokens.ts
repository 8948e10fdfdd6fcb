import type { Options } from 'yargs';
import { at } from '../support/check.js';
import type { Command } from './command.js';
import { UsageError } from './failure.js';
import { didYouMean } from './parse-values.js';

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

/**
 * Refuses what the command does not take, before yargs reads the values: yargs tells no closest match, counts the value
 * of an unknown option as a file, lets a flag have any value, and hides what is wrong with a value in an error of its
 * own. Returns the files.
 */
export function checkTokens(tokens: readonly string[], command: Command): readonly string[] {
  const files: string[] = [];
  const given = new Set<string>();
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
    const { name, option, value } = optionAt(token, tokens[i + 1], command);
    if (value !== null && !token.includes('=')) i++;
    if (given.has(name) && option.array !== true) throw new UsageError(`--${name} is given more than once`);
    given.add(name);
    if (value !== null) option.coerce?.(value);
  }
  checkFiles(files, command);
  return files;
}

interface GivenOption {
  readonly name: string;
  readonly option: Options;
  /** Null for a flag. */
  readonly value: string | null;
}

function optionAt(token: string, next: string | undefined, command: Command): GivenOption {
  const equals = token.indexOf('=');
  const flag = equals === -1 ? token : token.slice(0, equals);
  const name = /^-[^-]$/.test(flag) ? longName(flag, command) : flag.replace(/^--/, '');
  const option =
    (flag.startsWith('--') || name !== flag) && Object.hasOwn(command.options, name)
      ? command.options[name]
      : undefined;
  if (option === undefined) throw unknownOption(flag, name, command);
  if (option.boolean === true) {
    if (equals !== -1) throw new UsageError(`--${name} takes no value`);
    return { name, option, value: null };
  }
  return { name, option, value: equals === -1 ? following(name, next) : token.slice(equals + 1) };
}

/** `output` for `-o`; the flag itself if it stands for nothing. */
function longName(flag: string, { options }: Command): string {
  const found = Object.entries(options).find(([, option]) => option.alias === flag.slice(1));
  return found === undefined ? flag : found[0];
}

/** A value that stands by itself may begin with a minus sign only where it cannot be mistaken for an option. */
function following(name: string, next: string | undefined): string {
  if (next === undefined) throw new UsageError(`--${name} needs a value`);
  if (!/^-[^0-9]/.test(next)) return next;
  throw new UsageError(`--${name} needs a value`, `write --${name}=${next} if that is the value`);
}

function unknownOption(flag: string, name: string, command: Command): UsageError {
  const close = didYouMean(name.replace(/^-+/, ''), Object.keys(command.options));
  return new UsageError(`${command.name} has no option ${flag}`, close?.replace("'", "'--") ?? null);
}

function checkFiles(files: readonly string[], command: Command): void {
  if (files.length === 0) {
    throw new UsageError(`${command.name} needs ${command.files === 'one' ? 'a file' : 'at least one file'}`);
  }
  if (files.includes('-')) {
    throw new UsageError("'-' is no file: the standard input is not read", 'a file of that name is ./-');
  }
  if (files.length > 1 && command.files === 'one') {
    throw new UsageError(`${command.name} takes one file; what is '${files[1]}'?`);
  }
}

/** The tokens without `--`: yargs does not take what follows it as files. */
export function withoutSeparator(tokens: readonly string[]): readonly string[] {
  const place = tokens.indexOf('--');
  if (place === -1) return tokens;
  const files = tokens.slice(place + 1).map((file) => (file.startsWith('-') ? `./${file}` : file));
  return [...tokens.slice(0, place), ...files];
}
