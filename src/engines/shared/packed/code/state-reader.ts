import type { LocalId, SharedId, ThreadId } from '../../../../lang/expr/ids.js';
import { bits, contains, hull, includes, point } from '../../../../lang/expr/interval.js';
import type { Interval } from '../../../../lang/expr/interval.js';
import type { System } from '../../../../lang/program/system.js';
import { at, invariant } from '../../../../support/invariant.js';
import type { BitField, Slot } from '../layout.js';
import { codeOf } from '../plan.js';
import type { SizedPlan } from '../plan.js';
import type { PackedVariable } from '../packed-variables.js';
import { rawOf, valueOf } from './fields.js';
import type { WordNaming } from './fields.js';
import { errors, sure } from './helper-code.js';
import type { Helpers, JsCode } from './helper-code.js';

/** The slots of the buffer that a load looks through first. */
interface OwnBuffer {
  readonly thread: ThreadId;
  readonly slots: readonly Slot[];
}

/** How an expression reads the state: as a thread does, its newest own entry before main memory, or as a property. */
export class StateReader {
  readonly system: System;

  constructor(
    private readonly plan: SizedPlan,
    private readonly words: WordNaming,
    private readonly helpers: Helpers,
    private readonly own: OwnBuffer | null = null,
  ) {
    this.system = plan.variables.system;
  }

  local(local: LocalId): JsCode {
    return this.#memory(this.plan.variables.ofLocal(local));
  }

  lengthOf(shared: SharedId): number {
    return this.plan.variables.ofShared(shared).length;
  }

  at(thread: ThreadId, label: string): JsCode {
    const field = at(this.plan.layout.locations, thread);
    const places = at(this.system.threads, thread).locations.filter((l) => l.labels.includes(label));
    const tests = places.map((l) => `${rawOf(field, this.words)} === ${l.id}`);
    return sure(tests.length === 0 ? 'false' : `(${tests.join(' || ')})`, bits);
  }

  cell(shared: SharedId, index: number): JsCode {
    const cell = at(this.plan.variables.ofShared(shared), index);
    const memory = this.#memory(cell);
    const code = this.#codeOf(cell);
    if (this.own === null || code === null || this.own.slots.length === 0) return memory;
    const chain = this.own.slots.reduce(
      (older, slot) =>
        `${rawOf(slot.code, this.words)} === ${code} ? ${this.#value(cell, slot.value)} : ${older}`,
      memory.code,
    );
    return sure(`(${chain})`, memory.values);
  }

  /** `index` need not be within bounds. A function of the index and the words: arrays are too long to be written out at every access. */
  element(shared: SharedId, index: JsCode): JsCode {
    const cells = this.plan.variables.ofShared(shared);
    const possible = cells.filter((_, i) => includes(index.values, BigInt(i)));
    const outside = !contains({ lo: 0n, hi: BigInt(cells.length - 1) }, index.values);
    const inner = new StateReader(this.plan, (w) => `n${w}`, this.helpers, this.own);
    const wordList = Array.from({ length: this.plan.layout.words }, (_, w) => w);
    const lines = [...inner.#bufferLookup(cells), 'switch (i) {'];
    for (const cell of possible) {
      lines.push(`case ${cells.indexOf(cell)}: return ${inner.#memory(cell).code};`);
    }
    lines.push('default: return oob(); }');
    const name = this.helpers.define(`(i, ${wordList.map(inner.words).join(', ')})`, lines.join('\n'));
    return {
      code: `${name}(${index.code}, ${wordList.map(this.words).join(', ')})`,
      values: possible.map((cell) => this.#interval(cell)).reduce<Interval>(hull, point(0n)),
      fails: outside ? index.fails | errors.bounds : index.fails,
    };
  }

  /** Where an index is computed, the codes of the cells are consecutive, or there are none. */
  #bufferLookup(cells: readonly PackedVariable[]): readonly string[] {
    const { own, words, plan } = this;
    const first = cells[0];
    const base = first === undefined ? null : this.#codeOf(first);
    if (own === null || first === undefined || base === null) return [];
    invariant(
      cells.length <= at(plan.buffers, own.thread).cells.length,
      'all cells of the array are buffered',
    );
    const lookups = own.slots.map(
      (s) => `if (${rawOf(s.code, words)} === code) return ${this.#value(first, s.value)};`,
    );
    return [
      `if (i < 0 || i >= ${cells.length}) return oob();`,
      `const code = i + ${base};`,
      ...lookups.reverse(),
    ];
  }

  /** In the entries of the own buffer; null: it has none. */
  #codeOf(cell: PackedVariable): number | null {
    return this.own === null ? null : codeOf(at(this.plan.buffers, this.own.thread), cell);
  }

  #memory(variable: PackedVariable): JsCode {
    const field = at(this.plan.layout.variables, variable.index);
    return sure(this.#value(variable, field), this.#interval(variable));
  }

  #interval({ index }: PackedVariable): Interval {
    return at(this.plan.shape.intervals, index);
  }

  #value({ type }: PackedVariable, field: BitField): string {
    const number = valueOf(field, this.words);
    return type.kind === 'bool' ? `(${number} !== 0)` : number;
  }
}
