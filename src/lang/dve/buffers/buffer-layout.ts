import type { DveDeclaration, DveExpr, DveModel, DvePlace, DveType } from '../dve-ast.js';
import { binary, cell, equal, name, number, plus, variable } from '../make.js';
import type { ProcessTable, DveTable } from '../name-table.js';
import { expressionsOf, subexpressions } from '../walk-dve.js';
import { freeName } from '../../../support/free-names.js';
import type { DveBufferSpec } from './spec.js';

/** The buffer of one process for one variable; for an array with parts for each cell, which are locations of their own. */
export interface DveBuffer {
  readonly variable: string;
  readonly type: DveType;
  /** Null: no array. */
  readonly length: number | null;
  readonly process: string;
  /** What the queue calls the location; cells follow one another. */
  readonly number: number;
  /** `sb(g, p)` and `i(g, p)` of paper 004. */
  readonly values: string;
  readonly indicator: string;
}

/** The order of the writes of one process: a circular buffer with one cell to spare. */
export interface WriteOrder {
  readonly cells: string;
  readonly head: string;
  readonly tail: string;
  readonly size: number;
}

export interface ProcessBuffers {
  readonly buffers: ReadonlyMap<string, DveBuffer>;
  /** Null: writes to different locations have no order. */
  readonly queue: WriteOrder | null;
}

/** Names for all that the buffers of a model need, none of which the model has. */
export class BufferLayout {
  readonly processes: ReadonlyMap<string, ProcessBuffers>;
  readonly memoryProcess: string;
  /** Set where a write found no room; null: writes wait for room. */
  readonly overflow: { readonly flag: string; readonly process: string } | null;
  /** How many entries a location has room for. */
  readonly entries: number;
  readonly #taken: Set<string>;

  constructor(
    model: DveModel,
    readonly table: DveTable,
    readonly spec: DveBufferSpec,
  ) {
    this.#taken = namesOf(model);
    this.entries = spec.limit.entries;
    const acting = model.processes.filter(({ name: own }) => own.text !== table.property?.process.name.text);
    this.processes = new Map(
      acting.map((process) => [process.name.text, this.#buffersOf(process.name.text)] as const),
    );
    this.memoryProcess = this.#free('MM');
    const fails = spec.limit.kind === 'overflows';
    this.overflow = fails ? { flag: this.#free('overflowed'), process: this.#free('overflow') } : null;
  }

  all(): readonly DveBuffer[] {
    return [...this.processes.values()].flatMap(({ buffers }) => [...buffers.values()]);
  }

  declarations(): readonly DveDeclaration[] {
    return [
      ...this.all().flatMap((buffer) => [
        variable(buffer.type, buffer.values, this.#slots(buffer)),
        variable('byte', buffer.indicator, buffer.length),
      ]),
      ...[...this.processes.values()].flatMap(({ queue }) => (queue === null ? [] : queueVariables(queue))),
      ...(this.overflow === null ? [] : [variable('byte', this.overflow.flag)]),
    ];
  }

  /** The number of values: with one entry for a scalar it is no array. */
  #slots({ length }: DveBuffer): number | null {
    return this.entries === 1 ? length : this.entries * (length ?? 1);
  }

  #buffersOf(process: string): ProcessBuffers {
    const own = this.table.processes.get(process);
    const used = own === undefined ? new Set<string>() : accessed(own);
    let next = 0;
    const buffers = new Map<string, DveBuffer>();
    for (const [global, symbol] of this.table.globals) {
      if (symbol.kind !== 'variable' || symbol.isConst || !used.has(global)) continue;
      const { type, length } = symbol;
      const suffix = `${global}_${process}`;
      const names = { values: this.#free(`sb_${suffix}`), indicator: this.#free(`i_${suffix}`) };
      buffers.set(global, { variable: global, type, length, process, number: next, ...names });
      next += length ?? 1;
    }
    const { limit, order } = this.spec;
    const size = (limit.kind === 'waits' ? next * limit.entries : limit.entries) + 1;
    const hasQueue = order === 'fifo' && buffers.size > 0;
    return { buffers, queue: hasQueue ? this.#queue(process, size) : null };
  }

  #queue(process: string, size: number): WriteOrder {
    const named = (stem: string): string => this.#free(`${stem}_${process}`);
    return { cells: named('queue'), head: named('head'), tail: named('tail'), size };
  }

  #free(wanted: string): string {
    const free = freeName(wanted, (text) => this.#taken.has(text));
    this.#taken.add(free);
    return free;
  }
}

const queueVariables = ({ cells, head, tail, size }: WriteOrder): readonly DveDeclaration[] => {
  const type = size > 256 ? 'int' : 'byte';
  return [variable(type, cells, size), variable(type, head), variable(type, tail)];
};

function namesOf({ declarations, processes }: DveModel): Set<string> {
  const inside = processes.flatMap((process) => [
    process.name,
    ...process.states,
    ...process.declarations.map((d) => d.name),
  ]);
  return new Set([...declarations.map((d) => d.name), ...inside].map(({ text }) => text));
}

/** The global variables that the transitions of a process mention. */
function accessed({ process, locals }: ProcessTable): ReadonlySet<string> {
  const parts = process.transitions.flatMap(expressionsOf).flatMap((expr) => [...subexpressions(expr)]);
  return new Set(
    parts.flatMap((part) =>
      (part.kind === 'name' || part.kind === 'cell') && !locals.has(part.name.text) ? [part.name.text] : [],
    ),
  );
}

/** How many entries are buffered for the location, or, where there is room for one, whether it is. */
export const counted = ({ indicator }: DveBuffer, index: DveExpr | null): DvePlace =>
  index === null ? name(indicator) : cell(indicator, index);

/** The value of the entry with the number, the oldest being 0. */
export function slot(buffer: DveBuffer, index: DveExpr | null, entry: DveExpr, entries: number): DvePlace {
  if (entries === 1) return index === null ? name(buffer.values) : cell(buffer.values, index);
  if (index === null) return cell(buffer.values, entry);
  const first =
    index.kind === 'number' ? number(index.value * BigInt(entries)) : binary('*', index, number(entries));
  if (first.kind === 'number' && entry.kind === 'number')
    return cell(buffer.values, number(first.value + entry.value));
  return cell(buffer.values, binary('+', first, entry));
}

export const newest = (buffer: DveBuffer, index: DveExpr | null, entries: number): DvePlace =>
  slot(buffer, index, plus(counted(buffer, index), -1), entries);

/** Whether something is buffered for the location. */
export const isBuffered = (buffer: DveBuffer, index: DveExpr | null, entries: number): DveExpr =>
  entries === 1 ? counted(buffer, index) : binary('>', counted(buffer, index), number(0));

/** Every location of a buffer, by its index; null for a scalar. */
export const locations = ({ length }: DveBuffer): readonly (number | null)[] =>
  length === null ? [null] : Array.from({ length }, (_, i) => i);

export const indexOf = (location: number | null): DveExpr | null =>
  location === null ? null : number(location);

export const isLocation = ({ cells, head }: WriteOrder, location: number): DveExpr =>
  equal(cell(cells, name(head)), number(location));

export const next = (place: string, { size }: WriteOrder): DveExpr =>
  binary('%', binary('+', name(place), number(1)), number(size));
