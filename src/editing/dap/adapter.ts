import type { Readable, Writable } from 'node:stream';
import { field, numberField, textField } from '../../support/json-fields.js';
import { DebugSession } from './debug-session.js';
import { messagesIn, writeMessage } from './message-stream.js';

/** Serves a debugger by the Debug Adapter Protocol until that is done, or gone. */
export async function serveDebugger(input: Readable, output: Writable): Promise<void> {
  let sequence = 1;
  const send = (message: object): void => writeMessage(output, { seq: sequence++, ...message });
  const session = new DebugSession((event, body) => send({ type: 'event', event, body }));
  for await (const message of messagesIn(input)) {
    if (textField(message, 'type') !== 'request') continue;
    const command = textField(message, 'command') ?? '';
    const head = { type: 'response', request_seq: numberField(message, 'seq') ?? 0, command };
    // What takes long is not waited for: `disconnect` may come meanwhile.
    void session.answer(command, field(message, 'arguments')).then((answer) => {
      if (answer.kind === 'done') send({ ...head, success: true, body: answer.body });
      else {
        const { why } = answer;
        send({
          ...head,
          success: false,
          message: why,
          body: { error: { id: 1, format: why, showUser: true } },
        });
      }
      session.afterAnswer(command);
    });
    if (command === 'disconnect') break;
  }
  session.close();
  // What was answered last is written before the streams are left.
  await new Promise((resolve) => setImmediate(resolve));
  input.destroy();
}
