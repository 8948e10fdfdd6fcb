import { describe, expect, test } from '@jest/globals';
import { explore } from '../../../src/arrays/explore-arrays.js';
import type { ArrayExploreOptions } from '../../../src/arrays/explore-arrays.js';
import { successors } from '../../../src/arrays/expand.js';
import { initialStates } from '../../../src/arrays/initial-states.js';
import { ArrayMachine } from '../../../src/arrays/array-machine.js';
import { isRun } from '../../../src/arrays/array-run.js';
import { chosen, viewsOf } from '../../../src/arrays/array-states.js';
import type { ArrayState } from '../../../src/arrays/array-states.js';
import { isFree } from '../../../src/arrays/array-values.js';
import { boolType } from '../../../src/lang/arrays/array-system.js';
import type { ArraySystem, Clause } from '../../../src/lang/arrays/array-system.js';
import type { MemoryModel } from '../../../src/memory/model.js';
import { pso } from '../../../src/memory/pso.js';
import { sc } from '../../../src/memory/sc.js';
import { tso } from '../../../src/memory/tso.js';
import {
  and,
  assign,
  bool,
  byCases,
  cell,
  clause,
  compare,
  con,
  enumType,
  eq,
  fixed,
  not,
  num,
  plus,
  proc,
  seen,
  Symbols,
  systemOf,
  transition,
  v,
} from '../../support/arrays/array-terms.js';
import type { TransitionParts } from '../../support/arrays/array-terms.js';
import { isTrueInSome } from '../../support/arrays/some-state.js';
import { Random } from '../../support/random.js';
import { randomArraySystem } from '../../../tools/fuzz/array-systems.js';

/** `safe`, `unsafe`, or why it is not known. */
async function verdict(
  system: ArraySystem,
  model: MemoryModel,
  procs = 2,
  options: Partial<ArrayExploreOptions> = {},
): Promise<string> {
  const machine = new ArrayMachine(system, model, procs);
  const { reached, missing } = await explore(machine, options);
  for (const { target, run, procs: who } of reached) {
    const goal = machine.clause(machine.clauseOf(target)).find((c) => c.procs.join() === who.join());
    expect(goal !== undefined && isRun(machine, run, goal)).toBe(true);
  }
  if (reached.length > 0) return 'unsafe';
  return missing.size === 0 ? 'safe' : [...missing].join();
}

const loc = enumType('loc', 'L1', 'L2', 'L3', 'End');

/** Process 1 writes X and reads Y, process 2 the other way round; not both may read False. */
function storeBuffering(read: TransitionParts = {}, write: TransitionParts = {}): ArraySystem {
  const symbols = new Symbols();
  const pc = symbols.add('PC', loc, { arity: 1 });
  const result = symbols.add('R', boolType, { arity: 1 });
  const [x, y] = [symbols.add('X', boolType, { weak: true }), symbols.add('Y', boolType, { weak: true })];
  const sides = [1, 2].flatMap((me) => {
    const [mine, other] = me === 1 ? [x, y] : [y, x];
    const is = (place: string) => and(eq(proc(v(0)), proc(fixed(me))), eq(cell(pc, v(0)), con(loc, place)));
    const to = (place: string) => assign(pc, con(loc, place), [v(0)]);
    return [
      transition(`w${me}`, { ...write, guard: is('L1'), updates: [to('L2'), assign(mine, bool(true))] }),
      transition(`r${me}`, {
        ...read,
        guard: is('L2'),
        updates: [to('End'), assign(result, cell(other), [v(0)]), ...(read.updates ?? [])],
      }),
    ];
  });
  const ended = (p: number) => and(eq(cell(pc, v(p)), con(loc, 'End')), eq(cell(result, v(p)), bool(false)));
  return systemOf({
    symbols,
    init: clause(
      1,
      and(eq(cell(pc, v(0)), con(loc, 'L1')), eq(cell(x), bool(false)), eq(cell(y), bool(false))),
    ),
    unsafe: [clause(2, and(ended(0), ended(1)))],
    transitions: sides,
  });
}

