import type { SharedId, ThreadId } from '../../../../lang/expr/ids.js';
import { bits, contains, hull, includes, point } from '../../../../lang/expr/interval.js';
import type { Interval } from '../../../../lang/expr/interval.js';
import { at, invariant } from '../../../../support/invariant.js';
import type { BitField, Slot } from '../layout.js';
import { codeOf } from '../plan.js';
import type { SizedPlan } from '../plan.js';
import type { PackedVariable } from '../packed-variables.js';
import type { JsCode, StateReader } from './expression-code.js';
import { errors, sure } from './expression-code.js';
import { rawOf, valueOf } from './fields.js';
import type { WordNaming } from './fields.js';
import type { Helpers } from './helper-code.js';

/** The slots of the buffer that a load looks through first. */
interface OwnBuffer {
  readonly thread: ThreadId;
  readonly slots: readonly Slot[];
}

/** Reads main memory and locals: what a property sees. */
export const memoryReader = (plan: SizedPlan, words: WordNaming, helpers: Helpers): StateReader =>
  readerOf(plan, words, helpers, null);

/** Reads as a thread does: its newest own entry, else main memory. At most `longest` entries are in its buffer. */
export function threadReader(
  plan: SizedPlan,
  words: WordNaming,
  helpers: Helpers,
  thread: ThreadId,
  longest: number,
): StateReader {
  return readerOf(plan, words, helpers, { thread, slots: at(plan.layout.buffers, thread).slice(0, longest) });
}

function readerOf(plan: SizedPlan, words: WordNaming, helpers: Helpers, own: OwnBuffer | null): StateReader {
  const { variables, layout } = plan;
  const { system } = variables;
  return {
    system,
    local: (id) => fieldCode(variables.ofLocal(id), plan, words),
    cell: (shared, index) => cellCode(at(variables.ofShared(shared), index), plan, words, own),
    element: (shared, index) => elementCode(shared, index, plan, words, helpers, own),
    lengthOf: (shared) => variables.ofShared(shared).length,
    at: (thread, label) => {
      const field = at(layout.locations, thread);
      const places = at(system.threads, thread).locations.filter((l) => l.labels.includes(label));
      const tests = places.map((l) => `${rawOf(field, words)} === ${l.id}`);
      return sure(tests.length === 0 ? 'false' : `(${tests.join(' || ')})`, bits);
    },
  };
}

const fieldOf = (variable: PackedVariable, plan: SizedPlan): BitField =>
  at(plan.layout.variables, variable.index);

const intervalIn = (variable: PackedVariable, plan: SizedPlan): Interval =>
  at(plan.shape.intervals, variable.index);

function typed(variable: PackedVariable, number: string): string {
  return variable.type.kind === 'bool' ? `(${number} !== 0)` : number;
}

function fieldCode(variable: PackedVariable, plan: SizedPlan, words: WordNaming): JsCode {
  return sure(typed(variable, valueOf(fieldOf(variable, plan), words)), intervalIn(variable, plan));
}

function cellCode(cell: PackedVariable, plan: SizedPlan, words: WordNaming, own: OwnBuffer | null): JsCode {
  const memory = fieldCode(cell, plan, words);
  const code = own === null ? null : codeOf(at(plan.buffers, own.thread), cell);
  if (own === null || code === null || own.slots.length === 0) return memory;
  const entries = own.slots.map((s) => ({
    test: `${rawOf(s.code, words)} === ${code}`,
    value: typed(cell, valueOf(s.value, words)),
  }));
  const chain = entries.reduce((older, { test, value }) => `${test} ? ${value} : ${older}`, memory.code);
  return sure(`(${chain})`, memory.values);
}

/** A function of the index and the words; arrays are too long to be written out at every access. */
function elementCode(
  shared: SharedId,
  index: JsCode,
  plan: SizedPlan,
  words: WordNaming,
  helpers: Helpers,
  own: OwnBuffer | null,
): JsCode {
  const cells = plan.variables.ofShared(shared);
  const possible = cells.filter((_, i) => includes(index.values, BigInt(i)));
  const outside = !contains({ lo: 0n, hi: BigInt(cells.length - 1) }, index.values);
  const inner: WordNaming = (w) => `n${w}`;
  const wordList = Array.from({ length: plan.layout.words }, (_, w) => w);
  const lines = [...bufferLookup(cells, plan, inner, own), 'switch (i) {'];
  for (const cell of possible) {
    lines.push(`case ${cells.indexOf(cell)}: return ${fieldCode(cell, plan, inner).code};`);
  }
  lines.push('default: return oob(); }');
  const name = helpers.define(`(i, ${wordList.map(inner).join(', ')})`, lines.join('\n'));
  return {
    code: `${name}(${index.code}, ${wordList.map(words).join(', ')})`,
    values: possible.map((c) => intervalIn(c, plan)).reduce<Interval>(hull, point(0n)),
    fails: outside ? index.fails | errors.bounds : index.fails,
  };
}

/** Where an index is computed, the codes of the cells are consecutive, or there are none. */
function bufferLookup(
  cells: readonly PackedVariable[],
  plan: SizedPlan,
  words: WordNaming,
  own: OwnBuffer | null,
): readonly string[] {
  const first = cells[0];
  if (own === null || first === undefined) return [];
  const base = codeOf(at(plan.buffers, own.thread), first);
  if (base === null) return [];
  invariant(cells.length <= at(plan.buffers, own.thread).cells.length, 'all cells of the array are buffered');
  const lookups = own.slots.map(
    (s) => `if (${rawOf(s.code, words)} === code) return ${typed(first, valueOf(s.value, words))};`,
  );
  return [
    `if (i < 0 || i >= ${cells.length}) return oob();`,
    `const code = i + ${base};`,
    ...lookups.reverse(),
  ];
}
