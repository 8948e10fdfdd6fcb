import { describe, expect, it } from '@jest/globals';
import { Unsupported } from '../../../src/diagnostics/diagnostic.js';
import { and, binary, bool, conjunction, equal, int, not, or, shared } from '../../../src/lang/expr/expr.js';
import type { Expr } from '../../../src/lang/expr/expr.js';
import { sharedId } from '../../../src/lang/expr/ids.js';
import { intType, rangeType } from '../../../src/lang/expr/type.js';
import { openSmt } from '../../../src/smt/session.js';
import type { Answer, Smt, SolverChoice } from '../../../src/smt/smt.js';
import { InternalError } from '../../../src/support/invariant.js';
import { Random } from '../../support/random.js';
import {
  arithmeticFormula,
  differenceFormula,
  digit,
  done,
  everyVariable,
  flag,
  offset,
  print,
  typeOf,
  valueInModel,
  x,
  y,
  z,
} from '../../support/generate/smt-formulas.js';

const sum = binary('+', x, y);
const less = (left: Expr, right: Expr): Expr => binary('<', left, right);

async function asked(solver: SolverChoice, formulas: readonly Expr[]): Promise<{ smt: Smt; answer: Answer }> {
  const smt = openSmt({ solver, typeOf, print });
  await smt.prepare(formulas);
  return { smt, answer: smt.check(formulas.map((f) => smt.literal(f))) };
}

describe('the fragment of the difference procedure', () => {
  const inside: readonly Expr[] = [
    binary('<=', binary('-', binary('+', x, int(1)), y), binary('+', binary('-', z, z), int(3))),
    binary('<=', binary('*', int(2), x), binary('+', binary('*', y, int(2)), int(1))),
    binary('>', binary('*', int(-3), x), int(7)),
    binary('!=', binary('/', int(-7), int(2)), int(-3)),
    equal(flag, less(x, y)),
    binary('!=', flag, done),
    binary('->', or(flag, less(x, y)), not(equal(digit, int(2)))),
    bool(true),
  ];
  const outside: readonly Expr[] = [
    less(sum, z),
    less(sum, int(1)),
    equal(binary('*', int(2), x), y),
    equal(binary('*', x, y), int(0)),
    equal(binary('/', x, int(2)), int(1)),
    equal(binary('%', int(3), int(0)), int(1)),
    less(x, int(2n ** 41n)),
    and(flag, or(less(x, y), less(sum, z))),
  ];

  it.each(inside.map((formula) => [print(formula), formula] as const))('includes %s', async (_, formula) => {
    const { smt } = await asked('auto', [formula]);
    expect(smt.counts).toStrictEqual({ smtCalls: 1, z3Calls: 0, dlCalls: 1 });
    smt.dispose();
  });

  it.each(outside.map((formula) => [print(formula), formula] as const))(
    'excludes %s',
    async (text, formula) => {
      const { smt } = await asked('auto', [formula]);
      expect(smt.counts).toStrictEqual({ smtCalls: 1, z3Calls: 1, dlCalls: 0 });
      smt.dispose();
      const refusal = asked('dl', [formula]);
      await expect(refusal).rejects.toThrow(Unsupported);
      await expect(refusal).rejects.toThrow(`the formula ${text} is outside difference logic`);
    },
  );

  it('excludes variables with large bounds', async () => {
    const smt = openSmt({ solver: 'auto', typeOf: () => rangeType(0n, 2n ** 60n) });
    const formulas = [less(x, y), less(y, int(2))];
    await smt.prepare(formulas);
    expect(smt.check(formulas.map((f) => smt.literal(f))).kind).toBe('sat');
    expect(smt.counts.z3Calls).toBe(1);
    smt.dispose();
  });
});

