import type { Readable, Writable } from 'node:stream';
import { createConnection } from 'vscode-languageserver';
import {
  StreamMessageReader,
  StreamMessageWriter,
  createProtocolConnection,
} from 'vscode-languageserver/node';
import { EditorSession } from './editor-session.js';

/** Serves an editor by the Language Server Protocol until that says that it is done, or is gone. */
export function serveEditor(input: Readable, output: Writable, version: string): Promise<void> {
  return new Promise((resolve) => {
    let session: EditorSession | null = null;
    const end = (): void => {
      session?.close();
      input.destroy();
      resolve();
    };
    const reader = new StreamMessageReader(input);
    const writer = new StreamMessageWriter(output);
    const connection = createConnection((logger) => createProtocolConnection(reader, writer, logger), {
      shutdownReceived: false,
      initialize: () => undefined,
      exit: end,
    });
    reader.onClose(end);
    session = new EditorSession(connection, version);
    session.listen();
  });
}
