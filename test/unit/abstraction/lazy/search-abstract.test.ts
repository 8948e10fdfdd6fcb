import { describe, expect, it } from '@jest/globals';
import { searchAbstract } from '../../../../src/abstraction/lazy/search-abstract.js';
import { typesOf } from '../../../../src/abstraction/commands/command-variables.js';
import type { AbstractionResult } from '../../../../src/abstraction/abstraction-request.js';
import type { Limits } from '../../../../src/search/limits.js';
import { shared } from '../../../../src/lang/expr/expr.js';
import { sharedId } from '../../../../src/lang/expr/ids.js';
import { pso } from '../../../../src/memory/pso.js';
import { tso } from '../../../../src/memory/tso.js';
import { openSmt } from '../../../../src/smt/session.js';
import { given, propertiesOf, searchLazily } from '../../../support/abstraction/lazy-agreement.js';
import { prepared, verdictText } from '../../../support/abstraction/lazy-search.js';

async function decide(
  text: string,
): Promise<{ readonly verdicts: Record<string, string>; readonly result: AbstractionResult }> {
  const { commands, predicates } = prepared(text);
  const result = await searchLazily(commands, predicates);
  return { verdicts: Object.fromEntries([...result.verdicts].map(([n, v]) => [n, verdictText(v)])), result };
}

describe('abstract posts', () => {
  const guarded = (last: string, predicates = 'x == 0; y == 0; y == x;'): string => `
    shared int x, y;
    thread P { assume(x == 0); atomic { assume(y == x); } x = 5; A: skip; ${last} }
    invariant p: P at A -> y == 0;
    predicates { ${predicates} }`;

  it('learns from a guard what follows from it together with what is known', async () => {
    const { verdicts, result } = await decide(guarded(''));
    expect(verdicts).toEqual({ p: 'safe' });
    // Without splitting: one state a place.
    expect(result.stats.states).toBe(5);
  });

  it('cannot know what no predicate tells', async () => {
    const reading = guarded('assume(x == 5);', 'x == 0; y == x;');
    expect((await decide(reading)).verdicts).toEqual({ p: 'unknown spurious' });
  });

  it('remembers what was known of a variable whose last value nobody reads', async () => {
    expect((await decide(guarded('', 'x == 0; y == x;'))).verdicts).toEqual({ p: 'safe' });
  });

  it('finds the values of a violation', async () => {
    const { result } = await decide(`
      shared int x, y; thread P { atomic { assume(x > y + 3); } assume(y > 4); y = x + 1; A: skip; }
      invariant p: P at A -> y < 7; predicates { x > y; y > 4; }`);
    const verdict = result.verdicts.get('p');
    expect(verdictText(verdict)).toBe('unsafe 4');
    if (verdict?.kind !== 'unsafe') return;
    const [x, y] = [sharedId(0), sharedId(1)].map((id) => verdict.values.initial.get(shared(id)));
    expect(Number(x)).toBeGreaterThan(Number(y) + 3);
    expect(Number(y)).toBeGreaterThan(4);
  });

  it('takes drawn values to be any', async () => {
    const { verdicts } = await decide(`
      shared int[0..9] x = 0;
      thread P { local int[0..9] r = 0; atomic { havoc r; assume(r > 3); x = r; } A: skip; }
      invariant above: P at A -> x > 3; invariant below: P at A -> x < 9;
      predicates { x > 3; x < 9; }`);
    expect(verdicts).toEqual({ above: 'safe', below: 'unsafe 1', range: 'safe' });
  });

  it('lets nobody look into atomic sections', async () => {
    const { verdicts } = await decide(`
      shared int x = 0;
      thread P { local int i = 0; L: atomic { x = 1; i = 0; while (i < 3) { i = i + 1; } x = 0; } goto L; }
      thread Q { M: assert(x == 0); goto M; }
      invariant p: x == 0; predicates { x == 0; }`);
    expect(verdicts).toEqual({ p: 'safe', 'assert:4': 'safe' });
  });

  it('judges finals at the end, asserts where they are, and invariants outside of atomic sections', async () => {
    const { verdicts } = await decide(`
      shared int x = 0;
      thread P { atomic { x = 1; x = 2; } assert(x == 2); x = 3; }
      thread Q { assume(x == 3); }
      invariant inside: x != 1; final end: x == 3; final wrong: x == 2;
      predicates { x == 0; x == 1; x == 2; x == 3; }`);
    expect(verdicts).toEqual({ inside: 'safe', end: 'safe', wrong: 'unsafe 4', 'assert:3': 'safe' });
  });
});

