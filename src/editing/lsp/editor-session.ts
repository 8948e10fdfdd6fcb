import { dirname, isAbsolute, join } from 'node:path';
import {
  CodeActionKind,
  CodeLensRefreshRequest,
  TextDocumentSyncKind,
  TextDocuments,
} from 'vscode-languageserver';
import type {
  CodeAction,
  CodeActionParams,
  CodeLens,
  CompletionItem,
  Connection,
  Diagnostic as ProtocolDiagnostic,
  DocumentSymbol,
  ExecuteCommandParams,
  Hover,
  InitializeParams,
  InitializeResult,
  Location,
  Position,
  Range,
  TextEdit,
  WorkspaceEdit,
} from 'vscode-languageserver';
import { ErrorCodes, ResponseError } from 'vscode-languageserver';
import type { CancellationToken } from 'vscode-languageserver';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { readText } from '../../ask/read-source.js';
import { DiagnosticBag } from '../../diagnostics/diagnostic.js';
import { Source } from '../../diagnostics/span.js';
import { formatFp } from '../../frontends/fp/format/format.js';
import type { TextRange } from '../../frontends/fp/outline/outline.js';
import { languages } from '../../frontends/index.js';
import { languageByName } from '../../frontends/language.js';
import { field } from '../../support/json-fields.js';
import { proposalsAt } from './completions.js';
import { diagnosticsOf } from './find-diagnostics.js';
import { hoverAt } from './hover-text.js';
import { commandNames, lensesFor } from './lenses.js';
import { OpenText, placesOf } from './open-text.js';
import { fixesFor } from './quick-fixes.js';
import { renaming } from './rename-symbol.js';
import { resultText, violations } from './result-text.js';
import { settingsIn, usualSettings } from './settings.js';
import { completionItem, pathOf, protocolDiagnostic, rangeIn, symbolTree, uriOf } from './to-protocol.js';
import { Verifications } from './verifications.js';

/** Whoever types on is left in peace for so long, in ms. */
const pause = 25;

interface RequestPlace {
  readonly textDocument: { readonly uri: string };
  readonly position: Position;
}

/** What an editor and we know of each other. */
export class EditorSession {
  readonly #documents = new TextDocuments(TextDocument);
  /** By URI; all are forgotten when one changes, because one may include another. */
  readonly #texts = new Map<string, OpenText>();
  readonly #timers = new Map<string, NodeJS.Timeout>();
  readonly #verifications = new Verifications(() => this.#refresh());
  #settings = usualSettings;
  #canRefresh = false;

  constructor(
    private readonly connection: Connection,
    private readonly version: string,
  ) {}