describe('store buffering', () => {
  test('both reads may miss both writes under TSO alone', async () => {
    expect(await verdict(storeBuffering(), sc)).toBe('safe');
    expect(await verdict(storeBuffering(), tso)).toBe('unsafe');
  });

  test('a fence before the read forbids it, one before the write does not', async () => {
    expect(await verdict(storeBuffering({ fence: true }), tso)).toBe('safe');
    expect(await verdict(storeBuffering({}, { fence: true }), tso)).toBe('unsafe');
  });

  test('a read together with a weak write is a locked instruction', async () => {
    const system = storeBuffering();
    const locked = system.symbols.find(({ name }) => name === 'X');
    if (locked === undefined) throw new Error('there is an X');
    const swapped = system.transitions.map((t) =>
      t.name.startsWith('r')
        ? { ...t, updates: [...t.updates, assign({ ...locked, id: locked.id }, bool(true))] }
        : t,
    );
    // Both write X when they read, which drains their buffers before.
    expect(await verdict({ ...system, transitions: swapped }, tso)).toBe('safe');
  });

  test('an actor and a model with ordered buffers are needed', () => {
    const system = storeBuffering();
    expect(() => new ArrayMachine(system, pso, 2)).toThrow('do not run under');
    const headless = { ...system, transitions: system.transitions.map((t) => ({ ...t, actor: null })) };
    expect(() => new ArrayMachine(headless, tso, 2)).toThrow('has no actor');
  });

  test('a bound on buffers that is hit is told', async () => {
    expect(await verdict(storeBuffering(), tso, 2, { bufferBound: 0 })).toBe('buffer-bound');
    expect(await verdict(storeBuffering({ fence: true }), tso, 2, { bufferBound: 1 })).toBe('safe');
  });

  test('processes that the system names must be there', () => {
    expect(() => new ArrayMachine(storeBuffering(), sc, 1)).toThrow('at least 2');
  });
});

/** One write of X and Y in one transition, one read of both. */
test('writes of a transition become visible at once, and its reads are of one moment', async () => {
  const symbols = new Symbols();
  const [x, y] = [symbols.add('X', boolType, { weak: true }), symbols.add('Y', boolType, { weak: true })];
  const [a, b] = [symbols.add('A', boolType, { arity: 1 }), symbols.add('B', boolType, { arity: 1 })];
  const differs = (value: boolean) => and(eq(cell(a, v(0)), bool(value)), eq(cell(b, v(0)), bool(!value)));
  const system = systemOf({
    symbols,
    init: clause(1, and(...[cell(x), cell(y), cell(a, v(0)), cell(b, v(0))].map((c) => eq(c, bool(false))))),
    unsafe: [clause(1, differs(true)), clause(1, differs(false))],
    transitions: [
      transition('w', { updates: [assign(x, bool(true)), assign(y, bool(true))] }),
      transition('r', { updates: [assign(a, cell(x), [v(0)]), assign(b, cell(y), [v(0)])] }),
    ],
  });
  expect(await verdict(system, sc)).toBe('safe');
  expect(await verdict(system, tso, 2, { bufferBound: 2 })).toBe('buffer-bound');
});

describe('views', () => {
  const symbols = new Symbols();
  const pc = symbols.add('PC', loc, { arity: 1 });
  const x = symbols.add('X', boolType, { weak: true });
  const system = (formula: ReturnType<typeof and>) =>
    systemOf({
      symbols,
      init: clause(1, and(eq(cell(pc, v(0)), con(loc, 'L1')), eq(cell(x), bool(false)))),
      unsafe: [clause(2, formula)],
      transitions: [
        transition('w', {
          guard: and(eq(cell(pc, v(0)), con(loc, 'L1')), eq(proc(v(0)), proc(fixed(1)))),
          updates: [assign(x, bool(true)), assign(pc, con(loc, 'End'), [v(0)])],
        }),
      ],
    });
  const differ = (p: number, q: number) => and(eq(seen(v(p), x), bool(true)), eq(seen(v(q), x), bool(false)));

  test('only the writer sees what waits in its buffer', async () => {
    const first = eq(proc(v(0)), proc(fixed(1)));
    expect(await verdict(system(and(first, differ(0, 1))), tso)).toBe('unsafe');
    expect(await verdict(system(and(first, differ(1, 0))), tso)).toBe('safe');
    expect(await verdict(system(and(first, differ(0, 1))), sc)).toBe('safe');
  });

  test('two processes that wrote nothing see the same', async () => {
    const others = and(not(eq(proc(v(0)), proc(fixed(1)))), not(eq(proc(v(1)), proc(fixed(1)))));
    expect(await verdict(system(and(others, differ(0, 1))), tso, 3)).toBe('safe');
  });

  test('without a view it is memory', async () => {
    const memory = and(eq(seen(fixed(1), x), bool(true)), eq(cell(x), bool(false)));
    expect(await verdict(system(memory), tso)).toBe('unsafe');
    expect(await verdict(system(memory), sc)).toBe('safe');
  });
});

