import { spanning } from '../../diagnostics/span.js';
import { wordOf } from '../kit/token.js';
import type { Token } from '../kit/token.js';
import type {
  CubAssignment,
  CubCase,
  CubCompareOp,
  CubConnective,
  CubDeclaration,
  CubExpr,
  Param,
  CubPlace,
  CubProcess,
  CubQuantifier,
  Term,
  TransitionDecl,
  CubValue,
} from './ast.js';

/** What the rules of grammars/cub.ne make of their parts. */

/** A token of which the grammar knows which words it may be. */
type Keyword<T extends string> = Token & { readonly value: T };

export const procs = (first: Token, number: Token): CubDeclaration =>
  spanning(first, number, { kind: 'number_procs', number: BigInt(number.value) });

export const type = (first: Token, name: Token, constructors: readonly Token[] | null): CubDeclaration =>
  spanning(first, name, {
    kind: 'type',
    name: wordOf(name),
    constructors: constructors?.map(wordOf) ?? null,
  });

type SymbolItem = Extract<CubDeclaration, { kind: 'symbol' }>;

export const symbol = (token: Token, name: Token, indices: readonly Token[], values: Token): SymbolItem =>
  spanning(token, values, {
    kind: 'symbol',
    constant: token.value === 'const',
    weak: false,
    name: wordOf(name),
    indices: indices.map(wordOf),
    type: wordOf(values),
  });

export const weak = (first: Token, decl: SymbolItem): SymbolItem =>
  spanning(first, decl, { ...decl, weak: true });

export const predicate = (
  first: Token,
  name: Token,
  params: readonly Token[],
  body: CubExpr,
  close: Token,
): CubDeclaration =>
  spanning(first, close, { kind: 'predicate', name: wordOf(name), params: params.map(wordOf), body });

export const clause = (
  first: Keyword<'init' | 'unsafe' | 'invariant'>,
  params: readonly Token[],
  body: CubExpr,
  close: Token,
): CubDeclaration =>
  spanning(first, close, { kind: 'clause', role: first.value, params: params.map(wordOf), body });

export const param = (name: Token, actor: boolean): Param => ({ name: wordOf(name), actor });

export const transition = (
  first: Token,
  name: Token,
  params: readonly Param[],
  guard: CubExpr | null,
  assignments: readonly CubAssignment[],
  close: Token,
): TransitionDecl =>
  spanning(first, close, { kind: 'transition', name: wordOf(name), params, guard, assignments });

export const assignment = (target: CubPlace, value: CubValue): CubAssignment =>
  spanning(target, value ?? target, { target, value: { kind: 'value', value } });

export const choice = (target: CubPlace, cases: readonly CubCase[]): CubAssignment => ({
  target,
  value: { kind: 'case', cases },
  span: target.span,
});

export const oneCase = (token: Token, when: CubExpr | null, value: CubValue): CubCase =>
  spanning(token, value ?? when ?? token, { when, value });

export const truth = (token: Token, value: boolean): CubExpr =>
  spanning(token, token, { kind: 'truth', value });
export const not = (token: Token, arg: CubExpr): CubExpr => spanning(token, arg, { kind: 'not', arg });
export const connective = ({ value: op }: Keyword<CubConnective>, left: CubExpr, right: CubExpr): CubExpr =>
  spanning(left, right, { kind: 'connective', op, left, right });
export const branch = (token: Token, cond: CubExpr, then: CubExpr, other: CubExpr): CubExpr =>
  spanning(token, other, { kind: 'if', cond, then, else: other });
export const quantified = (token: Keyword<CubQuantifier>, names: readonly Token[], body: CubExpr): CubExpr =>
  spanning(token, body, {
    kind: 'quantified',
    quantifier: token.value,
    names: names.map(wordOf),
    body,
  });
export const fence = (token: Token, close: Token): CubExpr => spanning(token, close, { kind: 'fence' });
export const call = (name: Token, args: readonly CubProcess[], close: Token): CubExpr =>
  spanning(name, close, { kind: 'call', name: wordOf(name), args });
export const compare = ({ value: op }: Keyword<CubCompareOp>, left: Term, right: Term): CubExpr =>
  spanning(left, right, { kind: 'compare', op, left, right });

export const arithmetic = ({ value: op }: Keyword<'+' | '-' | '*'>, left: Term, right: Term): Term =>
  spanning(left, right, { kind: 'arithmetic', op, left, right });
export const negative = (token: Token, arg: Term): Term => spanning(token, arg, { kind: 'negative', arg });
export const integer = (token: Token): Term =>
  spanning(token, token, { kind: 'number', numerator: BigInt(token.value), denominator: 1n, real: false });

export function real(token: Token): Term {
  const [whole = '', decimals = ''] = token.value.split('.');
  const denominator = 10n ** BigInt(decimals.length);
  return spanning(token, token, {
    kind: 'number',
    numerator: BigInt(whole + decimals),
    denominator,
    real: true,
  });
}

export const name = (token: Token): CubPlace => ({ kind: 'name', name: wordOf(token), span: token.span });
export const cell = (token: Token, indices: readonly CubProcess[], close: Token): CubPlace =>
  spanning(token, close, { kind: 'cell', name: wordOf(token), indices });
export const view = (process: CubProcess, place: CubPlace): Term =>
  spanning(process, place, { kind: 'view', process, place });
export const named = (token: Token): CubProcess => ({ kind: 'named', name: wordOf(token), span: token.span });
export const fixed = ({ value, span }: Token): Extract<CubProcess, { kind: 'fixed' }> => ({
  kind: 'fixed',
  number: Number(value.slice(1)),
  span,
});
