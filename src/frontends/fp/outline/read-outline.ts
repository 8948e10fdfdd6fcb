import { resolve } from 'node:path';
import type { Source } from '../../../diagnostics/span.js';
import type { ReadBeside } from '../syntax.js';
import { declarationsIn } from './find-declarations.js';
import type { FoundDeclarations } from './find-declarations.js';
import type { DeclaredSymbol, NameUse, Outline } from './outline.js';
import { SymbolScopes } from './symbol-scopes.js';
import { wordsOf } from './outline-words.js';
import type { OutlineWord } from './outline-words.js';

/** Finds the names of a text. Whatever is wrong with it, the rest is found. */
export function readOutline(source: Source, readBeside: ReadBeside = () => null): Outline {
  const parts: OutlinePart[] = [];
  addPart(source, readBeside, parts, new Set());
  const symbols = parts.flatMap((part) => part.found.symbols);
  const scopes = new SymbolScopes(symbols);
  return {
    symbols,
    uses: parts.flatMap((part) => usesIn(part, scopes)),
    sources: parts.map((part) => part.source),
  };
}

interface OutlinePart {
  readonly source: Source;
  readonly words: readonly OutlineWord[];
  readonly found: FoundDeclarations;
}

function addPart(source: Source, readBeside: ReadBeside, parts: OutlinePart[], known: Set<string>): void {
  const path = resolve(source.path);
  if (known.has(path)) return;
  known.add(path);
  const words = wordsOf(source);
  const found = declarationsIn(source, words);
  parts.push({ source, words, found });
  for (const name of found.included) {
    const beside = readBeside(source.path, name);
    if (beside !== null) addPart(beside, readBeside, parts, known);
  }
}

function usesIn({ source, words, found }: OutlinePart, scopes: SymbolScopes): readonly NameUse[] {
  const declared = new Set(found.symbols.map(({ start }) => start));
  return words.flatMap(({ text: name, isName, start, end }, i) => {
    if (!isName || declared.has(start)) return [];
    const inside: DeclaredSymbol | null = found.inside[i] ?? null;
    const symbol = scopes.meant(source, words, i, inside);
    return [{ name, source, start, end, symbol, inside }];
  });
}
