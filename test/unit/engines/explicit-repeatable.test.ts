import { afterEach, expect, it, jest } from '@jest/globals';
import { binary, bool, int, shared } from '../../../src/lang/expr/expr.js';
import type { System } from '../../../src/lang/program/system.js';
import { SystemBuilder, explore, store } from './explicit-systems.js';

afterEach(() => {
  jest.restoreAllMocks();
});

/** Threads that count without looking at each other. */
function counters(): System {
  const s = new SystemBuilder();
  for (const name of ['x', 'y', 'z', 'w']) {
    const x = s.shared(name);
    let thread = s.thread(name);
    for (let i = 0; i < 9; i++) thread = thread.then(store(x, binary('+', shared(x), int(1))));
  }
  s.invariant('true', bool(true));
  return s.build();
}

/** A clock that each look at it puts forward. */
function clockGoingBy(ms: number): void {
  let now = 0;
  jest.spyOn(performance, 'now').mockImplementation(() => (now += ms));
}

it.each([
  ['few states are looked at first', { reducing: { beyond: 1000 } }],
  ['orders are left out at once', { reducing: { beyond: 0 } }],
  ['all orders are searched', {}],
])('as many states are visited on a slow machine as on a fast one where %s', async (_name, options) => {
  const found: unknown[] = [];
  for (const ms of [0, 3, 21, 400]) {
    clockGoingBy(ms);
    const { stats, verdicts } = await explore(counters(), 'sc', options);
    found.push({ states: stats.states, transitions: stats.transitions, verdicts });
    jest.restoreAllMocks();
  }
  expect(new Set(found.map((each) => JSON.stringify(each))).size).toBe(1);
});
