import { at, getOrFail, invariant } from '../../../support/invariant.js';
import type { CellValue, DualProgram, ProcessKind } from '../dual-program.js';
import { addTo, remembered } from '../../../support/remembered.js';
import { both, within } from './boxes.js';
import type { Box, Boxes, MemorySet } from './boxes.js';
import type { ProgramFacts } from './program-facts.js';
import type { LocalStateId, Locals } from './locals.js';
import { isOwn } from './words.js';
import type { Letter, BufferWord, BufferWords } from './words.js';

interface ReadInto {
  readonly from: number;
  readonly reads: Box;
}

const wordsBetweenPauses = 100;

/** A state on the way back along reads. */
interface ReadVisit {
  readonly state: number;
  readonly word: BufferWord;
  alive: boolean;
}

/**
 * Undoes reads, all that a process makes between two steps that touch memory at once.
 *
 * Reads concern nobody but the process. So a run can be rearranged until each process reads as late as possible, right
 * before its next step that touches memory or at the end. Backward: when such a step is undone, so are at once the reads
 * before it, and configurations are looked at only where every process has just touched memory or not begun.
 */
export class ReadUndoing {
  /** By the place of the state that the read leads to. */
  readonly #readsInto = new Map<number, ReadInto[]>();
  /** The places where a process may be when it has just touched memory, or has not begun. */
  readonly #anchors = new Set<number>();
  readonly #undone = new Map<number, readonly LocalStateId[]>();

