import type { Source } from '../../../diagnostics/span.js';
import { remembered } from '../../../support/remembered.js';
import type { DeclaredSymbol, SymbolKind } from './outline.js';
import { headOf } from './outline-words.js';
import type { OutlineWord } from './outline-words.js';

/** Kinds that plain names of the file stand for. */
const ofFile: ReadonlySet<SymbolKind> = new Set([
  'const',
  'shared',
  'thread',
  'process',
  'member',
  'enum',
  'struct',
]);
const ofItem: ReadonlySet<SymbolKind> = new Set(['local', 'parameter']);

/** What names stand for. */
export class SymbolScopes {
  readonly #byName = new Map<string, DeclaredSymbol[]>();

  constructor(symbols: readonly DeclaredSymbol[]) {
    for (const symbol of symbols) remembered(this.#byName, symbol.name, () => []).push(symbol);
  }

  /** What the name at a position is meant to be, in the item `inside`. */
  meant(
    source: Source,
    words: readonly OutlineWord[],
    i: number,
    inside: DeclaredSymbol | null,
  ): DeclaredSymbol | null {
    const word = words[i];
    if (word === undefined) return null;
    const before = words[i - 1]?.text;
    const { text } = word;
    if (before === '.' || before === 'at') {
      const owner = this.ownerAt(source, words, i - 2, inside);
      return this.#owned(text, owner, before === 'at' ? 'label' : null);
    }
    if (before === 'goto') return this.#owned(text, inside, 'label');
    const called = words[i + 1]?.text === '(' ? this.#first(text, ({ kind }) => kind === 'procedure') : null;
    if (before === 'assert' && words[i + 1]?.text === ':')
      return this.#first(text, ({ kind }) => kind === 'property');
    return this.plain(text, source, word.start, inside) ?? called;
  }

  /** What a plain name stands for at a place. */
  plain(name: string, source: Source, offset: number, inside: DeclaredSymbol | null): DeclaredSymbol | null {
    const around = (this.#byName.get(name) ?? []).findLast(
      ({ within, source: of }) =>
        within !== null && of === source && offset >= within.start && offset < within.end,
    );
    const own = this.#first(
      name,
      ({ kind, owner }) => ofItem.has(kind) && owner === inside && inside !== null,
    );
    return around ?? own ?? this.#first(name, ({ kind }) => ofFile.has(kind));
  }

  /** The thread or struct that what ends there belongs to: `P`, `Q(0)`, a binder, `a[i]`. */
  ownerAt(
    source: Source,
    words: readonly OutlineWord[],
    last: number,
    inside: DeclaredSymbol | null,
  ): DeclaredSymbol | null {
    const head = headOf(words, last);
    const word = words[head];
    if (word === undefined || !word.isName) return null;
    const symbol = this.meant(source, words, head, inside);
    if (symbol === null || symbol.kind === 'thread' || symbol.kind === 'process') return symbol;
    const { type } = symbol;
    const isOwner = ({ kind }: DeclaredSymbol): boolean =>
      symbol.kind === 'binder' ? kind === 'thread' || kind === 'process' : kind === 'struct';
    return type === null ? null : this.#first(type, isOwner);
  }

  #owned(name: string, owner: DeclaredSymbol | null, kind: SymbolKind | null): DeclaredSymbol | null {
    if (owner === null) return null;
    return this.#first(
      name,
      (symbol) => symbol.owner === owner && (kind === null ? symbol.kind !== 'label' : symbol.kind === kind),
    );
  }

  #first(name: string, fits: (symbol: DeclaredSymbol) => boolean): DeclaredSymbol | null {
    return (this.#byName.get(name) ?? []).find(fits) ?? null;
  }
}
