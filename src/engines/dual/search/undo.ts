import { at } from '../../../support/check.js';
import type { CellValue, DualProgram } from '../program.js';
import type { Facts } from './facts.js';
import type { LocalId, Locals, MemoryStep } from './locals.js';
import type { Known, Memories } from './memories.js';
import { emptyWord, isOwn } from './words.js';
import type { Words } from './words.js';

/** A configuration in the making: its processes in the order of the one it comes from, a new one last. */
export interface Draft {
  readonly known: Known;
  readonly locals: readonly LocalId[];
}

interface Possible {
  readonly cell: number;
  readonly values: ReadonlySet<number>;
  readonly only: number | null;
}

/**
 * The smallest predecessors of configurations, by docs/engines/dual.md. What memory holds is known only as far as some step
 * demands it; the rest is open.
 */
export class Undoing {
  readonly #touched: Uint8Array;
  readonly #constants: readonly CellValue[];
  /** By kind and state: what memory may have where only this process writes. */
  readonly #memory: readonly (readonly (readonly Possible[])[])[];

  constructor(
    private readonly program: DualProgram,
    private readonly words: Words,
    private readonly locals: Locals,
    private readonly memories: Memories,
    private readonly facts: Facts,
  ) {
    this.#touched = new Uint8Array(program.cells.length);
    this.#constants = [...facts.constants].map(([cell, value]) => ({ cell, value }));
    this.#memory = facts.kinds.map((kind) =>
      kind.memory.map((cells) =>
        [...cells].map(([cell, values]) => {
          const [only] = values;
          return { cell, values, only: values.size === 1 && only !== undefined ? only : null };
        }),
      ),
    );
  }

  /** Undoes the step by the process in that place. */
  undo(draft: Draft, place: number, step: MemoryStep, emit: (draft: Draft) => void): void {
    const undone = this.locals.undo(at(draft.locals, place), step);
    if (undone === null || undone.locals.length === 0) return;
    const { op } = step;
    const known = draft.known.slice();
    const writes = op.kind === 'write' ? [op] : op.writes;
    if (!demand(known, writes) || !demand(known, undone.demands)) return;
    this.#variants({ known, locals: draft.locals }, place, writes, (variant) => {
      const before = variant.known.slice();
      for (const { cell } of writes) before[cell] = 0;
      if (op.kind === 'locked' && !demand(before, op.reads)) return;
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
  undoNew(draft: Draft, step: MemoryStep, emit: (draft: Draft) => void): void {
    const writes = step.op.kind === 'write' ? [step.op] : step.op.writes;
    if (writes.length === 0) return;
    const tellsLess = writes.some(({ cell }) => draft.known[cell] !== 0);
    const length = this.#length(draft.locals);
    const place = draft.locals.length;
    const newcomer = this.locals.intern(step.kind, this.locals.target(step), emptyWord);
    this.undo({ known: draft.known, locals: [...draft.locals, newcomer] }, place, step, (before) => {
      if (tellsLess || this.#length(before.locals.slice(0, place)) < length) emit(before);
    });
  }

  #length(locals: readonly LocalId[]): number {
    return locals.reduce((sum, local) => sum + this.words.length(this.locals.word(local)), 0);
  }

  /**
   * Cells are about to change. Another process whose buffer has their values in front, or behind messages of which memory
   * is open, may have got them just now, or not: one variant for each choice.
   */
  #variants(draft: Draft, place: number, writes: readonly CellValue[], emit: (draft: Draft) => void): void {
    const changing = this.#touched.fill(0);
    for (const { cell } of writes) changing[cell] = 1;
    let seen: Set<string> | null = null;
    const visit = (known: Known, before: readonly LocalId[]): void => {
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
  #reaching(known: Known, local: LocalId, changing: Uint8Array): Known | null {
    const { words } = this;
    let w = this.locals.word(local);
    if (w === emptyWord || isOwn(words.front(w))) return null;
    const deeper = known.slice();
    for (; w !== emptyWord; w = words.rest(w)) {
      const letter = words.front(w);
      if (isOwn(letter)) return null;
      const values = words.snapshot(letter);
      if (!demand(deeper, values)) return null;
      if (values.some(({ cell }) => changing[cell] === 1)) return deeper;
    }
    return null;
  }

  /** Messages in front that say what memory holds were propagated last: without them the configuration is smaller. */
  #strip(known: Known, local: LocalId): LocalId {
    const { words } = this;
    const word = this.locals.word(local);
    let w = word;
    for (; w !== emptyWord && !isOwn(words.front(w)); w = words.rest(w)) {
      if (!holds(known, words.snapshot(words.front(w)))) break;
    }
    return w === word ? local : this.locals.withWord(local, w);
  }

  /** The same configuration, with all that is known anyway; null if it stands for none that can be reached. */
  settle(before: Known, locals: readonly LocalId[]): Draft | null {
    const known = before.slice();
    for (const { cell, value } of this.#constants) if (!demandOne(known, cell, value)) return null;
    for (const local of locals) {
      for (const { cell, values, only } of at(
        at(this.#memory, this.locals.kind(local)),
        this.locals.state(local),
      )) {
        const value = (known[cell] ?? 0) - 1;
        if (value !== -1) {
          if (!values.has(value)) return null;
        } else if (only !== null) known[cell] = only + 1;
      }
    }
    const stripped = locals.map((local) => this.#strip(known, local));
    return this.#canBe(known, stripped) ? { known, locals: stripped } : null;
  }

  /** Whether somebody has written all values that occur, or they were there from the begin. */
  #canBe(known: Known, locals: readonly LocalId[]): boolean {
    const { words, facts, program } = this;
    for (let i = 0; i < words.rowLength; i++) {
      let possible = facts.initial[i] ?? 0;
      for (const [k, kind] of facts.kinds.entries()) {
        let present = 0;
        for (const local of locals) if (this.locals.kind(local) === k) present++;
        const { count } = at(program.kinds, k);
        if (count === null || present < count) possible |= kind.writes[i] ?? 0;
      }
      for (const local of locals) {
        const { written } = at(facts.kinds, this.locals.kind(local));
        possible |= at(written, this.locals.state(local))[i] ?? 0;
      }
      for (const local of locals) {
        if ((words.occurring(this.locals.word(local), i) & ~possible) !== 0) return false;
      }
      for (let cell = 0; cell < known.length; cell++) {
        const value = (known[cell] ?? 0) - 1;
        if (value < 0) continue;
        const pair = words.pair({ cell, value });
        if (pair >>> 5 === i && (possible & (1 << (pair & 31))) === 0) return false;
      }
    }
    return true;
  }
}

/** Adds to what is known; false if it contradicts. */
export function demand(known: Known, values: readonly CellValue[]): boolean {
  for (const { cell, value } of values) if (!demandOne(known, cell, value)) return false;
  return true;
}

function holds(known: Known, values: readonly CellValue[]): boolean {
  for (const { cell, value } of values) if (known[cell] !== value + 1) return false;
  return true;
}

function demandOne(known: Known, cell: number, value: number): boolean {
  const old = known[cell] ?? 0;
  if (old === 0) known[cell] = value + 1;
  return old === 0 || old === value + 1;
}
