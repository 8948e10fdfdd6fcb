import { at } from '../../support/invariant.js';
import type { Token } from '../kit/token.js';
import type { Blame } from '../kit/whole.js';
import type { DeclarationTokens } from './sections.js';

/** What to say about a declaration that could not be read further than `stopped`, or than its end. */
export function hintFor(section: DeclarationTokens, stopped: Token | null): Blame {
  const end = stopped === null ? section.length : section.indexOf(stopped);
  const token = stopped ?? at(section, section.length - 1);
  const hint =
    accessHint(section, end) ??
    (stopped === null ? null : tokenHint(section, end)) ??
    shapeHint(at(section, 0));
  return typeof hint === 'string' ? { token, hint } : hint;
}

/** Ways to access weak memory that other versions of the language have or had. */
function accessHint(section: DeclarationTokens, end: number): Blame | null {
  const called = (word: string): Token | undefined =>
    section.find((token, i) => i <= end && token.value === word && section[i + 1]?.value === '(');
  const read = called('read');
  if (read !== undefined) {
    const hint =
      'There is no read(i, X). In unsafe write i @ X; a transition t ([i]) reads X as the process in brackets sees it.';
    return { token: read, hint };
  }
  const write = called('write');
  if (write === undefined) return null;
  const hint =
    'There is no write(i, X, v). Write X := v, and the process in the brackets of transition t ([i]).';
  return { token: write, hint };
}

function tokenHint(section: DeclarationTokens, end: number): string | null {
  const { type, value } = at(section, end);
  const before = section[end - 1]?.value ?? '';
  if (value === '[' && (isOperator(before) || before === '{' || before === ';' || before === '(')) {
    return 'Write the process into the parameters of the transition: transition t ([i]); in unsafe, write i @ X.';
  }
  if (before === 'case') return 'Each case begins with |: X := case | Y = A : B | _ : C.';
  if (value === '@') {
    return 'A write goes to the buffer of the process in the brackets of transition t ([i]): leave out i @.';
  }
  if (before === 'let' || value === 'let') return 'let is not supported: write the term where it is used.';
  if (value === '=' && before === '=') return 'Equality is written =.';
  if (value === '=' && before === ':') return 'Assignment is written :=, without a blank.';
  if (value === '=' && at(section, 0).value === 'transition')
    return 'Assignment is written :=, comparison =.';
  if (value === '&&' || value === '||' || value === '}' || value === ')') {
    if (isOperator(before) || before === '(' || before === '{')
      return `Something is missing between ${before} and ${value}.`;
    return 'A formula compares two terms: a bool is compared with True or False, as in X = True.';
  }
  if (type === 'keyword') return `${value} is a word of the language and cannot be a name.`;
  return null;
}

const isOperator = (value: string): boolean =>
  ['&&', '||', '=>', '<=>', '=', '<>', '<', '<=', '>', '>=', ':=', '+', '-', ':'].includes(value);

/** How a declaration of that kind is written. */
function shapeHint({ value }: Token): string {
  switch (value) {
    case 'number_procs':
      return 'It is written number_procs 3.';
    case 'type':
      return 'A type is written type t = A | B, or type t if its values are not known.';
    case 'weak':
      return 'It is written weak var X : t or weak array A[proc] : t.';
    case 'var':
      return 'A variable is written var X : t.';
    case 'array':
      return 'An array is written array A[proc] : t or array M[proc,proc] : t.';
    case 'const':
      return 'A constant is written const C : t or const K[proc] : t.';
    case 'predicate':
      return 'A predicate is written predicate p(i, j) { A[i] = A[j] }.';
    case 'transition':
      return 'A transition is written transition t ([i] j) requires { A[i] = B && X = True } { A[i] := C; X := False }.';
    default:
      return `It is written ${value} (i j) { A[i] = B && A[j] = B }.`;
  }
}
