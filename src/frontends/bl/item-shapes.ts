import { PrefixParser } from '../kit/longest-prefix.js';
import type { Prefix } from '../kit/longest-prefix.js';
import type { BlItem, ItemMaker } from './build.js';
import grammar from './generated/grammar.js';
import type { BlToken } from './tokens.js';

/** What the grammar sees of a token. */
export interface ShapeToken {
  readonly type: BlToken['type'];
  /** Empty where only the type matters. */
  readonly value: string;
  readonly index: number;
}

/** What the grammar makes of tokens. */
export type ItemShape = Prefix<ItemMaker<BlItem>, ShapeToken>;

/** The shapes that begin in the same way. */
interface ShapeBranch {
  shape: ItemShape | null;
  readonly longer: Map<string, ShapeBranch>;
}

const items = new PrefixParser<ItemMaker<BlItem>>(grammar, 'item');

/**
 * Parses items by their shape, the types of their tokens. A program of thousands of statements has some twenty shapes,
 * so the grammar is used twenty times.
 */
export class ShapeParser {
  readonly #root: ShapeBranch = { shape: null, longer: new Map() };

  parse(tokens: readonly BlToken[]): ItemShape {
    let branch = this.#root;
    for (const token of tokens) {
      const key = valueOf(token) || token.type;
      let longer = branch.longer.get(key);
      if (longer === undefined) branch.longer.set(key, (longer = { shape: null, longer: new Map() }));
      branch = longer;
    }
    return (branch.shape ??= items.parse(
      tokens.map((token, index) => ({ type: token.type, value: valueOf(token), index })),
    ));
  }
}

const valueOf = (token: BlToken): string =>
  token.type === 'keyword' || token.type === 'symbol' ? token.text : '';
