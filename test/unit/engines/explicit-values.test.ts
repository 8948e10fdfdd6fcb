import { describe, expect, it } from '@jest/globals';
import { Unsupported } from '../../../src/diagnostics/diagnostic.js';
import { binary, bool, equal, int, local, not, shared, unary } from '../../../src/lang/expr/expr.js';
import type { Expr } from '../../../src/lang/expr/expr.js';
import type { System } from '../../../src/lang/program/system.js';
import { boolType, rangeType } from '../../../src/lang/expr/type.js';
import {
  SystemBuilder,
  assign,
  assume,
  check,
  explore,
  finals,
  havoc,
  implicit,
  span,
  store,
  verdict,
} from './explicit-systems.js';

/** One thread that stores what an expression over 7, -7 and 2 gives. */
async function valueOf(make: (seven: Expr, minus: Expr, two: Expr) => Expr): Promise<string> {
  const s = new SystemBuilder();
  const x = s.shared('x');
  const p = s.thread('P');
  const [a, b, c] = [p.local('a', 7), p.local('b', -7), p.local('c', 2)];
  p.then(store(x, make(local(a), local(b), local(c))));
  return (await finals(s.build(), 'tso'))[0]?.split(' ')[0] ?? '';
}

/** A local goes from 1 through `next` while it is below the limit; x follows it. */
function counting(limit: number, next: (r: Expr) => Expr): System {
  const s = new SystemBuilder();
  const x = s.shared('x', 1);
  const p = s.thread('P');
  const r = p.local('r', 1);
  p.then(assign(r, next(local(r)))).then(store(x, local(r)));
  p.edge(p.here, 0, assume(binary('<', local(r), int(limit))));
  p.then(assume(binary('>=', local(r), int(limit))));
  s.final('final', equal(shared(x), local(r)));
  s.invariant('below', binary('<', shared(x), int(limit)));
  return s.build();
}

describe('integers', () => {
  it('divide as in C', async () => {
    expect(await valueOf((seven, _, two) => binary('/', seven, two))).toBe('3');
    expect(await valueOf((_, minus, two) => binary('/', minus, two))).toBe('-3');
    expect(await valueOf((_, minus, two) => binary('%', minus, two))).toBe('-1');
    expect(await valueOf((seven, minus) => binary('%', seven, minus))).toBe('0');
  });

  it('get more room when they need it, in variables and buffers', async () => {
    for (const model of ['sc', 'tso', 'pso']) {
      const result = await explore(
        counting(3_000_000, (r) => binary('*', r, int(3))),
        model,
      );
      expect(verdict(result, 'below')).toBe('unsafe');
      expect(verdict(result, 'final')).toBe('safe');
    }
    const negative = await explore(
      counting(-40_000, (r) => binary('*', r, int(-9))),
      'pso',
    );
    expect(verdict(negative, 'final')).toBe('safe');
  });

  it('are never wrapped: beyond 32 bits there is no answer', async () => {
    const result = await explore(
      counting(2 ** 40, (r) => binary('*', r, int(7))),
      'sc',
    );
    expect(verdict(result, 'below')).toBe('integer-limit');
    const s = new SystemBuilder();
    const x = s.shared('x', 2 ** 30);
    s.thread('P').then(
      store(x, binary('%', binary('*', shared(x), binary('*', shared(x), shared(x))), int(7))),
    );
    s.invariant('I', bool(true));
    expect(verdict(await explore(s.build(), 'sc'), 'I')).toBe('integer-limit');
  });

  it('are exact in between', async () => {
    const s = new SystemBuilder();
    const x = s.shared('x', 2 ** 26);
    s.thread('P').then(
      store(x, binary('/', binary('-', binary('*', shared(x), shared(x)), int(1)), int(2 ** 23 + 1))),
    );
    // (2^52 - 1) / (2^23 + 1)
    expect(await finals(s.build(), 'sc')).toEqual([String((2n ** 52n - 1n) / (2n ** 23n + 1n))]);
  });

  it('take literals beyond 2^53 only where they are evaluated', async () => {
    const s = new SystemBuilder();
    const x = s.shared('x');
    s.thread('P').then(assume(binary('||', equal(shared(x), int(0)), equal(shared(x), int(2n ** 70n)))));
    s.invariant('I', bool(true));
    expect(verdict(await explore(s.build(), 'sc'), 'I')).toBe('safe');
  });
});

