import { at } from '../../../support/invariant.js';
import { writesOf } from '../dual-program.js';
import type { CellValue, DualProgram } from '../dual-program.js';
import type { ProgramFacts } from './program-facts.js';
import type { LocalStateId, Locals } from './locals.js';
import { both, unite, within } from './boxes.js';
import type { Box, MemorySet } from './boxes.js';
import type { Memories } from './memories.js';
import type { MemoryStep, StepUndoing } from './undo-step.js';
import { emptyWord, isOwn } from './words.js';
import type { BufferWords } from './words.js';

/** A configuration in the making: its processes in the order of the one it comes from, a new one last. */
export interface ConfigDraft {
  /** What is known of memory. */
  readonly known: MemorySet;
  readonly locals: readonly LocalStateId[];
}

/**
 * The smallest predecessors of configurations, by docs/engines/dual.md. What memory holds is known only as far as some step
 * demands it; the rest is open.
 */
export class Undoing {
  readonly #touched: Uint8Array;
  /** What is known of memory wherever a process of a kind is in a state. */
  readonly #memory: readonly (readonly Box[])[];
  readonly #always: Box;
  readonly #cells: readonly number[];

  constructor(
    private readonly program: DualProgram,
    private readonly words: BufferWords,
    private readonly locals: Locals,
    private readonly memories: Memories,
    private readonly facts: ProgramFacts,
    private readonly steps: StepUndoing,
  ) {
    this.#touched = new Uint8Array(program.cells.length);
    this.#cells = [...program.cells.keys()];
    const { boxes } = words;
    const joined = (cells: Iterable<readonly [number, Iterable<number>]>): Box =>
      [...cells]
        .map(([cell, values]) => boxes.oneOf(cell, values))
        .reduce<Box>((all, box) => both(all, box), boxes.exactly([]));
    this.#always = joined([...facts.constants].map(([cell, value]) => [cell, [value]] as const));
    this.#memory = facts.kinds.map((kind) => kind.memory.map((cells) => joined(cells)));
  }

  /** Undoes the step by the process in that place. */
  undo(draft: ConfigDraft, place: number, step: MemoryStep, emit: (draft: ConfigDraft) => void): void {
    const undone = this.steps.undo(at(draft.locals, place), step);
    if (undone === null || undone.locals.length === 0) return;
    const { op } = step;
    const known = draft.known.slice();
    const { boxes } = this.words;
    const writes = writesOf(op);
    if (!boxes.demand(known, boxes.exactly(writes)) || !boxes.demand(known, undone.demand)) return;
    this.#variants({ known, locals: draft.locals }, place, writes, (variant) => {
      const before = variant.known.slice();
      for (const { cell } of writes) boxes.forget(before, cell);
      if (op.kind === 'locked' && !boxes.demand(before, boxes.exactly(op.reads))) return;
      for (const local of undone.locals) {
        const settled = this.settle(before, variant.locals.with(place, local));
        if (settled !== null) emit(settled);
      }
    });
  }

  /**
   * Undoes the step by a process that was not looked at so far. Of use only if that tells less of memory than before, or
   * makes a buffer shorter: all else is above.
   */
  undoNew(draft: ConfigDraft, step: MemoryStep, emit: (draft: ConfigDraft) => void): void {
    const writes = writesOf(step.op);
    if (writes.length === 0) return;
    const tellsLess = writes.some(({ cell }) => !this.words.boxes.isFull(draft.known, cell));
    const length = this.#length(draft.locals);
    const place = draft.locals.length;
    const newcomer = this.locals.intern(step.kind, step.to, emptyWord);
    this.undo({ known: draft.known, locals: [...draft.locals, newcomer] }, place, step, (before) => {
      if (tellsLess || this.#length(before.locals.slice(0, place)) < length) emit(before);
    });
  }

  #length(locals: readonly LocalStateId[]): number {
    return locals.reduce((sum, local) => sum + this.words.length(this.locals.word(local)), 0);
  }

  /**
   * Cells are about to change. Another process whose buffer has their values in front, or behind messages of which memory
   * is open, may have got them just now, or not: one variant for each choice.
   */
  #variants(
    draft: ConfigDraft,
    place: number,
    writes: readonly CellValue[],
    emit: (draft: ConfigDraft) => void,
  ): void {
    const changing = this.#touched.fill(0);
    for (const { cell } of writes) changing[cell] = 1;
    let seen: Set<string> | null = null;
    const visit = (known: MemorySet, before: readonly LocalStateId[]): void => {
      const locals = before.map((local, p) => (p === place ? local : this.#strip(known, local)));
      if (seen !== null) {
        const key = `${this.memories.intern(known)} ${locals.join(' ')}`;
        if (seen.has(key)) return;
        seen.add(key);
      }
      emit({ known, locals });
      if (writes.length === 0) return;
      for (let p = 0; p < locals.length; p++) {
        if (p === place) continue;
        const deeper = this.#reaching(known, at(locals, p), changing);
        if (deeper === null) continue;
        seen ??= new Set();
        visit(deeper, locals);
      }
    };
    visit(draft.known, draft.locals);
  }

  /** What has to be known so that the buffer loses its messages up to the first one about a cell that changes. */
  #reaching(known: MemorySet, local: LocalStateId, changing: Uint8Array): MemorySet | null {
    const { words } = this;
    let w = this.locals.word(local);
    if (w === emptyWord || isOwn(words.front(w))) return null;
    const deeper = known.slice();
    for (; w !== emptyWord; w = words.rest(w)) {
      const letter = words.front(w);
      if (isOwn(letter)) return null;
      const box = words.box(letter);
      if (!words.boxes.demand(deeper, box)) return null;
      if (box.cells.some((cell) => changing[cell] === 1)) return deeper;
    }
    return null;
  }

  /** Messages in front that say what memory holds were propagated last: without them the configuration is smaller. */
  #strip(known: MemorySet, local: LocalStateId): LocalStateId {
    const { words } = this;
    const word = this.locals.word(local);
    let w = word;
    for (; w !== emptyWord && !isOwn(words.front(w)); w = words.rest(w)) {
      if (!within(known, words.box(words.front(w)).row)) break;
    }
    return w === word ? local : this.locals.withWord(local, w);
  }

  /** The same configuration, with all that is known anyway; null if it stands for none that can be reached. */
  settle(before: MemorySet, locals: readonly LocalStateId[]): ConfigDraft | null {
    const known = before.slice();
    const { boxes } = this.words;
    if (!boxes.demand(known, this.#always)) return null;
    for (const local of locals) {
      const box = at(at(this.#memory, this.locals.kind(local)), this.locals.state(local));
      if (!boxes.demand(known, box)) return null;
    }
    const stripped = locals.map((local) => this.#strip(known, local));
    return this.#canBe(known, stripped) ? { known, locals: stripped } : null;
  }

  /** Whether all values can be there: somebody has written them, or they were there from the begin. */
  #canBe(known: MemorySet, locals: readonly LocalStateId[]): boolean {
    const { words, facts, program } = this;
    const possible = facts.initial.slice();
    for (const [k, kind] of facts.kinds.entries()) {
      let present = 0;
      for (const local of locals) if (this.locals.kind(local) === k) present++;
      const { count } = at(program.kinds, k);
      if (count === null || present < count) unite(possible, kind.writes);
    }
    for (const local of locals) {
      unite(possible, at(at(facts.kinds, this.locals.kind(local)).written, this.locals.state(local)));
    }
    if (!words.boxes.meet(known, possible, this.#cells)) return false;
    return locals.every((local) => words.canBe(this.locals.word(local), possible));
  }
}
