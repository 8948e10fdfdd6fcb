import { at, getOrFail, invariant } from '../../../support/check.js';
import type { CellValue, DualProgram, Kind, Op } from '../program.js';
import { both, within } from './boxes.js';
import type { Box, Boxes } from './boxes.js';
import type { Facts } from './facts.js';
import { Ints } from './ints.js';
import { emptyWord, hash, isOwn } from './words.js';
import type { Letter, Word, Words } from './words.js';

/** A process of some kind in some state with some load buffer: a number. */
export type LocalId = number;

/** What undoing a step that touches memory leaves of a process, and what it takes. */
export interface Undone {
  /** Memory must have these values right after the step: what stood before the process's own message was propagated then. */
  readonly demand: Box;
  readonly locals: readonly LocalId[];
}

/** A step of a kind that touches memory: writes it, or waits for the buffer. */
export interface MemoryStep {
  readonly kind: number;
  readonly transition: number;
  readonly op: Exclude<Op, { kind: 'read' }>;
}

interface ReadInto {
  readonly from: number;
  readonly reads: Box;
}

const visitsBetweenPauses = 200;

/** A state on the way back along reads. */
interface Visit {
  readonly state: number;
  readonly word: Word;
  alive: boolean;
}

/**
 * The parts of configurations: one process each. All that concerns one process alone is worked out once for each part.
 *
 * Reads concern nobody but the process. So a run can be rearranged until each process reads as late as possible, right
 * before its next step that touches memory or at the end. Backward: when such a step is undone, so are at once the reads
 * before it, and configurations are looked at only where every process has just touched memory or not begun.
 */
export class Locals {
  readonly #firstState: readonly number[];
  readonly #readsInto: readonly (readonly ReadInto[])[];
  readonly #stepsInto: readonly (readonly MemoryStep[])[];
  /** The own-messages that the kind may have. */
  readonly #ownPairs: readonly (readonly CellValue[])[];
  readonly #anchored: Uint8Array;
  readonly steps: readonly (readonly MemoryStep[])[];

  readonly #kind = new Ints();
  readonly #state = new Ints();
  readonly #word = new Ints();
  readonly #class = new Ints();
  readonly #signature = new Ints();
  readonly #signature2 = new Ints();
  readonly #ids = new Map<number, LocalId>();
  readonly #classes = new Map<number, number>();
  readonly #undone = new Map<number, Undone | null>();
  readonly #readsUndone = new Map<number, readonly LocalId[]>();

