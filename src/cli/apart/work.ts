import type { MessagePort } from 'node:worker_threads';
import { ExitCode } from '../exit-codes.js';
import { Output } from '../output.js';
import { run } from '../run-command-line.js';
import { RemoteInput } from './remote-input.js';
import { RemoteSink } from './remote-sink.js';
import type { FromWork, ToWork, WorkOrder } from './work-messages.js';

/** What a thread of its own does for a command line. */
export async function work({ argv, interrupted, streams }: WorkOrder, port: MessagePort): Promise<void> {
  const stdout = new RemoteSink('stdout', streams.stdout, port);
  const stderr = new RemoteSink('stderr', streams.stderr, port);
  const controller = new AbortController();
  const tell = (message: FromWork): void => port.postMessage(message);
  const input = new RemoteInput(() => tell({ kind: 'asks-input' }));
  port.on('message', (message: ToWork) => {
    switch (message.kind) {
      case 'interrupt':
        return controller.abort('interrupted');
      case 'input':
      case 'no-input':
        return input.hear(message);
      case 'written':
      case 'failed':
        return { stdout, stderr }[message.to].hear(message);
    }
  });
  const output = new Output({ stdout, stderr, env: process.env });
  const code = await run(argv, {
    output,
    signal: seenAtOnce(controller.signal, interrupted),
    input: () => input.whole(),
    begins: (seconds) => tell({ kind: 'begins', seconds }),
    knows: (told) =>
      tell({
        kind: 'known',
        told: { timeout: told('timeout'), memory: told('memory'), interrupted: told('interrupted') },
      }),
  });
  const trouble = await output.finish();
  if (trouble !== null) output.message(`fencepost: ${trouble}`);
  await output.finish();
  tell({ kind: 'ends', code: trouble === null ? code : ExitCode.Refused });
  port.close();
}

/** Timers and messages have no turn inside a loop, but a number that is shared is seen there. */
function seenAtOnce(signal: AbortSignal, interrupted: SharedArrayBuffer): AbortSignal {
  const flag = new Int32Array(interrupted);
  return Object.defineProperty(signal, 'aborted', { get: () => Atomics.load(flag, 0) !== 0 });
}
