import { at } from '../../../support/check.js';
import type { DualProgram, Op } from '../program.js';
import { both } from './boxes.js';
import type { Box } from './boxes.js';
import type { Facts } from './facts.js';
import type { LocalId, Locals } from './locals.js';
import type { ReadUndoing } from './undo-reads.js';
import { emptyWord, isOwn } from './words.js';
import type { Word, Words } from './words.js';

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
  readonly locals: readonly LocalId[];
}

/** Undoes steps that touch memory, as far as one process alone is concerned: once for each process and step. */
export class StepUndoing {
  /** By kind. */
  readonly steps: readonly (readonly MemoryStep[])[];
  readonly #stepsInto = new Map<number, readonly MemoryStep[]>();
  readonly #undone = new Map<number, Undone | null>();

  constructor(
    program: DualProgram,
    private readonly words: Words,
    private readonly locals: Locals,
    private readonly facts: Facts,
    private readonly reads: ReadUndoing,
  ) {
    this.steps = program.kinds.map(({ transitions }, kind) =>
      transitions.flatMap(({ from, to, op }, transition) =>
        op.kind === 'read' ? [] : [{ kind, transition, from, to, op }],
      ),
    );
    for (const step of this.steps.flat()) {
      const place = locals.place(step.kind, step.to);
      this.#stepsInto.set(place, [...(this.#stepsInto.get(place) ?? []), step]);
    }
  }

  /** The steps that may have led to the state of this process. */
  into(id: LocalId): readonly MemoryStep[] {
    return this.#stepsInto.get(this.locals.place(this.locals.kind(id), this.locals.state(id))) ?? [];
  }

  /** The process before the step and the reads before it; null if the step cannot have been its last. */
  undo(id: LocalId, step: MemoryStep): Undone | null {
    const key = this.#undoneKey(id, step);
    const known = this.#undone.get(key);
    if (known !== undefined) return known;
    const undone = this.#undo(id, step);
    this.#undone.set(key, undone);
    return undone;
  }

  #undoneKey(id: LocalId, { transition }: MemoryStep): number {
    return id * 0x200000 + transition;
  }

  /** The buffer from its newest own-message on. */
  #ownFront(id: LocalId): Word {
    let word = this.locals.word(id);
    while (word !== emptyWord && !isOwn(this.words.front(word))) word = this.words.rest(word);
    return word;
  }

  #undo(id: LocalId, step: MemoryStep): Undone | null {
    const { words } = this;
    let demand = words.boxes.exactly([]);
    let word = this.locals.word(id);
    for (; word !== emptyWord && !isOwn(words.front(word)); word = words.rest(word)) {
      demand = both(demand, words.box(words.front(word)));
    }
    const before = this.#wordsBefore(step, word);
    if (before === null) return null;
    const locals = new Set<LocalId>();
    for (const w of before) for (const l of this.reads.undo(step.kind, step.from, w)) locals.add(l);
    return { demand, locals: [...locals] };
  }

  /** The buffers before a step after which the buffer was `word`, which has no plain message in front. */
  #wordsBefore({ kind, op }: MemoryStep, word: Word): readonly Word[] | null {
    const { words } = this;
    if (op.kind === 'locked') return word === emptyWord ? [emptyWord] : null;
    // Of an empty buffer the own message was deleted later.
    if (word === emptyWord) return [emptyWord];
    if (words.front(word) !== words.own(op)) return null;
    const rest = words.rest(word);
    const letters = words.letters(rest);
    const found = [rest];
    // The write hid an older own-message of the cell. At the oldest end it is as good as not there (a deletion).
    for (const older of at(this.facts.kinds, kind).ownMessages) {
      if (older.cell !== op.cell) continue;
      for (let place = 0; place < letters.length; place++) {
        found.push(words.ofLetters(letters.toSpliced(place, 0, words.own(older))));
      }
    }
    return found;
  }

  /** What `undo` will need that is not known yet; it may take long, so there are pauses. */
  *work(id: LocalId, step: MemoryStep): Generator<undefined> {
    if (this.#undone.has(this.#undoneKey(id, step))) return;
    for (const word of this.#wordsBefore(step, this.#ownFront(id)) ?? []) {
      yield* this.reads.work(step.kind, step.from, word);
    }
  }
}
