import type { Transition } from '../../dve/ast.js';
import { expressionsOf, subexpressions } from '../../dve/walk.js';
import { isCommitted } from './commit.js';
import type { OnlySc } from './effects.js';
import type { Actor, World } from './world.js';

/** Who may receive what a transition sends, and by which transition. */
export interface Partner {
  readonly receiver: Actor;
  readonly received: Transition;
}

export function partners(world: World, sender: Actor, sent: Transition): readonly Partner[] {
  return world.actors
    .filter((receiver) => receiver !== sender)
    .flatMap((receiver) =>
      receiver.table.process.transitions
        .filter(({ sync }) => sync?.kind === 'receive' && sync.channel.text === sent.sync?.channel.text)
        .filter(({ from }) => isCommitted(receiver, from) === isCommitted(sender, sent.from))
        .map((received) => ({ receiver, received })),
    );
}

/**
 * The receiver's side of a meeting is part of a step of the sender's thread, which sees memory by the sender's store buffer.
 * So where the receiver reads or writes memory, the step has its meaning under SC only.
 */
export function touchedByReceiver(world: World, receiver: Actor, received: Transition): OnlySc | null {
  for (const part of expressionsOf(received).flatMap((expr) => [...subexpressions(expr)])) {
    if (part.kind !== 'name' && part.kind !== 'cell') continue;
    const home = world.home(part.name.text, receiver);
    if (home?.kind !== 'shared' || !home.buffered) continue;
    const who = receiver.table.process.name.text;
    const why = `${who} uses the variable ${part.name.text} while it receives, at one with the sender`;
    return { why, span: received.span };
  }
  return null;
}
