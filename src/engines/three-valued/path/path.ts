import type { BooleanCommand } from '../../../ir/boolean-program.js';
import type { LocationId } from '../../../ir/ids.js';

/** One path of a search, command by command: the initialisation first. */
export interface SearchPath {
  readonly steps: readonly PathStep[];
  /** Where the threads stand at its end. */
  readonly locations: readonly LocationId[];
}

export interface PathStep {
  readonly thread: number;
  readonly command: BooleanCommand;
}
