import { covering } from '../../diagnostics/span.js';
import { wordOf } from '../kit/token.js';
import type { Token } from '../kit/token.js';
import type {
  Assignment,
  Case,
  CompareOp,
  Connective,
  Declaration,
  Expr,
  Param,
  Place,
  Process,
  Quantifier,
  Term,
  TransitionDecl,
  Value,
} from './ast.js';

/** What the rules of grammars/cub.ne make of their parts. */

/** A token of which the grammar knows which words it may be. */
type Keyword<T extends string> = Token & { readonly value: T };

export const procs = ({ span }: Token, number: Token): Declaration => ({
  kind: 'number_procs',
  number: BigInt(number.value),
  span: covering(span, number.span),
});

export const type = ({ span }: Token, name: Token, constructors: readonly Token[] | null): Declaration => ({
  kind: 'type',
  name: wordOf(name),
  constructors: constructors?.map(wordOf) ?? null,
  span: covering(span, name.span),
});

type SymbolDecl = Extract<Declaration, { kind: 'symbol' }>;

export const symbol = (token: Token, name: Token, indices: readonly Token[], values: Token): SymbolDecl => ({
  kind: 'symbol',
  constant: token.value === 'const',
  weak: false,
  name: wordOf(name),
  indices: indices.map(wordOf),
  type: wordOf(values),
  span: covering(token.span, values.span),
});

export const weak = ({ span }: Token, decl: SymbolDecl): SymbolDecl => ({
  ...decl,
  weak: true,
  span: covering(span, decl.span),
});

export const predicate = (
  { span }: Token,
  name: Token,
  params: readonly Token[],
  body: Expr,
  close: Token,
): Declaration => ({
  kind: 'predicate',
  name: wordOf(name),
  params: params.map(wordOf),
  body,
  span: covering(span, close.span),
});

export const clause = (
  { value, span }: Keyword<'init' | 'unsafe' | 'invariant'>,
  params: readonly Token[],
  body: Expr,
  close: Token,
): Declaration => ({
  kind: 'clause',
  role: value,
  params: params.map(wordOf),
  body,
  span: covering(span, close.span),
});

export const param = (name: Token, actor: boolean): Param => ({ name: wordOf(name), actor });

export const transition = (
  { span }: Token,
  name: Token,
  params: readonly Param[],
  guard: Expr | null,
  assignments: readonly Assignment[],
  close: Token,
): TransitionDecl => ({
  kind: 'transition',
  name: wordOf(name),
  params,
  guard,
  assignments,
  span: covering(span, close.span),
});

export const assignment = (target: Place, value: Value): Assignment => ({
  target,
  value: { kind: 'value', value },
  span: value === null ? target.span : covering(target.span, value.span),
});

export const choice = (target: Place, cases: readonly Case[]): Assignment => ({
  target,
  value: { kind: 'case', cases },
  span: target.span,
});

export const oneCase = ({ span }: Token, when: Expr | null, value: Value): Case => ({
  when,
  value,
  span: covering(span, value?.span ?? when?.span ?? span),
});

export const truth = ({ span }: Token, value: boolean): Expr => ({ kind: 'truth', value, span });
export const not = ({ span }: Token, arg: Expr): Expr => ({
  kind: 'not',
  arg,
  span: covering(span, arg.span),
});
export const connective = ({ value }: Keyword<Connective>, left: Expr, right: Expr): Expr => ({
  kind: 'connective',
  op: value,
  left,
  right,
  span: covering(left.span, right.span),
});
export const branch = ({ span }: Token, cond: Expr, then: Expr, other: Expr): Expr => ({
  kind: 'if',
  cond,
  then,
  else: other,
  span: covering(span, other.span),
});
export const quantified = (
  { value, span }: Keyword<Quantifier>,
  names: readonly Token[],
  body: Expr,
): Expr => ({
  kind: 'quantified',
  quantifier: value,
  names: names.map(wordOf),
  body,
  span: covering(span, body.span),
});
export const fence = ({ span }: Token, close: Token): Expr => ({
  kind: 'fence',
  span: covering(span, close.span),
});
export const call = (name: Token, args: readonly Process[], close: Token): Expr => ({
  kind: 'call',
  name: wordOf(name),
  args,
  span: covering(name.span, close.span),
});
export const compare = ({ value }: Keyword<CompareOp>, left: Term, right: Term): Expr => ({
  kind: 'compare',
  op: value,
  left,
  right,
  span: covering(left.span, right.span),
});

export const arithmetic = ({ value }: Keyword<'+' | '-' | '*'>, left: Term, right: Term): Term => ({
  kind: 'arithmetic',
  op: value,
  left,
  right,
  span: covering(left.span, right.span),
});
export const negative = ({ span }: Token, arg: Term): Term => ({
  kind: 'negative',
  arg,
  span: covering(span, arg.span),
});
export const integer = ({ value, span }: Token): Term => ({
  kind: 'number',
  numerator: BigInt(value),
  denominator: 1n,
  real: false,
  span,
});

export function real({ value, span }: Token): Term {
  const [whole = '', decimals = ''] = value.split('.');
  const denominator = 10n ** BigInt(decimals.length);
  return { kind: 'number', numerator: BigInt(whole + decimals), denominator, real: true, span };
}

export const name = (token: Token): Place => ({ kind: 'name', name: wordOf(token), span: token.span });
export const cell = (token: Token, indices: readonly Process[], close: Token): Place => ({
  kind: 'cell',
  name: wordOf(token),
  indices,
  span: covering(token.span, close.span),
});
export const view = (process: Process, place: Place): Term => ({
  kind: 'view',
  process,
  place,
  span: covering(process.span, place.span),
});
export const named = (token: Token): Process => ({ kind: 'named', name: wordOf(token), span: token.span });
export const fixed = ({ value, span }: Token): Extract<Process, { kind: 'fixed' }> => ({
  kind: 'fixed',
  number: Number(value.slice(1)),
  span,
});
