import type { Word } from '../../diagnostics/span.js';
import type { DveProcess, DveTransition } from './dve-ast.js';
import { isMeeting } from './name-table.js';
import type { DveTable } from './name-table.js';

export const isCommitted = ({ commit }: DveProcess, { text }: Word): boolean =>
  commit.some((state) => state.text === text);

/**
 * While some process is in such a state, only processes in `commit` states move. As in DiVinE 3 a `commit` state can be left
 * if it has a transition at all, whether that is enabled or not; of transitions that send at once only those count that
 * somebody receives.
 */
export function holdingStates(
  process: DveProcess,
  all: readonly DveProcess[],
  table: DveTable,
): readonly string[] {
  const isReceived = (channel: Word): boolean =>
    all.some(
      (other) =>
        other !== process &&
        other.transitions.some(({ sync }) => sync?.kind === 'receive' && sync.channel.text === channel.text),
    );
  const isPossible = (transition: DveTransition): boolean => {
    const { sync } = transition;
    return sync?.kind !== 'send' || !isMeeting(transition, table) || isReceived(sync.channel);
  };
  const leaving = process.transitions.filter((t) => isCommitted(process, t.from) && isPossible(t));
  return [...new Set(leaving.map(({ from }) => from.text))];
}
