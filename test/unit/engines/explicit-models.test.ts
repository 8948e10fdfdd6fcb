import { describe, expect, it } from '@jest/globals';
import { equal, int, shared } from '../../../src/lang/expr/expr.js';
import type { Action, System } from '../../../src/lang/program/system.js';
import {
  SystemBuilder,
  assign,
  assume,
  fence,
  finals,
  lock,
  model,
  store,
  storeFence,
} from './explicit-systems.js';

/** Store buffering; `between` stands between the store and the load of both threads. */
function storeBuffering(...between: readonly Action[]): System {
  const s = new SystemBuilder();
  const [x, y] = [s.shared('x'), s.shared('y')];
  for (const [mine, other] of [
    [x, y],
    [y, x],
  ] as const) {
    const t = s.thread('T');
    const r = t.local('r');
    t.then(store(mine, 1));
    for (const action of between) t.then(action);
    t.then(assign(r, shared(other)));
  }
  return s.build();
}

/** Message passing: data x, flag y. */
function messagePassing(...between: readonly Action[]): System {
  const s = new SystemBuilder();
  const [x, y] = [s.shared('x'), s.shared('y')];
  const p = s.thread('P').then(store(x, 1));
  for (const action of between) p.then(action);
  p.then(store(y, 1));
  const q = s.thread('Q');
  const [a, b] = [q.local('a'), q.local('b')];
  q.then(assign(a, shared(y))).then(assign(b, shared(x)));
  return s.build();
}

const relaxedSb = '1 1 0 0';
const relaxedMp = '1 1 1 0';

describe('memory models', () => {
  it('lets loads pass stores under TSO and PSO only', async () => {
    expect(await finals(storeBuffering(), 'sc')).toEqual(['1 1 0 1', '1 1 1 0', '1 1 1 1']);
    for (const weak of ['tso', 'tso1', 'pso']) {
      expect(await finals(storeBuffering(), weak)).toEqual(['1 1 0 0', '1 1 0 1', '1 1 1 0', '1 1 1 1']);
    }
  });

  it('makes fences and locked actions wait for the own buffer', async () => {
    for (const weak of ['tso', 'tso1', 'pso']) {
      expect(await finals(storeBuffering(fence), weak)).not.toContain(relaxedSb);
      expect(await finals(storeBuffering(lock), weak)).not.toContain(relaxedSb);
    }
  });

  it('keeps the order of stores to different variables but under PSO', async () => {
    expect(await finals(messagePassing(), 'sc')).not.toContain(relaxedMp);
    expect(await finals(messagePassing(), 'tso')).not.toContain(relaxedMp);
    expect(await finals(messagePassing(), 'pso')).toContain(relaxedMp);
  });

  it('orders stores under PSO by fence(ww), which loads do not wait for', async () => {
    expect(await finals(messagePassing(storeFence), 'pso')).not.toContain(relaxedMp);
    expect(await finals(storeBuffering(storeFence), 'pso')).toContain(relaxedSb);
    expect(await finals(storeBuffering(storeFence), 'tso')).toContain(relaxedSb);
  });

  it('keeps the order of stores to one variable, and reads the newest own one', async () => {
    const s = new SystemBuilder();
    const x = s.shared('x');
    const p = s.thread('P');
    const r = p.local('r');
    p.then(store(x, 1))
      .then(store(x, 2))
      .then(assign(r, shared(x)));
    const q = s.thread('Q');
    const [a, b] = [q.local('a'), q.local('b')];
    q.then(assign(a, shared(x))).then(assign(b, shared(x)));
    for (const name of ['sc', 'tso', 'tso1', 'tso2', 'pso']) {
      const found = await finals(s.build(), name);
      expect(found.map((f) => f.split(' ').slice(2).join(' '))).toEqual([
        '0 0',
        '0 1',
        '0 2',
        '1 1',
        '1 2',
        '2 2',
      ]);
      expect(found.every((f) => f.startsWith('2 2'))).toBe(true);
    }
  });

  it('lets at most n writes of a variable wait under tsoN', async () => {
    const s = new SystemBuilder();
    const [x, y] = [s.shared('x'), s.shared('y')];
    const p = s.thread('P');
    const r = p.local('r');
    p.then(store(x, 1))
      .then(store(x, 2))
      .then(assign(r, shared(y)));
    const q = s.thread('Q');
    const a = q.local('a');
    q.then(store(y, 1))
      .then(fence)
      .then(assign(a, shared(x)));
    // P has read y before both writes to x arrived, and Q saw neither.
    expect(await finals(s.build(), 'tso')).toContain('2 1 0 0');
    expect(await finals(s.build(), 'tso2')).toContain('2 1 0 0');
    expect(await finals(s.build(), 'tso1')).not.toContain('2 1 0 0');
    expect(await finals(s.build(), 'tso1')).toContain('2 1 0 1');
  });

  it('writes locked stores to memory at once', async () => {
    const s = new SystemBuilder();
    const x = s.shared('x');
    const p = s.thread('P');
    p.to({ atomic: true }, lock).to({}, store(x, 1, null, true));
    const seen = p.local('seen');
    p.then(assign(seen, shared(x)));
    const q = s.thread('Q').then(store(x, 2));
    const r = q.local('r');
    q.then(assume(equal(shared(x), int(2)))).then(assign(r, shared(x)));
    expect(await finals(s.build(), 'tso')).toEqual(['1 1 1', '1 1 2', '2 1 2', '2 2 2']);
  });

  it('waits for all buffers or the own one at a lock, as the model says', async () => {
    const s = new SystemBuilder();
    const [x, y] = [s.shared('x'), s.shared('y')];
    const p = s.thread('P');
    const r = p.local('r');
    p.then(store(x, 1)).then(assign(r, shared(y)));
    const q = s
      .thread('Q')
      .to({ atomic: true }, lock)
      .to({}, store(y, 1, null, true));
    const a = q.local('a');
    q.then(assign(a, shared(x)));
    // Q locks while x = 1 is buffered, or cannot.
    expect(await finals(s.build(), model('tso1', 'own'))).toContain('1 1 0 0');
    expect(await finals(s.build(), model('tso1', 'all'))).not.toContain('1 1 0 0');
  });
});
