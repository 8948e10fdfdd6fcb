import type { InitialChoice, Step } from '../../lang/run/execution.js';
import type { Trace } from '../../lang/run/trace.js';
import type { Machine, MachineState } from '../../memory/machine.js';
import { replay } from '../../evidence/replay.js';
import { snapshot } from '../../evidence/snapshot.js';
import { lineOf } from '../../diagnostics/span.js';
import { stateText } from '../../report/trace-changes.js';
import { renderTrace } from '../../report/trace-table.js';
import type { TextOptions } from '../../report/trace-table.js';
import { wrap } from '../../report/grid.js';
import { at } from '../../support/invariant.js';
import { chosenMove } from './chosen-move.js';
import type { NamedMove } from './chosen-move.js';
import { endText, moves, violatedIn } from './moves.js';
import type { OfferedMove } from './moves.js';

interface SessionPoint {
  readonly state: MachineState;
  /** The move that led here; null at the start. */
  readonly by: OfferedMove | null;
}

/** A run that can be followed. */
export interface LoadedRun {
  readonly initial: InitialChoice;
  readonly steps: readonly Step[];
  /** As it is told when all of it is taken. */
  readonly trace: Trace;
}

export type SessionReply =
  { readonly kind: 'text'; readonly text: string; readonly refused?: true } | { readonly kind: 'quit' };

export const sessionHelp = [
  'a number or the name of a step (P: store x = 1, or how it begins) takes it; P alone takes the only step of P',
  'u undoes the last step (u 3: three), t shows the run so far, Enter the state, q or Ctrl-D quits',
].join('\n');

const loadedHelp = 'n takes the next step of the run that was loaded (n 3: three), e all that are left of it';

/** A run under the user's hand: each line of input gives a text to show. */
export class SimulationSession {
  readonly #path: SessionPoint[];
  readonly #initial: InitialChoice;

  constructor(
    private readonly machine: Machine,
    private readonly options: TextOptions,
    private readonly loaded: LoadedRun | null = null,
  ) {
    this.#initial = loaded?.initial ?? { cells: new Map(), locals: new Map() };
    this.#path = [{ state: machine.initial(this.#initial), by: null }];
  }

  get length(): number {
    return this.#path.length - 1;
  }

  /** The state and the numbered steps that are possible in it. */
  view(): string {
    const { state } = this.#here();
    const { memory, locals, buffers, places } = snapshot(this.machine, state);
    const of = this.loaded === null ? '' : ` of ${this.loaded.steps.length}`;
    const values = [...locals].map(([name, value]) => `${name}=${value}`).join(' ');
    return [
      `step ${this.length}${of}: ${stateText({ memory, locals, buffers, places })}`,
      ...(values === '' ? [] : wrap(`locals: ${values}`, this.options.width)),
      ...this.#violations().map((what) => this.options.style.bad(`! ${what}`)),
      ...this.#offered().map((named, i) => this.#menuLine(named, i + 1)),
      ...this.ending(),
    ].join('\n');
  }

