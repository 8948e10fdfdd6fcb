import type { PortfolioMember } from '../options/portfolio-members.js';
import { memberOptions } from '../options/portfolio-members.js';
import { optionsOf } from '../options/option-table.js';
import type { OptionRow } from '../options/kit/row.js';
import type { GivenOptions } from '../options/values.js';

/** What every member is told by ourselves. */
export interface MemberSetting {
  readonly file: string;
  readonly json: boolean;
  readonly verbose: boolean;
  readonly debug: boolean;
  /** Where it is told none. */
  readonly memoryMB: number;
  /** Files that it is to write, by the options that name them. */
  readonly writes: ReadonlyMap<string, string>;
}

/** The command line of `verify` for a member: what was given, as far as its engine looks at it. */
export function memberArgs(
  { options }: PortfolioMember,
  given: GivenOptions,
  setting: MemberSetting,
): readonly string[] {
  const engine = options.get('engine') ?? 'auto';
  const passed = optionsOf('verify').filter(
    (row) =>
      given.has(row.name) &&
      !memberOptions.includes(row.name) &&
      row.notPassedOn !== true &&
      !setting.writes.has(row.name) &&
      mayGoTo(engine, row),
  );
  const said = new Map([...options, ...writesFor(engine, setting)]);
  return [
    'verify',
    ...(['json', 'verbose', 'debug'] as const).filter((name) => setting[name]).map((name) => `--${name}`),
    ...[...said].map(([name, value]) => `--${name}=${value}`),
    ...(given.has('paranoid') ? ['--paranoid'] : []),
    ...passed.flatMap((row) => wordsOf(row, given)),
    ...(given.has('memory') ? [] : [`--memory=${setting.memoryMB}`]),
    ...['--', setting.file],
  ];
}

const wordsOf = ({ name, read }: OptionRow, given: GivenOptions): readonly string[] =>
  read === undefined ? [`--${name}`] : (given.get(name) ?? []).map((text) => `--${name}=${text}`);

const writesFor = (engine: string, { writes }: MemberSetting): readonly (readonly [string, string])[] =>
  [...writes].filter(([name]) => {
    const row = optionsOf('verify').find((each) => each.name === name);
    return row !== undefined && mayGoTo(engine, row);
  });

/** Engines get what they take, and what they say for themselves that they do not take. */
const mayGoTo = (engine: string, { engines, refusedBy = [] }: OptionRow): boolean =>
  engine === 'auto' || engines === undefined || [...engines, ...refusedBy].includes(engine);
