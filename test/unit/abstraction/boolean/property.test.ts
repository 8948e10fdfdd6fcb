import { describe, expect, it } from '@jest/globals';
import { propertyFormula } from '../../../../src/abstraction/boolean/property-formula.js';
import { atLabel, binary, local, not, subexpressions } from '../../../../src/lang/expr/expr.js';
import type { Expr } from '../../../../src/lang/expr/expr.js';
import type { Formula } from '../../../../src/lang/boolean/boolean-formula.js';
import { literal } from '../../../../src/lang/boolean/boolean-formula.js';
import { booleanId, localId, threadId } from '../../../../src/lang/expr/ids.js';
import { evaluate } from '../../../../src/lang/expr/eval.js';
import { getOrFail } from '../../../../src/support/invariant.js';
import { Random } from '../../../support/random.js';

const data = [0, 1, 2].map((n) => local(localId(n)));
const places = ['L', 'M'].map((label) => atLabel(threadId(0), null, label));

function someProperty(random: Random, depth: number): Expr {
  if (depth === 0) return random.pick([...data, ...places]);
  if (random.chance(0.2)) return not(someProperty(random, depth - 1));
  const op = random.pick(['&&', '||', '->', '==', '!='] as const);
  return binary(op, someProperty(random, depth - 1), someProperty(random, depth - 1));
}

describe('a property in terms of predicates', () => {
  it('is exact where its parts are, and never holds where it does not', async () => {
    const count = { holds: 0, fails: 0 };
    for (let seed = 1; seed <= 300; seed++) {
      const random = new Random(seed);
      const property = someProperty(random, 3);
      for (const isExact of [true, false]) {
        /** Each part that is asked for becomes a variable by itself. */
        const asked = new Map<number, { readonly part: Expr; readonly kept: boolean }>();
        const formula = await propertyFormula(property, {
          implying: (part) => {
            expect([...subexpressions(part)].some((e) => e.kind === 'at')).toBe(false);
            asked.set(asked.size, { part, kept: isExact || random.chance(0.7) });
            return Promise.resolve(literal(booleanId(asked.size - 1)));
          },
          at: ({ label }) => ({ kind: 'at', thread: 1, label: label === 'L' ? 1 : 2 }),
        });
        for (let bits = 0; bits < 32; bits++) {
          const real = isTrue(property, bits);
          const made = holds(formula, bits, (variable) => {
            const { part, kept } = getOrFail(asked, variable);
            return kept && isTrue(part, bits);
          });
          const isRight = isExact ? made === real : !made || real;
          expect({ seed, bits, isRight }).toEqual({ seed, bits, isRight: true });
          count[made ? 'holds' : 'fails']++;
        }
      }
    }
    expect(Math.min(count.holds, count.fails)).toBeGreaterThan(1000);
  });

  it('asks for as much at once as it can', async () => {
    const [a, b] = data;
    const [here] = places;
    if (a === undefined || b === undefined || here === undefined) throw new Error('there are atoms');
    const asked: Expr[] = [];
    await propertyFormula(binary('||', binary('||', a, not(here)), b), {
      implying: (part) => {
        asked.push(part);
        return Promise.resolve(literal(booleanId(0)));
      },
      at: () => literal(booleanId(1)),
    });
    expect(asked).toEqual([binary('||', a, b)]);
  });
});

const isTrue = (expr: Expr, bits: number): boolean =>
  evaluate(expr, {
    local: (id) => BigInt((bits >> id) & 1),
    shared: () => null,
    at: (_, label) => ((bits >> (label === 'L' ? 3 : 4)) & 1) === 1,
  }) === 1n;

function holds(formula: Formula, bits: number, isSet: (variable: number) => boolean): boolean {
  switch (formula.kind) {
    case 'constant':
      return formula.value;
    case 'literal':
      return isSet(formula.variable) === formula.positive;
    case 'at':
      return ((bits >> (formula.label === 1 ? 3 : 4)) & 1) === 1;
    case 'not':
      return !holds(formula.part, bits, isSet);
    case 'and':
      return formula.parts.every((part) => holds(part, bits, isSet));
    case 'or':
      return formula.parts.some((part) => holds(part, bits, isSet));
    case 'any':
      throw new Error('nothing is drawn');
  }
}
