import { sessionHere } from '../compare/host.js';
import { RunPerformer } from '../compare/perform-run.js';
import { queueTools } from '../compare/queue/redis.js';
import { workOff } from '../compare/queue/work-off.js';
import { UsageError } from '../diagnostics/diagnostic.js';
import { programFile } from '../library/own-package.js';
import { isWordOfRuns } from '../library/comparison-plan.js';
import type { CommandContext, Invocation } from './command.js';
import { ExitCode } from './exit-codes.js';

/** Takes runs from a queue and makes them here. */
export async function workForQueue(args: Invocation<'worker'>, context: CommandContext): Promise<ExitCode> {
  const { queue, jobs: atATime = 1, keep, verbose } = args;
  const { output, signal, version } = context;
  if (queue === undefined)
    throw new UsageError('worker needs --queue URL', 'as in --queue redis://localhost:6379');
  const warn = (text: string): void => output.message(text);
  const tools = await queueTools(queue, version, warn);
  const session = sessionHere(version, ['worker'], atATime);
  const performer = new RunPerformer({ script: programFile(), version, session: session.id, warn }, signal);
  try {
    const made = await workOff(tools, {
      ...{ version, session, atATime, keep, signal, performer, warn },
      isAllowed: isWordOfRuns,
      tell: (text) => {
        if (verbose) output.message(text);
      },
    });
    output.message(`${made === 1 ? '1 run' : `${made} runs`} made`);
    return signal.aborted ? ExitCode.Interrupted : ExitCode.Ok;
  } finally {
    performer.close();
    tools.redis.disconnect();
  }
}
