import type { PartialOrders } from '../../shared/packed/por/partial-orders.js';
import type { BitField } from '../../shared/packed/layout.js';
import type { TableParts } from './worker-table.js';

/** What a worker is made with. */
export interface WorkerStart {
  readonly me: number;
  readonly workers: number;
  /** As in WorkersWanted. */
  readonly leastShare: number;
  readonly control: Int32Array;
  /** For each block of a round how many states it found, then behind which rank they stand. */
  readonly counts: Int32Array;
  /** As in a search by one. */
  readonly reached: Uint8Array;
  readonly live: Uint8Array;
  /** By the number of an event: the property that it violates, or -1. */
  readonly eventProperty: readonly number[];
  /** Of the property that nobody stands for ever; -1: it is not asked about. */
  readonly deadlock: number;
  /** Of each thread the location where it has ended. */
  readonly threadEnds: readonly number[];
  /** In bytes, of the states inside one atomic section. */
  readonly memoryLimit: number;
}

/** Generated code, and what those who call it must know of the layout that it was made for. */
export interface CodeParts {
  readonly source: string;
  /** What the code needs besides the table and those who listen. */
  readonly scope: Readonly<Record<string, unknown>>;
  readonly insideWords: number;
  /** As in a search by one. */
  readonly orders: PartialOrders | null;
  readonly locations: readonly BitField[];
  /** Of final states what is collected. */
  readonly observed: readonly BitField[];
  /** By thread: whether its buffer can be made longer. */
  readonly canLengthen: readonly boolean[];
}

/** What a worker is told to do; it answers with a Report. */
export interface Order {
  readonly job: 'expand' | 'fill';
  /** Absent: as before. */
  readonly table?: TableParts;
  readonly code?: CodeParts;
}

/** What a worker has found. A rank stands for a state. */
export type News =
  | { readonly kind: 'event'; readonly event: number; readonly rank: number }
  /** Some state violates the property; this one is the first that this worker found. */
  | { readonly kind: 'state'; readonly property: number; readonly id: number }
  | { readonly kind: 'stuck'; readonly rank: number; readonly places: readonly number[] }
  | { readonly kind: 'ended' }
  | { readonly kind: 'final'; readonly values: readonly number[] }
  | { readonly kind: 'overflow' }
  /** In this line; 0: in a formula. */
  | { readonly kind: 'limited'; readonly line: number }
  /** A value of the variable does not fit into 32 bits. */
  | { readonly kind: 'too-large'; readonly variable: number }
  /** As `grow` of a Listener tells it. */
  | { readonly kind: 'grow'; readonly variable: number; readonly value: number }
  | { readonly kind: 'out-of-space'; readonly why: string };

export interface Report {
  readonly news: readonly News[];
}
