import type { Stop } from '../../search/limits.js';
import type { Command, StateProperty } from '../command-program.js';

/** A state in which a property may be violated, or from which a step may violate it. */
export interface Violation {
  readonly property: string;
  readonly state: number;
  readonly last: Command | null;
  /** Of a state property: the condition that the state violates. */
  readonly condition: StateProperty | null;
}

/** What the search does after a violation. */
export type Reaction = 'go on' | 'stop';

export interface Watcher {
  /** Whether violations of the property are of interest still. */
  wants(property: string): boolean;
  onViolation(violation: Violation): Promise<Reaction>;
}

/** Steps whose successors are told apart as far as the predicates can. */
export interface Exactness {
  readonly commands: ReadonlySet<Command>;
  readonly initial: boolean;
  /** What is known of dead variables is kept: more states, and what they tell of live ones together is not lost. */
  readonly remembers: boolean;
}

/** How a search came to its end. */
export type LazySearchEnd =
  /** All states were seen. */
  | { readonly kind: 'complete' }
  /** The watcher wanted no more. */
  | { readonly kind: 'stopped' }
  /** More states than allowed. */
  | { readonly kind: 'too many' }
  | { readonly kind: 'limit'; readonly stop: Stop };
