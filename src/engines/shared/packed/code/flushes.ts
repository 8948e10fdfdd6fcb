import type { Automaton } from '../../../../lang/program/system.js';
import { at, invariant } from '../../../../support/invariant.js';
import { firstCode } from '../buffering.js';
import type { SizedPlan } from '../plan.js';
import type { Slot } from '../layout.js';
import { endsHere, removeCode } from './buffers.js';
import type { Dialect } from './dialect.js';
import { literal, rawOf, setRaw } from './fields.js';
import type { WordNaming } from './fields.js';
import { byBuffering } from '../../../../memory/model-questions.js';

/**
 * The source of two functions: `NAME()` makes every flush of a thread from the words w0, w1, ...; `NAME_at(p)` makes
 * the one of the entry at position p. `inside`: the thread stands in an atomic section.
 */
export function flushCode(
  name: string,
  thread: Automaton,
  inside: boolean,
  plan: SizedPlan,
  dialect: Dialect,
): string {
  const { layout } = plan;
  const slots = at(layout.buffers, thread.id);
  const oldest = at(slots, 0);
  const { cells, markers } = at(plan.buffers, thread.id);
  const anywhere = byBuffering(plan.model, { none: false, fifo: false, 'fifo-per-location': true });
  const choose =
    anywhere && slots.length > 1
      ? chooseCode(name, slots, cells.length)
      : `if (${endsHere(oldest, current)}) return;\n${name}_at(0);`;
  const atPosition = (read: (slot: Slot) => string): string =>
    anywhere
      ? slots.slice(1).reduce((rest, slot, i) => `p === ${i + 1} ? ${read(slot)} : ${rest}`, read(oldest))
      : read(oldest);
  const names = Array.from({ length: layout.words }, (_, i) => next(i));
  const cases = cells.map(({ place, index }, i) => {
    invariant(place.kind === 'cell', 'only cells are buffered');
    const field = at(layout.variables, index);
    // A value was checked against its cell's field when it was stored, so its bits fit there.
    const offset = oldest.value.lo - field.lo;
    const bits = offset === 0 ? 'bits' : `bits + ${literal(offset)}`;
    const step = { kind: 'flush', thread: thread.id, cell: place.cell } as const;
    return `case ${i + firstCode}: ${setRaw(field, next, bits)} ${dialect.arrive(inside, step, names)} break;`;
  });
  return `function ${name}() {
${choose}
}
function ${name}_at(p) {
let ${names.map((n, i) => `${n} = ${current(i)}`).join(', ')};
const bits = ${atPosition((s) => rawOf(s.value, current))};
${removeCode(slots, anywhere, markers, next)}
switch (${atPosition((s) => rawOf(s.code, current))}) {
${cases.join('\n')}
}
}`;
}

const current: WordNaming = (word) => `w${word}`;
const next: WordNaming = (word) => `n${word}`;

/** Of the entries before the first marker the oldest of each cell may leave. */
function chooseCode(name: string, slots: readonly Slot[], cells: number): string {
  const ends = (code: string): string => `if (${code} < ${firstCode}) return;`;
  // The set of the cells seen fits into one integer, or every code is compared with those before it.
  if (firstCode + cells <= 32) {
    const cases = slots.map(
      (slot, i) =>
        `c = ${rawOf(slot.code, current)}; ${ends('c')}\nif ((seen >>> c & 1) === 0) { seen |= 1 << c; ${name}_at(${i}); }`,
    );
    return ['let c = 0, seen = 0;', ...cases].join('\n');
  }
  const cases = slots.map((slot, i) => {
    const others = slots.slice(0, i).map((_, k) => `c${k} !== c${i}`);
    const isOldest = i === 0 ? 'true' : others.join(' && ');
    return `const c${i} = ${rawOf(slot.code, current)}; ${ends(`c${i}`)}\nif (${isOldest}) ${name}_at(${i});`;
  });
  return cases.join('\n');
}
