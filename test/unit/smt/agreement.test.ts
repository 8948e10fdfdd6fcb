import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Expr } from '../../../src/lang/expr/expr.js';
import { fits } from '../../../src/lang/expr/type.js';
import { openSmt } from '../../../src/smt/session.js';
import type { Answer, Literal, Smt } from '../../../src/smt/smt.js';
import { Random } from '../../support/random.js';
import {
  differenceFormula,
  everyVariable,
  print,
  smallRangeFormula,
  typeOf,
  valueInModel,
} from '../../support/generate/smt-formulas.js';

const pools = 40;
const queriesEach = 500;

let dl: Smt;
let z3: Smt;

beforeAll(async () => {
  dl = openSmt({ solver: 'dl', typeOf });
  z3 = openSmt({ solver: 'z3', typeOf });
  const any = differenceFormula(new Random(1), 0);
  await Promise.all([dl.prepare([any]), z3.prepare([any])]);
});

afterAll(() => {
  dl.dispose();
  z3.dispose();
});

/** What is wrong with an answer to a query, as far as another procedure and plain evaluation can tell. */
function faultOf(answer: Answer, query: readonly Expr[], own: Smt, other: Smt): string | null {
  if (answer.kind === 'unknown') return 'unknown';
  if (answer.kind === 'sat') {
    const { model } = answer;
    if (model === null) return 'no model';
    const wrong = query.find((formula) => valueInModel(formula, model) !== true);
    if (wrong !== undefined || query.some((formula) => own.holds(formula, model) !== true))
      return 'wrong model';
    return everyVariable.every((v) => fits(typeOf(v), model.value(v))) ? null : 'value out of its range';
  }
  const core = query.filter((formula) => answer.core.includes(own.literal(formula)));
  if (core.length !== answer.core.length) return 'core is no part of the query';
  return other.check(literalsOf(other, core)).kind === 'unsat' ? null : 'core is no contradiction';
}

const literalsOf = (smt: Smt, formulas: readonly Expr[]): Literal[] => formulas.map((f) => smt.literal(f));

describe('the difference procedure and Z3', () => {
  it('agree on random queries, with models and cores that both accept', () => {
    const random = new Random(7);
    const faults: { fault: string; query: string[] }[] = [];
    const count = { sat: 0, unsat: 0, unknown: 0 };
    for (let pool = 0; pool < pools; pool++) {
      const formulas = Array.from({ length: 40 }, () => differenceFormula(random, random.pick([0, 0, 1, 2])));
      for (let n = 0; n < queriesEach; n++) {
        const size = random.between(1, 10);
        const query = [...new Set(Array.from({ length: size }, () => random.pick(formulas)))];
        const a = dl.check(literalsOf(dl, query));
        const b = z3.check(literalsOf(z3, query));
        count[a.kind]++;
        const fault =
          a.kind === b.kind ? (faultOf(a, query, dl, z3) ?? faultOf(b, query, z3, dl)) : 'they differ';
        if (fault !== null) faults.push({ fault, query: query.map(print) });
      }
    }
    expect(faults.slice(0, 3)).toStrictEqual([]);
    expect(count.sat + count.unsat).toBe(pools * queriesEach);
    expect(Math.min(count.sat, count.unsat)).toBeGreaterThan(4000);
  });

  it('agree where small ranges are taken apart', async () => {
    const random = new Random(23);
    const count = { sat: 0, unsat: 0, unknown: 0 };
    for (let n = 0; n < 150; n++) {
      const query = Array.from({ length: random.between(1, 6) }, () =>
        random.chance(0.6) ? smallRangeFormula(random) : differenceFormula(random, 0),
      );
      await dl.prepare(query);
      const a = dl.check(literalsOf(dl, query));
      const b = z3.check(literalsOf(z3, query));
      count[a.kind]++;
      const fault =
        a.kind === b.kind ? (faultOf(a, query, dl, z3) ?? faultOf(b, query, z3, dl)) : 'they differ';
      expect(fault === null ? null : { fault, query: query.map(print) }).toBeNull();
    }
    expect(count.unknown).toBe(0);
    expect(Math.min(count.sat, count.unsat)).toBeGreaterThan(20);
  });

  it('finds cores of which nothing can be left out', () => {
    const random = new Random(11);
    let sizes = 0;
    for (let n = 0; n < 3000; n++) {
      const query = Array.from({ length: 8 }, () =>
        dl.literal(differenceFormula(random, random.pick([0, 0, 1]))),
      );
      const answer = dl.check(query);
      if (answer.kind !== 'unsat') continue;
      const { core } = answer;
      sizes += core.length;
      for (let i = 0; i < core.length; i++) expect(dl.check(core.toSpliced(i, 1)).kind).toBe('sat');
    }
    expect(sizes).toBeGreaterThan(1000);
  });
});