describe('faults', () => {
  it('end the execution and leave the other properties undecided', async () => {
    const s = new SystemBuilder();
    const x = s.shared('x');
    s.thread('P')
      .then(store(x, binary('/', int(1), shared(x))))
      .then(store(x, 5));
    for (const p of implicit) s.property(p);
    s.invariant('I', not(equal(shared(x), int(5))));
    const system = s.build();
    const all = await explore(system, 'sc');
    expect(verdict(all, 'div')).toBe('unsafe');
    expect(verdict(all, 'I')).toBe('cut-off');
    const one = await explore(system, 'sc', { properties: system.properties.filter((p) => p.name === 'I') });
    expect(verdict(one, 'I')).toBe('cut-off');
  });

  it('count in evaluated operands only', async () => {
    const s = new SystemBuilder();
    const [x, a] = [s.shared('x'), s.array('a', 2)];
    const p = s.thread('P');
    const r = p.local('r', 5);
    const wild = equal(shared(a, local(r)), int(0));
    p.then(assume(binary('->', bool(false), wild)), assume(binary('||', equal(shared(x), int(0)), wild)));
    p.then(assume(not(binary('&&', equal(shared(x), int(1)), wild))));
    for (const property of implicit) s.property(property);
    expect(verdict(await explore(s.build(), 'tso'), 'bounds')).toBe('safe');
  });

  it.each([9, 2 ** 33])('count in masks that change nothing: values to %d', async (most) => {
    const s = new SystemBuilder();
    const x = s.shared('x', 1, rangeType(0n, BigInt(most)));
    const p = s.thread('P');
    const [zero, value] = [
      p.local('zero', 0, rangeType(0n, 9n)),
      p.local('value', 3, rangeType(0n, BigInt(most))),
    ];
    const none = binary('*', binary('/', int(7), local(zero)), int(0));
    p.then(store(x, binary('&', local(value), binary('+', none, int(15)))));
    for (const property of implicit) s.property(property);
    expect(verdict(await explore(s.build(), 'tso'), 'div')).toBe('unsafe');
  });

  it('of an operand that is not evaluated leave the value of the other', async () => {
    const s = new SystemBuilder();
    const a = s.array('a', 2);
    const p = s.thread('P');
    const [zero, x, y] = [p.local('zero'), p.local('x'), p.local('y')];
    const either = binary('||', equal(local(zero), int(0)), equal(shared(a, int(7)), int(1)));
    p.then(assign(x, unary('int', either))).then(
      assign(y, binary('/', int(1), binary('-', int(1), local(x)))),
    );
    for (const property of implicit) s.property(property);
    expect(verdict(await explore(s.build(), 'sc'), 'div')).toBe('unsafe');
  });

  it('violate range and bounds', async () => {
    const s = new SystemBuilder();
    const [x, a] = [s.shared('x', 0, rangeType(0n, 3n)), s.array('a', 2)];
    const p = s.thread('P');
    const r = p.local('r', 0, rangeType(-1n, 3n));
    p.then(havoc(r)).then(store(a, 1, local(r)));
    s.thread('Q')
      .then(store(x, binary('+', shared(x), int(2))))
      .then(store(x, binary('+', shared(x), int(2))));
    for (const property of implicit) s.property(property);
    const result = await explore(s.build(), 'pso');
    expect(verdict(result, 'bounds')).toBe('unsafe');
    expect(verdict(result, 'range')).toBe('unsafe');
    expect(verdict(result, 'div')).toBe('safe');
  });

  it('make an invariant false', async () => {
    const s = new SystemBuilder();
    const x = s.shared('x', 1);
    s.thread('P').then(store(x, 0));
    s.invariant('I', binary('>=', binary('/', int(1), shared(x)), int(0)));
    expect(verdict(await explore(s.build(), 'sc'), 'I')).toBe('unsafe');
  });

  it('do not hide the asserts that failed before, in the same step', async () => {
    const s = new SystemBuilder();
    const x = s.shared('x');
    s.thread('P').then(check(bool(false), 'A'), store(x, binary('/', int(1), shared(x))));
    s.property({ kind: 'assert', name: 'A', span });
    s.property({ kind: 'div', name: 'div' });
    const result = await explore(s.build(), 'sc');
    expect([verdict(result, 'A'), verdict(result, 'div')]).toEqual(['unsafe', 'unsafe']);
  });
});

