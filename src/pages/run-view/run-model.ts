/**
 * What a page shows of a run: plain data, which JSON, a worker's message and a page can carry. `runModel` (src/report/page) makes
 * it of a trace, `runView` shows it. A state is told once; each step tells what it changes.
 */
export interface RunModel {
  /** The violated property; null: the run shows no violation. */
  readonly property: string | null;
  /** It is a goal, which the run reaches: nothing is wrong. */
  readonly isReached: boolean;
  /** What is wrong in the last state: a clause; may be empty. */
  readonly conclusion: string;
  /** What is false there, of what values, and why the run could come to it, each with its title. */
  readonly reasons: Named<string>;
  /** The memory model, as `--model` names it. */
  readonly memoryModel: string;
  /** Whether what a thread has written waits in one queue, or in one for each cell. */
  readonly queues: 'thread' | 'cell';
  /** The program; null: its text is not at hand. */
  readonly source: RunSource | null;
  /** Those that move first, in the order of the program. */
  readonly threads: readonly string[];
  /** All writes that wait in some buffer at some time. */
  readonly writes: readonly ShownWrite[];
  readonly initial: RunChanges;
  readonly steps: readonly RunStep[];
  /** Of a run without end: after the last step it goes on with the step of this index; past the last: it stays there. */
  readonly loop: number | null;
  /** Happens-before between steps; empty where it is not known. */
  readonly before: readonly RunArrow[];
  /** What an abstraction tracks; empty: there is none. */
  readonly predicates: readonly string[];
}

export interface RunSource {
  readonly name: string;
  readonly text: string;
}

/** Names with what they stand for, in the order in which they are shown. */
export type Named<T> = readonly (readonly [name: string, value: T])[];

/** What differs from the state before; of the initial state: all of it. */
export interface RunChanges {
  readonly memory: Named<string>;
  /** `P.r`, with the thread that has it and the name that it has there. */
  readonly locals: readonly (readonly [thread: string, name: string, value: string])[];
  /** All that waits in the buffer of a thread, oldest first: indices of `writes`. */
  readonly buffers: Named<readonly number[]>;
  /** The labels that a thread is at. */
  readonly places: Named<ThreadPlace>;
  /** By predicate; absent: as before (initially: nothing is known). */
  readonly truths?: readonly (boolean | null)[];
}

export interface ThreadPlace {
  readonly labels: readonly string[];
  readonly ended: boolean;
}

export interface ShownWrite {
  /** Null: what `fence(ww)` leaves, which writes behind it may not overtake. */
  readonly cell: string | null;
  readonly value: string;
  /** The index of the step that made it; null: it was there at the start of what is told. */
  readonly step: number | null;
}

export interface RunStep {
  /** `gap`: steps that are not told, `count` of them. */
  readonly kind: 'edge' | 'flush' | 'gap';
  /** Counted from 1 through the whole run; of a gap the first that is missing. */
  readonly number: number;
  readonly count: number;
  readonly thread: string;
  /** In the program's text, from 1; null: a flush, or a line of another file. */
  readonly line: number | null;
  readonly action: string;
  readonly changes: RunChanges;
  /** Of a flush: the index of the step that made the write. */
  readonly leaves: number | null;
  /** Where the thread stands behind it in the automaton of the page, by the number of the location; null: not known. */
  readonly location: number | null;
}

/** One step comes before another one: in its thread, by reading from it, by overwriting it, or by reading what it overwrites. */
export interface RunArrow {
  readonly kind: ArrowKind;
  /** Indices of steps. */
  readonly from: number;
  readonly to: number;
  /** What it is about; null of `po`. */
  readonly cell: string | null;
}

export type ArrowKind = 'po' | 'rf' | 'co' | 'fr';