describe('a query', () => {
  it('goes to Z3 if one of its formulas is for Z3', async () => {
    const formulas = [less(x, y), less(sum, int(0)), less(int(0), x)];
    const { smt, answer } = await asked('auto', formulas);
    expect(answer.kind).toBe('unsat');
    expect(smt.counts).toStrictEqual({ smtCalls: 1, z3Calls: 1, dlCalls: 0 });
    smt.dispose();
  });

  it('is not counted twice, nor if it assumes nothing', async () => {
    const { smt } = await asked('auto', [less(x, y)]);
    const literals = [smt.literal(less(x, y)), smt.literal(less(y, x))];
    expect(smt.check(literals)).toBe(smt.check([...literals]));
    expect(smt.check([]).kind).toBe('sat');
    expect(smt.counts.smtCalls).toBe(2);
    expect(smt.literal(less(x, y))).toBe(literals[0]);
  });

  it('that needs Z3 fails if Z3 was never fetched', () => {
    const smt = openSmt({ solver: 'auto', typeOf });
    const literal = smt.literal(less(sum, z));
    expect(() => smt.check([literal])).toThrow(InternalError);
  });

  it('has a core that leaves out what does not matter', async () => {
    const formulas = [less(x, y), flag, less(y, z), not(done), less(z, x)];
    for (const solver of ['dl', 'z3'] as const) {
      const { smt, answer } = await asked(solver, formulas);
      const core = [0, 2, 4].map((i) => smt.literal(formulas[i] ?? flag));
      expect(answer).toStrictEqual({ kind: 'unsat', core });
      smt.dispose();
    }
  });
});

describe('the budget of the difference procedure', () => {
  const holes = Array.from({ length: 12 }, (_, i) => shared(sharedId(i)));
  const allApart = holes.flatMap((a, i) => holes.slice(i + 1).map((b) => binary('!=', a, b)));

  it('ends a search that has too many cases', () => {
    const smt = openSmt({ solver: 'dl', typeOf: () => rangeType(0n, 10n) });
    expect(smt.check([smt.literal(conjunction(allApart))])).toStrictEqual({ kind: 'unknown' });
  });

  it('hands the query to Z3 if that is there', async () => {
    const formula = conjunction(allApart);
    const wide = openSmt({ solver: 'dl', typeOf: () => rangeType(0n, 11n) });
    expect(wide.check([wide.literal(formula)]).kind).toBe('sat');
    const smt = openSmt({ solver: 'auto', typeOf: () => rangeType(0n, 10n), rlimit: 1000 });
    await smt.prepare([equal(binary('*', x, y), z)]);
    expect(smt.check([smt.literal(formula)])).toStrictEqual({ kind: 'unknown' });
    expect(smt.counts).toStrictEqual({ smtCalls: 2, z3Calls: 1, dlCalls: 1 });
    smt.dispose();
  });

  it('lets Z3 work no longer than there is time', async () => {
    const seven = holes.slice(0, 7);
    const formula = conjunction(seven.flatMap((a, i) => seven.slice(i + 1).map((b) => binary('!=', a, b))));
    const within = async (secondsLeft: number): Promise<string> => {
      const smt = openSmt({
        ...{ solver: 'z3', typeOf: () => rangeType(0n, 5n) },
        secondsLeft: () => secondsLeft,
      });
      await smt.prepare([]);
      const { kind } = smt.check([smt.literal(formula)]);
      smt.dispose();
      return kind;
    };
    // It takes some 3 million units.
    expect(await within(0)).toBe('unknown');
    expect(await within(60)).toBe('unsat');
  });

  const chain = Array.from({ length: 5000 }, (_, i) => shared(sharedId(i)));
  /** Each is so much smaller than the next. */
  const steps = (step: bigint, count: number): readonly Expr[] =>
    Array.from({ length: count }, (_, i) =>
      less(binary('+', chain[i] ?? x, int(step - 1n)), chain[i + 1] ?? x),
    ).reverse();

  it('ends where sums of constants would not be exact', () => {
    const smt = openSmt({ solver: 'dl', typeOf: () => intType });
    const check = (formulas: readonly Expr[]): Answer => smt.check(formulas.map((f) => smt.literal(f)));
    expect(check(steps(2n ** 40n, 4999))).toStrictEqual({ kind: 'unknown' });
    const exact = steps(2n ** 40n, 1000);
    const answer = check(exact);
    const values = chain
      .slice(0, 1001)
      .map((v) => (answer.kind === 'sat' ? (answer.model?.value(v) ?? 0n) : 0n));
    const hops = values.slice(1).map((value, i) => value - (values[i] ?? 0n));
    expect(hops.filter((hop) => hop < 2n ** 40n)).toStrictEqual([]);
    const difference = binary('-', chain[1000] ?? x, chain[0] ?? y);
    const hop = binary('<=', difference, int(2n ** 40n));
    expect(check([...exact, hop])).toMatchObject({ kind: 'unsat' });
    expect(check([...exact.slice(0, -999), hop])).toMatchObject({ kind: 'sat' });
  });

  it('ends a settling that takes too long', () => {
    const smt = openSmt({ solver: 'dl', typeOf: () => intType });
    const literals = steps(2n, 4999).map((f) => smt.literal(f));
    expect(smt.check(literals).kind).toBe('sat');
    expect(smt.check(literals.toReversed())).toStrictEqual({ kind: 'unknown' });
  });
});

