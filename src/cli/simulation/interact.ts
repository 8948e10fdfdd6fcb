import { createInterface } from 'node:readline';
import type { CommandContext } from '../command.js';
import { ExitCode } from '../exit-codes.js';
import type { SimulationSession } from './simulation-session.js';

const prompt = '> ';

/** Asks for one step after the other until the user has enough. */
export async function interact(
  session: SimulationSession,
  { output, signal }: CommandContext,
): Promise<ExitCode> {
  const lines = createInterface({ input: process.stdin, output: process.stdout, prompt });
  // On a terminal in raw mode Ctrl-C is no signal but an event of the line editor.
  let interrupted = false;
  let isLeft = true;
  const stop = (): void => {
    interrupted = true;
    lines.close();
  };
  lines.on('SIGINT', stop);
  signal.addEventListener('abort', stop);
  output.result(session.view());
  lines.prompt();
  for await (const line of lines) {
    const reply = session.answer(line);
    if (reply.kind === 'quit') {
      isLeft = false;
      break;
    }
    output.result(reply.text);
    lines.prompt();
  }
  lines.close();
  // Whoever goes by Ctrl-D or Ctrl-C leaves the cursor behind the prompt.
  if (isLeft) output.result('\n');
  return interrupted ? ExitCode.Interrupted : ExitCode.Ok;
}
