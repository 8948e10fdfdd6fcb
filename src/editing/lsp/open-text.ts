import { readOutline } from '../../frontends/fp/outline/read-outline.js';
import type { DeclaredSymbol, NameUse, Outline } from '../../frontends/fp/outline/outline.js';
import { wordsOf } from '../../frontends/fp/outline/outline-words.js';
import type { OutlineWord } from '../../frontends/fp/outline/outline-words.js';
import type { ReadBeside } from '../../frontends/fp/syntax.js';
import type { Source } from '../../diagnostics/span.js';

/** An `.fp` text as an editor has it. */
export class OpenText {
  #outline: Outline | null = null;
  #words: readonly OutlineWord[] | null = null;

  constructor(
    readonly source: Source,
    readonly readBeside: ReadBeside,
  ) {}

  get outline(): Outline {
    return (this.#outline ??= readOutline(this.source, this.readBeside));
  }

  get words(): readonly OutlineWord[] {
    return (this.#words ??= wordsOf(this.source));
  }

  /** What is declared in the text itself. */
  get ownSymbols(): readonly DeclaredSymbol[] {
    return this.outline.symbols.filter(({ source }) => source === this.source);
  }

  /** The name at a place, where it is declared or used. */
  symbolAt(
    offset: number,
  ): { readonly symbol: DeclaredSymbol; readonly start: number; readonly end: number } | null {
    const covers = ({ start, end, source }: DeclaredSymbol | NameUse): boolean =>
      source === this.source && offset >= start && offset <= end;
    const declared = this.outline.symbols.find(covers);
    if (declared !== undefined) return { symbol: declared, start: declared.start, end: declared.end };
    const use = this.outline.uses.find(covers);
    return use === undefined || use.symbol === null
      ? null
      : { symbol: use.symbol, start: use.start, end: use.end };
  }

  /** The thread or procedure around a place. */
  itemAt(offset: number): DeclaredSymbol | null {
    return (
      this.ownSymbols.find(
        ({ kind, whole }) =>
          (kind === 'thread' || kind === 'process' || kind === 'procedure') &&
          offset > whole.start &&
          offset <= whole.end,
      ) ?? null
    );
  }
}

/** All places of a symbol, the declaration first. */
export const placesOf = (outline: Outline, symbol: DeclaredSymbol): readonly (DeclaredSymbol | NameUse)[] => [
  symbol,
  ...outline.uses.filter((use) => use.symbol === symbol),
];
