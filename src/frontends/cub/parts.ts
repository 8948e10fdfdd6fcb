import type { Word } from '../../diagnostics/span.js';
import { assertNever, at } from '../../support/invariant.js';
import type { CubExpr } from './ast.js';
import { bind } from './scope.js';
import type { Bindings, ProcessMeaning } from './scope.js';

/** A formula without quantifiers, or its negation, and what its names mean. */
export interface SignedPart {
  readonly expr: CubExpr;
  readonly positive: boolean;
  readonly bindings: Bindings;
}

export const instance = (
  { bindings, ...part }: SignedPart,
  { text }: Word,
  process: ProcessMeaning,
): SignedPart => ({
  ...part,
  bindings: bind(bindings, [[text, process]]),
});

/**
 * A formula as what must hold together (`all`) or of which one must hold. What is not special is left as it is written.
 */
export function flattened(
  part: SignedPart,
  isSpecial: (expr: CubExpr) => boolean,
): { readonly all: boolean; readonly of: readonly SignedPart[] } {
  const { expr, positive } = part;
  const as = (inner: CubExpr, same = true): SignedPart => ({
    ...part,
    expr: inner,
    positive: same === positive,
  });
  if (expr.kind === 'not') return flattened(as(expr.arg, false), isSpecial);
  if (expr.kind === 'if') {
    const { cond, span } = expr;
    const side = (when: CubExpr, then: CubExpr): SignedPart =>
      as({ kind: 'connective', op: '&&', left: when, right: then, span });
    const otherwise: CubExpr = { kind: 'not', arg: cond, span };
    return { all: !positive, of: [side(cond, expr.then), side(otherwise, expr.else)] };
  }
  if (expr.kind !== 'connective') return { all: true, of: [part] };
  const { left, right, op, span } = expr;
  switch (op) {
    case '&&':
    case '||': {
      const all = (op === '&&') === positive;
      const of = [as(left), as(right)].flatMap((inner) => {
        const same = inner.expr.kind === 'connective' && inner.expr.op === op;
        const flat = same || isSpecial(inner.expr) ? flattened(inner, isSpecial) : null;
        return flat?.all === all ? flat.of : [inner];
      });
      return { all, of };
    }
    case '=>':
      return { all: !positive, of: [as(left, false), as(right)] };
    case '<=>': {
      const implies = (a: CubExpr, b: CubExpr): SignedPart =>
        as({ kind: 'connective', op: '=>', left: a, right: b, span });
      return { all: positive, of: [implies(left, right), implies(right, left)] };
    }
    default:
      return assertNever(op);
  }
}

/** Parts of one formula, put together again; they have the bindings of that. */
export const oneOf = (parts: readonly SignedPart[]): SignedPart => chained(parts, '||');
export const allOf = (parts: readonly SignedPart[]): SignedPart => chained(parts, '&&');

function chained(parts: readonly SignedPart[], op: '&&' | '||'): SignedPart {
  const { bindings } = at(parts, 0);
  const exprs = parts.map(({ expr, positive }): CubExpr =>
    positive ? expr : { kind: 'not', arg: expr, span: expr.span },
  );
  const expr = exprs.reduce((left, right) => ({ kind: 'connective', op, left, right, span: left.span }));
  return { expr, positive: true, bindings };
}