describe('splitting', () => {
  const copies = (predicates: string): string => `
    shared int x = 0, y = 0;
    thread P { local int r; atomic { x = r; y = r; } r = 0; A: skip; goto A; }
    invariant p: x == y; predicates { ${predicates} }`;

  it('tells apart what is known together only', async () => {
    const { verdicts, result } = await decide(`
      shared int x = 0, y = 0;
      thread P { local int r; atomic { x = r; y = r; } r = 0; A: skip; goto A; }
      invariant p: (x == 0) == (y == 0); predicates { x == 0; y == 0; }`);
    expect(verdicts).toEqual({ p: 'safe' });
    expect(result.stats.states).toBeGreaterThan(3);
  });

  it('splits initial states too', async () => {
    const { verdicts } = await decide(`
      shared int[0..1] x; shared int[0..1] y = x;
      thread P { A: skip; goto A; } invariant p: (x == 0) == (y == 0); predicates { x == 0; y == 0; }`);
    expect(verdicts.p).toBe('safe');
  });

  it('is of no use where the predicates are too coarse, and shows the path and what is known on it', async () => {
    const { verdicts, result } = await decide(copies('x == 0; y == 0;'));
    expect(verdicts).toEqual({ p: 'unknown spurious' });
    const verdict = result.verdicts.get('p');
    if (verdict?.kind !== 'unknown' || verdict.abstract === undefined) throw new Error('there is a path');
    expect(verdict.abstract.steps).toHaveLength(1);
    expect(verdict.abstract.follows).toBe(1);
    expect(verdict.abstract.known).toEqual([
      [true, true],
      [null, null],
    ]);
  });
});

describe('counterexamples', () => {
  it('are found behind others that are not real', async () => {
    // Without a predicate over n the short way to A looks as good as the long one.
    const { verdicts } = await decide(`
      shared int x = 0; shared int n = 0;
      thread P { local int[0..1] r = 0;
        B: n = n + 1; if (n == 4) { C: x = 1; } goto B; }
      thread Q { assume(n > 6); x = x + 1; }
      invariant p: x < 2; predicates { x == 0; x == 1; }`);
    expect(verdicts.p).toMatch(/^unsafe 2[0-9]$/);
  });

  it('of one property leave the others alone', async () => {
    const { verdicts } = await decide(`
      shared int x = 0; thread P { x = 1; x = 2; x = 3; }
      invariant one: x != 1; invariant three: x != 3; invariant four: x != 4;
      predicates { x == 0; x == 1; x == 2; x == 3; x == 4; }`);
    expect(verdicts).toEqual({ one: 'unsafe 1', three: 'unsafe 3', four: 'safe' });
  });

  it('of the bound end their path only', async () => {
    const text = `shared int x = 0, y = 0; thread P { x = 1; y = 1; x = 2; }
      invariant p: x < 2; predicates { x == 0; x == 1; x == 2; }`;
    const verdictsWith = async (all: number): Promise<readonly string[]> => {
      const { commands } = prepared(text, { model: pso, bound: { all } });
      return [...(await searchLazily(commands, prepared(text).predicates)).verdicts.values()].map(
        verdictText,
      );
    };
    // What waits to be flushed is not tracked, so only the program itself can tell.
    expect(await verdictsWith(1)).toEqual(['unsafe 5', 'unsafe 3']);
    expect(await verdictsWith(2)).toEqual(['unsafe 5', 'safe']);
  });
});

describe('forgetting', () => {
  it('makes states one that differ in dead variables', async () => {
    const { commands, predicates } = prepared(`
      shared int[0..2] x; thread P { local int r = 0; L: r = x; if (r == 0) { skip; } else { skip; } M: skip; skip; goto L; }
      invariant p: x >= 0; predicates { P.r == 0; P.r == 1; }`);
    const all = {
      ...commands,
      threads: commands.threads.map((t) => ({ ...t, dead: t.dead.map(() => new Set<never>()) })),
    };
    const [with_, without] = [await searchLazily(commands, predicates), await searchLazily(all, predicates)];
    expect(verdictText(with_.verdicts.get('p'))).toBe('safe');
    expect(verdictText(without.verdicts.get('p'))).toBe('safe');
    expect(with_.stats.states).toBeLessThan(without.stats.states);
  });
});

