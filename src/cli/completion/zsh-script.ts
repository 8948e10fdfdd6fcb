import { assertNever } from '../../support/invariant.js';
import type { CompletedCommand, CompletedOption, CompletedValue } from './completion-table.js';

/** For zsh: a file `_fencepost` in a folder of `fpath`, or to be read by `source` behind `compinit`. */
export const zshScript = (commands: readonly CompletedCommand[]): string => `#compdef fencepost
_fencepost() {
  if (( CURRENT == 2 )); then
    local -a commands=(
${commands.map(({ name, about }) => `      ${quoted(`${name}:${about}`)}`).join('\n')}
    )
    _describe command commands
    return
  fi
  local command=$words[2]
  shift words
  (( CURRENT-- ))
  case $command in
${commands.map(caseOf).join('\n')}
  esac
}
if [[ $funcstack[1] == _fencepost ]]; then
  _fencepost "$@"
else
  compdef _fencepost fencepost
fi
`;

const caseOf = ({ name, options, words }: CompletedCommand): string => {
  const behind = words.length === 0 ? '*:file:_files' : `*:word:(${words.join(' ')})`;
  return [
    `    ${name})`,
    `      _arguments -s : \\`,
    ...options.map((o) => `        ${argument(o)} \\`),
    `        ${quoted(behind)}`,
    '      ;;',
  ].join('\n');
};

function argument({ name, letter, about, isRepeatable, value }: CompletedOption): string {
  const told = `[${escaped(about)}]`;
  const behind = action(value);
  const long = `--${name}${behind === '' ? '' : '='}${told}${behind}`;
  const short = letter === null ? null : `-${letter}${behind === '' ? '' : '+'}${told}${behind}`;
  const repeated = isRepeatable ? '*' : '';
  return [long, ...(short === null ? [] : [short])].map((one) => quoted(`${repeated}${one}`)).join(' ');
}

function action(value: CompletedValue): string {
  switch (value.kind) {
    case 'none':
      return '';
    case 'file':
      return `:${value.shown}:_files`;
    case 'folder':
      return `:${value.shown}:_files -/`;
    case 'other':
      return `:${escaped(value.shown)}: `;
    case 'choice':
      return value.isList
        ? `:${value.shown}:_values -s , ${value.shown} ${value.choices.join(' ')}`
        : `:${value.shown}:(${value.choices.join(' ')})`;
    default:
      return assertNever(value);
  }
}

/** What means something inside a specification of `_arguments`. */
const escaped = (text: string): string => text.replaceAll(/[[\]:\\]/g, String.raw`\$&`);

const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;
