import { describe, expect, it } from '@jest/globals';
import { generatedBy } from '../../../../src/diagnostics/span.js';
import type { BuchiAutomaton } from '../../../../src/engines/ltl/automaton/automaton.js';
import { simplified } from '../../../../src/engines/shared/temporal/temporal-formulas.js';
import { normalForm } from '../../../../src/engines/shared/temporal/normal-form.js';
import { reduced } from '../../../../src/engines/ltl/automaton/reduce.js';
import { translated } from '../../../../src/engines/ltl/automaton/translate.js';
import { violationAutomaton } from '../../../../src/evidence/ranking/violation-automaton.js';
import { isTrueOf } from '../../../../src/evidence/periodic-word.js';
import type { PeriodicWord } from '../../../../src/evidence/periodic-word.js';
import { binary, int, local, temporal, unary, until } from '../../../../src/lang/expr/expr.js';
import type { Expr } from '../../../../src/lang/expr/expr.js';
import { localId } from '../../../../src/lang/expr/ids.js';
import { evaluate } from '../../../../src/lang/expr/eval.js';
import { at } from '../../../../src/support/invariant.js';
import { accepts } from '../../../support/ltl/accepts.js';
import { temporalFormula } from '../../../support/ltl/generate-formula.js';
import { Random } from '../../../support/random.js';

const variables = [0, 1, 2].map((i) => local(localId(i)));
const [p = int(0), q = int(0), r = int(0)] = variables;

const span = generatedBy('test', null);
const unwatched = (): void => undefined;

/** Over three truth values and a number that divides. */
function randomWord(random: Random): PeriodicWord {
  const length = random.between(1, 5);
  const letters = Array.from({ length }, () => variables.map(() => BigInt(random.below(2))));
  return {
    length,
    loop: random.below(length),
    holds: (formula, position) =>
      evaluate(formula, {
        local: (id) => at(at(letters, position), id),
        shared: () => null,
        at: () => false,
      }) === 1n,
  };
}

const automatonOf = (formula: Expr, positive: boolean): BuchiAutomaton =>
  reduced(translated(simplified(normalForm(formula, positive, [])), unwatched), unwatched);

const sizes = ({ transitions, marks }: BuchiAutomaton): readonly [number, number, number] => [
  transitions.length,
  transitions.reduce((n, list) => n + list.length, 0),
  marks,
];

const G = (f: Expr): Expr => temporal('G', f);
const F = (f: Expr): Expr => temporal('F', f);

describe('the automaton of a formula', () => {
  it('accepts the runs of which the formula is true, and no others', () => {
    const random = new Random(7);
    const faulty = binary('==', binary('/', r, q), int(1));
    let [accepted, rejected] = [0, 0];
    for (let i = 0; i < 500; i++) {
      const atom = (): Expr =>
        random.chance(0.1) ? faulty : binary(random.pick(['==', '!=']), random.pick([p, q, r]), int(1));
      const formula = temporalFormula(random, atom, random.between(1, 6));
      const normal = normalForm(formula, true, []);
      const automata = [
        automatonOf(formula, true),
        translated(simplified(normal), unwatched),
        reduced(translated(normal, unwatched), unwatched),
        automatonOf(formula, false),
        // That of the checker, which shares nothing with the others.
        violationAutomaton({ kind: 'ltl', name: 'f', formula, span }, unwatched),
      ];
      for (let w = 0; w < 6; w++) {
        const word = randomWord(random);
        const expected = isTrueOf(formula, word);
        if (expected) accepted++;
        else rejected++;
        expect([i, ...automata.map((a) => accepts(a, word))]).toEqual([
          i,
          expected,
          expected,
          expected,
          !expected,
          !expected,
        ]);
      }
    }
    expect(Math.min(accepted, rejected)).toBeGreaterThan(700);
  });

  it.each([
    ['G p', G(p), [1, 1, 0]],
    ['F p', F(p), [2, 3, 1]],
    ['G F p', G(F(p)), [1, 2, 1]],
    ['F G p', F(G(p)), [2, 3, 1]],
    ['G (p -> F q)', G(binary('->', p, F(q))), [2, 5, 1]],
    ['p U q', until('U', p, q), [2, 3, 1]],
    ['p W q', until('W', p, q), [2, 3, 0]],
    ['G F p && G F q', binary('&&', G(F(p)), G(F(q))), [1, 4, 2]],
    ['G p && F !p', binary('&&', G(p), F(unary('!', p))), [0, 0, 0]],
  ])('of %s is as small as by hand', (_, formula, expected) => {
    expect(sizes(automatonOf(formula, true))).toEqual(expected);
  });

  it('is made with a look at the clock every few steps', () => {
    const fair = [p, q, r].map((v) =>
      binary('->', G(F(binary('==', v, int(0)))), G(F(binary('==', v, int(1))))),
    );
    const normal = simplified(
      normalForm(
        fair.reduce((a, b) => binary('&&', a, b)),
        true,
        [],
      ),
    );
    const [late, enough] = [new Error('late'), 1000];
    const leaving = (): (() => void) => {
      let looks = 0;
      return () => {
        if (++looks > enough) throw late;
      };
    };
    expect(() => translated(normal, leaving())).toThrow(late);
    const automaton = translated(normal, unwatched);
    expect(() => reduced(automaton, leaving())).toThrow(late);
  });

  it('has one state for conditions that hold again and again', () => {
    const again = [p, q, r].map((v) => G(F(binary('==', v, int(1))))).reduce((a, b) => binary('&&', a, b));
    expect(translated(simplified(normalForm(again, true, [])), unwatched).transitions.length).toBe(1);
  });
});
