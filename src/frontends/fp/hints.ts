import { keywords } from '../../lang/program/keywords.js';
import { suggest } from '../../support/suggest.js';
import type { Token } from '../kit/token.js';
import { isPrefixLetter } from './lexer.js';

const reserved: ReadonlySet<string> = new Set(keywords);

/** Words of other languages, and what is written here. */
const foreign: ReadonlyMap<string, string> = new Map([
  ['switch', 'there is no `switch`; use `if` and `else`'],
  ['await', 'write `assume(...)`, which waits until it is true'],
  ['mfence', 'write `fence`'],
  ['sfence', 'write `fence(ww)`'],
  ['nop', 'write `skip`'],
  [
    'struct',
    'a structure is declared by itself, `struct Node { int next; }`, and its name is a type: `shared Node node[3];`',
  ],
  ['chan', 'there are no channels; use a shared array and the numbers of its first and last entry'],
  ['void', 'a procedure without a result is written `inline f(...) { ... }`'],
  ['function', 'a procedure is written `inline f(...) { ... }`'],
  ['proc', 'a procedure is written `inline f(...) { ... }`'],
  ['unsigned', 'write `int`, or a range: `int[0..255]`'],
  ['char', 'write `int`, or a range: `int[0..255]`'],
  ['mutex', 'a lock is a variable: `assume` and `cas`, or `atomic { ... }`'],
  ['var', 'write `local int ...` in a thread, `shared int ...` outside'],
  ['let', 'write `local int ...` in a thread, `shared int ...` outside'],
  ['and', 'write `&&`'],
  ['not', 'write `!`'],
  ['elif', 'write `else if (...) { ... }`'],
  ['elsif', 'write `else if (...) { ... }`'],
  ['elseif', 'write `else if (...) { ... }`'],
  ['then', 'write `if (...) { ... }`'],
  ['begin', 'blocks are written `{ ... }`'],
  ['end', 'blocks are written `{ ... }`'],
  ['done', 'blocks are written `{ ... }`'],
  ['print', 'nothing is printed: a run shows the values of all variables'],
  ['printf', 'nothing is printed: a run shows the values of all variables'],
]);

/**
 * Advice on a common mistake: `last` is before the token that does not fit, `expected` what would fit, `applied` the
 * names that a `(` stands behind, `declared` those of the threads and variables so far.
 */
export function hintFor(
  last: Token | null,
  token: Token | null,
  expected: string,
  applied: ReadonlySet<string>,
  declared: ReadonlySet<string>,
): string | null {
  const known = [last, token]
    .map((t) => (t?.type === 'name' ? foreign.get(t.value) : undefined))
    .find((h) => h);
  if (known !== undefined) return known;
  const temporal = namesBefore(last, token, expected, applied).find(
    (name) => isPrefixLetter(name) && !declared.has(name),
  );
  if (temporal !== undefined) {
    return `\`${temporal}\` is a temporal operator in the formula of an \`ltl\` property only`;
  }
  if (last?.type === 'prefixop' || last?.type === 'infixop') {
    return `\`${last.value}\` is a temporal operator here, not a variable`;
  }
  if (token === null) return null;
  if (last?.value === 'return' && token.value === '(') return 'no procedure is called `return`';
  if (reserved.has(token.value) && expected.includes('a name'))
    return `\`${token.value}\` is a keyword, not a name`;
  // What follows `assert` without bracket begins like a name.
  if (expected === '`:`' && /^([-+*/%;[.]|&&|\|\||[<>=!]=|<|>)$/.test(token.value)) {
    return 'an assert is written `assert(...);`, or with a name `assert NAME: ...;`';
  }
  if (last?.value === 'do' && token.value !== '{') return 'a loop is written `while (...) { ... }`';
  switch (token.value) {
    case 'or':
      return expected.includes('operator') ? 'write `||`' : null;
    case 'assert':
      return expected.includes('`invariant`')
        ? 'outside threads write `invariant NAME: ...;`, or `final NAME: ...;` for what holds at the end'
        : null;
    case '=':
      if (applied.has('for')) return 'a `for` is written `for (i in 0..3) { ... }`';
      return expected.includes('operator') ? 'to compare, write `==`' : null;
    case '{':
      return expected === '`;`'
        ? (foreignCall(applied, declared) ?? meantAs(applied, ['while', 'if', 'for']))
        : null;
    case 'in':
      return meantAs(applied, ['for']);
    case '==':
      return expected.includes('`=`') ? '`==` compares; to assign, write `=`' : null;
    case ';':
      return expected.includes('a statement') ? 'for an empty body write `{ }`' : null;
    default:
      return foreignCall(applied, declared);
  }
}

/** Advice on a word of another language that stands where a procedure is called. */
const foreignCall = (applied: ReadonlySet<string>, declared: ReadonlySet<string>): string | null =>
  [...applied].flatMap((name) => (declared.has(name) ? [] : (foreign.get(name) ?? []))).at(0) ?? null;

/** What begins like the call of a procedure was meant to be a statement with a block. */
function meantAs(applied: ReadonlySet<string>, words: readonly string[]): string | null {
  const meant = [...applied].map((name) => suggest(name, words)).find((word) => word !== null);
  return meant === undefined ? null : `did you mean \`${meant}\`?`;
}

/** The names that stand where G, F and X would in an ltl formula. */
function namesBefore(
  last: Token | null,
  token: Token | null,
  expected: string,
  applied: ReadonlySet<string>,
): readonly string[] {
  // `G (x == 0)` begins like an instance.
  if (expected.includes('`at`')) return [...applied];
  const isBeforeOperand = token !== null && (token.type !== 'symbol' || token.value === '!');
  return last?.type === 'name' && isBeforeOperand && expected.includes('operator') ? [last.value] : [];
}
