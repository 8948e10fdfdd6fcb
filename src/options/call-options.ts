import { UsageError } from '../diagnostics/diagnostic.js';
import { optionsOf } from './option-table.js';
import type { optionTable } from './option-table.js';
import { didYouMean } from './kit/readers.js';
import type { HavocRange } from './kit/readers.js';
import type { CommandName, OptionReader, OptionRow } from './kit/row.js';
import type { GivenOptions } from './values.js';

type RowOf<C extends CommandName, R> = R extends { readonly commands: readonly (infer K)[] }
  ? C extends K
    ? R extends { readonly ofCommandLine: true }
      ? never
      : R
    : never
  : never;

type CamelCase<S extends string> = S extends `${infer First}-${infer Rest}`
  ? `${First}${Capitalize<CamelCase<Rest>>}`
  : S;

type Spelt<T> =
  T extends ReadonlyMap<string, infer V>
    ? Readonly<Record<string, V>>
    : T extends HavocRange
      ? `${number}..${number}`
      : T extends readonly (infer E)[]
        ? readonly E[]
        : T;

type CallValue<R> = R extends { readonly read: OptionReader<infer T> }
  ? R extends { readonly repeatable: true }
    ? readonly T[]
    : Spelt<T>
  : boolean;

/**
 * The options of a command as a program gives them: `--max-bound 2` is `maxBound: 2`. What is null or undefined is not given.
 */
export type CallOptions<C extends CommandName> = {
  readonly [R in RowOf<C, (typeof optionTable)[number]> as CamelCase<R['name']>]?:
    CallValue<R> | null | undefined;
};

/** Throws a UsageError for what is no object: who calls may have no types. */
export function objectOf<T extends object>(options: T): T {
  const given: unknown = options;
  if (typeof given === 'object' && given !== null) return options;
  throw new UsageError('the options are an object');
}

/** The same as they would stand on a command line, to be read like those. Throws a UsageError for what is no option. */
export function givenBy(command: CommandName, options: object): GivenOptions {
  const rows = new Map(
    optionsOf(command).flatMap((row) => (row.ofCommandLine ? [] : [[camelCase(row.name), row]])),
  );
  const given = new Map<string, readonly string[]>();
  for (const [name, value] of Object.entries(options)) {
    const row = rows.get(name);
    if (row === undefined) {
      throw new UsageError(`${command} has no option ${name}`, didYouMean(name, rows.keys()));
    }
    const texts = value === undefined || value === null ? null : textsOf(row, value);
    if (texts !== null) given.set(row.name, texts);
  }
  return given;
}

const camelCase = (name: string): string =>
  name.replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase());

function textsOf({ name, read, repeatable }: OptionRow, value: unknown): readonly string[] | null {
  if (read === undefined) {
    if (typeof value !== 'boolean') throw new UsageError(`--${name} is true or false`);
    return value ? [] : null;
  }
  if (repeatable !== true) return [textOf(value, name)];
  if (!Array.isArray(value)) throw new UsageError(`--${name} takes a list`);
  return value.length === 0 ? null : value.map((each) => textOf(each, name));
}

function textOf(value: unknown, option: string): string {
  switch (typeof value) {
    case 'string':
      return value;
    case 'number':
    case 'bigint':
      return String(value);
    case 'boolean':
      return value ? 'on' : 'off';
    case 'object':
      if (Array.isArray(value)) return value.map((each) => textOf(each, option)).join(',');
      if (value === null) break;
      return Object.entries(value)
        .map(([name, each]) => `${name}=${textOf(each, option)}`)
        .join(',');
    default:
  }
  throw new UsageError(`--${option} cannot be ${String(value)}`);
}