describe('what holds in a model', () => {
  const random = new Random(13);
  const smt = openSmt({ solver: 'dl', typeOf });

  it('is what the mathematical integers say', () => {
    const truths = { true: 0, false: 0, null: 0 };
    const wrong: string[] = [];
    for (let n = 0; n < 2000; n++) {
      const given = everyVariable.map((v) =>
        typeOf(v).kind === 'bool' ? (random.chance(0.5) ? v : not(v)) : equal(v, int(random.between(-2, 3))),
      );
      const answer = smt.check(given.map((f) => smt.literal(f)));
      if (answer.kind !== 'sat' || answer.model === null) continue;
      const inFragment = differenceFormula(random, 3);
      expect(smt.holds(inFragment, answer.model)).toBe(valueInModel(inFragment, answer.model));
      const formula = arithmeticFormula(random, [x, y, digit, offset], 2);
      const expected = valueInModel(formula, answer.model);
      const found = smt.holds(formula, answer.model);
      truths[`${found}`]++;
      // More is told than by evaluation, which ends where it meets a division by zero.
      if (found !== expected && expected !== null) wrong.push(print(formula));
    }
    expect(wrong).toStrictEqual([]);
    expect(Math.min(truths.true, truths.false, truths.null)).toBeGreaterThan(50);
  });

  it('is not told where numbers are not exact', () => {
    const large = 2n ** 39n;
    const answer = smt.check([smt.literal(equal(x, int(large)))]);
    const model = answer.kind === 'sat' ? answer.model : null;
    if (model === null) throw new Error('there is a model');
    expect(smt.holds(equal(binary('*', x, int(2n ** 13n)), binary('*', int(2n ** 13n), x)), model)).toBe(
      true,
    );
    expect(smt.holds(less(binary('*', x, x), int(0)), model)).toBeNull();
    expect(smt.holds(less(x, int(2n ** 60n)), model)).toBeNull();
    expect(smt.holds(and(less(binary('*', x, x), int(0)), less(x, int(0))), model)).toBe(false);
    expect(model.value(x)).toBe(large);
  });

  it('includes variables that were met later', () => {
    const late = openSmt({ solver: 'dl', typeOf: () => rangeType(3n, 5n) });
    const answer = late.check([late.literal(equal(x, int(4)))]);
    const model = answer.kind === 'sat' ? answer.model : null;
    if (model === null) throw new Error('there is a model');
    expect(late.holds(equal(y, int(3)), model)).toBe(true);
    expect([model.value(x), model.value(y), model.value(z)]).toStrictEqual([4n, 3n, 3n]);
  });
});
