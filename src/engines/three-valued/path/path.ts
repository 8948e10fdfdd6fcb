import type { BooleanCommand } from '../../../lang/boolean/boolean-program.js';
import type { LocationId } from '../../../lang/expr/ids.js';

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