describe('queries', () => {
  it('are not repeated for steps that do the same', async () => {
    const chain = (length: number): string => `
      shared int x, y, z = 0; thread P { ${'atomic { assume(x < y); x = x + 1; z = 1; }'.repeat(length)} }
      invariant p: z < 2; predicates { x < y; x <= y; z == 0; z == 1; }`;
    const [short, long] = [await decide(chain(3)), await decide(chain(12))];
    expect(long.verdicts).toEqual({ p: 'safe' });
    expect(long.result.stats.smtCalls).toBe(short.result.stats.smtCalls);
  });

  it('do not depend on what has nothing to do with them', async () => {
    const beside = (more: string, predicates: string): string => `
      shared int x = 0, y = 0, z = 0; thread P { L: atomic { assume(x < 5); x = x + 1; } goto L; } ${more}
      invariant p: x <= 5; predicates { x < 5; x <= 5; ${predicates} }`;
    const alone = await decide(beside('', ''));
    const more = await decide(
      beside('thread Q { M: y = 1; y = 0; z = 1; z = 0; goto M; }', 'y == 0; z == 0;'),
    );
    expect(more.verdicts).toEqual({ p: 'safe' });
    expect(more.result.stats.states).toBeGreaterThan(2 * alone.result.stats.states);
    expect(more.result.stats.smtCalls).toBe(alone.result.stats.smtCalls);
  });
});

describe('no answer', () => {
  it('is given about programs that do nothing', async () => {
    const nowhere = `shared int x = 0; thread P { assume(x == 1); } invariant p: x == 0; predicates { x == 0; }`;
    expect((await decide(nowhere)).verdicts).toEqual({ p: 'unknown vacuous' });
  });

  it('is given about programs that cannot begin', async () => {
    const { commands, predicates } = prepared(
      `shared int x = 0; thread P { x = 1; } invariant p: x < 2; predicates { x == 0; }`,
    );
    const initial = [
      ...commands.initial,
      ...prepared(`shared int x = 0; predicates { x == 1; } thread P { skip; }`).predicates,
    ];
    const { verdicts } = await searchLazily({ ...commands, initial }, predicates);
    expect(verdictText(verdicts.get('p'))).toBe('unknown vacuous');
  });

  const large = `
    shared int a = 0, b = 0, c = 0, d = 0;
    ${['a', 'b', 'c', 'd'].map((v) => `thread T${v} { L: ${v} = 1; ${v} = 2; ${v} = 3; ${v} = 4; ${v} = 5; goto L; }`).join('\n')}
    invariant p: a <= 5; predicates { ${['a', 'b', 'c', 'd'].flatMap((v) => [0, 1, 2, 3, 4, 5].map((n) => `${v} == ${n};`)).join(' ')} }`;

  async function limited(limits: Partial<Limits>): Promise<string> {
    const { commands, predicates } = prepared(large, { model: tso, bound: { all: 1 } });
    const smt = openSmt({ solver: 'dl', typeOf: typesOf(commands) });
    const { verdicts } = await searchAbstract({
      ...{ program: commands, predicates: predicates.map(given), smt, progress: () => undefined },
      ...{ properties: propertiesOf(commands.system), cuts: [] },
      limits: { ...{ signal: new AbortController().signal, deadline: null, memoryMB: null }, ...limits },
    });
    return verdictText(verdicts.get('p'));
  }

  it('is given when the time is up, the memory is used up, or the user has no patience', async () => {
    expect(await limited({ deadline: performance.now() + 60 })).toBe('unknown timeout');
    expect(await limited({ deadline: performance.now() - 1 })).toBe('unknown timeout');
    expect(await limited({ memoryMB: 0.05 })).toBe('unknown memory');
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 20);
    expect(await limited({ signal: controller.signal })).toBe('unknown interrupted');
  });
});