describe('values that nothing is said of', () => {
  test('a variable of type proc is one thing for all, or a process that takes no part', async () => {
    const symbols = new Symbols();
    const turn = symbols.add('T', { kind: 'proc' }, { weak: true });
    const pc = symbols.add('PC', loc, { arity: 1 });
    const ended = (p: number) => eq(cell(pc, v(p)), con(loc, 'End'));
    const enter = transition('enter', {
      guard: eq(cell(turn), proc(v(0))),
      updates: [assign(pc, con(loc, 'End'), [v(0)])],
    });
    const parts = { symbols, init: clause(1, eq(cell(pc, v(0)), con(loc, 'L1'))), transitions: [enter] };
    expect(await verdict(systemOf({ ...parts, unsafe: [clause(2, and(ended(0), ended(1)))] }), tso)).toBe(
      'safe',
    );
    expect(await verdict(systemOf({ ...parts, unsafe: [clause(1, ended(0))] }), tso)).toBe('unsafe');
    const nobody = and(not(eq(cell(turn), proc(fixed(1)))), not(eq(cell(turn), proc(fixed(2)))));
    expect(await verdict(systemOf({ ...parts, unsafe: [clause(2, nobody)] }), tso)).toBe('unsafe');
  });

  test('any value that is written is one value', async () => {
    const symbols = new Symbols();
    const x = symbols.add('X', { kind: 'abstract', name: 'data' }, { weak: true });
    const [a, b] = ['A', 'B'].map((name) =>
      symbols.add(name, { kind: 'abstract', name: 'data' }, { arity: 1 }),
    );
    if (a === undefined || b === undefined) throw new Error('there are two');
    const pc = symbols.add('PC', loc, { arity: 1 });
    const is = (place: string) => eq(cell(pc, v(0)), con(loc, place));
    const to = (place: string) => assign(pc, con(loc, place), [v(0)]);
    const transitions = [
      transition('any', { guard: is('L1'), updates: [assign(x, null), to('L2')] }),
      transition('read', { guard: is('L2'), updates: [assign(a, cell(x), [v(0)]), to('L3')] }),
      transition('again', { guard: is('L3'), updates: [assign(b, cell(x), [v(0)]), to('End')] }),
    ];
    const differ = and(eq(cell(pc, v(0)), con(loc, 'End')), compare('<>', cell(a, v(0)), cell(b, v(0))));
    const system = systemOf({ symbols, init: clause(1, is('L1')), unsafe: [clause(1, differ)], transitions });
    expect(await verdict(system, sc, 1)).toBe('safe');
    expect(await verdict(system, tso, 1)).toBe('safe');
    expect(await verdict(system, tso, 2)).toBe('unsafe');
  });

  test('of numbers only some are tried, and that is told', async () => {
    const symbols = new Symbols();
    const n = symbols.add('N', { kind: 'int' });
    const small = compare('<', cell(n), num(-7));
    const system = systemOf({
      symbols,
      init: clause(0, compare('<=', num(0), cell(n))),
      unsafe: [clause(0, small)],
      transitions: [],
    });
    expect(await verdict(system, sc, 1)).toBe('numbers');
    const settled = { ...system, init: clause(0, eq(cell(n), num(3))) };
    expect(await verdict(settled, sc, 1)).toBe('safe');
  });

  test('a counter that grows ends at the limit, which is told', async () => {
    const symbols = new Symbols();
    const n = symbols.add('N', { kind: 'int' });
    const system = (bad: number) =>
      systemOf({
        symbols,
        init: clause(0, eq(cell(n), num(0))),
        unsafe: [clause(0, eq(cell(n), num(bad)))],
        transitions: [transition('up', { params: 0, actor: null, updates: [assign(n, plus(n, 1))] })],
      });
    expect(await verdict(system(-1), sc, 1, { largestNumber: 10 })).toBe('numbers');
    expect(await verdict(system(9), sc, 1, { largestNumber: 10 })).toBe('unsafe');
  });

  test('invariants bound the initial states', async () => {
    const symbols = new Symbols();
    const kind = symbols.add('K', boolType, { arity: 1, constant: true });
    const is = (p: number) => eq(cell(kind, v(p)), bool(true));
    const parts = { symbols, init: clause(1, and()), transitions: [] };
    const both = clause(2, and(is(0), is(1)));
    expect(await verdict(systemOf({ ...parts, unsafe: [both] }), sc, 3)).toBe('unsafe');
    expect(await verdict(systemOf({ ...parts, unsafe: [both], invariants: [both] }), sc, 3)).toBe('safe');
    expect(await verdict(systemOf({ ...parts, unsafe: [clause(1, is(0))], invariants: [both] }), sc, 3)).toBe(
      'unsafe',
    );
  });
});

