import { UsageError } from '../../diagnostics/diagnostic.js';
import type { CommandContext } from '../command.js';
import { ExitCode } from '../exit-codes.js';
import type { SimulationSession } from './simulation-session.js';

export interface ScriptedRun {
  /** Where the lines come from. */
  readonly name: string;
  readonly heading: string;
  /** Without a line a run that was loaded is followed to its end. */
  readonly isFollowing: boolean;
}

/**
 * Takes the steps that the lines choose, as at the prompt, and prints the run. Empty lines and what is behind `#` mean nothing.
 * A line that chooses nothing ends it.
 */
export async function followScript(
  session: SimulationSession,
  lines: AsyncIterable<string> | Iterable<string>,
  { name, heading, isFollowing }: ScriptedRun,
  { output, signal }: Pick<CommandContext, 'output' | 'signal'>,
): Promise<ExitCode> {
  let number = 0;
  let isEmpty = true;
  for await (const line of lines) {
    number++;
    if (signal.aborted) break;
    const words = line.replace(/#.*$/, '').trim();
    if (words === '') continue;
    if (isEmpty) output.result(heading);
    isEmpty = false;
    const reply = session.answer(words);
    if (reply.kind === 'quit') break;
    if (reply.refused === true) throw new UsageError(`line ${number} of ${name}: ${reply.text}`);
    if (isTold(words)) output.result(reply.text);
  }
  if (isEmpty && !isFollowing)
    throw new UsageError(
      'no step was given',
      'give --random, or run simulate on a terminal, or send it steps',
    );
  if (isEmpty) {
    output.result(heading);
    session.answer('e');
  }
  output.result(session.soFar());
  output.result([...session.remarks(), ...session.ending()].join('\n'));
  return signal.aborted ? ExitCode.Interrupted : ExitCode.Ok;
}

/** What is asked to be shown is shown where it is asked. */
const isTold = (words: string): boolean => /^(?:t|\?|h|help)$/i.test(words);