  listen(): void {
    const { connection } = this;
    connection.onInitialize((params) => this.#initialize(params));
    connection.onDidChangeConfiguration(({ settings }) => {
      this.#settings = settingsIn(field(settings, 'fencepost'));
      this.#refresh();
    });
    connection.onHover((place) => this.#hover(place));
    connection.onDefinition((place) => this.#definition(place));
    connection.onReferences(({ context, ...place }) => this.#references(place, context.includeDeclaration));
    connection.onPrepareRename((place) => this.#nameAt(place));
    connection.onRenameRequest(({ newName, ...place }) => this.#rename(place, newName));
    connection.onDocumentSymbol(({ textDocument }) => this.#symbols(textDocument.uri));
    connection.onCompletion((place) => this.#completions(place));
    connection.onDocumentFormatting(({ textDocument }) => this.#format(textDocument.uri));
    connection.onCodeAction((params) => this.#fixes(params));
    connection.onCodeLens(({ textDocument }) => this.#lenses(textDocument.uri));
    connection.onExecuteCommand((params, token) => this.#execute(params, token));
    this.#documents.onDidChangeContent(({ document }) => this.#changed(document.uri));
    this.#documents.onDidClose(({ document }) => this.#closed(document.uri));
    this.#documents.listen(connection);
    connection.listen();
  }

  /** Ends all that is under way. */
  close(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#canRefresh = false;
    this.#verifications.close();
  }

  #initialize({ capabilities, initializationOptions }: InitializeParams): InitializeResult {
    this.#settings = settingsIn(initializationOptions);
    this.#canRefresh = capabilities.workspace?.codeLens?.refreshSupport === true;
    return {
      serverInfo: { name: 'fencepost', version: this.version },
      capabilities: {
        textDocumentSync: TextDocumentSyncKind.Incremental,
        hoverProvider: true,
        definitionProvider: true,
        referencesProvider: true,
        renameProvider: { prepareProvider: true },
        documentSymbolProvider: true,
        completionProvider: { triggerCharacters: ['.'] },
        documentFormattingProvider: true,
        codeActionProvider: { codeActionKinds: [CodeActionKind.QuickFix] },
        codeLensProvider: { resolveProvider: false },
        executeCommandProvider: { commands: Object.values(commandNames) },
      },
    };
  }

  /** The `.fp` text of a URI; null: it is not open, or in another language. */
  #text(uri: string): OpenText | null {
    const known = this.#texts.get(uri);
    if (known !== undefined) return known;
    const document = this.#documents.get(uri);
    if (document === undefined || !isNative(document)) return null;
    const text = new OpenText(this.#source(document), this.#readBeside);
    this.#texts.set(uri, text);
    return text;
  }

  #source(document: TextDocument): Source {
    const path = pathOf(document.uri);
    // A text that has no file yet tells by its language what it is.
    return new Source(isNative(document) && !path.endsWith('.fp') ? `${path}.fp` : path, document.getText());
  }

  /** What an editor has open is not what is in the file. */
  readonly #readBeside = (from: string, name: string): Source | null => {
    const path = isAbsolute(name) ? name : join(dirname(from), name);
    const open = this.#documents.all().find(({ uri }) => pathOf(uri) === path);
    return open === undefined ? readText(path, new DiagnosticBag()) : new Source(path, open.getText());
  };

  #changed(uri: string): void {
    this.#verifications.forget(uri);
    const dependents = this.#documents.keys().filter((each) => this.#includes(each, pathOf(uri)));
    this.#texts.clear();
    for (const each of new Set([uri, ...dependents])) this.#schedule(each);
  }

  #includes(uri: string, path: string): boolean {
    const sources = this.#text(uri)?.outline.sources ?? [];
    return sources.some((source) => source.path === path);
  }

  #closed(uri: string): void {
    clearTimeout(this.#timers.get(uri));
    this.#timers.delete(uri);
    this.#texts.clear();
    this.#verifications.forget(uri);
    void this.connection.sendDiagnostics({ uri, diagnostics: [] });
  }

  #schedule(uri: string): void {
    clearTimeout(this.#timers.get(uri));
    this.#timers.set(
      uri,
      setTimeout(() => void this.#diagnose(uri), pause),
    );
  }

  async #diagnose(uri: string): Promise<void> {
    const document = this.#documents.get(uri);
    if (document === undefined) return;
    const source = this.#source(document);
    const { version } = document;
    const { defines, includes } = this.#settings;
    const found = await diagnosticsOf(source, this.#readBeside, { defines, includes });
    if (this.#documents.get(uri)?.version !== version) return;
    const included = inclusionsIn(source);
    const diagnostics = found.map((each) => protocolDiagnostic(each, source, () => included));
    await this.connection.sendDiagnostics({
      uri,
      version,
      diagnostics: [...diagnostics, ...this.#violated(uri)],
    });
  }

  #violated(uri: string): readonly ProtocolDiagnostic[] {
    return [...this.#verifications.all(uri)].flatMap(([model, known]) =>
      known.kind === 'answered' ? violations(uri, model, known.answer) : [],
    );
  }

  #refresh(): void {
    if (!this.#canRefresh) return;
    this.connection.sendRequest(CodeLensRefreshRequest.type).catch(() => undefined);
  }

  #offset({ textDocument, position }: RequestPlace): number {
    return this.#documents.get(textDocument.uri)?.offsetAt(position) ?? 0;
  }

  #hover(place: RequestPlace): Hover | null {
    const text = this.#text(place.textDocument.uri);
    const hover = text === null ? null : hoverAt(text, this.#offset(place));
    if (text === null || hover === null) return null;
    return { contents: { kind: 'markdown', value: hover.markdown }, range: rangeIn(text.source, hover) };
  }

  #location(source: Source, range: TextRange): Location {
    const open = this.#documents.all().find(({ uri }) => this.#text(uri)?.source.path === source.path);
    return { uri: open?.uri ?? uriOf(source.path), range: rangeIn(source, range) };
  }

  #definition(place: RequestPlace): Location | null {
    const found = this.#text(place.textDocument.uri)?.symbolAt(this.#offset(place)) ?? null;
    return found === null ? null : this.#location(found.symbol.source, found.symbol);
  }

  #references(place: RequestPlace, withDeclaration: boolean): Location[] {
    const text = this.#text(place.textDocument.uri);
    const found = text?.symbolAt(this.#offset(place)) ?? null;
    if (text === null || found === null) return [];
    const places = placesOf(text.outline, found.symbol);
    return (withDeclaration ? places : places.slice(1)).map((each) => this.#location(each.source, each));
  }

  #nameAt(place: RequestPlace): Range | null {
    const text = this.#text(place.textDocument.uri);
    const found = text?.symbolAt(this.#offset(place)) ?? null;
    return text === null || found === null ? null : rangeIn(text.source, found);
  }

  #rename(place: RequestPlace, name: string): WorkspaceEdit | ResponseError | null {
    const text = this.#text(place.textDocument.uri);
    const found = text?.symbolAt(this.#offset(place)) ?? null;
    if (text === null || found === null) return null;
    const result = renaming(text, found.symbol, name);
    if (result.kind === 'refused') return new ResponseError(ErrorCodes.InvalidRequest, result.why);
    const changes: Record<string, TextEdit[]> = {};
    for (const [source, ranges] of result.bySource)
      for (const each of ranges) {
        const { uri, range } = this.#location(source, each);
        changes[uri] = [...(changes[uri] ?? []), { range, newText: name }];
      }
    return { changes };
  }

  #symbols(uri: string): DocumentSymbol[] {
    const text = this.#text(uri);
    return text === null ? [] : symbolTree(text.ownSymbols, null);
  }

  #completions(place: RequestPlace): CompletionItem[] {
    const text = this.#text(place.textDocument.uri);
    return text === null ? [] : proposalsAt(text, this.#offset(place)).map(completionItem);
  }

  #format(uri: string): TextEdit[] {
    const text = this.#text(uri);
    const formatted = text === null ? null : formatFp(text.source, new DiagnosticBag());
    if (text === null || formatted === null || formatted === text.source.text) return [];
    return [{ range: rangeIn(text.source, { start: 0, end: text.source.text.length }), newText: formatted }];
  }

  #fixes({ textDocument, context }: CodeActionParams): CodeAction[] {
    const document = this.#documents.get(textDocument.uri);
    if (document === undefined) return [];
    return context.diagnostics.flatMap((diagnostic) => {
      const { range, code } = diagnostic;
      const message = typeof diagnostic.message === 'string' ? diagnostic.message : diagnostic.message.value;
      const place = { start: document.offsetAt(range.start), end: document.offsetAt(range.end) };
      const fixes = fixesFor(String(code ?? ''), message, document.getText(), place);
      return fixes.map(({ title, newText, start, end }) => ({
        ...{ title, kind: CodeActionKind.QuickFix, diagnostics: [diagnostic], isPreferred: true },
        edit: { changes: { [textDocument.uri]: [{ range: rangeOf(document, start, end), newText }] } },
      }));
    });
  }

  #lenses(uri: string): CodeLens[] {
    const text = this.#text(uri);
    return text === null ? [] : lensesFor(uri, text, this.#settings.models, this.#verifications.all(uri));
  }

  async #execute(
    { command, arguments: given = [] }: ExecuteCommandParams,
    token: CancellationToken,
  ): Promise<unknown> {
    const [uri, model, property] = given.map(String);
    const document = this.#documents.get(uri ?? '');
    if (document === undefined || model === undefined)
      return new ResponseError(
        ErrorCodes.InvalidParams,
        `${command} needs the URI of an open text, and a memory model`,
      );
    switch (command) {
      case commandNames.verify:
        return this.#verify(document, model, token);
      case commandNames.stop: {
        const known = this.#verifications.of(document.uri, model);
        if (known?.kind === 'running') known.stop();
        return null;
      }
      case commandNames.result: {
        const known = this.#verifications.of(document.uri, model);
        return known?.kind === 'answered' ? resultText(known.answer, property ?? null) : null;
      }
      default:
        return new ResponseError(ErrorCodes.MethodNotFound, `there is no command ${command}`);
    }
  }

  async #verify(document: TextDocument, model: string, token: CancellationToken): Promise<unknown> {
    const stop = new AbortController();
    token.onCancellationRequested(() => stop.abort());
    const { uri } = document;
    const { path, text } = this.#source(document);
    const result = await this.#verifications.run({ uri, path, text }, model, this.#settings, stop.signal);
    await this.#diagnose(uri);
    if (token.isCancellationRequested) return new ResponseError(ErrorCodes.InvalidRequest, 'stopped');
    switch (result.kind) {
      case 'answered':
        return { verdict: result.answer.verdict, reason: result.answer.reason, document: result.document };
      case 'none':
        return { verdict: null, reason: result.why, document: null };
      case 'running':
        return null;
    }
  }
}

const rangeOf = (document: TextDocument, start: number, end: number): Range => ({
  start: document.positionAt(start),
  end: document.positionAt(end),
});

const isNative = ({ uri, languageId }: TextDocument): boolean =>
  uri.endsWith('.fp') || (languageId === 'fencepost' && languageByName(languages, uri) === null);

/** The line that includes something, for what is wrong there; null: there is none. */
function inclusionsIn({ text }: Source): TextRange | null {
  const found = /^[ \t]*#?include\s*["<][^"\n>]*[">]/m.exec(text);
  return found === null ? null : { start: found.index, end: found.index + found[0].length };
}
