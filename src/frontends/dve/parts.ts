import type { Word } from '../../diagnostics/span.js';
import type { Assert, DveDeclaration, DveExpr, DveSystem } from '../../lang/dve/dve-ast.js';
import { PrefixParser } from '../kit/longest-prefix.js';
import type { NestingRules } from '../kit/nesting.js';
import type { ReadTransition } from './build.js';
import grammar from './generated/grammar.js';

export const declarationParser = new PrefixParser<readonly DveDeclaration[]>(grammar, 'declaration');
export const wordsParser = new PrefixParser<readonly Word[]>(grammar, 'words');
export const assertsParser = new PrefixParser<readonly Assert[]>(grammar, 'asserts');
export const transitionParser = new PrefixParser<ReadTransition>(grammar, 'transition');
export const systemParser = new PrefixParser<DveSystem>(grammar, 'system');
export const exprParser = new PrefixParser<DveExpr>(grammar, 'expr');

/** Everything but names and numbers counts. */
export const nesting: NestingRules = {
  ends: new Set([',', ';']),
  strengthOf: ({ type }) => (type === 'word' || type === 'number' ? null : 0),
};
