import { PrefixParser } from '../kit/longest-prefix.js';
import type { Declaration, ForbiddenList, Sum } from './ast.js';
import type { Chain } from './build.js';
import grammar from './generated/grammar.js';

export const forbiddenParser = new PrefixParser<readonly ForbiddenList[]>(grammar, 'forbidden');
export const dataParser = new PrefixParser<readonly Declaration[]>(grammar, 'data');
export const registersParser = new PrefixParser<readonly Declaration[]>(grammar, 'registers');
export const countParser = new PrefixParser<Sum>(grammar, 'count');
export const textParser = new PrefixParser<Chain>(grammar, 'text');
