import { defaultOf, optionsOf } from '../options/option-table.js';
import type { OptionRow } from '../options/kit/row.js';
import type { CliCommand } from './command.js';
import { exitMeanings } from './exit-codes.js';
import { positionalsOf } from './help.js';
import { plain } from './plain-text.js';

/** The page `man fencepost`, in the macros of man(7). The build puts it where package.json says. */
export const manPage = (commands: readonly CliCommand[], version: string): string =>
  [
    `.TH FENCEPOST 1 "" "fencepost ${version}" "User Commands"`,
    ...section('NAME'),
    String.raw`fencepost \- prove or refute properties of concurrent programs under SC, TSO and PSO`,
    ...section('SYNOPSIS'),
    ...commands.flatMap((command) => [...synopsis(command), '.br']),
    ...section('DESCRIPTION'),
    roff(
      'fencepost decides whether invariants, assertions and temporal formulas hold in every run of a small concurrent program, under sequential consistency and the weak memory models TSO and PSO. It tells a shortest run that breaks them, and finds where fences must be.',
    ),
    ...section('COMMANDS'),
    ...commands.flatMap(commandPart),
    ...section('EXIT STATUS'),
    ...Object.entries(exitMeanings).flatMap(([code, meaning]) => ['.TP', roff(code), roff(`${meaning}.`)]),
    ...section('ENVIRONMENT'),
    ...['.TP', 'NO_COLOR', roff('If it is set, no colour is used on terminals.')],
    ...section('SEE ALSO'),
    roff('fencepost COMMAND --help; fencepost explain WORD; the manual in the folder docs of the package.'),
    '',
  ].join('\n');

const section = (title: string): readonly string[] => [`.SH ${title}`];

const synopsis = (command: CliCommand): readonly string[] => [
  `.B fencepost ${roff(command.name)}`,
  `[${String.raw`\fIoptions\fR`}] ${positionalsOf(command)
    .map(({ shown }) => roff(shown))
    .join(' ')}`,
];

function commandPart(command: CliCommand): readonly string[] {
  const { name, about, examples, epilogue } = command;
  return [
    `.SS "fencepost ${roff(name)}"`,
    roff(`${about.charAt(0).toUpperCase()}${about.slice(1)}.`),
    ...optionsOf(name).flatMap(optionPart),
    '.PP',
    'Examples:',
    '.nf',
    ...examples.flatMap(([line, what]) => [roff(`  fencepost ${line}`), roff(`      ${what}`)]),
    '.fi',
    ...(name === 'verify' || name === 'check' ? [] : ['.PP', ...epilogue.split('\n').map(roff)]),
  ];
}

function optionPart(row: OptionRow): readonly string[] {
  const { name, letter, value } = row;
  const behind = value === undefined ? '' : String.raw` \fI${roff(value)}\fR`;
  const spelt = [...(letter === undefined ? [] : [`-${letter}`]), `--${name}`];
  const usual = plain(defaultOf(row));
  return [
    '.TP',
    spelt.map((flag) => String.raw`\fB${roff(flag)}\fR${behind}`).join(', '),
    roff(
      `${plain(row.help)}${row.repeatable === true ? '; repeatable' : ''}${usual === '' ? '' : ` (without it: ${usual})`}.`,
    ),
  ];
}

/** A line of text as it is: a dash is a minus sign, for who copies it, and no line begins with a request. */
const roff = (text: string): string =>
  text
    .replaceAll('\\', String.raw`\e`)
    .replaceAll('-', String.raw`\-`)
    .replaceAll(/^(?=[.'])/gm, String.raw`\&`);
