import { spawnSync } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { binary, conjunction, equal, int, truth } from '../../../src/lang/expr/expr.js';
import type { BinaryOp, Expr } from '../../../src/lang/expr/expr.js';
import { openSmt } from '../../../src/smt/session.js';
import type { Smt } from '../../../src/smt/smt.js';
import { getOrFail } from '../../../src/support/invariant.js';
import { Random } from '../../support/random.js';
import {
  arithmeticFormula,
  digit,
  offset,
  print,
  typeOf,
  valueIn,
  valueInModel,
  x,
  y,
  z,
} from '../../support/generate/smt-formulas.js';

let smt: Smt;

beforeAll(async () => {
  smt = openSmt({ solver: 'z3', typeOf });
  await smt.prepare([truth]);
});

afterAll(() => smt.dispose());

const check = (...formulas: readonly Expr[]): ReturnType<Smt['check']> =>
  smt.check(formulas.map((f) => smt.literal(f)));

describe('Z3', () => {
  it('decides arithmetic as enumeration does', () => {
    const random = new Random(3);
    const small = [binary('<=', int(-4), x), binary('<=', x, int(4))];
    const points = Array.from({ length: 9 * 4 * 4 }, (_, i) => {
      const values = [i % 9, (i / 9) % 4, i / 36].map((n) => BigInt(Math.floor(n)));
      return new Map([x, digit, offset].map((v, n) => [v, (values[n] ?? 0n) - ([4n, 0n, 2n][n] ?? 0n)]));
    });
    const wrong: string[] = [];
    const count = { sat: 0, unsat: 0, unknown: 0 };
    for (let n = 0; n < 400; n++) {
      const formula = conjunction(
        [0, 1].map(() => arithmeticFormula(random, [x, digit, offset], random.below(2))),
      );
      const truths = new Set(points.map((point) => valueIn(formula, (v) => getOrFail(point, v))));
      const answer = check(formula, ...small);
      count[answer.kind]++;
      const possible = truths.has(true) ? ['sat'] : truths.has(null) ? ['sat', 'unsat'] : ['unsat'];
      if (!possible.includes(answer.kind)) wrong.push(`${answer.kind}: ${print(formula)}`);
      if (answer.kind === 'sat' && answer.model !== null) {
        if (valueInModel(formula, answer.model) === false) wrong.push(`model: ${print(formula)}`);
      }
    }
    expect(wrong).toStrictEqual([]);
    expect(Math.min(count.sat, count.unsat)).toBeGreaterThan(60);
  });

  it.each([
    ['/', -7, 2, -3],
    ['/', 7, -2, -3],
    ['/', -7, -2, 3],
    ['/', -6, 3, -2],
    ['%', -7, 2, -1],
    ['%', 7, -2, 1],
    ['%', -7, -2, -1],
    ['%', -6, 3, 0],
  ] as const)('truncates: %s of %i and %i is %i', (op: BinaryOp, left, right, result) => {
    const given = [equal(x, int(left)), equal(y, int(right))];
    const value = binary(op, x, y);
    expect(check(...given, equal(value, int(result))).kind).toBe('sat');
    expect(check(...given, binary('!=', value, int(result))).kind).toBe('unsat');
  });

  it('leaves open what a division by zero gives', () => {
    const divided = binary('/', x, y);
    expect(check(equal(y, int(0)), equal(divided, int(5))).kind).toBe('sat');
    expect(check(equal(y, int(0)), equal(divided, int(6)), binary('!=', y, int(0))).kind).toBe('unsat');
  });

  it('has no model of machine numbers where they are not exact', () => {
    const large = int(2n ** 53n + 1n);
    expect(check(equal(x, large))).toStrictEqual({ kind: 'sat', model: null });
    expect(check(equal(x, large), equal(x, int(2n ** 53n))).kind).toBe('unsat');
    expect(check(equal(x, int(-(2n ** 70n))))).toStrictEqual({ kind: 'sat', model: null });
    const answer = check(equal(x, int(-(2n ** 53n) + 1n)));
    expect(answer.kind === 'sat' ? answer.model?.value(x) : null).toBe(-(2n ** 53n) + 1n);
  });

  it('gives up when its resources are used up, and goes on with the next query', async () => {
    const limited = openSmt({ solver: 'z3', typeOf, rlimit: 2000 });
    await limited.prepare([]);
    const cube = (v: Expr): Expr => binary('*', binary('*', v, v), v);
    const hard = equal(binary('+', cube(x), cube(y)), binary('+', cube(z), int(4)));
    const literals = [hard, binary('>', x, int(1000))].map((f) => limited.literal(f));
    expect(limited.check(literals)).toStrictEqual({ kind: 'unknown' });
    expect(limited.check(literals.slice(1)).kind).toBe('sat');
    limited.dispose();
  });

  it('keeps many formulas apart', () => {
    const between = (n: number): Expr => binary('<', int(n), x);
    for (let n = 0; n < 300; n++) {
      expect(check(between(n), binary('<', x, int(n + 1))).kind).toBe('unsat');
      expect(check(between(n), binary('<', x, int(n + 2))).kind).toBe('sat');
    }
  });
});

describe('a process that asked Z3', () => {
  it('prints nothing and ends by itself', () => {
    const url = (path: string): string => pathToFileURL(path).href;
    const script = `
      const { openSmt } = await import('${url('dist/src/smt/session.js')}');
      const { binary, int, shared } = await import('${url('dist/src/lang/expr/expr.js')}');
      const smt = openSmt({ solver: 'z3', typeOf: () => ({ kind: 'int' }) });
      const formula = binary('<', shared(0), int(0));
      await smt.prepare([formula]);
      if (smt.check([smt.literal(formula)]).kind !== 'sat') process.exitCode = 3;
      process.on('exit', (code) => process.exitCode = code === 0 ? 9 : code);
    `;
    const child = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
      timeout: 200_000,
      encoding: 'utf8',
    });
    expect(child).toMatchObject({ status: 9, signal: null, stdout: '', stderr: '' });
  });
});
