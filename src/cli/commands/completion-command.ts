import { oneOf } from '../../options/kit/readers.js';
import { command } from '../command.js';
import { shells } from '../completion/shells.js';
import { ExitCode } from '../exit-codes.js';

export const completionCommand = command({
  name: 'completion',
  files: 'words',
  words: { names: [['shell', 'bash, zsh or fish']], least: 1 },
  about: 'print what makes a shell complete commands, options and values',
  takes: 'the shell',
  examples: [
    ['completion bash > ~/.local/share/bash-completion/completions/fencepost', 'for bash'],
    ['completion zsh > ~/.zfunc/_fencepost', 'for zsh, with ~/.zfunc in fpath'],
    ['completion fish > ~/.config/fish/completions/fencepost.fish', 'for fish'],
  ],
  epilogue: 'Of this version of fencepost: to be written anew for another one.',
  run: async ({ file }, { output, allCommands }) => {
    const shell = oneOf(shells)(file, 'shell');
    // What all commands take is fetched then.
    const { completionScript } = await import('../completion/completion-script.js');
    output.result(completionScript(shell, await allCommands()));
    return ExitCode.Ok;
  },
});
