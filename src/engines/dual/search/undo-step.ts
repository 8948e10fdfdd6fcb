import { invariant } from '../../../support/invariant.js';
import type { DualProgram, Op } from '../dual-program.js';
import { addTo, remembered } from '../../../support/remembered.js';
import { both } from './boxes.js';
import type { Box } from './boxes.js';
import type { LocalStateId, Locals } from './locals.js';
import type { ReadUndoing } from './undo-reads.js';
import { emptyWord, isOwn } from './words.js';
import type { BufferWord, BufferWords } from './words.js';

/** So that a part and a transition fit into one number. */
const mostTransitions = 2 ** 21;

/** A step of a kind that touches memory: writes it, or waits for the buffer. */
export interface MemoryStep {
  readonly kind: number;
  readonly transition: number;
  readonly from: number;
  readonly to: number;
  readonly op: Exclude<Op, { kind: 'read' }>;
}

/** What undoing a step that touches memory leaves of a process, and what it takes. */
export interface Undone {
  /** Memory must be so right after the step: what stood before the process's own message was propagated then. */
  readonly demand: Box;
  readonly locals: readonly LocalStateId[];
}

/** Undoes steps that touch memory, as far as one process alone is concerned: once for each process and step. */
export class StepUndoing {
  /** By kind. */
  readonly steps: readonly (readonly MemoryStep[])[];
  readonly #stepsInto = new Map<number, MemoryStep[]>();
  readonly #undone = new Map<number, Undone | null>();

  constructor(
    program: DualProgram,
    private readonly words: BufferWords,
    private readonly locals: Locals,
    private readonly reads: ReadUndoing,
  ) {
    this.steps = program.kinds.map(({ transitions }, kind) =>
      transitions.flatMap(({ from, to, op }, transition) =>
        op.kind === 'read' ? [] : [{ kind, transition, from, to, op }],
      ),
    );
    invariant(
      program.kinds.every((kind) => kind.transitions.length <= mostTransitions),
      'a kind has at most 2^21 transitions',
    );
    for (const step of this.steps.flat()) {
      addTo(this.#stepsInto, locals.place(step.kind, step.to), step);
    }
  }

  /** The steps that may have led to the state of this process. */
  into(id: LocalStateId): readonly MemoryStep[] {
    return this.#stepsInto.get(this.locals.place(this.locals.kind(id), this.locals.state(id))) ?? [];
  }

  /** The process before the step and the reads before it; null if the step cannot have been its last. */
  undo(id: LocalStateId, step: MemoryStep): Undone | null {
    return remembered(this.#undone, this.#undoneKey(id, step), () => {
      const before = this.#wordBefore(step, this.locals.word(id));
      if (before === null) return null;
      return { demand: before.demand, locals: this.reads.undo(step.kind, step.from, before.word) };
    });
  }

  #undoneKey(id: LocalStateId, { transition }: MemoryStep): number {
    return id * mostTransitions + transition;
  }

  /** The buffer before a step after which the buffer was `word`, and what must have been propagated since. */
  #wordBefore(
    { op }: MemoryStep,
    word: BufferWord,
  ): { readonly demand: Box; readonly word: BufferWord } | null {
    const { words } = this;
    const letters = words.letters(word);
    // All that is older than the last message about the cell stays. The own-message stood before it.
    const last =
      op.kind === 'locked'
        ? letters.length
        : letters.findLastIndex((l) => !isOwn(l) && words.box(l).cells.includes(op.cell)) + 1;
    const since = letters.slice(0, last);
    if (since.some(isOwn)) return null;
    const older = letters.slice(last);
    const demand = since.reduce<Box>((all, l) => both(all, words.box(l)), words.boxes.exactly([]));
    if (op.kind === 'locked') return { demand, word: emptyWord };
    const own = older.find((l) => isOwn(l) && words.ownPair(l).cell === op.cell);
    if (own !== undefined && own !== words.own(op)) return null;
    return { demand, word: words.ofLetters(older.filter((l) => l !== own)) };
  }

  /** What `undo` will need that is not known yet; it may take long, so there are pauses. */
  *work(id: LocalStateId, step: MemoryStep): Generator<undefined> {
    if (this.#undone.has(this.#undoneKey(id, step))) return;
    const before = this.#wordBefore(step, this.locals.word(id));
    if (before !== null) yield* this.reads.work(step.kind, step.from, before.word);
  }
}
