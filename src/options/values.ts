import type { SubjectKind } from '../lang/program/subject-kind.js';
import { optionsOf } from './option-table.js';
import type { optionTable } from './option-table.js';
import type { CommandName, OptionRow } from './kit/row.js';
import type { FieldsOfRows, IndexIn, ValueOf } from './kit/row-fields.js';

/** The texts behind each option of a command line; a flag has none. */
export type GivenOptions = ReadonlyMap<string, readonly string[]>;

type Table = typeof optionTable;
type IndexOf<C extends CommandName> = {
  [I in IndexIn<Table>]: C extends Table[I]['commands'][number] ? I : never;
}[IndexIn<Table>];

/** The options of a command, by their names; undefined where a value is not given. */
export type OptionValues<C extends CommandName> = {
  readonly [I in IndexOf<C> as Table[I]['name']]: ValueOf<Table[I], undefined>;
};

/** Throws a UsageError for the first value that is none. */
export function valuesOf<C extends CommandName>(command: C, given: GivenOptions): OptionValues<C>;
export function valuesOf(command: CommandName, given: GivenOptions): object {
  return Object.fromEntries(optionsOf(command).map((row) => [row.name, valueIn(row, given, undefined)]));
}

type AskedIndex<C extends CommandName, S extends SubjectKind> = {
  [I in IndexOf<C>]: Table[I] extends { readonly subjects: readonly (infer K)[] }
    ? S extends K
      ? I
      : never
    : I;
}[IndexOf<C>];

/** The question that a command puts to a subject, by the fields of its options. */
export type FieldsOf<C extends CommandName, S extends SubjectKind> = FieldsOfRows<Table, AskedIndex<C, S>>;

export function fieldsOf<C extends CommandName, S extends SubjectKind>(
  command: C,
  subject: S,
  given: GivenOptions,
): FieldsOf<C, S>;
export function fieldsOf(command: CommandName, subject: SubjectKind, given: GivenOptions): object {
  const fields: Record<string, unknown> = {};
  const groups: Record<string, Record<string, unknown>> = {};
  for (const row of optionsOf(command)) {
    if (row.field === undefined || row.subjects?.includes(subject) === false) continue;
    const value = valueIn(row, given, row.otherwise);
    const [group, name] = row.field.split('.');
    if (name === undefined) fields[row.field] = value;
    else if (group !== undefined) groups[group] = { ...groups[group], [name]: value };
  }
  return { ...fields, ...groups };
}

function valueIn({ name, read, repeatable }: OptionRow, given: GivenOptions, otherwise: unknown): unknown {
  const texts = given.get(name);
  if (read === undefined) return texts !== undefined;
  if (repeatable === true) return (texts ?? []).map((text) => read(text, name));
  const [text] = texts ?? [];
  return text === undefined ? otherwise : read(text, name);
}
