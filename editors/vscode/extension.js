'use strict';
// Starts `fencepost lsp` and `fencepost dap`, and says to the editor what they say. It uses nothing but the editor's own interface.

const vscode = require('vscode');
const { ServerProcess } = require('./protocol.js');

const native = 'fencepost';
const others = new Set(
  ['boolean', 'cubicle', 'divine', 'memorax', 'litmus', 'trencher'].map((name) => `fencepost-${name}`),
);

/** @type {LanguageClient | null} */
let client = null;

function activate(context) {
  const output = vscode.window.createOutputChannel('fencepost');
  const start = async () => {
    await client?.stop();
    client = new LanguageClient(output);
    await client.start();
  };
  context.subscriptions.push(
    output,
    vscode.commands.registerCommand('fencepost.restart', start),
    vscode.commands.registerCommand('fencepost.verifyFile', verifyFile),
    ...['verify', 'stop', 'result'].map((name) =>
      vscode.commands.registerCommand(`fencepost.${name}`, (...args) =>
        client?.command(`fencepost.${name}`, args),
      ),
    ),
    vscode.debug.registerDebugConfigurationProvider('fencepost', { resolveDebugConfiguration }),
    vscode.debug.registerDebugAdapterDescriptorFactory('fencepost', {
      createDebugAdapterDescriptor: () => {
        const [program, ...words] = commandLine();
        return new vscode.DebugAdapterExecutable(program, [...words, 'dap']);
      },
    }),
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration('fencepost.command')) return start();
      if (change.affectsConfiguration('fencepost')) client?.configure();
      return undefined;
    }),
  );
  return start();
}

const deactivate = () => client?.stop();

const settings = () => vscode.workspace.getConfiguration('fencepost');
const commandLine = () => settings().get('command', ['fencepost']);

/** Without a configuration the program in the editor is replayed, under a model that is asked for. */
async function resolveDebugConfiguration(_folder, asked) {
  if (asked.type !== undefined && (asked.program ?? asked.result ?? asked.evidence) !== undefined)
    return asked;
  const document = vscode.window.activeTextEditor?.document;
  if (document === undefined) return undefined;
  await document.save();
  const model = asked.model ?? (await pickModel());
  if (model === undefined) return undefined;
  const { fsPath: program } = document.uri;
  return { type: 'fencepost', request: 'launch', name: `Counterexample under ${model}`, program, model };
}

const pickModel = () =>
  vscode.window.showQuickPick(settings().get('models', ['sc', 'tso', 'pso']), { title: 'Memory model' });

async function verifyFile() {
  const document = vscode.window.activeTextEditor?.document;
  const model = document === undefined ? undefined : await pickModel();
  if (document === undefined || model === undefined) return;
  await client?.command('fencepost.verify', [document.uri.toString(), model]);
}

class LanguageClient {
  constructor(output) {
    this.output = output;
    this.diagnostics = vscode.languages.createDiagnosticCollection('fencepost');
    this.lensesChanged = new vscode.EventEmitter();
    this.subscriptions = [this.diagnostics, this.lensesChanged];
    this.server = new ServerProcess(
      [...commandLine(), 'lsp'],
      vscode.workspace.workspaceFolders?.[0]?.uri.fsPath,
      {
        notified: (method, params) => {
          if (method === 'textDocument/publishDiagnostics') this.show(params);
          if (method === 'window/logMessage') output.appendLine(params.message);
        },
        asked: (method) => {
          if (method === 'workspace/codeLens/refresh') this.lensesChanged.fire();
          return null;
        },
        ended: (why) => {
          this.diagnostics.clear();
          const [program] = commandLine();
          void vscode.window.showErrorMessage(
            `fencepost cannot be started as \`${program}\`: ${why}. See the setting fencepost.command.`,
          );
        },
      },
    );
  }

  async start() {
    const capabilities = { workspace: { codeLens: { refreshSupport: true } } };
    try {
      await this.server.request('initialize', {
        processId: process.pid,
        rootUri: null,
        capabilities,
        initializationOptions: settings(),
      });
    } catch {
      return;
    }
    this.server.notify('initialized', {});
    const { workspace } = vscode;
    this.subscriptions.push(
      workspace.onDidOpenTextDocument((document) => this.open(document)),
      workspace.onDidChangeTextDocument((change) => this.change(change)),
      workspace.onDidCloseTextDocument((document) => this.close(document)),
      ...this.providers(),
    );
    for (const document of workspace.textDocuments) this.open(document);
  }

  async stop() {
    for (const each of this.subscriptions) each.dispose();
    await this.server.stop();
  }

  configure() {
    this.server.notify('workspace/didChangeConfiguration', { settings: { fencepost: settings() } });
  }

  takes({ languageId }) {
    return (
      languageId === native ||
      others.has(languageId) ||
      (languageId === 'c' && settings().get('checkC', false))
    );
  }

  open(document) {
    if (!this.takes(document)) return;
    const { uri, languageId, version } = document;
    const textDocument = { uri: uri.toString(), languageId, version, text: document.getText() };
    this.server.notify('textDocument/didOpen', { textDocument });
  }

  change({ document, contentChanges }) {
    if (!this.takes(document) || contentChanges.length === 0) return;
    const textDocument = { uri: document.uri.toString(), version: document.version };
    const changes = contentChanges.map(({ range, text }) => ({ range: plainRange(range), text }));
    this.server.notify('textDocument/didChange', { textDocument, contentChanges: changes });
  }

  close(document) {
    if (this.takes(document))
      this.server.notify('textDocument/didClose', { textDocument: { uri: document.uri.toString() } });
  }

