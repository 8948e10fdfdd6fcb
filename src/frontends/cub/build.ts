import { spanning } from '../../diagnostics/span.js';
import type { Spanned } from '../../diagnostics/span.js';
import { wordOf } from '../kit/token.js';
import type { Token } from '../kit/token.js';
import type {
  BareDeclaration,
  BareExpr,
  BarePlace,
  BareProcess,
  BareTerm,
  CubDeclaration,
  CubExpr,
  CubPlace,
  CubProcess,
  Term,
} from './ast.js';

/** What the rules of grammars/cub.ne make their parts with: `first` and `last` stand at the ends of one. */

export const declaration = (first: Spanned, last: Spanned, bare: BareDeclaration): CubDeclaration =>
  spanning(first, last, bare);
export const expr = (first: Spanned, last: Spanned, bare: BareExpr): CubExpr => spanning(first, last, bare);
export const term = (first: Spanned, last: Spanned, bare: BareTerm): Term => spanning(first, last, bare);
export const place = (first: Spanned, last: Spanned, bare: BarePlace): CubPlace =>
  spanning(first, last, bare);
export const process = (token: Token, bare: BareProcess): CubProcess => spanning(token, token, bare);

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

export function real(token: Token): Term {
  const [whole = '', decimals = ''] = token.value.split('.');
  const denominator = 10n ** BigInt(decimals.length);
  return term(token, token, {
    kind: 'number',
    numerator: BigInt(whole + decimals),
    denominator,
    real: true,
  });
}
