import { initialConfigurations, kindsOfProcesses } from './configurations.js';
import type { BufferedProcess, TsoSemantics, TsoStep } from './configurations.js';
import type { DualProgram } from '../../../src/engines/dual/dual-program.js';
import { at } from '../../../src/support/invariant.js';

/** The states of the processes, sorted among those of one kind, and memory, at a moment when all buffers are empty. */
export interface DrainedState {
  readonly states: readonly number[];
  readonly memory: readonly number[];
}

export interface TsoExploration {
  /** For each process its kind. */
  readonly kinds: readonly number[];
  /**
   * By their text. As buffers can always be emptied without a change of state, all vectors of states that can be reached
   * are among them.
   */
  readonly outcomes: ReadonlyMap<string, DrainedState>;
  /** The vectors of states alone. */
  readonly vectors: ReadonlySet<string>;
  /** Some step was left out because it did not fit. */
  readonly cut: boolean;
  /** There are more configurations than wanted: the outcomes are only some. */
  readonly capped: boolean;
  readonly configurations: number;
}

export interface TsoExploreOptions<Message> {
  /** Steps that do not fit are not made. */
  readonly fits: (kind: number, step: TsoStep<Message>) => boolean;
  readonly maxConfigurations: number;
}

/**
 * All configurations that can be reached. A configuration is one number for memory and one for each process, which stands
 * for its state and buffer; processes of one kind are sorted, as it does not matter which is which. The steps of each
 * process in each memory are computed once.
 */
export function explore<Message>(
  program: DualProgram,
  counts: readonly number[],
  semantics: TsoSemantics<Message>,
  { fits, maxConfigurations }: TsoExploreOptions<Message>,
): TsoExploration {
  const kinds = kindsOfProcesses(program, counts);
  const steps = new StepTable(semantics, fits);
  const rows: (readonly number[])[] = [];
  const known = new Set<string>();
  const visit = (row: readonly number[]): void => {
    const key = String.fromCharCode(...row);
    if (known.has(key)) return;
    known.add(key);
    rows.push(row);
  };
  for (const { processes, memory } of initialConfigurations(program, kinds)) {
    const row = [steps.memories.idOf(memory), ...processes.map((process) => steps.processes.idOf(process))];
    sortWithinKinds(row, kinds);
    visit(row);
  }
  for (let next = 0; next < rows.length && rows.length <= maxConfigurations; next++) {
    const row = at(rows, next);
    for (let p = 0; p < kinds.length; p++) {
      for (const { process, memory } of steps.of(at(kinds, p), at(row, p + 1), at(row, 0))) {
        const after = row.slice();
        after[0] = memory;
        after[p + 1] = process;
        sortWithinKinds(after, kinds);
        visit(after);
      }
    }
  }
  const outcomes = outcomesOf(rows, steps, kinds);
  return {
    kinds,
    outcomes,
    vectors: new Set([...outcomes.values()].map(({ states }) => states.join(' '))),
    cut: steps.cut,
    capped: rows.length > maxConfigurations || steps.tooMany,
    configurations: rows.length,
  };
}

function outcomesOf<Message>(
  rows: readonly (readonly number[])[],
  { memories, processes }: StepTable<Message>,
  kinds: readonly number[],
): ReadonlyMap<string, DrainedState> {
  const outcomes = new Map<string, DrainedState>();
  for (const row of rows) {
    const local = kinds.map((_, p) => processes.of(at(row, p + 1)));
    if (local.some(({ buffer }) => buffer.length > 0)) continue;
    const [, ...states] = sortWithinKinds([0, ...local.map(({ state }) => state)], kinds);
    const memory = memories.of(at(row, 0));
    outcomes.set(`${states.join(' ')} | ${memory.join(' ')}`, { states, memory });
  }
  return outcomes;
}

/** Sorts the numbers behind the first in place, each among the processes of its kind, which are neighbours. */
function sortWithinKinds(row: number[], kinds: readonly number[]): readonly number[] {
  for (let p = 1; p < kinds.length; p++) {
    for (let q = p; q > 0 && kinds[q - 1] === kinds[q] && at(row, q) > at(row, q + 1); q--) {
      [row[q], row[q + 1]] = [at(row, q + 1), at(row, q)];
    }
  }
  return row;
}

class StepTable<Message> {
  readonly memories = new ValueNumbering<readonly number[]>();
  readonly processes = new ValueNumbering<BufferedProcess<Message>>();
  cut = false;
  readonly #semantics: TsoSemantics<Message>;
  readonly #fits: (kind: number, step: TsoStep<Message>) => boolean;
  readonly #known = new Map<number, readonly { readonly process: number; readonly memory: number }[]>();

  constructor(semantics: TsoSemantics<Message>, fits: (kind: number, step: TsoStep<Message>) => boolean) {
    this.#semantics = semantics;
    this.#fits = fits;
  }

  get tooMany(): boolean {
    return this.memories.size > 0xffff || this.processes.size > 0xffff;
  }

  of(
    kind: number,
    process: number,
    memory: number,
  ): readonly { readonly process: number; readonly memory: number }[] {
    const key = (kind * 0x10000 + memory) * 0x10000 + process;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const steps = this.#semantics.steps(kind, this.processes.of(process), this.memories.of(memory));
    const fitting = steps.filter((step) => this.#fits(kind, step));
    this.cut ||= fitting.length < steps.length;
    const found = fitting.map((step) => ({
      process: this.processes.idOf(step.process),
      memory: this.memories.idOf(step.memory),
    }));
    this.#known.set(key, found);
    return found;
  }
}

/** Different values get different numbers. */
class ValueNumbering<T> {
  readonly #ids = new Map<string, number>();
  readonly #values: T[] = [];

  get size(): number {
    return this.#values.length;
  }

  of(id: number): T {
    return at(this.#values, id);
  }

  idOf(value: T): number {
    const text = JSON.stringify(value);
    const known = this.#ids.get(text);
    if (known !== undefined) return known;
    const id = this.#values.length;
    this.#ids.set(text, id);
    this.#values.push(value);
    return id;
  }
}
