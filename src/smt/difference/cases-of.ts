import { conjunction, disjunction, equal, falsity, int, partsOf } from '../../lang/expr/expr.js';
import type { Expr } from '../../lang/expr/expr.js';
import { substitution, variablesOf } from '../../lang/expr/substitute.js';
import type { Type } from '../../lang/expr/type.js';

/** A condition is not taken apart into more cases. */
const mostCases = 16n;

/**
 * A condition case by case over the values of its variables of small ranges: `y == (x + 1) % 4` for each x by itself. Only as
 * many variables are, the smallest first, as there is room for; null if there is none.
 */
export function casesOf(condition: Expr, typeOf: (variable: Expr) => Type): Expr | null {
  const ranges = [...variablesOf(condition)].flatMap((variable) => {
    const type = typeOf(variable);
    return type.kind === 'range' ? [{ variable, lo: type.lo, count: type.hi - type.lo + 1n }] : [];
  });
  ranges.sort((a, b) => Number(a.count - b.count));
  let cases: readonly { readonly values: ReadonlyMap<Expr, Expr>; readonly said: readonly Expr[] }[] = [
    { values: new Map(), said: [] },
  ];
  for (const { variable, lo, count } of ranges) {
    if (BigInt(cases.length) * count > mostCases) break;
    cases = cases.flatMap(({ values, said }) =>
      Array.from({ length: Number(count) }, (_, i) => {
        const value = int(lo + BigInt(i));
        return { values: new Map(values).set(variable, value), said: [...said, equal(variable, value)] };
      }),
    );
  }
  if (cases.length === 1) return null;
  return disjunction(
    cases.flatMap(({ values, said }) => {
      const here = substitution(values)(condition);
      if (here === falsity) return [];
      return [conjunction(dividesByZero(here) ? said : [...said, here])];
    }),
  );
}

/** Then it may be anything: other conditions say that this does not come to pass. */
const dividesByZero = (condition: Expr): boolean =>
  [...partsOf(condition)].some(
    (e) =>
      e.kind === 'binary' && (e.op === '/' || e.op === '%') && e.right.kind === 'int' && e.right.value === 0n,
  );
