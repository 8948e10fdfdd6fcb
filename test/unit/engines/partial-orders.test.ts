import { describe, expect, it } from '@jest/globals';
import { atLabel, binary, conjunction, int, local, not, shared } from '../../../src/lang/expr/expr.js';
import { threadId } from '../../../src/lang/expr/ids.js';
import type { System } from '../../../src/lang/program/system.js';
import { rangeType } from '../../../src/lang/expr/type.js';
import { allRules } from '../../../src/engines/shared/packed/por/partial-orders.js';
import type { PartialOrderRules } from '../../../src/engines/shared/packed/por/partial-orders.js';
import { at } from '../../../src/support/invariant.js';
import { compareReduced } from '../../support/por/compare-reduced.js';
import {
  SystemBuilder,
  assign,
  assume,
  check,
  explore,
  fence,
  model,
  store,
  verdict,
} from './explicit-systems.js';
import { randomSystem } from './explicit-random.js';

const bit = rangeType(0n, 1n);
const atOnce = { reducing: { beyond: 0 } };

/** Each thread stores twice to its own cell and then loads its neighbour's once. */
function ring(threads: number): System {
  const s = new SystemBuilder();
  const cells = Array.from({ length: threads }, (_, i) => s.shared(`x${i}`, 0, rangeType(0n, 2n)));
  const loaded = cells.map((cell, i) => {
    const thread = s.thread(`P${i}`);
    const r = thread.local('r', 0, rangeType(0n, 2n));
    thread.then(store(cell, int(1))).then(store(cell, int(2)));
    thread.then(assign(r, shared(at(cells, (i + 1) % threads))));
    return r;
  });
  s.final('not_all_old', not(conjunction(loaded.map((r) => binary('==', local(r), int(0))))));
  return s.final('proper', conjunction(loaded.map((r) => binary('<=', local(r), int(2))))).build();
}

/** What the rule is for is violated, and not found without it. */
async function missed(
  system: System,
  memory: string,
  rule: keyof PartialOrderRules,
  bound: number | null = null,
) {
  const limit = bound === null ? null : { all: bound };
  const right = await compareReduced(system, model(memory), limit);
  const wrong = await compareReduced(system, model(memory), limit, { ...allRules, [rule]: false });
  return { right: right.complaints.length, wrong: wrong.complaints.length > 0 };
}

const noticed = { right: 0, wrong: true };

describe('partial orders', () => {
  it('leave few states of a ring of threads', async () => {
    const system = ring(5);
    const properties = system.properties.filter(({ name }) => name === 'proper');
    const all = await explore(system, 'tso', { properties });
    const few = await explore(system, 'tso', { ...atOnce, properties });
    expect(all.stats.states).toBeGreaterThan(190_000);
    expect(few.stats.states).toBeLessThan(all.stats.states / 50);
    expect([verdict(all, 'proper'), verdict(few, 'proper')]).toEqual(['safe', 'safe']);
  });

  it('leave no state out where there are few', async () => {
    const system = ring(3);
    const { stats } = await explore(system, 'tso');
    const reducing = { beyond: 4000 };
    expect((await explore(system, 'tso', { reducing })).stats.states).toBe(stats.states);
  });

  it('tell the shortest run all the same', async () => {
    const lengths = [];
    for (const options of [{}, atOnce]) {
      const found = (await explore(ring(4), 'tso', options)).verdicts.get('not_all_old');
      lengths.push(found?.kind === 'unsafe' ? found.execution.steps.length : 0);
    }
    expect(at(lengths, 1)).toBe(at(lengths, 0));
  });

  it('agree on random systems', async () => {
    for (let seed = 1; seed <= 24; seed++)
      for (const memory of ['sc', 'tso', 'tso1', 'pso']) {
        const bound = seed % 2 === 0 ? { all: 1 } : null;
        const { complaints } = await compareReduced(randomSystem(seed, bound !== null), model(memory), bound);
        expect({ seed, memory, complaints }).toEqual({ seed, memory, complaints: [] });
      }
  });

  it('do not put off a step for ever beside a thread that goes round', async () => {
    const s = new SystemBuilder();
    const p = s.thread('P');
    const r = p.local('r', 0, bit);
    p.then(assume(binary('==', local(r), int(0))));
    p.edge(1, 0);
    s.thread('Q').then(check(not(binary('==', int(0), int(0))), 'A'));
    s.property({ kind: 'assert', name: 'A', span: p.build().span });
    expect(await missed(s.build(), 'sc', 'proviso')).toEqual(noticed);
  });

  it('do not put off a step for ever beside a buffer that grows', async () => {
    const s = new SystemBuilder();
    const x = s.shared('x', 0, bit);
    const p = s.thread('P');
    p.then(store(x, int(1)));
    p.edge(1, 0);
    s.thread('Q').then(check(not(binary('==', int(0), int(0))), 'A'));
    s.property({ kind: 'assert', name: 'A', span: p.build().span });
    const found = await explore(s.build(), 'tso', { ...atOnce, limits: { memoryMB: 20 } });
    expect(verdict(found, 'A')).toBe('unsafe');
  });

  it('mind accesses of one cell', async () => {
    expect(await missed(ring(2), 'sc', 'memory')).toEqual(noticed);
  });

  it('mind what waits in buffers of others', async () => {
    expect(await missed(ring(2), 'tso', 'buffers')).toEqual(noticed);
  });

  it('mind what a fence waits for', async () => {
    const s = new SystemBuilder();
    const x = s.shared('x', 0, bit);
    const p = s.thread('P');
    const r = p.local('r', 0, bit);
    p.then(store(x, int(1))).then(fence, assign(r, int(1)));
    p.edge(1, 2, assign(r, int(0)));
    s.thread('Q').then();
    expect(await missed(s.build(), 'tso', 'waits')).toEqual(noticed);
  });

  it('mind the room of a buffer', async () => {
    const s = new SystemBuilder();
    const x = s.shared('x', 0, bit);
    const p = s.thread('P');
    const r = p.local('r', 0, bit);
    p.then(store(x, int(1))).then(store(x, int(0)), assign(r, int(1)));
    p.edge(1, 2, assign(r, int(0)));
    s.thread('Q').then();
    expect(await missed(s.build(), 'tso', 'room', 1)).toEqual(noticed);
  });

  it('mind what invariants see of several threads', async () => {
    const s = new SystemBuilder();
    for (const name of ['P', 'Q'])
      s.thread(name)
        .to({ labels: ['L'] })
        .then();
    s.invariant('I', not(conjunction([0, 1].map((t) => atLabel(threadId(t), null, 'L')))));
    expect(await missed(s.build(), 'sc', 'visible')).toEqual(noticed);
  });
});
