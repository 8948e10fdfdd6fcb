import type { TextAction, TextCondition, TextProperty, TextValue } from '../../lang/boolean/boolean-text.js';
import { at, invariant } from '../../support/invariant.js';
import type { BlToken, BlWord } from './tokens.js';

/** What the rules of grammars/bl.ne make of their parts: how to make an item of any tokens of the same types. */
export type ItemMaker<T> = (tokens: readonly BlToken[]) => T;

export type BlItem =
  | { readonly kind: 'declaration'; readonly of: 'shared' | 'local'; readonly names: readonly BlWord[] }
  | { readonly kind: 'init' }
  | { readonly kind: 'process'; readonly number: number }
  | { readonly kind: 'statement'; readonly label: number; readonly action: TextAction }
  | { readonly kind: 'property'; readonly of: TextProperty['kind']; readonly condition: TextCondition };

export const declaration =
  (of: 'shared' | 'local', names: number | null): ItemMaker<BlItem> =>
  (tokens) => ({ kind: 'declaration', of, names: names === null ? [] : namesAt(tokens, names) });

export const init = (): ItemMaker<BlItem> => () => ({ kind: 'init' });

export const process =
  (number: number): ItemMaker<BlItem> =>
  (tokens) => ({ kind: 'process', number: numberAt(tokens, number) });

export const property =
  (of: TextProperty['kind'], condition: number): ItemMaker<BlItem> =>
  (tokens) => ({ kind: 'property', of, condition: conditionAt(tokens, condition) });

export const statement =
  (label: number, action: ItemMaker<TextAction>): ItemMaker<BlItem> =>
  (tokens) => ({ kind: 'statement', label: numberAt(tokens, label), action: action(tokens) });

export const plain =
  (kind: 'nop' | 'begin_atomic' | 'end_atomic' | 'barrier'): ItemMaker<TextAction> =>
  () => ({ kind });

export const write =
  (kind: 'store' | 'assign', target: number, value: ItemMaker<TextValue>): ItemMaker<TextAction> =>
  (tokens) => ({ kind, target: textAt(tokens, target), value: value(tokens) });

export const load =
  (target: number, from: number): ItemMaker<TextAction> =>
  (tokens) => ({ kind: 'load', target: textAt(tokens, target), from: textAt(tokens, from) });

export const assume =
  (condition: number): ItemMaker<TextAction> =>
  (tokens) => ({ kind: 'assume', condition: conditionAt(tokens, condition) });

export const jump =
  (condition: number, target: number): ItemMaker<TextAction> =>
  (tokens) => ({ kind: 'if', condition: conditionAt(tokens, condition), target: numberAt(tokens, target) });

export const choose =
  (yes: number, no: number): ItemMaker<TextValue> =>
  (tokens) => ({ kind: 'choose', yes: conditionAt(tokens, yes), no: conditionAt(tokens, no) });

export const expression =
  (index: number): ItemMaker<TextValue> =>
  (tokens) => {
    const token = at(tokens, index);
    invariant(token.type === 'expression', 'an expression where the grammar has one');
    return { kind: 'expression', expression: token.node };
  };

function namesAt(tokens: readonly BlToken[], index: number): readonly BlWord[] {
  const token = at(tokens, index);
  invariant(token.type === 'names', 'names where the grammar has them');
  return token.names;
}

function conditionAt(tokens: readonly BlToken[], index: number): TextCondition {
  const token = at(tokens, index);
  invariant(token.type === 'condition', 'a condition where the grammar has one');
  return token.node;
}

function textAt(tokens: readonly BlToken[], index: number): string {
  const token = at(tokens, index);
  invariant('text' in token, 'a word where the grammar has one');
  return token.text;
}

const numberAt = (tokens: readonly BlToken[], index: number): number => Number(textAt(tokens, index));
