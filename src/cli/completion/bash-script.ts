import { isChosen } from './completion-table.js';
import type { CompletedCommand, CompletedOption } from './completion-table.js';

/** For bash 4: to be read by `source`. A value behind `=` comes as a word of its own there, and so does the sign. */
export const bashScript = (commands: readonly CompletedCommand[]): string => `# bash completion for fencepost
_fencepost() {
  local cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD-1]} command=\${COMP_WORDS[1]}
  local values= words= list= before=
  COMPREPLY=()
  if [[ $cur == = ]]; then
    cur=
  elif [[ $prev == = ]]; then
    prev=\${COMP_WORDS[COMP_CWORD-2]}
  fi
  if (( COMP_CWORD == 1 )); then
    COMPREPLY=($(compgen -W '${commands.map(({ name }) => name).join(' ')} --help --version' -- "$cur"))
    return
  fi
  case "$command $prev" in
${commands.flatMap(chosenIn).join('\n')}
  esac
  if [[ -n $values ]]; then
    if [[ -n $list && $cur == *,* ]]; then
      before=\${cur%,*},
    fi
    COMPREPLY=($(compgen -P "$before" -W "$values" -- "\${cur#"$before"}"))
    return
  fi
  case "$command" in
${commands.map(wordsIn).join('\n')}
  esac
  if [[ $cur == -* || -n $words ]]; then
    COMPREPLY=($(compgen -W "$words" -- "$cur"))
  fi
}
complete -o default -F _fencepost fencepost
`;

const chosenIn = ({ name, options }: CompletedCommand): readonly string[] =>
  options.filter(isChosen).map((option) => {
    const { choices, isList } = option.value;
    const places = flags(option).map((flag) => `'${name} ${flag}'`);
    return `    ${places.join('|')}) values='${choices.join(' ')}'${isList ? ' list=1' : ''} ;;`;
  });

const wordsIn = ({ name, options, words }: CompletedCommand): string => {
  const listed = options.map((option) => `--${option.name}`).join(' ');
  return `    ${name}) if [[ $cur == -* ]]; then words='${listed}'; else words='${words.join(' ')}'; fi ;;`;
};

const flags = ({ name, letter }: CompletedOption): readonly string[] => [
  `--${name}`,
  ...(letter === null ? [] : [`-${letter}`]),
];
