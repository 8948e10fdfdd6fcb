import { PrefixParser } from '../kit/longest-prefix.js';
import type { Chain } from '../kit/chain.js';
import type { Declaration, ForbiddenList, Statement, Sum } from './ast.js';
import grammar from './generated/grammar.js';

export const forbiddenParser = new PrefixParser<readonly ForbiddenList[]>(grammar, 'forbidden');
export const dataParser = new PrefixParser<readonly Declaration[]>(grammar, 'data');
export const registersParser = new PrefixParser<readonly Declaration[]>(grammar, 'registers');
export const countParser = new PrefixParser<Sum>(grammar, 'count');
export const textParser = new PrefixParser<Chain<Statement>>(grammar, 'text');
