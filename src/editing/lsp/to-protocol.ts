import { fileURLToPath, pathToFileURL } from 'node:url';
import {
  CompletionItemKind,
  DiagnosticSeverity,
  InsertTextFormat,
  SymbolKind as ProtocolKind,
} from 'vscode-languageserver';
import type {
  CompletionItem,
  Diagnostic as ProtocolDiagnostic,
  DocumentSymbol,
  Range,
} from 'vscode-languageserver';
import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import { originOf } from '../../diagnostics/span.js';
import type { Source } from '../../diagnostics/span.js';
import type { DeclaredSymbol, SymbolKind, TextRange } from '../../frontends/fp/outline/outline.js';
import type { Proposal } from './completions.js';
import { symbolText } from './hover-text.js';

/** Of what is in no file, as a text that was never saved, the URI itself. */
export const pathOf = (uri: string): string => {
  try {
    return uri.startsWith('file:') ? fileURLToPath(uri) : uri;
  } catch {
    return uri;
  }
};

export const uriOf = (path: string): string =>
  /^[a-z][a-z+.-]+:/i.test(path) ? path : pathToFileURL(path).href;

export function rangeIn(source: Source, { start, end }: TextRange): Range {
  const place = (offset: number): Range['start'] => {
    const { line, column } = source.position(offset);
    return { line: line - 1, character: column - 1 };
  };
  return { start: place(start), end: place(end) };
}

export const noRange: Range = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };

/** What is wrong in a file that is included is told where it is included. */
export function protocolDiagnostic(
  { code, severity, message, note, span }: Diagnostic,
  own: Source,
  includedAt: (source: Source) => TextRange | null,
): ProtocolDiagnostic {
  const origin = originOf(span);
  const told = {
    code,
    source: 'fencepost',
    severity: severity === 'error' ? DiagnosticSeverity.Error : DiagnosticSeverity.Warning,
    message: note === null ? message : `${message}\n${note}`,
  };
  if (origin === null) return { ...told, range: noRange };
  const { source } = origin;
  if (source.path === own.path) return { ...told, range: rangeIn(source, wide(origin)) };
  const place = includedAt(source);
  const { line } = source.position(origin.start);
  return {
    ...told,
    range: place === null ? noRange : rangeIn(own, place),
    message: `${source.path}:${line}: ${told.message}`,
    relatedInformation: [
      { location: { uri: uriOf(source.path), range: rangeIn(source, wide(origin)) }, message },
    ],
  };
}

/** An empty place is hard to see. */
const wide = ({ start, end, source }: TextRange & { readonly source: Source }): TextRange =>
  end > start ? { start, end } : { start: Math.max(0, Math.min(start, source.text.length) - 1), end: start };

const symbolKinds: Readonly<Record<SymbolKind, ProtocolKind>> = {
  const: ProtocolKind.Constant,
  shared: ProtocolKind.Variable,
  thread: ProtocolKind.Class,
  process: ProtocolKind.Class,
  parameter: ProtocolKind.Variable,
  local: ProtocolKind.Variable,
  counter: ProtocolKind.Variable,
  binder: ProtocolKind.Variable,
  label: ProtocolKind.Key,
  property: ProtocolKind.Boolean,
  enum: ProtocolKind.Enum,
  member: ProtocolKind.EnumMember,
  struct: ProtocolKind.Struct,
  field: ProtocolKind.Field,
  procedure: ProtocolKind.Function,
};

/** What an outline view shows: what is declared, with what belongs to it. */
export function symbolTree(
  symbols: readonly DeclaredSymbol[],
  owner: DeclaredSymbol | null,
): DocumentSymbol[] {
  return symbols
    .filter((symbol) => symbol.owner === owner && symbol.kind !== 'binder' && symbol.kind !== 'counter')
    .map((symbol) => ({
      name: symbol.name,
      detail: symbol.detail,
      kind: symbolKinds[symbol.kind],
      range: rangeIn(symbol.source, symbol.whole),
      selectionRange: rangeIn(symbol.source, symbol),
      children: symbolTree(symbols, symbol),
    }));
}

const completionKinds: Readonly<Record<SymbolKind, CompletionItemKind>> = {
  const: CompletionItemKind.Constant,
  shared: CompletionItemKind.Variable,
  thread: CompletionItemKind.Class,
  process: CompletionItemKind.Class,
  parameter: CompletionItemKind.Variable,
  local: CompletionItemKind.Variable,
  counter: CompletionItemKind.Variable,
  binder: CompletionItemKind.Variable,
  label: CompletionItemKind.Reference,
  property: CompletionItemKind.Property,
  enum: CompletionItemKind.Enum,
  member: CompletionItemKind.EnumMember,
  struct: CompletionItemKind.Struct,
  field: CompletionItemKind.Field,
  procedure: CompletionItemKind.Function,
};

export function completionItem(proposal: Proposal): CompletionItem {
  switch (proposal.kind) {
    case 'symbol': {
      const { symbol } = proposal;
      const documentation = { kind: 'markdown' as const, value: symbolText(symbol) };
      return { label: symbol.name, kind: completionKinds[symbol.kind], detail: symbol.detail, documentation };
    }
    case 'word':
      return { label: proposal.label, kind: CompletionItemKind.Keyword };
    case 'snippet':
      return {
        label: proposal.label,
        kind: CompletionItemKind.Snippet,
        insertText: proposal.body,
        insertTextFormat: InsertTextFormat.Snippet,
      };
  }
}
