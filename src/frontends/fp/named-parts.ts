import { cellNamed, cellNumber } from '../../lang/program/cell-names.js';
import type { LocalVar } from '../../lang/program/program.js';
import type { Span } from '../../diagnostics/span.js';
import { addTo } from '../../support/remembered.js';
import type { LocalInfo, LocalShape, RecordInfo } from './variable-infos.js';

/*
 * Members of structures and cells of local arrays are variables of their own in a program. Their names tell what they are a
 * part of: `node.next`, `seen[1]`, `node[0].next`.
 */

interface NamedPart {
  readonly name: string;
  readonly span: Span;
}

/** The variables of which others are members. */
export function recordsAmong(variables: readonly NamedPart[]): readonly RecordInfo[] {
  const members = new Map<string, string[]>();
  const spans = new Map<string, Span>();
  for (const { name, span } of variables) {
    const dot = name.indexOf('.');
    if (dot < 0) continue;
    const record = name.slice(0, dot);
    addTo(members, record, name.slice(dot + 1));
    spans.set(record, span);
  }
  return [...spans].map(([name, span]) => ({
    kind: 'record',
    ...{ name, members: members.get(name) ?? [], structure: null, span },
  }));
}

const cellName = /^(\w+)\[\d+\](?:\[(\d+)\])?(\.\w+)?$/;

/** The locals of a thread, with the arrays whose cells some of them are. */
export function arraysAmong(locals: readonly LocalVar[]): readonly LocalInfo[] {
  const groups = new Map<string, LocalVar[]>();
  for (const local of locals) {
    const [, base, , member = ''] = cellName.exec(local.name) ?? [];
    addTo(groups, base === undefined ? local.name : `${base}${member}`, local);
  }
  return [...groups].flatMap(([name, cells]): readonly LocalInfo[] => {
    const [first] = cells;
    if (first === undefined || (cells.length === 1 && first.name === name)) return cells.map(single);
    const shape = shapeOfCells(cells);
    const isArray = cells.every(
      (cell, i) => cell.id === first.id + i && cell.name === cellNamed(name, cellNumber(shape, i)),
    );
    // By chance they have such names.
    return isArray ? [{ ...first, name, shape }] : cells.map(single);
  });
}

const single = (local: LocalVar): LocalInfo => ({ ...local, shape: { kind: 'scalar' } });

function shapeOfCells(cells: readonly LocalVar[]): LocalShape {
  const column = cellName.exec(cells.at(-1)?.name ?? '')?.[2];
  const columns = column === undefined ? {} : { columns: Number(column) + 1 };
  return { kind: 'array', length: cells.length, ...columns };
}