describe('values left open', () => {
  it('are all tried where the type is finite', async () => {
    const s = new SystemBuilder();
    const x = s.shared('x', null, rangeType(3n, 5n));
    const p = s.thread('P');
    const r = p.local('r', null, boolType);
    p.then(assume(local(r)));
    p.then(store(x, 4));
    const q = s.thread('Q');
    const seen = q.local('seen');
    q.then(assign(seen, shared(x)));
    expect(await finals(s.build(), 'sc')).toEqual(['4 1 3', '4 1 4', '4 1 5']);
  });

  it('start at zero where nobody reads them', async () => {
    const s = new SystemBuilder();
    const x = s.shared('x', null);
    const p = s.thread('P');
    const r = p.local('r', null);
    p.then(assign(r, 1))
      .then(store(x, local(r)))
      .then(havoc(r))
      .then(assign(r, 2));
    s.final('final', equal(shared(x), local(r)));
    const result = await explore(s.build(), 'tso');
    expect(verdict(result, 'final')).toBe('unsafe');
    expect(result.stats.states).toBeLessThan(10);
  });

  it('are refused where they are unbounded and read', async () => {
    const shareds = new SystemBuilder();
    const x = shareds.shared('x', null);
    shareds.thread('P').then(store(x, 1));
    shareds.thread('Q').then(assume(equal(shared(x), int(1))));
    await expect(explore(shareds.build(), 'sc')).rejects.toThrow(Unsupported);
    await expect(explore(shareds.build(), 'sc')).rejects.toThrow("'x'");

    const locals = new SystemBuilder();
    const p = locals.thread('P');
    const r = p.local('r', 0);
    p.then(havoc(r)).then(assume(equal(local(r), int(1))));
    await expect(explore(locals.build(), 'sc')).rejects.toThrow("'P.r'");
  });

  it('take the values of the havoc range, which proves nothing', async () => {
    const s = new SystemBuilder();
    const x = s.shared('x', null);
    s.thread('P').then(assume(equal(shared(x), int(-2))));
    s.invariant('low', binary('>=', shared(x), int(-2)));
    s.invariant('high', binary('<', shared(x), int(4)));
    const result = await explore(s.build(), 'sc', { havocRange: { lo: -2n, hi: 4n } });
    expect(verdict(result, 'low')).toBe('havoc-range');
    expect(verdict(result, 'high')).toBe('unsafe');
  });

  it('may be many: a limit ends the search soon', async () => {
    const huge = rangeType(0n, 1_000_000_000n);
    const initial = new SystemBuilder();
    const x = initial.shared('x', null, huge);
    initial.invariant('I', binary('>=', shared(x), int(0)));
    initial.thread('P').then();
    const havocs = new SystemBuilder();
    const p = havocs.thread('P');
    const r = p.local('r', 0, huge);
    p.then(havoc(r));
    havocs.invariant('I', binary('>=', local(r), int(0)));
    for (const system of [initial.build(), havocs.build()]) {
      const start = performance.now();
      const result = await explore(system, 'sc', { limits: { deadline: start + 200 } });
      expect(verdict(result, 'I')).toBe('timeout');
      expect(performance.now() - start).toBeLessThan(2000);
    }
  });

  it('are found far into a large range', async () => {
    const s = new SystemBuilder();
    const p = s.thread('P');
    const r = p.local('r', 0, rangeType(-5n, 20_000n));
    p.then(havoc(r));
    s.invariant('I', not(equal(local(r), int(17_777))));
    const result = await explore(s.build(), 'tso');
    expect(verdict(result, 'I')).toBe('unsafe');
  });

  it('may be initialised from one another', async () => {
    const s = new SystemBuilder();
    const x = s.shared('x', null, rangeType(0n, 2n));
    s.shared('y', binary('*', shared(x), int(10)));
    s.thread('P').then();
    expect(await finals(s.build(), 'sc')).toEqual(['0 0', '1 10', '2 20']);
  });
});
