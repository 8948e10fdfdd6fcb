import type { SubjectKind } from '../lang/program/subject-kind.js';
import { UsageError } from '../diagnostics/diagnostic.js';
import { optionsOf } from './option-table.js';
import type { CommandName, OptionRow } from './kit/row.js';
import type { GivenOptions } from './values.js';

const given = (command: CommandName, options: GivenOptions): readonly OptionRow[] =>
  optionsOf(command).filter(({ name }) => options.has(name));

/** Throws a UsageError for an option that says nothing of such a file. */
export function refuseForSubject(command: CommandName, subject: SubjectKind, options: GivenOptions): void {
  const row = given(command, options).find(({ subjects }) => subjects?.includes(subject) === false);
  if (row === undefined) return;
  throw new UsageError(
    isOfArraysOnly(row)
      ? `--${row.name} is for ${subjectNames.array} (.cub)`
      : `--${row.name} does not apply to ${subjectNames[subject]}`,
  );
}

export const isOfArraysOnly = ({ subjects }: OptionRow): boolean =>
  subjects?.every((kind) => kind === 'array') ?? false;

export const subjectNames: Readonly<Record<SubjectKind, string>> = {
  program: 'programs',
  boolean: 'Boolean programs',
  array: 'array-based systems',
};

/**
 * The engine that is asked for, by name or by an option that implies it. Throws a UsageError for an option that this engine
 * has no use for; `auto` may take any engine, and so any option.
 */
export function engineFor(command: CommandName, options: GivenOptions, named = 'auto'): string {
  const rows = given(command, options);
  const telling = rows.find(({ implies }) => implies !== undefined);
  const engine = named === 'auto' ? (telling?.implies ?? named) : named;
  if (engine === 'auto') return engine;
  const row = rows.find((r) => !concerns(r, engine));
  if (row?.engines === undefined) return engine;
  const because = engine === named ? `--engine ${engine}` : `--${telling?.name ?? 'engine'}`;
  throw new UsageError(`--${row.name} is for ${enginesText(row.engines)}: it does not go with ${because}`);
}

/** Whether the engine looks at the option, be it to say that it does not take it. */
const concerns = ({ engines, refusedBy = [] }: OptionRow, engine: string): boolean =>
  engines === undefined || engines.includes(engine) || refusedBy.includes(engine);

export function enginesText(engines: readonly string[]): string {
  const last = engines.at(-1) ?? '';
  return engines.length === 1
    ? `the ${last} engine`
    : `the engines ${engines.slice(0, -1).join(', ')} and ${last}`;
}