  constructor(
    program: DualProgram,
    private readonly words: BufferWords,
    private readonly locals: Locals,
    private readonly facts: ProgramFacts,
  ) {
    for (const [k, kind] of program.kinds.entries()) {
      for (const { to, op } of kind.transitions)
        if (op.kind !== 'read') this.#anchors.add(locals.place(k, to));
      for (const { states } of program.beginnings) {
        for (const state of at(states, k)) this.#anchors.add(locals.place(k, state));
      }
      for (const { from, to, reads } of readsOf(kind, words.boxes)) {
        addTo(this.#readsInto, locals.place(k, to), { from, reads });
      }
    }
  }

  /** Where the process may have been before it read its way to the state; smallest ones only. */
  undo(kind: number, state: number, word: BufferWord): readonly LocalStateId[] {
    const key = this.locals.key(kind, state, word);
    const known = this.#undone.get(key);
    if (known !== undefined) return known;
    for (const pause of this.#undo(kind, state, word)) invariant(pause === undefined, 'a pause says nothing');
    return getOrFail(this.#undone, key);
  }

  /** What `undo` will need that is not known yet; it may take long, so there are pauses. */
  *work(kind: number, state: number, word: BufferWord): Generator<undefined> {
    if (!this.#undone.has(this.locals.key(kind, state, word))) yield* this.#undo(kind, state, word);
  }

  *#undo(kind: number, state: number, word: BufferWord): Generator<undefined> {
    const visits: ReadVisit[] = [];
    const byState = new Map<number, ReadVisit[]>();
    const add = (s: number, w: BufferWord): void => {
      if (!this.#canHave(kind, s, w)) return;
      const rivals = byState.get(s) ?? [];
      if (rivals.some((v) => this.words.below(v.word, w))) return;
      for (const v of rivals) if (this.words.below(w, v.word)) v.alive = false;
      const visit = { state: s, word: w, alive: true };
      visits.push(visit);
      byState.set(s, [...rivals.filter((v) => v.alive), visit]);
    };
    add(state, word);
    let made = 0;
    for (let i = 0; i < visits.length; i++) {
      const visit = at(visits, i);
      if (!visit.alive) continue;
      for (const { from, reads } of this.#readsInto.get(this.locals.place(kind, visit.state)) ?? []) {
        for (const w of this.#wordsBeforeRead(kind, visit.state, visit.word, reads)) {
          add(from, w);
          if (++made % wordsBetweenPauses === 0) yield undefined;
        }
      }
    }
    const found = visits
      .filter((v) => v.alive && this.#anchors.has(this.locals.place(kind, v.state)))
      .map((v) => this.locals.intern(kind, v.state, v.word));
    this.#undone.set(this.locals.key(kind, state, word), found);
  }

  /** Whether the process may have the own-messages of the word in that state. */
  #canHave(kind: number, state: number, word: BufferWord): boolean {
    const possible = at(at(this.facts.kinds, kind).owns, state);
    return this.words.owns(word).every((own) => this.words.boxes.has(possible, own));
  }

  /** The words for buffers with which the process can read this and then has one that `word` describes. */
  *#wordsBeforeRead(kind: number, state: number, word: BufferWord, reads: Box): Generator<BufferWord> {
    const { words } = this;
    const owns = words.owns(word);
    if (owns.some((own) => !words.boxes.has(reads.row, own))) return;
    const open = reads.cells.filter((cell) => !owns.some((own) => own.cell === cell));
    const possible = at(at(this.facts.kinds, kind).owns, state);
    for (const own of this.#ownReads(open, reads, possible)) {
      const letters = [...words.letters(word), ...own.map((pair) => words.own(pair))];
      const fromMemory = open.filter((cell) => !own.some((pair) => pair.cell === cell));
      if (fromMemory.length === 0) yield words.ofLetters(letters);
      else yield* this.#withSnapshot(letters, words.boxes.restricted(reads, fromMemory));
    }
  }

  /** Which of the cells are read from own-messages that nothing was known of so far, and with which values. */
  *#ownReads(open: readonly number[], reads: Box, possible: MemorySet): Generator<readonly CellValue[]> {
    const [cell, ...others] = open;
    if (cell === undefined) {
      yield [];
      return;
    }
    const own = this.words.boxes.valuesOf(
      both(this.words.boxes.restricted(reads, [cell]), { cells: [], row: possible }).row,
      cell,
    );
    for (const rest of this.#ownReads(others, reads, possible)) {
      yield rest;
      for (const value of own) yield [{ cell, value }, ...rest];
    }
  }

  /**
   * The values are read from the oldest plain message, or from a still older one. Of values that held at one moment some may
   * be propagated right after the others, so an older message need not repeat them.
   */
  #withSnapshot(letters: readonly Letter[], reads: Box): readonly BufferWord[] {
    const { words } = this;
    const longer = words.ofLetters([...letters, words.plain(reads)]);
    const oldest = letters.findLastIndex((letter) => !isOwn(letter));
    if (oldest === -1) return [longer];
    const has = words.box(at(letters, oldest));
    const behind = letters.slice(oldest + 1);
    const shared = has.cells.filter((cell) => reads.cells.includes(cell));
    if (shared.length < Math.min(has.cells.length, reads.cells.length)) return [longer];
    // The message is the oldest of all only if the own-messages are newer. One of a cell that it speaks of is not.
    if (behind.some((own) => has.cells.includes(words.ownPair(own).cell))) return [longer];
    const joint = both(has, reads);
    if (!shared.every((cell) => words.boxes.isOpen(joint.row, cell))) return [longer];
    const joined = words.ofLetters([...letters.slice(0, oldest), ...behind, words.plain(joint)]);
    const covers = within(reads.row, has.row) || (behind.length === 0 && within(has.row, reads.row));
    return covers ? [joined] : [joined, longer];
  }
}

/** The reads of a kind; of reads of one cell that lead the same way one that may see each of their values. */
function readsOf(
  { transitions }: ProcessKind,
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
    remembered(single, key, () => ({ from, to, cell: first.cell, values: [] })).values.push(first.value);
  }
  const merged = [...single.values()].map(({ from, to, cell, values }) => ({
    from,
    to,
    reads: boxes.oneOf(cell, values),
  }));
  return [...others, ...merged];
}
