import type { Automaton } from '../../../ir/system.js';
import { at, invariant } from '../../../support/check.js';
import { firstCode } from '../buffering.js';
import type { SizedPlan } from '../plan.js';
import { endsHere, mayLeave, removeCode } from './buffers.js';
import type { Dialect } from './dialect.js';
import { rawOf, setRaw, valueOf } from './fields.js';
import { literal } from './fields.js';
import type { Words } from './fields.js';

/**
 * The body of a function that makes every flush of a thread, from the words w0, w1, ... `inside`: the thread stands
 * in an atomic section.
 */
export function flushCode(thread: Automaton, inside: boolean, plan: SizedPlan, dialect: Dialect): string {
  const slots = at(plan.layout.buffers, thread.id);
  const anyOrder = plan.model.buffering === 'fifo-per-location';
  const lines: string[] = [];
  for (const [position, slot] of slots.entries()) {
    if (position > 0 && !anyOrder) break;
    lines.push(`if (${endsHere(slot, current)}) return;`);
    const one = flushOne(thread, position, inside, plan, dialect);
    const may = mayLeave(slots, position, current);
    lines.push(may === 'true' ? one : `if (${may}) ${one}`);
  }
  return lines.join('\n');
}

const current: Words = (word) => `w${word}`;
const next: Words = (word) => `n${word}`;

function flushOne(thread: Automaton, position: number, inside: boolean, plan: SizedPlan, dialect: Dialect): string {
  const { layout } = plan;
  const slots = at(layout.buffers, thread.id);
  const slot = at(slots, position);
  const { cells, markers } = at(plan.buffers, thread.id);
  const names = Array.from({ length: layout.words }, (_, i) => next(i));
  const remove = removeCode(slots, position, markers, next);
  const lines = [`{ let ${names.map((n, i) => `${n} = ${current(i)}`).join(', ')};`, remove];
  lines.push(`switch (${rawOf(slot.code, current)}) {`);
  for (const [i, cell] of cells.entries()) {
    const { place } = cell;
    invariant(place.kind === 'cell', 'only cells are buffered');
    const field = at(layout.variables, cell.index);
    // A value was checked against its cell's field when it was stored, so its bits fit there.
    const bits =
      field.lo === slot.value.lo
        ? rawOf(slot.value, current)
        : `${valueOf(slot.value, current)} - ${literal(field.lo)}`;
    const step = { kind: 'flush', thread: thread.id, cell: place.cell } as const;
    lines.push(`case ${i + firstCode}: ${setRaw(field, next, bits)} ${dialect.arrive(inside, step, names)} break;`);
  }
  lines.push('} }');
  return lines.join('\n');
}
