import type { DiagnosticBag } from '../../diagnostics/diagnostic.js';
import { unsupported } from '../../diagnostics/diagnostic.js';
import { didYouMean } from '../../support/suggest.js';
import { addTo, remembered } from '../../support/remembered.js';
import type { TrnThread, TrnTransition } from './ast.js';

/** From a lock on: what happens in one step, since nobody else moves before the unlock. */
export interface LockSection {
  /** The state behind the lock. */
  readonly entry: string;
  /** All states that are reached with the lock. */
  readonly locked: ReadonlySet<string>;
  /** For each state inside the transitions from which an unlock can be reached, or that are one. */
  readonly inside: ReadonlyMap<string, readonly TrnTransition[]>;
  /** The states behind unlocks. */
  readonly exits: readonly string[];
}

/** A state counts for each lock that it is behind: each has a copy of it. */
const maxInSections = 20_000;

/**
 * Which states of a thread are reached without the lock, by transitions alone: what checks say is not looked at. A state
 * may be reached with the lock and without.
 */
export class ThreadFlow {
  /** Those, and final states; in the order of the text. */
  readonly states: readonly string[];
  readonly #out = new Map<string, TrnTransition[]>();
  readonly #reached: ReadonlySet<string>;
  readonly #sections = new Map<string, LockSection>();
  #inSections = 0;

  constructor(private readonly thread: TrnThread) {
    for (const transition of thread.transitions) addTo(this.#out, transition.from.text, transition);
    this.#reached = reachable([thread.initial.text], (state) =>
      this.out(state).flatMap((transition) => this.#leadsTo(transition)),
    );
    const named = thread.transitions.flatMap(({ from, to }) => [from.text, to.text]);
    const finals = new Set(thread.finals.map(({ text }) => text));
    const all = new Set([thread.initial.text, ...named, ...finals]);
    this.states = [...all].filter((state) => this.#reached.has(state) || finals.has(state));
    this.#checkFinals();
  }

  isReached(state: string): boolean {
    return this.#reached.has(state);
  }

  out(state: string): readonly TrnTransition[] {
    return this.#out.get(state) ?? [];
  }

  sectionBehind({ to }: TrnTransition): LockSection {
    return remembered(this.#sections, to.text, () => this.#section(to.text));
  }

  /** States that cannot be reached as the transitions are, and locks and unlocks that cannot be taken. */
  report(bag: DiagnosticBag): void {
    const { name, initial, transitions } = this.thread;
    if (transitions.length > 0 && this.out(initial.text).length === 0) {
      const hint = didYouMean(initial.text, this.#out.keys());
      const message = `thread ${name.text} never moves: no transition begins at ${initial.text}`;
      return bag.report('W601', initial.span, message, hint);
    }
    this.#reportUnreachable(bag);
    const states = new Set(this.states);
    for (const transition of transitions.filter(({ from }) => states.has(from.text)))
      this.#reportLocks(transition, bag);
  }

  #reportUnreachable(bag: DiagnosticBag): void {
    const { name, transitions, finals } = this.thread;
    const inSections = [...this.#sections.values()].flatMap(({ inside }) => [...inside.keys()]);
    const told = new Set([...this.#reached, ...inSections]);
    const named = [...finals, ...transitions.map(({ from }) => from)];
    for (const { text, span } of named) {
      if (told.has(text)) continue;
      // What follows such a state is not told as well.
      for (const state of reachable([text], (from) => this.out(from).map(target))) told.add(state);
      const isKnown = transitions.some(({ from, to }) => from.text === text || to.text === text);
      const hint = isKnown ? null : didYouMean(text, this.#reached);
      bag.report('W601', span, `no transitions lead thread ${name.text} to the state ${text}`, hint);
    }
  }

  #reportLocks(transition: TrnTransition, bag: DiagnosticBag): void {
    const { kind } = transition.instruction;
    const { from, span } = transition;
    const inSection = [...this.#sections.values()].some(({ inside }) => inside.has(from.text));
    if (kind === 'unlock' && !inSection)
      bag.report('W612', span, `unlock at ${from.text}, where there is no lock`, 'It can never be taken.');
    if (kind === 'lock' && this.sectionBehind(transition).exits.length === 0)
      bag.report('W612', span, 'no unlock follows this lock', 'So the lock is never taken.');
  }

  #leadsTo(transition: TrnTransition): readonly string[] {
    switch (transition.instruction.kind) {
      case 'lock':
        return this.sectionBehind(transition).exits;
      case 'unlock':
        return [];
      default:
        return [transition.to.text];
    }
  }

  #section(entry: string): LockSection {
    const locked = reachable([entry], (state) => this.#under(state).filter(staysLocked).map(target));
    this.#inSections += locked.size;
    if (this.#inSections > maxInSections)
      unsupported(
        `the lock sections of thread ${this.thread.name.text} have more than ${maxInSections} states`,
        this.thread.span,
      );
    const sources = new Map<string, string[]>();
    for (const state of locked)
      for (const transition of this.#under(state).filter(staysLocked))
        addTo(sources, transition.to.text, state);
    const unlocking = [...locked].filter((state) => this.#under(state).some((t) => !staysLocked(t)));
    const live = reachable(unlocking, (state) => sources.get(state) ?? []);
    const inside = [...locked]
      .filter((state) => live.has(state))
      .map((state) => {
        const leaving = this.#under(state).filter((t) => !staysLocked(t) || live.has(t.to.text));
        return [state, leaving] as const;
      });
    const exits = inside.flatMap(([, out]) => out.filter((t) => !staysLocked(t)).map(target));
    return { entry, locked, inside: new Map(inside), exits: [...new Set(exits)] };
  }

  /** Who has the lock waits for ever at a second. */
  #under(state: string): readonly TrnTransition[] {
    return this.out(state).filter(({ instruction }) => instruction.kind !== 'lock');
  }

  /** Nobody can be seen inside of a lock section, as it is one step. */
  #checkFinals(): void {
    for (const { locked } of this.#sections.values())
      for (const { text, span } of this.thread.finals)
        if (locked.has(text))
          unsupported(
            `the final state ${text} is inside a lock section`,
            span,
            'Lead to it behind the unlock.',
          );
  }
}

const staysLocked = ({ instruction }: TrnTransition): boolean => instruction.kind !== 'unlock';
const target = ({ to }: TrnTransition): string => to.text;

/** What the steps lead to from the starts, these included. */
function reachable(starts: readonly string[], next: (state: string) => readonly string[]): Set<string> {
  const found = new Set(starts);
  // What is added while the loop runs is visited too.
  for (const state of found) for (const further of next(state)) found.add(further);
  return found;
}
