import { keywords, temporalLetters } from '../../ir/keywords.js';
import type { Token } from './lexer.js';

const reserved: ReadonlySet<string> = new Set(keywords);

/** Words of other languages, and what is written here. */
const foreign: ReadonlyMap<string, string> = new Map([
  ['for', 'there is no `for`; use `while`'],
  ['do', 'there is no `do`; use `while`'],
  ['switch', 'there is no `switch`; use `if` and `else`'],
  ['break', 'there is no `break`; use a label and `goto`'],
  ['continue', 'there is no `continue`; use a label and `goto`'],
  ['return', 'a thread ends behind its last statement; use a label there and `goto`'],
  ['await', 'write `assume(...)`, which waits until it is true'],
  ['mfence', 'write `fence`'],
  ['sfence', 'write `fence(ww)`'],
  ['nop', 'write `skip`'],
  ['var', 'write `local int ...` in a thread, `shared int ...` outside'],
]);

/**
 * Advice on a common mistake: `last` is before the token that does not fit, `expected` what would fit, `names` those of
 * the item so far.
 */
export function hintFor(
  last: Token | null,
  token: Token | null,
  expected: string,
  names: ReadonlySet<string>,
): string | null {
  const known = [last, token]
    .map((t) => (t?.type === 'name' ? foreign.get(t.text) : undefined))
    .find((h) => h);
  if (known !== undefined) return known;
  // `G (x == 0)` outside ltl begins like an instance.
  const temporal = [...names].find((name) => temporalLetters.has(name));
  if (temporal !== undefined && /operator|`at`/.test(expected)) {
    return `\`${temporal}\` is a temporal operator in the formula of an \`ltl\` property only`;
  }
  if (last?.type === 'prefixop' || last?.type === 'infixop') {
    return `\`${last.text}\` is a temporal operator here, not a variable`;
  }
  if (token === null) return null;
  if (reserved.has(token.text) && expected.includes('a name'))
    return `\`${token.text}\` is a keyword, not a name`;
  // What follows `assert` without bracket begins like a name.
  if (expected === '`:`' && /^([-+*/%;[.]|&&|\|\||[<>=!]=|<|>)$/.test(token.text)) {
    return 'an assert is written `assert(...);`, or with a name `assert NAME: ...;`';
  }
  switch (token.text) {
    case '=':
      return expected.includes('operator') ? 'to compare, write `==`' : null;
    case '==':
      return expected.includes('`=`') ? '`==` compares; to assign, write `=`' : null;
    case '+':
    case '-':
      return expected.includes('`=`') ? 'write the assignment in full: `x = x + 1`' : null;
    case ';':
      return expected.includes('a statement') ? 'for an empty body write `{ }`' : null;
    default:
      return null;
  }
}
