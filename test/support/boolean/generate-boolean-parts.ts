import type { BooleanThread, BooleanUpdate } from '../../../src/lang/boolean/boolean-program.js';
import type { BooleanId, LocationId } from '../../../src/lang/expr/ids.js';
import type { BooleanAutomaton } from './generate-boolean-automaton.js';
import { someOf, someValue } from './generate-boolean-formula.js';
import type { StatementWeights } from './generate-boolean-options.js';
import type { Random } from '../random.js';

/** What is known while the statements of a thread are written. */
export interface Body {
  readonly random: Random;
  readonly automaton: BooleanAutomaton;
  readonly shared: readonly BooleanId[];
  readonly locals: readonly BooleanId[];
  /** What plain statements assign to; the other variables keep what makes the program right. */
  readonly targets: readonly BooleanId[];
  readonly weights: StatementWeights;
  /** The variable that is true while somebody is in a critical section, the same for all threads. */
  readonly lock: BooleanId;
  /** Where the program has gone wrong, if ever it comes there. */
  readonly errors: LocationId[];
  /** Where the thread holds the lock. */
  readonly critical: LocationId[];
  /** Copies that the initialisation has made. */
  readonly pairs: (readonly [BooleanId, BooleanId])[];
}

export interface WrittenThread {
  readonly thread: BooleanThread;
  readonly errors: readonly LocationId[];
  readonly critical: readonly LocationId[];
}

export function someUpdates(
  { random, shared, locals, targets }: Body,
  count: number,
): readonly BooleanUpdate[] {
  const readable = [...shared, ...locals];
  const chosen = someOf(random, random.chance(0.75) ? targets : [...targets, ...locals], count);
  return chosen.map((target) => ({ target, value: someValue(random, readable) }));
}
