import { describe, expect, it } from '@jest/globals';
import { atLabel, binary, bool, equal, int, local, not, shared } from '../../../src/lang/expr/expr.js';
import type { System } from '../../../src/lang/program/system.js';
import {
  SystemBuilder,
  assign,
  assume,
  check,
  explore,
  fence,
  finals,
  span,
  store,
  verdict,
} from './explicit-systems.js';
import { rangeType } from '../../../src/lang/expr/type.js';

const weak = ['sc', 'tso', 'tso1', 'tso2', 'pso'];

describe('atomic sections', () => {
  it('do not take a path that blocks inside', async () => {
    const s = new SystemBuilder();
    const x = s.shared('x');
    s.thread('P')
      .to({ atomic: true }, store(x, 1))
      .to({}, assume(equal(shared(x), int(2))));
    s.property({ kind: 'deadlock', name: 'deadlock' });
    s.invariant('untouched', equal(shared(x), int(0)));
    for (const model of weak) {
      const result = await explore(s.build(), model);
      expect(verdict(result, 'untouched')).toBe('safe');
      expect(verdict(result, 'deadlock')).toBe('unsafe');
      expect(result.stats.states).toBe(1);
    }
  });

  it('drain the own buffer before a fence inside', async () => {
    const s = new SystemBuilder();
    const [x, y] = [s.shared('x'), s.shared('y')];
    const p = s.thread('P');
    p.to({ atomic: true }, store(x, 1))
      .to({ atomic: true }, store(y, 1))
      .to({ atomic: true }, fence)
      .to({}, store(y, 2));
    const q = s.thread('Q');
    const [a, b] = [q.local('a'), q.local('b')];
    q.then(assign(a, shared(y))).then(assign(b, shared(x)));
    for (const model of weak) {
      const found = await finals(s.build(), model);
      expect(found.filter((f) => f.startsWith('1 2 2'))).toEqual(['1 2 2 1']);
      expect(found).toContain('1 2 0 0');
    }
    // The write behind the fence is buffered: y = 1 is in memory when the section ends.
    expect(await finals(s.build(), 'tso')).toContain('1 2 1 1');
    expect(await finals(s.build(), 'sc')).not.toContain('1 2 1 1');
  });

  it('flush inside where a store would find no room', async () => {
    const s = new SystemBuilder();
    const x = s.shared('x');
    s.thread('P').to({ atomic: true }, store(x, 1)).to({ atomic: true }, store(x, 2)).to({}, store(x, 3));
    expect(await finals(s.build(), 'tso1')).toEqual(['3']);
  });

  it('hide what happens inside from invariants, but not from asserts', async () => {
    const s = new SystemBuilder();
    const x = s.shared('x');
    const p = s.thread('P');
    p.to({ atomic: true, labels: ['Inside'] }, store(x, 1));
    p.to({ atomic: true }, check(equal(shared(x), int(0)), 'A'));
    p.to({}, store(x, 0));
    s.invariant('zero', equal(shared(x), int(0)));
    s.invariant('outside', not(atLabel(p.id, null, 'Inside')));
    s.property({ kind: 'assert', name: 'A', span });
    const system = s.build();
    const result = await explore(system, 'sc');
    expect(verdict(result, 'zero')).toBe('safe');
    expect(verdict(result, 'outside')).toBe('safe');
    expect(verdict(result, 'A')).toBe('unsafe');
    const inside = system.threads[0]?.locations.findIndex((l) => l.labels.includes('Inside')) ?? -1;
    expect(result.reached[0]?.[inside]).toBe(true);
  });

  it('count a failed assert though the path blocks later', async () => {
    const s = new SystemBuilder();
    s.thread('P')
      .to({ atomic: true }, check(bool(false), 'A'))
      .to({}, assume(bool(false)));
    s.property({ kind: 'assert', name: 'A', span });
    expect(verdict(await explore(s.build(), 'tso'), 'A')).toBe('unsafe');
  });

  it('may loop and choose inside', async () => {
    const result = await explore(looping(), 'tso');
    expect(verdict(result, 'not 1')).toBe('safe');
    expect(verdict(result, 'not 4')).toBe('unsafe');
    expect(verdict(result, 'not 6')).toBe('safe');
  });
});

/** Inside one section a local counts up by two, any number of times up to four; then it is stored. */
function looping(): System {
  const s = new SystemBuilder();
  const x = s.shared('x', 0, rangeType(0n, 9n));
  const p = s.thread('P');
  const r = p.local('r', 0, rangeType(0n, 9n));
  const head = p.place({ atomic: true });
  const more = p.place({ atomic: true });
  p.edge(p.here, head);
  p.edge(head, more, assume(binary('<', local(r), int(4))));
  p.edge(more, head, assign(r, binary('+', local(r), int(2))));
  p.then(assume(bool(false)));
  p.edge(head, p.here, store(x, local(r)));
  for (const value of [1, 4, 6]) s.invariant(`not ${value}`, not(equal(shared(x), int(value))));
  return s.build();
}
