import type { Property } from '../lang/program/program.js';

/** Which runs without end count. */
export interface Fairness {
  /** No write stays in a buffer for ever. */
  readonly flush: boolean;
  /** No thread that could always move, from some point on, never does. */
  readonly weak: boolean;
}

/** What `--fairness` accepts. */
export const fairnessNames = ['flush', 'weak', 'none'] as const;
export type FairnessName = (typeof fairnessNames)[number];

/** The runs that count for a property: it may say so itself. */
export const fairnessFor = (property: Property | null, asked: FairnessName = 'flush'): FairnessName =>
  property?.kind === 'ltl' ? (property.fairness ?? asked) : asked;

/** `weak` is about threads, and means flushes, too. */
export const fairnessNamed = (name: FairnessName): Fairness => ({
  flush: name !== 'none',
  weak: name === 'weak',
});
