import type { Token } from '../kit/token.js';

/**
 * In formulas `->` is an implication unless a process stands before it, `P at q` says the same as `P.q`, and in temporal
 * ones the letters G F X U R W are operators.
 */
export const asFormulaTokens = (
  tokens: readonly Token[],
  isTemporal: boolean,
  isProcess: (name: string) => boolean,
): readonly Token[] => {
  const isBehindProcess = (i: number): boolean => {
    const before = tokens[i - 1];
    return before?.type === 'word' && isProcess(before.value) && tokens[i - 2]?.value !== '.';
  };
  return tokens.map((token, i) => {
    const before = tokens[i - 1];
    const followsProcess = isBehindProcess(i);
    if (token.value === '->') return followsProcess ? token : { ...token, type: 'arrow' };
    if (token.type !== 'word') return token;
    if (token.value === 'at' && followsProcess) return { ...token, type: 'keyword' };
    const isMember = (before?.value === '->' || before?.value === 'at') && isBehindProcess(i - 1);
    const isName = before?.value === '.' || isMember;
    if (!isTemporal || isName) return token;
    if (/^[GFX]$/.test(token.value)) return { ...token, type: 'prefixop' };
    return /^[URW]$/.test(token.value) ? { ...token, type: 'infixop' } : token;
  });
};
