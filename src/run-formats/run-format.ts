import type { RunToTell } from '../evidence/run-to-tell.js';

/** What of a format does not come from the run. */
export interface WrittenBy {
  readonly version: string;
  readonly time: Date;
}

/** One target of `replay --to`. Pure: from a run to text. */
export interface RunFormat {
  /** As in `--to NAME`. */
  readonly name: string;
  write(run: RunToTell, by: WrittenBy): string;
}
