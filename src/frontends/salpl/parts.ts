import { PrefixParser } from '../kit/longest-prefix.js';
import { nestingRules } from '../kit/nesting.js';
import type { SalplCond } from './ast.js';
import type { BareItem } from './build.js';
import grammar from './generated/grammar.js';

export const items = new PrefixParser<BareItem>(grammar, 'item');
export const conditions = new PrefixParser<SalplCond>(grammar, 'condition');

export const nesting = nestingRules(
  [';'],
  ['|', '||'],
  ['&', '&&'],
  ['!'],
  ['=', '==', '!=', '<', '<=', '>', '>='],
  ['+', '-', '*'],
);
