import type { CubeClaim, CubeTerm } from '../../lang/arrays/stated-cube.js';
import { numbersBelow } from '../../support/lists.js';
import { allOf, anyOf, negated } from './ground.js';
import type { GroundFormula } from './ground.js';
import type { GroundValue, GroundVocabulary } from './ground-terms.js';

/** The claim about values of one obligation; null: one of its terms has none there. */
export function groundClaim(
  claim: CubeClaim,
  vocabulary: GroundVocabulary,
  valueOf: (term: CubeTerm) => GroundValue | null,
): GroundFormula | null {
  switch (claim.kind) {
    case 'one-of': {
      const value = valueOf(claim.term);
      return value === null ? null : oneOf(value, claim, vocabulary);
    }
    case 'same':
    case 'different': {
      const [left, right] = [valueOf(claim.left), valueOf(claim.right)];
      return left === null || right === null
        ? null
        : vocabulary.compared(claim.kind === 'same' ? '=' : '<>', left, right);
    }
    case 'sum': {
      const terms: (readonly [bigint, GroundValue])[] = [];
      for (const { factor, term } of claim.terms) {
        const value = valueOf(term);
        if (value === null) return null;
        terms.push([factor, value]);
      }
      const { numerator, denominator } = claim;
      const sum = { terms: [], constant: numerator };
      return vocabulary.sum(claim.op, terms, { kind: 'number', sum, denominator });
    }
  }
}

function oneOf(
  value: GroundValue,
  { constructors, names }: Extract<CubeClaim, { readonly kind: 'one-of' }>,
  vocabulary: GroundVocabulary,
): GroundFormula {
  if (value.kind === 'variable') {
    const values = constructors.reduce((bits, constructor) => bits | (1 << constructor), 0);
    return { kind: 'in', variable: value.variable, values, holds: true };
  }
  const is = (code: number): GroundFormula => vocabulary.compared('=', value, { kind: 'code', code });
  // Nearly all of very many: what it is not says the same in fewer words.
  if (constructors.length * 2 > names.length) {
    const others = numbersBelow(names.length).filter((code) => !constructors.includes(code));
    return allOf(others.map((code) => negated(is(code))));
  }
  return anyOf(constructors.map(is));
}
