import { contains, includes } from '../../../../lang/expr/interval.js';
import type { StoreAction } from '../../../../lang/program/system.js';
import { at, invariant } from '../../../../support/invariant.js';
import { entriesAllowed } from '../buffering.js';
import type { Slot } from '../layout.js';
import { codeOf } from '../plan.js';
import type { PackedVariable } from '../packed-variables.js';
import { appendCode, countOf, insertCode, lengthOf } from './buffers.js';
import type { FreeSlots } from './buffers.js';
import { boundsFault } from './dialect.js';
import { setValue } from './fields.js';
import type { JsCode } from './helper-code.js';
import type { StepWriter } from './step-writer.js';
import { byBuffering, ordersWrites, roomPerLocation } from '../../../../memory/model-questions.js';

/** Writes the code of a store; false if nothing after it is reached. */
export function writeStore(writer: StepWriter, action: StoreAction): boolean {
  const cells = writer.context.plan.variables.ofShared(action.shared);
  if (action.index !== null && action.index.kind !== 'int') return writeElement(writer, action, cells);
  const index = action.index === null ? 0n : action.index.value;
  const value = writer.evaluateNumber(action.value);
  if (index < 0n || index >= BigInt(cells.length)) return writer.fault(boundsFault);
  return writeCell(writer, at(cells, Number(index)), value, action.locked);
}

/** One case for each cell that the index may mean. */
function writeElement(writer: StepWriter, action: StoreAction, cells: readonly PackedVariable[]): boolean {
  if (action.index === null) return true;
  const index = writer.evaluateNumber(action.index);
  const value = writer.evaluateNumber(action.value);
  if (!contains({ lo: 0n, hi: BigInt(cells.length - 1) }, index.values)) {
    writer.faultIf(`${index.code} < 0 || ${index.code} >= ${cells.length}`, boundsFault);
  }
  writer.emit(`switch (${index.code}) {`);
  for (const [i, cell] of cells.entries()) {
    if (!includes(index.values, BigInt(i))) continue;
    writer.emit(`case ${i}: {`);
    writeCell(writer, cell, value, action.locked);
    writer.emit('break; }');
  }
  writer.emit('}');
  return true;
}

function writeCell(writer: StepWriter, cell: PackedVariable, value: JsCode, locked: boolean): boolean {
  if (!writer.fit(cell, value)) return false;
  const { plan } = writer.context;
  const { id } = writer.thread;
  const number = codeOf(at(plan.buffers, id), cell);
  if (locked || number === null) {
    writer.emit(setValue(writer.field(cell), writer.words, value.code));
    return true;
  }
  const code = String(number);
  checkRoom(writer, cell, code, at(plan.layout.buffers, id).slice(0, writer.longest));
  const put = byBuffering(plan.model, { none: null, fifo: appendCode, 'fifo-per-location': insertCode });
  invariant(put !== null, 'without buffers no cell has a code');
  writer.emit(put(freeSlots(writer), code, value.code));
  return true;
}

/** Of the own buffer. */
export function freeSlots({ context, thread, longest, words, leave }: StepWriter): FreeSlots {
  const slots = at(context.plan.layout.buffers, thread.id);
  return { slots, longest, words, full: `grow(-1, ${thread.id}); ${leave}` };
}

/** A store waits for room under tsoN, and is cut where the bound is reached. */
function checkRoom(writer: StepWriter, cell: PackedVariable, code: string, slots: readonly Slot[]): void {
  const { model, bound } = writer.context.plan;
  const buffered = countOf(slots, code, writer.words);
  const room = roomPerLocation(model);
  if (room <= slots.length) writer.emit(`if (${buffered} >= ${room}) ${writer.leave}`);
  if (bound === null) return;
  const most = entriesAllowed(bound, cell);
  if (writer.longest < most) return;
  const here = 'all' in bound && ordersWrites(model) ? lengthOf(slots, writer.words) : buffered;
  writer.emit(`if (${here} >= ${most}) { moves++; env.overflow(); ${writer.leave} }`);
}
