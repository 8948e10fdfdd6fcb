import { describe, expect, it } from '@jest/globals';
import { binary, bool, equal, int, local, not, shared } from '../../../src/lang/expr/expr.js';
import type { System } from '../../../src/lang/program/system.js';
import { toAutomata } from '../../../passes/pipelines.js';
import { runPipeline } from '../../../src/pass/run-pipeline.js';
import { parseFp } from '../../support/parse-fp.js';
import {
  SystemBuilder,
  assign,
  assume,
  check,
  explore,
  fence,
  span,
  store,
  verdict,
} from './explicit-systems.js';

/** A thread that stores for ever without a fence, and one that reads. */
function endless(): System {
  const s = new SystemBuilder();
  const [x, y] = [s.shared('x'), s.shared('y')];
  const p = s.thread('P').then(store(x, 1)).then(store(y, 1));
  p.edge(p.here, 0, store(x, 0));
  const q = s.thread('Q');
  const r = q.local('r');
  q.then(assign(r, shared(y)));
  q.edge(q.here, 0);
  s.invariant('true', bool(true));
  s.invariant('binary', binary('<=', shared(x), int(1)));
  s.invariant('unseen', equal(local(r), int(0)));
  return s.build();
}

/** A thread that counts for ever. */
function counter(): System {
  const s = new SystemBuilder();
  const x = s.shared('x');
  const p = s.thread('P');
  p.edge(0, 0, store(x, binary('+', shared(x), int(1))));
  s.invariant('positive', binary('>=', shared(x), int(0)));
  return s.build();
}

describe('the bound on buffered writes', () => {
  it('leaves open what it cuts off, and keeps what it finds', async () => {
    for (const model of ['tso', 'pso']) {
      const result = await explore(endless(), model, { bound: { all: 3 } });
      expect(verdict(result, 'binary')).toBe('overflow');
      expect(verdict(result, 'unseen')).toBe('unsafe');
      expect(result.warnings).toEqual([]);
    }
    expect(verdict(await explore(endless(), 'sc', { bound: { all: 1 } }), 'binary')).toBe('safe');
  });

  it('counts by thread under TSO, by variable under PSO, and can differ between variables', async () => {
    const s = new SystemBuilder();
    const [x, y] = [s.shared('x'), s.shared('y')];
    s.thread('P').then(store(x, 1)).then(store(y, 1)).then(store(x, 2)).then(fence);
    s.invariant('I', bool(true));
    const system = s.build();
    const run = async (model: string, bound: Parameters<typeof explore>[2]): Promise<string> =>
      verdict(await explore(system, model, bound), 'I');
    expect(await run('tso', { bound: { all: 3 } })).toBe('safe');
    expect(await run('tso', { bound: { all: 2 } })).toBe('overflow');
    expect(await run('pso', { bound: { all: 2 } })).toBe('safe');
    expect(await run('pso', { bound: { all: 1 } })).toBe('overflow');
    expect(
      await run('pso', {
        bound: {
          perShared: new Map([
            [x, 2],
            [y, 1],
          ]),
        },
      }),
    ).toBe('safe');
    expect(await run('pso', { bound: { perShared: new Map([[x, 1]]) } })).toBe('overflow');
    expect(await run('tso', { bound: { all: 0 } })).toBe('overflow');
  });

  it('finds what a flush inside an atomic section makes room for', async () => {
    const s = new SystemBuilder();
    const [x, y] = [s.shared('x'), s.shared('y')];
    s.thread('P').to({ atomic: true }, store(x, 1)).to({}, store(y, 1));
    s.invariant('I', not(equal(shared(y), int(1))));
    expect(verdict(await explore(s.build(), 'tso', { bound: { all: 1 } }), 'I')).toBe('unsafe');
  });
});

describe('limits', () => {
  it('keep buffers from growing for ever', async () => {
    const s = new SystemBuilder();
    const x = s.shared('x');
    s.thread('P').edge(0, 0, store(x, 1));
    s.invariant('I', binary('<=', shared(x), int(1)));
    const result = await explore(s.build(), 'tso');
    expect(verdict(result, 'I')).toBe('overflow');
    expect(result.incomplete?.detail).toMatch('more than 512');
  });

  it('end an endless search with a reason', async () => {
    const time = await explore(counter(), 'sc', { limits: { deadline: performance.now() + 150 } });
    expect(verdict(time, 'positive')).toBe('timeout');
    expect(time.incomplete?.detail).toMatch(/^stopped after \d+ states/);
    for (const model of ['tso', 'pso']) {
      const memory = await explore(endless(), model, { limits: { memoryMB: 4 } });
      expect(verdict(memory, 'binary')).toBe('memory');
      expect(verdict(memory, 'unseen')).toBe('unsafe');
      expect(memory.stats.tableBytes).toBeLessThanOrEqual(4 * 2 ** 20);
    }
  });

  it('leave no time for code, and say so', async () => {
    const late = await explore(counter(), 'tso', { limits: { deadline: performance.now() - 1 } });
    expect(verdict(late, 'positive')).toBe('timeout');
    expect(late.stats).toMatchObject({ states: 0, transitions: 0 });
  });

  it('let the user interrupt', async () => {
    const controller = new AbortController();
    setTimeout(() => controller.abort('interrupted'), 100);
    const result = await explore(counter(), 'sc', { limits: { signal: controller.signal } });
    expect(verdict(result, 'positive')).toBe('interrupted');
  });

  it('hold inside an atomic section', async () => {
    const s = new SystemBuilder();
    const x = s.shared('x');
    const p = s.thread('P');
    const r = p.local('r');
    const inside = p.place({ atomic: true });
    p.edge(0, inside).edge(inside, inside, assign(r, binary('+', local(r), int(1))));
    p.then(assume(bool(false)));
    p.edge(inside, p.here, store(x, local(r)));
    s.invariant('I', binary('>=', shared(x), int(0)));
    const start = performance.now();
    const result = await explore(s.build(), 'sc', { limits: { deadline: start + 200 } });
    expect(verdict(result, 'I')).toBe('timeout');
    expect(performance.now() - start).toBeLessThan(2000);
    const memory = await explore(s.build(), 'sc', { limits: { memoryMB: 4 } });
    expect(verdict(memory, 'I')).toBe('memory');
  });
});

