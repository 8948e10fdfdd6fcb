import { suggest } from '../../support/suggest.js';
import { openers } from './tokens.js';
import type { BlToken } from './tokens.js';

export const actions = ['nop', 'store', 'load', 'if', 'assume', 'begin_atomic', 'end_atomic', 'barrier'];

const operators: ReadonlyMap<string, string> = new Map([
  ['and', '&&'],
  ['or', '||'],
  ['not', '!'],
  ['&', '&&'],
  ['|', '||'],
]);

/** For the words and characters of other languages. */
export const operatorMeant = (text: string): string | null => operators.get(text.toLowerCase()) ?? null;

const otherActions = new Map([
  ['skip', 'nop'],
  ['fence', 'barrier'],
  ['mfence', 'barrier'],
]);

export const actionMeant = (word: string): string | null =>
  otherActions.get(word.toLowerCase()) ?? suggest(word, actions);

/** Types of other languages, which begin declarations there. */
export const types: ReadonlySet<string> = new Set(['int', 'bool', 'boolean', 'var', 'global', 'volatile']);

/** What the first word of an item is meant to be; null if that is a statement, or nothing that is known. */
export function openerMeant([first, second]: readonly BlToken[]): string | null {
  if (first === undefined || !('text' in first)) return null;
  if (openers.has(first.text)) return first.text;
  if (first.type !== 'name' || second?.type === 'symbol') return null;
  if (second?.type === 'name' && types.has(first.text.toLowerCase())) return 'shared';
  if (/^assert_?(?:always|final)$/i.test(first.text)) return 'assert';
  return first.text.toLowerCase() === 'thread' ? 'process' : suggest(first.text, openers);
}
