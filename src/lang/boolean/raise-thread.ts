import { generatedBy } from '../../diagnostics/span.js';
import type { Span } from '../../diagnostics/span.js';
import type { BooleanCommand, BooleanLocation, BooleanThread } from './boolean-program.js';
import type { TextAction, TextBlock, TextComment, TextCondition, TextStatement } from './boolean-text.js';
import type { CommandId, LocationId } from '../expr/ids.js';
import { at, invariant } from '../../support/invariant.js';
import { byNumber } from '../../support/lists.js';
import type { TextLabels } from './raise-labels.js';
import { truth } from './raise-formula.js';

/** What a command does, as statements to be done one after the other in an atomic section. */
export type CommandBody = readonly {
  readonly action: TextAction;
  readonly comments: readonly TextComment[];
}[];

const pass: TextCondition = truth(true);
const emptyBody: CommandBody = [{ action: { kind: 'nop' }, comments: [] }];

/**
 * The statements of a thread. Every location outside of atomic sections becomes a section of its own, and the
 * `end_atomic` of what leads to it stands right before it, so that no step of the text ends between two locations:
 *
 *     8: end_atomic; 1: begin_atomic; 9: if (*) goto 11; BODY; 10: if (true) goto 12; 11: BODY; 12: end_atomic; 2: ...
 */
export class ThreadRaising {
  readonly #statements: TextStatement[] = [];
  /** The `end_atomic` before a location. */
  readonly #doors = new Map<LocationId, number>();
  readonly #leaving: readonly (readonly BooleanCommand[])[];
  /** From the label of the first statement of a command to the command; once the block is made. */
  readonly begins = new Map<number, CommandId>();

  constructor(
    private readonly thread: BooleanThread,
    private readonly labels: TextLabels,
    private readonly body: (command: BooleanCommand) => CommandBody,
    /** What has to hold before the thread can take its first step; null: nothing. */
    private readonly wait: TextCondition | null,
  ) {
    const { commands, end, locations } = thread;
    this.#leaving = byNumber(commands, locations.length, ({ from }) => from);
    for (const { to } of commands) {
      const { atomic, astray } = at(locations, to);
      if (!this.#doors.has(to) && (to === end || (!atomic && !astray))) this.#doors.set(to, labels.fresh());
    }
  }

  block(number: number | null): TextBlock {
    const { thread } = this;
    const { entry, end, locations } = thread;
    const order = [
      ...locations.filter(({ id }) => id === entry && id !== end),
      ...locations.filter(({ id, astray }) => id !== entry && id !== end && !astray),
      ...locations.filter(({ id }) => id === end && this.#doors.has(end)),
    ];
    order.forEach((location, i) => this.#location(location, order[i + 1]?.id ?? null));
    return { number, statements: this.#statements, span: generatedBy('raise', thread.span) };
  }

  #location(location: BooleanLocation, next: LocationId | null): void {
    const { id, atomic, source, span } = location;
    const { entry, end } = this.thread;
    if (id === entry) this.#enter(location);
    const door = this.#doors.get(id);
    if (door !== undefined) this.#add(door, { kind: 'end_atomic' }, span);
    if (id === end) return;
    const comments: readonly TextComment[] = source === null ? [] : [{ kind: 'source', text: source }];
    const leaving = at(this.#leaving, id);
    const start: TextAction =
      leaving.length === 0 ? { kind: 'assume', condition: truth(false) } : { kind: 'nop' };
    this.#add(
      this.labels.of(id),
      atomic || leaving.length === 0 ? start : { kind: 'begin_atomic' },
      span,
      comments,
    );
    leaving.forEach((command, i) => {
      const isLast = i === leaving.length - 1;
      this.#command(command, isLast ? null : this.labels.fresh(), isLast ? next : null);
    });
  }

  /**
   * A thread begins outside of atomic sections. If it waits first, so does its text, or it would look stuck there and not
   * waiting. If something leads back to its entry, the door needs a begin.
   */
  #enter({ id, label, atomic, span }: BooleanLocation): void {
    invariant(!atomic, 'threads begin outside of atomic sections');
    const actions: TextAction[] = [];
    if (this.wait !== null) actions.push({ kind: 'assume', condition: this.wait });
    if (this.#doors.has(id)) actions.push({ kind: 'begin_atomic' });
    for (const action of actions) {
      const first = this.labels.fresh();
      if (label !== null) this.labels.alias(label, first);
      this.#add(first, action, span);
    }
  }

  /** `other`: a fresh label for the commands after this one; `next`: the location that follows in the text. */
  #command(command: BooleanCommand, other: number | null, next: LocationId | null): void {
    const { to, span } = command;
    if (other !== null) {
      this.#add(this.labels.fresh(), { kind: 'if', condition: { kind: 'any' }, target: other }, span);
    }
    const body = this.body(command);
    for (const [i, { action, comments }] of (body.length === 0 ? emptyBody : body).entries()) {
      const label = this.labels.fresh();
      if (i === 0) this.begins.set(label, command.id);
      this.#add(label, action, span, comments);
    }
    const target = this.#doors.get(to) ?? this.labels.of(to);
    if (to !== next) this.#add(this.labels.fresh(), { kind: 'if', condition: pass, target }, span);
    if (other !== null) this.#add(other, { kind: 'nop' }, span);
  }

  #add(label: number, action: TextAction, from: Span, comments: readonly TextComment[] = []): void {
    this.#statements.push({ comments, label, action, span: generatedBy('raise', from) });
  }
}
