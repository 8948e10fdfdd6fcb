import { ExitCode } from './exit-codes.js';

/** The first SIGINT or SIGTERM aborts the work, which then tells what it has; the second ends the process at once. */
export function listenForInterrupt(): AbortSignal {
  const controller = new AbortController();
  const onSignal = (): void => {
    if (controller.signal.aborted) process.exit(ExitCode.Interrupted);
    controller.abort('interrupted');
  };
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
  return controller.signal;
}