describe('guards and updates', () => {
  const symbols = new Symbols();
  const a = symbols.add('A', boolType, { arity: 1 });
  const m = symbols.add('M', boolType, { arity: 2 });
  const start = clause(2, and(eq(cell(a, v(0)), bool(false)), eq(cell(m, v(0), v(1)), bool(false))));

  test('universals are about everybody else', async () => {
    const last = transition('last', {
      universals: [eq(cell(a, v(1)), bool(true))],
      updates: [assign(a, bool(true), [v(0)])],
    });
    const some = clause(1, eq(cell(a, v(0)), bool(true)));
    const system = systemOf({ symbols, init: start, unsafe: [some], transitions: [last] });
    expect(await verdict(system, sc, 1)).toBe('unsafe');
    expect(await verdict(system, sc, 2)).toBe('safe');
  });

  test('all updates read the state before, and the first case counts', async () => {
    const turn = transition('turn', {
      guard: eq(cell(a, v(0)), bool(false)),
      updates: [
        assign(a, bool(true), [v(0)]),
        byCases(m, [
          { when: eq(proc(v(1)), proc(v(2))), value: cell(a, v(0)) },
          { when: eq(proc(v(1)), proc(v(0))), value: bool(true) },
          { when: eq(proc(v(2)), proc(v(0))), value: cell(m, v(2), v(1)) },
        ]),
      ],
    });
    const is = (p: number, q: number) => eq(cell(m, v(p), v(q)), bool(true));
    const check = (formula: ReturnType<typeof eq>, params: number) =>
      verdict(
        systemOf({ symbols, init: start, unsafe: [clause(params, formula)], transitions: [turn] }),
        sc,
        2,
      );
    expect(await check(is(0, 0), 1)).toBe('safe');
    expect(await check(is(0, 1), 2)).toBe('unsafe');
    expect(await check(and(eq(cell(a, v(0)), bool(false)), is(0, 1)), 2)).toBe('safe');
    // The second process sets M[2,1], and M[1,2] to what M[2,1] was.
    expect(await check(and(is(0, 1), is(1, 0)), 2)).toBe('safe');
  });

  test('processes are ordered by number, and parameters are different ones', async () => {
    const lower = transition('lower', {
      params: 2,
      guard: compare('<', proc(v(0)), proc(v(1))),
      updates: [assign(m, bool(true), [v(0), v(1)], 2)],
    });
    const check = (formula: ReturnType<typeof and>) =>
      verdict(systemOf({ symbols, init: start, unsafe: [clause(2, formula)], transitions: [lower] }), sc, 3);
    expect(await check(and(eq(cell(m, v(0), v(1)), bool(true)), compare('<', proc(v(0)), proc(v(1)))))).toBe(
      'unsafe',
    );
    expect(await check(and(eq(cell(m, v(0), v(1)), bool(true)), compare('<', proc(v(1)), proc(v(0)))))).toBe(
      'safe',
    );
    expect(await check(eq(cell(m, v(0), v(0)), bool(true)))).toBe('safe');
  });
});

