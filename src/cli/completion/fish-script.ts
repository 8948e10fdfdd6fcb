import { assertNever } from '../../support/invariant.js';
import type { CompletedCommand, CompletedOption, CompletedValue } from './completion-table.js';

/** For fish 3: a file `fencepost.fish` in its folder of completions. */
export const fishScript = (commands: readonly CompletedCommand[]): string =>
  [
    '# fish completion for fencepost',
    'complete -c fencepost -e',
    "complete -c fencepost -n __fish_use_subcommand -l version -s V -d 'the version'",
    "complete -c fencepost -n __fish_use_subcommand -l help -s h -d 'the commands'",
    ...commands.flatMap(linesOf),
    '',
  ].join('\n');

const linesOf = ({ name, about, options, words }: CompletedCommand): readonly string[] => {
  const within = `complete -c fencepost -n '__fish_seen_subcommand_from ${name}'`;
  return [
    `complete -c fencepost -n __fish_use_subcommand -f -a ${name} -d ${quoted(about)}`,
    ...options.map(
      (option) => `${within} ${flags(option)}${action(option.value)} -d ${quoted(option.about)}`,
    ),
    ...(words.length === 0 ? [] : [`${within} -f -a ${quoted(words.join(' '))}`]),
  ];
};

const flags = ({ name, letter }: CompletedOption): string =>
  letter === null ? `-l ${name}` : `-l ${name} -s ${letter}`;

function action(value: CompletedValue): string {
  switch (value.kind) {
    case 'none':
      return '';
    case 'file':
      return ' -r -F';
    case 'folder':
      return ` -x -a '(__fish_complete_directories)'`;
    case 'choice':
      return ` -x -a ${quoted(value.choices.join(' '))}`;
    case 'other':
      return ' -x';
    default:
      return assertNever(value);
  }
}

const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", String.raw`\'`)}'`;
