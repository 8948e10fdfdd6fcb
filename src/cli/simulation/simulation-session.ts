import type { Machine, MachineState } from '../../memory/machine.js';
import { replay } from '../../evidence/replay.js';
import { snapshot } from '../../evidence/snapshot.js';
import { lineOf } from '../../diagnostics/span.js';
import { stateText } from '../../report/trace-changes.js';
import { renderTrace } from '../../report/trace-table.js';
import type { TextOptions } from '../../report/trace-table.js';
import { at } from '../../support/invariant.js';
import { endText, moves, violatedIn } from './moves.js';
import type { OfferedMove } from './moves.js';

interface SessionPoint {
  readonly state: MachineState;
  /** The move that led here; null at the start. */
  readonly by: OfferedMove | null;
}

export type SessionReply = { readonly kind: 'text'; readonly text: string } | { readonly kind: 'quit' };

const help = 'a number takes that step; u undoes the last one, t shows the run so far, q quits';

/** A run under the user's hand: each line of input gives a text to show. */
export class SimulationSession {
  #path: readonly SessionPoint[];

  constructor(
    private readonly machine: Machine,
    private readonly options: TextOptions,
  ) {
    this.#path = [{ state: machine.initial({ cells: new Map(), locals: new Map() }), by: null }];
  }

  /** The state and the numbered steps that are possible in it. */
  view(): string {
    const { state, by } = this.#here();
    const ended = by?.ends === true;
    const possible = ended ? [] : moves(this.machine, state);
    const wrong = by?.violations ?? violatedIn(this.machine, state);
    const lines = possible.map((move, i) => `  ${String(i + 1).padStart(2)}  ${this.#moveText(move)}`);
    const end = ended
      ? ['The execution ends here.']
      : possible.length === 0
        ? [endText(this.machine, state)]
        : [];
    return [
      `step ${this.#path.length - 1}: ${stateText(snapshot(this.machine, state))}`,
      ...wrong.map((what) => this.options.style.bad(`! ${what}`)),
      ...lines,
      ...end,
    ].join('\n');
  }

  answer(line: string): SessionReply {
    const word = line.trim().toLowerCase();
    if (word === 'q' || word === 'quit') return { kind: 'quit' };
    if (word === '') return { kind: 'text', text: this.view() };
    if (word === 't') return { kind: 'text', text: this.#soFar() };
    if (word === 'u') return { kind: 'text', text: this.#undo() };
    return { kind: 'text', text: /^[0-9]+$/.test(word) ? this.#take(Number(word)) : help };
  }

  #take(number: number): string {
    const { state, by } = this.#here();
    const move = by?.ends === true ? undefined : moves(this.machine, state)[number - 1];
    if (move === undefined) return `there is no step ${number}; ${help}`;
    this.#path = [...this.#path, { state: move.next, by: move }];
    return this.view();
  }

  #undo(): string {
    if (this.#path.length === 1) return 'this is the start';
    this.#path = this.#path.slice(0, -1);
    return this.view();
  }

  #soFar(): string {
    const steps = this.#path.flatMap((point) => (point.by === null ? [] : [point.by.step]));
    const replayed = replay(this.machine, { initial: { cells: new Map(), locals: new Map() }, steps }, null);
    return replayed.kind === 'accepted' ? renderTrace(replayed.trace, this.options) : replayed.why;
  }

  #moveText({ step, text }: OfferedMove): string {
    const thread = this.machine.thread(step.thread).name;
    const line = step.kind === 'edge' ? lineOf(this.machine.edge(step.thread, step.edge).span) : null;
    const whole = `${thread}: ${text}${line === null ? '' : `  (line ${line})`}`;
    return step.kind === 'flush' ? this.options.style.flush(whole) : whole;
  }

  #here(): SessionPoint {
    return at(this.#path, this.#path.length - 1);
  }
}
