import { ExitCode } from './exit-codes.js';
import { Output } from './output.js';
import { run } from './run-command-line.js';

/** Does what the words of the process say, and leaves its exit code. */
export async function main(): Promise<void> {
  const output = new Output({ stdout: process.stdout, stderr: process.stderr, env: process.env });

  // What escapes every promise. The state is unknown, so nothing more is printed than that.
  process.on('uncaughtException', (error) => {
    output.message(`fencepost: internal error: ${error.message}`);
    if (process.argv.includes('--debug')) output.message(error.stack ?? '');
    process.exit(ExitCode.Bug);
  });

  const code = await run(process.argv.slice(2), output, listenForInterrupt());
  const trouble = await output.finish();
  if (trouble !== null) output.message(`fencepost: ${trouble}`);
  process.exitCode = trouble === null ? code : ExitCode.Refused;
}

/** The first SIGINT or SIGTERM aborts the work, which then tells what it has; the second ends the process at once. */
function listenForInterrupt(): AbortSignal {
  const controller = new AbortController();
  const onSignal = (): void => {
    if (controller.signal.aborted) process.exit(ExitCode.Interrupted);
    controller.abort('interrupted');
  };
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
  return controller.signal;
}
