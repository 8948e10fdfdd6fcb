import type { Argv, Options } from 'yargs';
import type { ExitCode } from './exit-codes.js';
import type { Failure } from './failure.js';
import type { Output } from './report.js';

/** What a command may use of the world. */
export interface CommandContext {
  readonly output: Output;
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal;
  readonly version: string;
}

/** The work of a command line that was understood. */
export type Job = (context: CommandContext) => Promise<ExitCode>;

/** One verb of the command line. */
export interface Command {
  readonly name: string;
  readonly files: 'one' | 'several';
  readonly options: Readonly<Record<string, Options>>;
  /** Declares the command to yargs; its handler only says which job is to be done. */
  register(yargs: Argv, start: (job: Job) => void): Argv;
  /** The document of `--json` when the command came to nothing. */
  failureDocument(failure: Failure, file: string | null, version: string): object;
}
