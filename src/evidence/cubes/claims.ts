import type { CubeClaim, CubeTerm } from '../../lang/arrays/stated-cube.js';
import { numbersBelow } from '../../support/lists.js';
import { allOf, anyOf, negated } from './ground.js';
import type { Ground } from './ground.js';
import type { GroundValue, Vocabulary } from './vocabulary.js';

/** The claim about values of one obligation; null: one of its terms has none there. */
export function groundClaim(
  claim: CubeClaim,
  vocabulary: Vocabulary,
  valueOf: (term: CubeTerm) => GroundValue | null,
): Ground | null {
  switch (claim.kind) {
    case 'one-of': {
      const value = valueOf(claim.term);
      return value === null ? null : oneOf(value, claim.constructors, vocabulary);
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

function oneOf(value: GroundValue, constructors: readonly number[], vocabulary: Vocabulary): Ground {
  if (value.kind === 'variable') {
    const values = constructors.reduce((bits, constructor) => bits | (1 << constructor), 0);
    return { kind: 'in', variable: value.variable, values, holds: true };
  }
  const is = (code: number): Ground => vocabulary.compared('=', value, { kind: 'code', code });
  const most = Math.max(-1, ...constructors);
  // Nearly all of very many: what it is not says the same in fewer words.
  const count = vocabulary.constructorsOf(value);
  if (count !== null && constructors.length * 2 > count && most < count)
    return allOf(
      numbersBelow(count)
        .filter((code) => !constructors.includes(code))
        .map((code) => negated(is(code))),
    );
  return anyOf(constructors.map(is));
}