  show({ uri, diagnostics }) {
    this.diagnostics.set(vscode.Uri.parse(uri), diagnostics.map(diagnosticOf));
  }

  async command(command, args) {
    const result = await this.server.request('workspace/executeCommand', { command, arguments: args });
    if (command !== 'fencepost.result' || typeof result !== 'string') return result;
    this.output.replace(result);
    this.output.show(true);
    return result;
  }

  ask(method, document, more, token) {
    return this.server.request(
      `textDocument/${method}`,
      { textDocument: { uri: document.uri.toString() }, ...more },
      token,
    );
  }

  at(method, document, position, token, more = {}) {
    return this.ask(
      method,
      document,
      { position: { line: position.line, character: position.character }, ...more },
      token,
    );
  }

  providers() {
    const { languages } = vscode;
    return [
      languages.registerHoverProvider(native, {
        provideHover: async (document, position, token) => {
          const hover = await this.at('hover', document, position, token);
          return hover === null
            ? null
            : new vscode.Hover(new vscode.MarkdownString(hover.contents.value), rangeOf(hover.range));
        },
      }),
      languages.registerDefinitionProvider(native, {
        provideDefinition: async (document, position, token) =>
          locationOf(await this.at('definition', document, position, token)),
      }),
      languages.registerReferenceProvider(native, {
        provideReferences: async (document, position, context, token) =>
          (await this.at('references', document, position, token, { context })).map(locationOf),
      }),
      languages.registerRenameProvider(native, {
        prepareRename: async (document, position, token) => {
          const range = await this.at('prepareRename', document, position, token);
          if (range === null) throw new Error('there is no name here');
          return rangeOf(range);
        },
        provideRenameEdits: async (document, position, newName, token) =>
          workspaceEditOf(await this.at('rename', document, position, token, { newName })),
      }),
      languages.registerDocumentSymbolProvider(native, {
        provideDocumentSymbols: async (document, token) =>
          (await this.ask('documentSymbol', document, {}, token)).map(symbolOf),
      }),
      languages.registerCompletionItemProvider(
        native,
        {
          provideCompletionItems: async (document, position, token) =>
            (await this.at('completion', document, position, token)).map(completionOf),
        },
        '.',
      ),
      languages.registerDocumentFormattingEditProvider(native, {
        provideDocumentFormattingEdits: async (document, options, token) =>
          (await this.ask('formatting', document, { options }, token)).map(textEditOf),
      }),
      languages.registerCodeActionsProvider(native, {
        provideCodeActions: async (document, range, { diagnostics }, token) => {
          const context = { diagnostics: diagnostics.map(plainDiagnostic) };
          const actions = await this.ask(
            'codeAction',
            document,
            { range: plainRange(range), context },
            token,
          );
          return actions.map((action) => {
            const found = new vscode.CodeAction(action.title, vscode.CodeActionKind.QuickFix);
            found.edit = workspaceEditOf(action.edit);
            found.isPreferred = true;
            return found;
          });
        },
      }),
      languages.registerCodeLensProvider(native, {
        onDidChangeCodeLenses: this.lensesChanged.event,
        provideCodeLenses: async (document, token) =>
          (await this.ask('codeLens', document, {}, token)).map(
            ({ range, command }) => new vscode.CodeLens(rangeOf(range), command),
          ),
      }),
    ];
  }
}

const plainRange = ({ start, end }) => ({
  start: { line: start.line, character: start.character },
  end: { line: end.line, character: end.character },
});
const rangeOf = ({ start, end }) => new vscode.Range(start.line, start.character, end.line, end.character);
const locationOf = (place) =>
  place === null ? null : new vscode.Location(vscode.Uri.parse(place.uri), rangeOf(place.range));
const textEditOf = ({ range, newText }) => new vscode.TextEdit(rangeOf(range), newText);

function workspaceEditOf(edit) {
  const made = new vscode.WorkspaceEdit();
  for (const [uri, edits] of Object.entries(edit?.changes ?? {}))
    made.set(vscode.Uri.parse(uri), edits.map(textEditOf));
  return made;
}

/** The numbers of the protocol begin at 1, those of the editor at 0. */
function symbolOf({ name, detail, kind, range, selectionRange, children }) {
  const symbol = new vscode.DocumentSymbol(
    name,
    detail ?? '',
    kind - 1,
    rangeOf(range),
    rangeOf(selectionRange),
  );
  symbol.children = (children ?? []).map(symbolOf);
  return symbol;
}

function completionOf({ label, kind, detail, documentation, insertText, insertTextFormat }) {
  const item = new vscode.CompletionItem(label, kind - 1);
  item.detail = detail;
  if (documentation !== undefined) item.documentation = new vscode.MarkdownString(documentation.value);
  if (insertText !== undefined)
    item.insertText = insertTextFormat === 2 ? new vscode.SnippetString(insertText) : insertText;
  return item;
}

function diagnosticOf({ range, message, severity, code, source, relatedInformation }) {
  const diagnostic = new vscode.Diagnostic(rangeOf(range), message, (severity ?? 1) - 1);
  Object.assign(diagnostic, { code, source });
  diagnostic.relatedInformation = (relatedInformation ?? []).map(
    ({ location, message: text }) => new vscode.DiagnosticRelatedInformation(locationOf(location), text),
  );
  return diagnostic;
}

const plainDiagnostic = ({ range, message, code }) => ({
  range: plainRange(range),
  message,
  code,
  source: 'fencepost',
});

module.exports = { activate, deactivate };