  constructor(
    readonly program: DualProgram,
    readonly words: Words,
    readonly facts: Facts,
  ) {
    const firstState: number[] = [];
    let states = 0;
    for (const kind of program.kinds) {
      firstState.push(states);
      states += kind.states;
    }
    this.#firstState = firstState;
    const readsInto: ReadInto[][] = Array.from({ length: states }, () => []);
    const stepsInto: MemoryStep[][] = Array.from({ length: states }, () => []);
    this.#anchored = new Uint8Array(states);
    const steps: MemoryStep[][] = [];
    for (const [k, kind] of program.kinds.entries()) {
      const ofKind: MemoryStep[] = [];
      for (const [transition, { to, op }] of kind.transitions.entries()) {
        const target = at(firstState, k) + to;
        if (op.kind !== 'read') {
          const step = { kind: k, transition, op };
          ofKind.push(step);
          at(stepsInto, target).push(step);
          this.#anchored[target] = 1;
        }
      }
      steps.push(ofKind);
      for (const { states: entries } of program.beginnings) {
        for (const entry of at(entries, k)) this.#anchored[at(firstState, k) + entry] = 1;
      }
    }
    this.steps = steps;
    for (const [k, kind] of program.kinds.entries()) {
      for (const { from, to, reads } of readsOf(kind, words.boxes)) {
        at(readsInto, at(firstState, k) + to).push({ from, reads });
      }
    }
    this.#readsInto = readsInto;
    this.#stepsInto = stepsInto;
    this.#ownPairs = program.kinds.map((kind) => {
      const pairs = new Map<number, CellValue>();
      for (const { op } of kind.transitions) {
        if (op.kind === 'write') pairs.set(words.boxes.bit(op), { cell: op.cell, value: op.value });
      }
      return [...pairs.values()];
    });
  }

  get count(): number {
    return this.#kind.length;
  }

  kind(id: LocalId): number {
    return this.#kind.get(id);
  }

  state(id: LocalId): number {
    return this.#state.get(id);
  }

  word(id: LocalId): Word {
    return this.#word.get(id);
  }

  /** Equal for the same kind, state and sequence of own-messages: only such parts can be below one another. */
  classOf(id: LocalId): number {
    return this.#class.get(id);
  }

  /** Bits of which a part that is above has all. */
  signature(id: LocalId): number {
    return this.#signature.get(id);
  }

  signature2(id: LocalId): number {
    return this.#signature2.get(id);
  }

  below(small: LocalId, large: LocalId): boolean {
    return (
      small === large ||
      (this.#class.get(small) === this.#class.get(large) &&
        this.words.below(this.#word.get(small), this.#word.get(large)))
    );
  }

  intern(kind: number, state: number, word: Word): LocalId {
    const place = at(this.#firstState, kind) + state;
    const key = place * 0x8000000 + word;
    const known = this.#ids.get(key);
    if (known !== undefined) return known;
    const id = this.#kind.length;
    this.#ids.set(key, id);
    const classKey = place * 0x8000000 + this.words.ownSequence(word);
    let ofClass = this.#classes.get(classKey);
    if (ofClass === undefined) {
      ofClass = this.#classes.size;
      this.#classes.set(classKey, ofClass);
    }
    this.#kind.push(kind);
    this.#state.push(state);
    this.#word.push(word);
    this.#class.push(ofClass);
    let [signature, signature2] = [0, 0];
    for (const bit of this.words.bits(word)) {
      const h = hash(bit * 64 + kind);
      if ((h & 32) === 0) signature |= 1 << (h & 31);
      else signature2 |= 1 << (h & 31);
    }
    this.#signature.push(signature);
    this.#signature2.push(signature2);
    return id;
  }

  withWord(id: LocalId, word: Word): LocalId {
    return this.intern(this.kind(id), this.state(id), word);
  }

  /** The steps that may have led to the state of this process. */
  stepsInto(id: LocalId): readonly MemoryStep[] {
    return at(this.#stepsInto, at(this.#firstState, this.kind(id)) + this.state(id));
  }

  target(step: MemoryStep): number {
    return at(at(this.program.kinds, step.kind).transitions, step.transition).to;
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
    let word = this.word(id);
    while (word !== emptyWord && !isOwn(this.words.front(word))) word = this.words.rest(word);
    return word;
  }

  #undo(id: LocalId, step: MemoryStep): Undone | null {
    const { words } = this;
    const { from } = at(at(this.program.kinds, step.kind).transitions, step.transition);
    let demand = words.boxes.exactly([]);
    let word = this.word(id);
    for (; word !== emptyWord && !isOwn(words.front(word)); word = words.rest(word)) {
      demand = both(demand, words.box(words.front(word)));
    }
    const before = this.#wordsBefore(step, word);
    if (before === null) return null;
    const locals = new Set<LocalId>();
    for (const w of before) for (const l of this.undoReads(step.kind, from, w)) locals.add(l);
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
    for (const older of at(this.#ownPairs, kind)) {
      if (older.cell !== op.cell) continue;
      for (let place = 0; place < letters.length; place++) {
        found.push(words.ofLetters(letters.toSpliced(place, 0, words.own(older))));
      }
    }
    return found;
  }

  /** Where the process may have been before it read its way to the state; smallest ones only. */
  undoReads(kind: number, state: number, word: Word): readonly LocalId[] {
    const key = this.#readsKey(kind, state, word);
    const known = this.#readsUndone.get(key);
    if (known !== undefined) return known;
    for (const pause of this.#readsWork(kind, state, word))
      invariant(pause === undefined, 'a pause says nothing');
    return getOrFail(this.#readsUndone, key);
  }

  #readsKey(kind: number, state: number, word: Word): number {
    return (at(this.#firstState, kind) + state) * 0x8000000 + word;
  }

  /** What `undo` will need that is not known yet; it may take long, so there are pauses. */
  *undoWork(id: LocalId, step: MemoryStep): Generator<undefined> {
    if (this.#undone.has(this.#undoneKey(id, step))) return;
    const { from } = at(at(this.program.kinds, step.kind).transitions, step.transition);
    for (const word of this.#wordsBefore(step, this.#ownFront(id)) ?? []) {
      yield* this.readsWork(step.kind, from, word);
    }
  }

  /** What `undoReads` will need. */
  *readsWork(kind: number, state: number, word: Word): Generator<undefined> {
    if (!this.#readsUndone.has(this.#readsKey(kind, state, word))) yield* this.#readsWork(kind, state, word);
  }

  *#readsWork(kind: number, state: number, word: Word): Generator<undefined> {
    const visits: Visit[] = [];
    const byClass = new Map<number, Visit[]>();
    const add = (s: number, w: Word): void => {
      const sequence = this.words.ownSequence(w);
      const { sequences } = at(this.facts.kinds, kind);
      if (sequences !== null && !at(sequences, s).has(sequence)) return;
      const key = s * 0x8000000 + sequence;
      const rivals = byClass.get(key) ?? [];
      if (rivals.some((v) => v.alive && this.words.below(v.word, w))) return;
      for (const v of rivals) if (this.words.below(w, v.word)) v.alive = false;
      const visit = { state: s, word: w, alive: true };
      visits.push(visit);
      rivals.push(visit);
      byClass.set(key, rivals);
    };
    add(state, word);
    for (let i = 0; i < visits.length; i++) {
      if (i % visitsBetweenPauses === 0) yield undefined;
      const visit = at(visits, i);
      if (!visit.alive) continue;
      for (const { from, reads } of at(this.#readsInto, at(this.#firstState, kind) + visit.state)) {
        for (const w of this.#wordsBeforeRead(kind, visit.state, visit.word, reads)) add(from, w);
      }
    }
    const found = visits
      .filter((v) => v.alive && this.#anchored[at(this.#firstState, kind) + v.state] === 1)
      .map((v) => this.intern(kind, v.state, v.word));
    this.#readsUndone.set(this.#readsKey(kind, state, word), found);
  }

  /** The smallest buffers with which the process can read this and then has a buffer above `word`. */
  #wordsBeforeRead(kind: number, state: number, word: Word, reads: Box): readonly Word[] {
    const { words } = this;
    const owns = new Set<number>();
    for (let w = words.ownSequence(word); w !== emptyWord; w = words.rest(w)) {
      const own = words.ownPair(words.front(w));
      if (!words.boxes.has(reads.row, own)) return [];
      owns.add(own.cell);
    }
    const open = reads.cells.filter((cell) => !owns.has(cell));
    if (open.length === 0) return [word];
    const found: Word[] = [];
    this.#deletions(kind, state, word, owns, words.boxes.restricted(reads, open), [], found);
    return found;
  }

  /**
   * What own-messages may have been deleted since, oldest last in `deleted`: only a read notices that they were there, so
   * they come back right before one, and before nothing else.
   */
  #deletions(
    kind: number,
    state: number,
    word: Word,
    owns: Set<number>,
    open: Box,
    deleted: readonly CellValue[],
    found: Word[],
  ): void {
    const { words } = this;
    const { sequences } = at(this.facts.kinds, kind);
    const letters = [...words.letters(word), ...deleted.map((d) => words.own(d))];
    const sequence = words.ownSequence(words.ofLetters(letters));
    if (sequences !== null && !at(sequences, state).has(sequence)) return;
    const fromMemory = open.cells.filter((cell) => !owns.has(cell));
    if (fromMemory.length > 0) {
      found.push(...this.#withSnapshot(letters, words.boxes.restricted(open, fromMemory)));
    } else if (open.cells.some((cell) => cell === deleted.at(-1)?.cell)) found.push(words.ofLetters(letters));
    for (const pair of at(this.#ownPairs, kind)) {
      if (owns.has(pair.cell) || !words.boxes.has(open.row, pair)) continue;
      owns.add(pair.cell);
      this.#deletions(kind, state, word, owns, open, [...deleted, pair], found);
      owns.delete(pair.cell);
    }
  }

  /**
   * The values are read from the oldest message, or from a still older one. Of values that held at one moment some may be
   * propagated right after the others, so an older message need not repeat them.
   */
  #withSnapshot(letters: readonly Letter[], reads: Box): readonly Word[] {
    const { words } = this;
    const longer = words.ofLetters([...letters, words.plain(reads)]);
    const oldest = letters.at(-1);
    if (oldest === undefined || isOwn(oldest)) return [longer];
    const has = words.box(oldest);
    const shared = has.cells.filter((cell) => reads.cells.includes(cell));
    if (shared.length < Math.min(has.cells.length, reads.cells.length)) return [longer];
    const joint = both(has, reads);
    if (!shared.every((cell) => words.boxes.isOpen(joint.row, cell))) return [longer];
    const joined = words.ofLetters([...letters.slice(0, -1), words.plain(joint)]);
    // If one message says all that the other says, the longer word is above.
    return within(has.row, reads.row) || within(reads.row, has.row) ? [joined] : [joined, longer];
  }
}

/** The reads of a kind; of reads of one cell that lead the same way one that may see each of their values. */
function readsOf(
  { transitions }: Kind,
  boxes: Boxes,
): readonly { readonly from: number; readonly to: number; readonly reads: Box }[] {
  const single = new Map<string, { from: number; to: number; cell: number; values: number[] }>();
  const others: { from: number; to: number; reads: Box }[] = [];
  for (const { from, to, op } of transitions) {
    if (op.kind !== 'read') continue;
    const [first, ...more] = op.reads;
    if (first === undefined || more.length > 0) {
      others.push({ from, to, reads: boxes.exactly(op.reads) });
      continue;
    }
    const key = `${from} ${to} ${first.cell}`;
    const known = single.get(key);
    if (known === undefined) single.set(key, { from, to, cell: first.cell, values: [first.value] });
    else known.values.push(first.value);
  }
  const merged = [...single.values()].map(({ from, to, cell, values }) => ({
    from,
    to,
    reads: boxes.oneOf(cell, values),
  }));
  return [...others, ...merged];
}
