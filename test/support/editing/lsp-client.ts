import { PassThrough } from 'node:stream';
import { TextDocument } from 'vscode-languageserver-textdocument';
import {
  StreamMessageReader,
  StreamMessageWriter,
  createProtocolConnection,
} from 'vscode-languageserver-protocol/node';
import type { Diagnostic, ProtocolConnection, Range } from 'vscode-languageserver-protocol/node';
import { serveEditor } from '../../../src/editing/lsp/server.js';

/** An editor, with the server in this process. */
export class LspClient {
  readonly connection: ProtocolConnection;
  readonly ended: Promise<void>;
  readonly #documents = new Map<string, TextDocument>();
  readonly #diagnostics = new Map<string, readonly Diagnostic[]>();
  readonly #waiting: (() => void)[] = [];
  #refreshed = 0;

  constructor() {
    const [toServer, toClient] = [new PassThrough(), new PassThrough()];
    this.ended = serveEditor(toServer, toClient, '0.0.0');
    this.connection = createProtocolConnection(
      new StreamMessageReader(toClient),
      new StreamMessageWriter(toServer),
    );
    this.connection.onNotification(
      'textDocument/publishDiagnostics',
      ({ uri, diagnostics }: { uri: string; diagnostics: Diagnostic[] }) => {
        this.#diagnostics.set(uri, diagnostics);
        for (const told of this.#waiting.splice(0)) told();
      },
    );
    this.connection.onRequest('workspace/codeLens/refresh', () => {
      this.#refreshed++;
      return null;
    });
    this.connection.listen();
  }

  /** How often the server has asked for new lenses. */
  get refreshed(): number {
    return this.#refreshed;
  }

  async start(initializationOptions: object = {}): Promise<unknown> {
    const result: unknown = await this.connection.sendRequest('initialize', {
      ...{ processId: null, rootUri: null, initializationOptions },
      capabilities: { workspace: { codeLens: { refreshSupport: true } } },
    });
    await this.connection.sendNotification('initialized', {});
    return result;
  }

  async open(uri: string, text: string, languageId = 'fencepost'): Promise<void> {
    this.#documents.set(uri, TextDocument.create(uri, languageId, 1, text));
    await this.connection.sendNotification('textDocument/didOpen', {
      textDocument: { uri, languageId, version: 1, text },
    });
  }

  textOf(uri: string): string {
    return this.#document(uri).getText();
  }

  #document(uri: string): TextDocument {
    const document = this.#documents.get(uri);
    if (document === undefined) throw new Error(`${uri} is not open`);
    return document;
  }

  /** Types in the place of a part of the text. */
  async type(uri: string, start: number, end: number, text: string): Promise<void> {
    const document = this.#document(uri);
    const range: Range = { start: document.positionAt(start), end: document.positionAt(end) };
    const version = document.version + 1;
    this.#documents.set(uri, TextDocument.update(document, [{ range, text }], version));
    await this.connection.sendNotification('textDocument/didChange', {
      textDocument: { uri, version },
      contentChanges: [{ range, text }],
    });
  }

  /** What the server says next of some text. */
  async told(uri: string): Promise<readonly Diagnostic[]> {
    this.#diagnostics.delete(uri);
    return this.known(uri);
  }

  /** What the server has said of a text, or says. */
  async known(uri: string): Promise<readonly Diagnostic[]> {
    for (;;) {
      const diagnostics = this.#diagnostics.get(uri);
      if (diagnostics !== undefined) return diagnostics;
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
  }

  /** Asks about the place that is so far behind the first occurrence of a text. */
  async at(method: string, uri: string, text: string, more: object = {}, behind = 0): Promise<unknown> {
    const document = this.#document(uri);
    const offset = document.getText().indexOf(text);
    if (offset === -1) throw new Error(`${uri} does not hold ${text}`);
    const position = document.positionAt(offset + behind);
    return this.connection.sendRequest(method, { textDocument: { uri }, position, ...more });
  }

  about(method: string, uri: string, more: object = {}): Promise<unknown> {
    return this.connection.sendRequest(method, { textDocument: { uri }, ...more });
  }

  /** The text in a range, for people. */
  slice(uri: string, range: Range): string {
    return this.#document(uri).getText(range);
  }

  async stop(): Promise<void> {
    await this.connection.sendRequest('shutdown');
    await this.connection.sendNotification('exit');
    await this.ended;
    this.connection.dispose();
  }
}
