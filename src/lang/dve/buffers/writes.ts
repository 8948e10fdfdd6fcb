import { contains } from '../../expr/interval.js';
import { unsupported } from '../../../diagnostics/diagnostic.js';
import type { DveAssignment, DveExpr, DvePlace, DveType } from '../dve-ast.js';
import { intervalOf } from '../dve-interval.js';
import { assign, binary, cell, name, not, number, plus } from '../make.js';
import { limits, lookUp } from '../name-table.js';
import type { ProcessTable, DveTable } from '../name-table.js';
import { subexpressions } from '../walk-dve.js';
import { counted, next, slot } from './buffer-layout.js';
import type { DveBuffer, WriteOrder } from './buffer-layout.js';
import type { BufferedReader, ReadCase } from './reads.js';
import { sameIndex } from './reads.js';
import type { RewriteProgress, EarlierWrite } from './state.js';

/** A buffered write in one case: what it does, and the condition that it must find room; null: nothing new is buffered. */
export interface BufferedWrite {
  readonly effects: readonly DveAssignment[];
  readonly target: DvePlace;
  readonly room: DveExpr | null;
  readonly progress: RewriteProgress;
}

/**
 * Rule 3 of paper 004, section III: a write goes to the store buffer, and its location to the queue. The list of effects is
 * one action: of several writes to one location only the last is an entry (`isLast`).
 */
export function bufferedWrite(
  reader: BufferedReader,
  buffer: DveBuffer,
  queue: WriteOrder | null,
  target: DvePlace,
  index: ReadCase | null,
  progress: RewriteProgress,
  isLast: boolean,
): BufferedWrite {
  const { entries } = reader.layout;
  const place = index === null ? null : index.text;
  const before = index === null ? null : reader.index(index, target);
  refuseOwnIndex(buffer, target, place);
  const others = progress.written.filter((w) => !isSame(w, buffer, before));
  const written = [...others, { variable: buffer.variable, index: before, isPending: !isLast }];
  const count = counted(buffer, place);
  return {
    effects: isLast ? entryMade(buffer, place, queue, entries) : [],
    target: slot(buffer, place, count, entries),
    room: others.length < progress.written.length ? null : roomFor(reader, buffer, before),
    progress: { ...progress, written },
  };
}

function entryMade(
  buffer: DveBuffer,
  place: DveExpr | null,
  queue: WriteOrder | null,
  entries: number,
): readonly DveAssignment[] {
  const count = counted(buffer, place);
  const more = assign(count, entries === 1 ? number(1) : plus(count, 1));
  if (queue === null) return [more];
  const id = place === null ? number(buffer.number) : plus(place, buffer.number);
  return [
    more,
    assign(cell(queue.cells, name(queue.tail)), id),
    assign(name(queue.tail), next(queue.tail, queue)),
  ];
}

const isSame = (written: EarlierWrite, buffer: DveBuffer, index: DveExpr | null): boolean => {
  if (written.variable !== buffer.variable) return false;
  const same = sameIndex(written.index, index);
  return same.kind === 'truth' && same.value;
};

/** Whether a later write of the list is to the same location; refused where that depends on the run. */
export function isWrittenAgain(
  target: DvePlace,
  later: readonly DvePlace[],
  value: (index: DveExpr) => bigint | null,
): boolean {
  return later.some((other) => {
    if (other.name.text !== target.name.text) return false;
    if (target.kind === 'name' || other.kind === 'name') return true;
    const [a, b] = [value(target.index), value(other.index)];
    if (a !== null && b !== null) return a === b;
    const what = `whether both writes to ${target.name.text} are to one cell depends on the run`;
    return unsupported(what, other.span, 'split the transition');
  });
}

function roomFor(reader: BufferedReader, buffer: DveBuffer, index: DveExpr | null): DveExpr {
  const { entries } = reader.layout;
  if (entries === 1) return not(reader.buffered(buffer, index));
  if (index === null) return binary('<', counted(buffer, index), number(entries));
  const full = binary('>=', counted(buffer, index), number(entries));
  return not(reader.within(buffer, index, full));
}

function refuseOwnIndex(buffer: DveBuffer, { span }: DvePlace, index: DveExpr | null): void {
  if (index === null) return;
  for (const part of subexpressions(index)) {
    const text = part.kind === 'name' || part.kind === 'cell' ? part.name.text : null;
    if (text === buffer.variable || text === buffer.values || text === buffer.indicator)
      unsupported(`the index of this write reads ${buffer.variable} itself`, span, 'split the transition');
  }
}

/** What variables hold after an assignment. `index` is null for a scalar. */
export function assignedTo(
  { layout: { table }, own }: BufferedReader,
  progress: RewriteProgress,
  target: DvePlace,
  value: DveExpr | null,
): RewriteProgress {
  const { text } = target.name;
  if (target.kind === 'cell') return { ...progress, changed: new Set([...progress.changed, text]) };
  const symbol = lookUp(table, own, text);
  const type = symbol?.kind === 'variable' ? symbol.type : 'int';
  const kept = value === null ? null : cut(value, type, table, own);
  return { ...progress, values: new Map([...progress.values, [text, kept]]) };
}

/** The value as a variable of the type keeps it. */
function cut(value: DveExpr, type: DveType, table: DveTable, own: ProcessTable): DveExpr {
  const { lo, hi } = limits[type];
  if (contains({ lo, hi }, intervalOf(value, table, own))) return value;
  if (type === 'byte') return binary('&', value, number(hi));
  return binary('-', binary('&', binary('+', value, number(-lo)), number(hi - lo)), number(-lo));
}