  /** Why nothing can be done; nothing: something can. */
  ending(): readonly string[] {
    if (this.#here().by?.ends === true) return ['The execution ends here.'];
    return this.#offered().length === 0 ? [endText(this.machine, this.#here().state)] : [];
  }

  /** What is violated after which step. */
  remarks(): readonly string[] {
    const start = violatedIn(this.machine, at(this.#path, 0).state).map((what) => `At the start ${what}.`);
    const later = this.#path.flatMap(({ by }, i) =>
      (by?.violations ?? []).map((what) => `After step ${i} ${what}.`),
    );
    return [...start, ...later];
  }

  answer(line: string): SessionReply {
    const words = line.trim();
    const [, word = '', times = '1'] = /^([a-z?]+)(?: +([0-9]{1,6}))?$/.exec(words) ?? [];
    const count = Number(times);
    switch (word) {
      case 'q':
      case 'quit':
        return { kind: 'quit' };
      case 't':
        return shown(this.soFar());
      case 'u':
        return this.#undo(count);
      case 'n':
        return this.#follow(count);
      case 'e':
        return this.#follow(Infinity);
      case '?':
      case 'h':
      case 'help':
        return shown(this.#help());
      default:
        return words === '' ? shown(this.view()) : this.#take(words);
    }
  }

  soFar(): string {
    const steps = this.#path.flatMap((point) => (point.by === null ? [] : [point.by.step]));
    if (this.loaded !== null && steps.length === this.loaded.steps.length && this.#isLoaded())
      return renderTrace(this.loaded.trace, this.options, 'full');
    const replayed = replay(this.machine, { initial: this.#initial, steps }, null);
    return replayed.kind === 'accepted' ? renderTrace(replayed.trace, this.options, 'full') : replayed.why;
  }

  #take(words: string): SessionReply {
    const chosen = chosenMove(words, this.#offered());
    if (typeof chosen === 'string') return refused(`${chosen}; ? helps`);
    this.#go(chosen.move);
    return shown(this.view());
  }

  #go(move: OfferedMove): void {
    this.#path.push({ state: move.next, by: move });
  }

  #undo(count: number): SessionReply {
    if (this.length === 0) return refused('this is the start');
    this.#path.splice(Math.max(1, this.#path.length - count));
    return shown(this.view());
  }

  #follow(count: number): SessionReply {
    if (this.loaded === null) return refused('no run was loaded: --replay loads one');
    if (!this.#isLoaded()) return refused('this is no longer the run that was loaded: u goes back to it');
    if (this.#next() === null) return refused('the run that was loaded ends here');
    for (let i = 0; i < count; i++) {
      const next = this.#next();
      if (next === null) break;
      this.#go(next.move);
    }
    return shown(this.view());
  }

  /** The move that goes on with the run that was loaded. */
  #next(): NamedMove | null {
    const step = this.#isLoaded() ? this.loaded?.steps[this.length] : undefined;
    if (step === undefined) return null;
    return this.#offered().find(({ move }) => isSame(move.step, step)) ?? null;
  }

  /** Whether what was done is how the run that was loaded begins. */
  #isLoaded(): boolean {
    if (this.loaded === null) return false;
    const { steps } = this.loaded;
    return this.#path.slice(1).every(({ by }, i) => {
      const step = steps[i];
      return by !== null && step !== undefined && isSame(by.step, step);
    });
  }

  #violations(): readonly string[] {
    const { state, by } = this.#here();
    return by?.violations ?? violatedIn(this.machine, state);
  }

  #offered(): readonly NamedMove[] {
    const { state, by } = this.#here();
    if (by?.ends === true) return [];
    return moves(this.machine, state).map((move) => {
      const thread = this.machine.thread(move.step.thread).name;
      return { move, thread, name: `${thread}: ${move.text}` };
    });
  }

  #menuLine(named: NamedMove, number: number): string {
    const { move, name } = named;
    const { step } = move;
    const line = step.kind === 'edge' ? lineOf(this.machine.edge(step.thread, step.edge).span) : null;
    const next = this.#next();
    const isNext = next !== null && isSame(next.move.step, step);
    const whole = `${name}${line === null ? '' : `  (line ${line})`}`;
    const painted = step.kind === 'flush' ? this.options.style.flush(whole) : whole;
    return `${isNext ? '*' : ' '} ${String(number).padStart(2)}  ${painted}`;
  }

  #help(): string {
    return this.loaded === null ? sessionHelp : `${sessionHelp}\n${loadedHelp}`;
  }

  #here(): SessionPoint {
    return at(this.#path, this.#path.length - 1);
  }
}

const shown = (text: string): SessionReply => ({ kind: 'text', text });
const refused = (text: string): SessionReply => ({ kind: 'text', text, refused: true });

function isSame(a: Step, b: Step): boolean {
  if (a.thread !== b.thread) return false;
  if (a.kind === 'flush') return b.kind === 'flush' && a.cell === b.cell;
  if (b.kind === 'flush' || a.edge !== b.edge) return false;
  return a.havoc.length === b.havoc.length && a.havoc.every((value, i) => value === b.havoc[i]);
}
