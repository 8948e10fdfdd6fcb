import type { Word } from '../../diagnostics/span.js';
import type { DveTransition } from '../../lang/dve/dve-ast.js';
import { isCommitted } from '../../lang/dve/committed.js';
import { isMeeting } from '../../lang/dve/name-table.js';
import { expressionsOf, subexpressions } from '../../lang/dve/walk-dve.js';
import { and, conjunction, equal, int, local, shared, truth } from '../../lang/expr/expr.js';
import type { Expr } from '../../lang/expr/expr.js';
import type { Block, Stmt } from '../../lang/program/program.js';
import { at, getOrFail } from '../../support/invariant.js';
import { mayGoAlone } from './commit.js';
import { EffectWriter, effectsOf } from './step-effects.js';
import type { DveEffect, OnlySc } from './step-effects.js';
import { ExprLowerer } from './exprs.js';
import { kept } from './kept.js';
import { queueStep } from './queues.js';
import type { Actor, DveWorld } from './world.js';

/** A transition as one step between two states. */
export interface DveStep {
  readonly from: Word;
  readonly to: Word;
  readonly stmt: Stmt;
}

/** Lowers the transitions of one process. Where both sides of a channel move at once, the sender's makes both moves. */
export class TransitionLowerer {
  /** Set where a step has no meaning under memory models with buffers. */
  onlySc: OnlySc | null = null;

  constructor(
    private readonly world: DveWorld,
    private readonly actor: Actor,
  ) {}

  steps(): readonly DveStep[] {
    return this.actor.table.process.transitions.flatMap((transition) => this.#lower(transition));
  }

  #lower(transition: DveTransition): readonly DveStep[] {
    const { sync } = transition;
    if (sync === null || !isMeeting(transition, this.world.table)) return [this.#alone(transition)];
    if (sync.kind === 'receive') return [];
    return partners(this.world, this.actor, transition).map((partner) => this.#meeting(transition, partner));
  }

  #alone(transition: DveTransition): DveStep {
    const { sync, effects } = transition;
    const own = this.#viewOf(this.actor, transition);
    const writer = this.#writer(transition);
    const queue = sync === null ? undefined : this.world.queues.get(sync.channel.text);
    const step = queue === undefined ? null : queueStep(transition, queue, own, this.world);
    const block = [
      ...(step?.before ?? []),
      ...writer.write([...(step?.taken ?? []), ...effectsOf(own, effects)]),
      ...(step?.after ?? []),
    ];
    this.#note(writer.onlySc);
    return this.#step(transition, and(this.#guard(transition, own), step?.cond ?? truth), block);
  }

  /** The value goes over, then come the receiver's effects, then the sender's, as in DiVinE. */
  #meeting(sent: DveTransition, { receiver, received }: Partner): DveStep {
    const own = this.#viewOf(this.actor, sent);
    const other = this.#viewOf(receiver, received);
    const writer = this.#writer(sent);
    const { saved, handed } = this.#handedOver(sent, received, own, other);
    const isThere = stateIs(receiver, received.from);
    const block = [
      ...saved,
      ...writer.write([...handed, ...effectsOf(other, received.effects)]),
      ...moved(receiver, received, sent),
      ...writer.write(effectsOf(own, sent.effects)),
    ];
    this.#note(writer.onlySc);
    this.#note(touchedByReceiver(this.world, receiver, received));
    const guards = and(this.#guard(sent, own), this.#guard(received, other));
    return this.#step(sent, and(isThere, guards), block);
  }

  /** All parts of a message are evaluated before the first is assigned. */
  #handedOver(
    sent: DveTransition,
    received: DveTransition,
    own: ExprLowerer,
    other: ExprLowerer,
  ): { readonly saved: Block; readonly handed: readonly DveEffect[] } {
    const values = sent.sync?.kind === 'send' ? sent.sync.values : [];
    const targets = received.sync?.kind === 'receive' ? received.sync.targets : [];
    const saved: Stmt[] = [];
    const handed = targets.map((target, i): DveEffect => {
      const lowered = own.number(at(values, i));
      if (targets.length === 1) return { of: other, target, value: { lowered } };
      const { type } = other.target(target).home;
      const temporary = this.world.temporary(this.actor.thread, type, target.name);
      const value = kept(lowered, type, this.world);
      saved.push(assigned({ kind: 'local', local: temporary }, value, sent));
      return { of: other, target, value: { lowered: local(temporary) } };
    });
    return { saved, handed };
  }

  #guard(transition: DveTransition, view: ExprLowerer): Expr {
    return conjunction(transition.guards.map((guard) => view.truth(guard)));
  }

  #step(transition: DveTransition, guard: Expr, effects: Block): DveStep {
    const { from, to, span } = transition;
    const cond = and(stateIs(this.actor, from), and(mayGoAlone(this.world, this.actor, from), guard));
    const test: Block = cond === truth ? [] : [{ kind: 'assume', cond, labels: [], span }];
    const body = [...test, ...effects, ...moved(this.actor, transition, transition)];
    const title = `${from.text}->${to.text}`;
    return { from, to, stmt: { kind: 'atomic', atOnce: true, body, labels: [], title, span } };
  }

  #viewOf(actor: Actor, { from }: DveTransition): ExprLowerer {
    return new ExprLowerer(this.world, actor, from.text);
  }

  #writer({ span }: DveTransition): EffectWriter {
    return new EffectWriter(this.world, this.actor.thread, span);
  }

  #note(found: OnlySc | null): void {
    this.onlySc ??= found;
  }
}

/** Who may receive what a transition sends, and by which transition. */
interface Partner {
  readonly receiver: Actor;
  readonly received: DveTransition;
}

/** Two processes meet only if both are in `commit` states or neither is. */
function partners(world: DveWorld, sender: Actor, sent: DveTransition): readonly Partner[] {
  return world.actors
    .filter((receiver) => receiver !== sender)
    .flatMap((receiver) =>
      receiver.table.process.transitions
        .filter(({ sync }) => sync?.kind === 'receive' && sync.channel.text === sent.sync?.channel.text)
        .filter(
          ({ from }) =>
            isCommitted(receiver.table.process, from) === isCommitted(sender.table.process, sent.from),
        )
        .map((received) => ({ receiver, received })),
    );
}

/**
 * The receiver's side of a meeting is part of a step of the sender's thread, which sees memory by the sender's store buffer.
 * So where the receiver reads or writes memory, the step has its meaning under SC only.
 */
function touchedByReceiver(world: DveWorld, receiver: Actor, received: DveTransition): OnlySc | null {
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

function stateIs({ place, table }: Actor, state: Word): Expr {
  return place === null ? truth : equal(shared(place), int(getOrFail(table.states, state.text)));
}

function moved({ place, table }: Actor, { from, to }: DveTransition, origin: DveTransition): Block {
  if (place === null || from.text === to.text) return [];
  const value = int(getOrFail(table.states, to.text));
  return [assigned({ kind: 'shared', shared: place, index: null }, value, origin)];
}

const assigned = (
  target: Extract<Stmt, { kind: 'assign' }>['target'],
  value: Expr,
  { span }: DveTransition,
): Stmt => ({ kind: 'assign', target, value, labels: [], span });