describe('what else a search tells', () => {
  /** Two threads that take two locks in opposite order. */
  function twoLocks(): System {
    const s = new SystemBuilder();
    const [a, b] = [s.shared('a'), s.shared('b')];
    for (const [name, first, second] of [
      ['P', a, b],
      ['Q', b, a],
    ] as const) {
      const take = (lock: typeof a) => [assume(equal(shared(lock), int(0))), store(lock, 1)] as const;
      s.thread(name)
        .to({ labels: ['One'] }, ...take(first))
        .to({ labels: ['Both'] }, ...take(second))
        .then(store(a, 0), store(b, 0));
    }
    s.property({ kind: 'deadlock', name: 'deadlock' });
    return s.build();
  }

  it('a deadlock: a violation where it is asked for, else a warning', async () => {
    expect(verdict(await explore(twoLocks(), 'sc'), 'deadlock')).toBe('unsafe');
    const unasked = await explore(twoLocks(), 'sc', { properties: [] });
    expect(unasked.warnings.map((w) => w.code)).toEqual(['W602']);
    expect(unasked.warnings[0]?.message).toMatch(/P at One.*Q at One/);
  });

  it('no warning where all who have not ended stop by assume(false)', async () => {
    const s = new SystemBuilder();
    const x = s.shared('x');
    s.thread('P')
      .then(store(x, 1))
      .then(assume(bool(false)));
    s.thread('Q').then(store(x, 2));
    const unasked = await explore(s.build(), 'sc', { properties: [] });
    expect(unasked.warnings).toEqual([]);
    s.property({ kind: 'deadlock', name: 'deadlock' });
    expect(verdict(await explore(s.build(), 'sc'), 'deadlock')).toBe('unsafe');
  });

  it('no deadlock where threads have ended, or run for ever', async () => {
    const s = new SystemBuilder();
    const x = s.shared('x');
    s.thread('P').then(store(x, 1));
    s.thread('Q').then(fence).edge(0, 0);
    s.property({ kind: 'deadlock', name: 'deadlock' });
    expect(verdict(await explore(s.build(), 'tso'), 'deadlock')).toBe('safe');
  });

  it('properties that nothing is asked of', async () => {
    const properties = 'assert(x == 0); } thread Q { x = 2; } final end: x == 5;';
    const asked = async (loop: string): Promise<readonly unknown[]> => {
      const program = parseFp(`shared int[0..2] x = 0; thread P { ${loop} ${properties}`);
      const { system } = runPipeline(toAutomata, program, { procs: null });
      const { warnings } = await explore(system, 'sc');
      return warnings.map(({ code, message }) => `${code} ${message}`);
    };
    expect(await asked('while (true) { x = 1 - x % 2; }')).toEqual([
      'W603 no run of the program comes to its end, so nothing is asked of one',
      'W603 no run comes to this assert, so it says nothing',
    ]);
    expect(await asked('while (x == 0) { x = 1; }')).toEqual([]);
  });

  it('labels that are never reached', async () => {
    const s = new SystemBuilder();
    const x = s.shared('x');
    s.thread('P')
      .to({ labels: ['Here'] }, store(x, 1))
      .to({ labels: ['There'] }, assume(equal(shared(x), int(2))))
      .then();
    const result = await explore(s.build(), 'tso');
    expect(result.warnings.filter((w) => w.code === 'W601').map((w) => w.message)).toEqual([
      'thread P never reaches the label There',
    ]);
  });

  it('several violated properties, each with its own shortest run', async () => {
    const s = new SystemBuilder();
    const x = s.shared('x');
    s.thread('P')
      .then(store(x, 1))
      .then(store(x, 2))
      .then(check(equal(shared(x), int(1)), 'A'));
    s.invariant('one', not(equal(shared(x), int(1))));
    s.invariant('two', not(equal(shared(x), int(2))));
    s.invariant('three', not(equal(shared(x), int(3))));
    s.final('final', equal(shared(x), int(1)));
    s.property({ kind: 'assert', name: 'A', span });
    const result = await explore(s.build(), 'tso');
    const lengths = ['one', 'two', 'final', 'A'].map((name) => {
      const found = result.verdicts.get(name);
      return found?.kind === 'unsafe' ? found.execution.steps.length : -1;
    });
    expect(lengths).toEqual([2, 4, 5, 3]);
    expect(verdict(result, 'three')).toBe('safe');
  });
});
