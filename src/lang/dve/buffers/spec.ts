/** What of a memory model the text of store buffers must know (paper 004, section III, and its generalisations). */
export interface DveBufferSpec {
  /** As in `tso1`; for the heading. */
  readonly model: string;
  /** One queue of writes a process, or one a process and location. */
  readonly order: 'fifo' | 'fifo-per-location';
  readonly limit:
    /** A write waits while as many writes to its location are buffered (tsoN). */
    | { readonly kind: 'waits'; readonly entries: number }
    /** A write that finds so many entries in its queue fails an assertion of its own name. */
    | { readonly kind: 'overflows'; readonly entries: number };
  /** Whose buffers an atomic write waits for (paper 004, rule 3). */
  readonly atomicWaits: 'all' | 'own';
  /** Whether the write of a transition (`q0->q1`, the second of these `q0->q1#2`) to a variable goes to memory at once. */
  readonly isAtomic: (process: string, transition: string, variable: string) => boolean;
}
