import type { CellId, LocalId, ThreadId } from '../expr/ids.js';
import { threadId } from '../expr/ids.js';
import { Cells } from './system.js';
import type { System } from './system.js';
import { at } from '../../support/invariant.js';

/** What threads, cells and locals are called in evidence: each name means one thing. */
export class StateNames {
  readonly threads: readonly string[];
  readonly cells: readonly string[];
  readonly locals: readonly string[];
  readonly #numbers: ReadonlyMap<string, number>;
  readonly #threads: ReadonlyMap<string, number>;

  constructor(system: System) {
    const cells = new Cells(system.shared);
    this.threads = distinct(system.threads.map(({ name }) => name));
    const variables = distinct([
      ...cells.all().map((cell) => cells.nameOf(cell)),
      ...system.locals.map(({ name, thread }) => `${at(this.threads, thread)}.${name}`),
    ]);
    this.cells = variables.slice(0, cells.count);
    this.locals = variables.slice(cells.count);
    this.#numbers = new Map(variables.map((name, i) => [name, i]));
    this.#threads = new Map(this.threads.map((name, i) => [name, i]));
  }

  thread(name: string): ThreadId | null {
    const number = this.#threads.get(name);
    return number === undefined ? null : threadId(number);
  }

  /** The number of a cell, or of a local behind all cells; null: there is no such variable. */
  variable(name: string): number | null {
    return this.#numbers.get(name) ?? null;
  }

  ofCell = (cell: CellId): string => at(this.cells, cell);

  ofLocal = (local: LocalId): string => at(this.locals, local);
}

/** Locals of a thread may have the same name, in blocks of their own: the second is called `r~2`. */
function distinct(names: readonly string[]): readonly string[] {
  const seen = new Map<string, number>();
  return names.map((name) => {
    const times = (seen.get(name) ?? 0) + 1;
    seen.set(name, times);
    return times === 1 ? name : `${name}~${times}`;
  });
}
