import type { Word } from '../diagnostics/span.js';
import type { Process, Transition } from './ast.js';
import { isMeeting } from './table.js';
import type { Table } from './table.js';

export const isCommitted = ({ commit }: Process, { text }: Word): boolean =>
  commit.some((state) => state.text === text);

/**
 * While some process is in such a state, only processes in `commit` states move. As in DiVinE 3 a `commit` state can be left
 * if it has a transition at all, whether that is enabled or not; of transitions that send at once only those count that
 * somebody receives.
 */
export function holdingStates(process: Process, all: readonly Process[], table: Table): readonly string[] {
  const isReceived = (channel: Word): boolean =>
    all.some(
      (other) =>
        other !== process &&
        other.transitions.some(({ sync }) => sync?.kind === 'receive' && sync.channel.text === channel.text),
    );
  const isPossible = (transition: Transition): boolean => {
    const { sync } = transition;
    return sync?.kind !== 'send' || !isMeeting(transition, table) || isReceived(sync.channel);
  };
  const leaving = process.transitions.filter((t) => isCommitted(process, t.from) && isPossible(t));
  return [...new Set(leaving.map(({ from }) => from.text))];
}
