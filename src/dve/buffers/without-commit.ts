import type { Expr, Model, Process, Transition } from '../ast.js';
import { not, word } from '../make.js';
import type { Table } from '../table.js';

/** The model with guards in place of `commit`: while a process is in such a state and has a way out, others wait. */
export function withoutCommit(model: Model, table: Table): Model {
  const holding = model.processes.map((process) => ({
    process,
    states: holdingStates(process, model, table),
  }));
  return {
    ...model,
    processes: model.processes.map((process) => {
      const others = holding.filter((other) => other.process !== process);
      const isFree = others.flatMap(({ process: { name }, states }) =>
        states.map((state): Expr =>
          not({ kind: 'state', process: name, state: word(state), span: name.span }),
        ),
      );
      const transitions = process.transitions.map((t) =>
        isCommitted(process, t) || isFree.length === 0 ? t : { ...t, guards: [...isFree, ...t.guards] },
      );
      return { ...process, commit: [], transitions };
    }),
  };
}

const isCommitted = ({ commit }: Process, { from }: Transition): boolean =>
  commit.some(({ text }) => text === from.text);

/** `commit` states with a transition; one that sends at once counts if somebody receives. */
function holdingStates(process: Process, { processes }: Model, { globals }: Table): readonly string[] {
  const receives = (channel: string): boolean =>
    processes.some(
      (other) =>
        other !== process &&
        other.transitions.some(({ sync }) => sync?.kind === 'receive' && sync.channel.text === channel),
    );
  const isPossible = ({ sync }: Transition): boolean => {
    const symbol = sync === null ? undefined : globals.get(sync.channel.text);
    const isMeeting = symbol?.kind === 'channel' && symbol.capacity === 0;
    return sync?.kind !== 'send' || !isMeeting || receives(sync.channel.text);
  };
  const leaving = process.transitions.filter((t) => isCommitted(process, t) && isPossible(t));
  return [...new Set(leaving.map(({ from }) => from.text))];
}
