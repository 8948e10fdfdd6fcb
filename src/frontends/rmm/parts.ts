import { PrefixParser } from '../kit/longest-prefix.js';
import type { Chain } from '../kit/growing-list.js';
import type { RmmDeclaration, ForbiddenList, RmmStatement, RmmSum } from './ast.js';
import grammar from './generated/grammar.js';

export const forbiddenParser = new PrefixParser<readonly ForbiddenList[]>(grammar, 'forbidden');
export const dataParser = new PrefixParser<readonly RmmDeclaration[]>(grammar, 'data');
export const registersParser = new PrefixParser<readonly RmmDeclaration[]>(grammar, 'registers');
export const countParser = new PrefixParser<RmmSum>(grammar, 'count');
export const textParser = new PrefixParser<Chain<RmmStatement>>(grammar, 'text');