/** All states with every value chosen at once: slow and simple. */
function reachedPlainly(machine: ArrayMachine, bufferBound: number): readonly string[] | null {
  const { instance } = machine;
  const spelt = (state: ArrayState): readonly ArrayState[] => {
    const slot = state.cells.findIndex(isFree);
    if (slot >= 0)
      return (instance.domain(slot) ?? []).flatMap((value) => spelt(chosen(state, 0, slot, value)));
    const open = state.buffers.findIndex((buffer) => buffer.some(({ values }) => values.some(isFree)));
    const entry = (state.buffers[open] ?? []).find(({ values }) => values.some(isFree));
    if (entry === undefined) return [state];
    const place = entry.slots[entry.values.findIndex(isFree)] ?? 0;
    return (instance.domain(place) ?? []).flatMap((value) => spelt(chosen(state, open + 1, place, value)));
  };
  const found = new Map<string, ArrayState>();
  const add = (state: ArrayState): void => {
    for (const one of spelt(state)) found.set(JSON.stringify(one), one);
  };
  for (const state of initialStates(instance).states) add(state);
  const bad = new Set<string>();
  for (const state of found.values()) {
    if (found.size > 3000) return null;
    const views = viewsOf(state);
    for (const clauseOf of machine.system.unsafe)
      if (machine.clause(clauseOf).some((goal) => goal.test(views) === 1)) bad.add(clauseOf.name);
    for (const { state: after } of successors(machine, state, views).list)
      if (after.buffers.every((buffer) => buffer.length <= bufferBound)) add(after);
  }
  return [...bad].sort();
}

test('choosing values late reaches the same clauses as choosing them at once', async () => {
  let compared = 0;
  for (let seed = 1; seed <= 60; seed++) {
    for (const model of [sc, tso]) {
      const machine = new ArrayMachine(randomArraySystem(new Random(seed)), model, 2);
      const plainly = reachedPlainly(machine, 1);
      if (plainly === null) continue;
      const { reached } = await explore(machine, { bufferBound: 1, stopAt: 'never' });
      const names = reached.map(({ target }) => machine.system.unsafe[target.index]?.name ?? '');
      expect(names.sort()).toEqual(plainly);
      compared++;
    }
  }
  expect(compared).toBeGreaterThan(60);
});

test('what is true in some reached state', async () => {
  const symbols = new Symbols();
  const turn = symbols.add('T', { kind: 'proc' });
  const a = symbols.add('A', boolType, { arity: 1 });
  const system = systemOf({
    symbols,
    init: clause(1, eq(cell(a, v(0)), bool(false))),
    unsafe: [],
    transitions: [
      transition('t', { guard: eq(cell(turn), proc(v(0))), updates: [assign(a, bool(true), [v(0)])] }),
    ],
  });
  const machine = new ArrayMachine(system, sc, 2);
  const { all, missing } = await explore(machine);
  expect(missing.size).toBe(0);
  const some = (asked: Clause): boolean => isTrueInSome(machine, all(), asked);
  const is = (p: number) => eq(cell(a, v(p)), bool(true));
  expect(some(clause(1, and(is(0), eq(cell(turn), proc(v(0))))))).toBe(true);
  expect(some(clause(1, and(is(0), not(eq(cell(turn), proc(v(0)))))))).toBe(false);
  expect(some(clause(2, and(is(0), is(1))))).toBe(false);
  // A process that takes no step.
  expect(
    some(clause(2, and(compare('<', proc(v(0)), cell(turn)), compare('<', proc(v(1)), cell(turn))))),
  ).toBe(true);
});
