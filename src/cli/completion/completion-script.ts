import { assertNever } from '../../support/invariant.js';
import type { CliCommand } from '../command.js';
import { bashScript } from './bash-script.js';
import { completionTable } from './completion-table.js';
import { fishScript } from './fish-script.js';
import type { Shell } from './shells.js';
import { zshScript } from './zsh-script.js';

/** All that the shell needs to know: it does not ask fencepost again. */
export function completionScript(shell: Shell, commands: readonly CliCommand[]): string {
  const table = completionTable(commands);
  switch (shell) {
    case 'bash':
      return bashScript(table);
    case 'zsh':
      return zshScript(table);
    case 'fish':
      return fishScript(table);
    default:
      return assertNever(shell);
  }
}
