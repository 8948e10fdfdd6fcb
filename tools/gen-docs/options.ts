import { defaultOf, optionTable, optionsOf } from '../../src/options/option-table.js';
import { isOfArraysOnly, subjectNames } from '../../src/options/refused-options.js';
import { commandNames } from '../../src/options/kit/row.js';
import type { CommandName, OptionRow } from '../../src/options/kit/row.js';

/** docs/usage.md with its tables of options made anew: each stands between a comment that names it and a comment that ends it. */
export const withOptionTables = (page: string): string =>
  page.replaceAll(
    /(<!-- options: ([\w -]+) -->\n)[\s\S]*?(<!-- end of options -->)/g,
    (_whole, begin: string, name: string, end: string) =>
      [begin.trimEnd(), '', ...tableNamed(name), '', end].join('\n'),
  );

/** The tables that stand in docs/usage.md. */
export function tableNamed(name: string): readonly string[] {
  const ofVerify = optionsOf('verify');
  const ofAbstraction = (row: OptionRow): boolean =>
    row.engines?.every((engine) => engine === 'abstract') ?? false;
  switch (name) {
    case 'verify':
      return fullTable(ofVerify.filter((row) => !ofAbstraction(row) && !isOfArraysOnly(row)));
    case 'verify abstraction':
      return fullTable(ofVerify.filter(ofAbstraction));
    case 'verify arrays':
      return fullTable(ofVerify.filter(isOfArraysOnly));
    case 'all commands':
      return matrix();
    default: {
      const command = commandNames.find((each) => each === name);
      if (command === undefined) throw new Error(`docs/usage.md wants a table '${name}', which is none`);
      return ownTable(command);
    }
  }
}

const fullTable = (rows: readonly OptionRow[]): readonly string[] => [
  '| option | meaning | default | for |',
  '| --- | --- | --- | --- |',
  ...rows.map((row) => `| ${spelt(row)} | ${meaning(row)} | ${defaultOf(row)} | ${forWhom(row)} |`),
];

/** What verify has too is told there. */
function ownTable(command: CommandName): readonly string[] {
  const rows = optionsOf(command);
  if (rows.length === 0) return ['It takes no options.'];
  const isOwn = (row: OptionRow): boolean => !row.commands.includes('verify');
  const shared = rows.filter((row) => !isOwn(row)).map(spelt);
  return [
    '| option | meaning | default |',
    '| --- | --- | --- |',
    ...rows.filter(isOwn).map((row) => `| ${spelt(row)} | ${meaning(row)} | ${defaultOf(row)} |`),
    ...(shared.length === 0 ? [] : [`| ${shared.join(', ')} | as for [verify](#verify) | |`]),
  ];
}

function matrix(): readonly string[] {
  const names = [...new Set(optionTable.map(({ name }) => name))].sort();
  const cell = (name: string, command: CommandName): string =>
    optionsOf(command).some((row) => row.name === name) ? 'x' : '';
  return [
    `| option | ${commandNames.join(' | ')} |`,
    `| --- |${commandNames.map(() => ' --- |').join('')}`,
    ...names.map((name) => `| \`--${name}\` | ${commandNames.map((c) => cell(name, c)).join(' | ')} |`),
  ];
}

const spelt = ({ name, letter, value }: OptionRow): string => {
  const behind = value === undefined ? '' : ` ${value}`;
  return [...(letter === undefined ? [] : [`-${letter}`]), `--${name}`]
    .map((flag) => `\`${flag}${behind}\``)
    .join(', ');
};

const meaning = ({ help, repeatable }: OptionRow): string =>
  repeatable === true ? `${help}; repeatable` : help;

/** Whose work depends on it: kinds of files, engines. Empty: everybody's. */
const forWhom = ({ subjects, engines }: OptionRow): string =>
  [
    ...(subjects === undefined ? [] : [subjects.map((subject) => subjectNames[subject]).join(', ')]),
    ...(engines === undefined ? [] : [engines.map((engine) => `\`${engine}\``).join(', ')]),
  ].join('; ');
