import { describe, expect, it } from '@jest/globals';
import { forVerifiers } from '../../../passes/pipelines.js';
import { spinsWait } from '../../../passes/spins-wait.js';
import type { Program } from '../../../src/lang/program/program.js';
import { Machine } from '../../../src/memory/machine.js';
import type { MemoryModel } from '../../../src/memory/model.js';
import { pso } from '../../../src/memory/pso.js';
import { sc } from '../../../src/memory/sc.js';
import { tsoN } from '../../../src/memory/tso-n.js';
import { tso } from '../../../src/memory/tso.js';
import { overflowProperty } from '../../../src/pass/overflow.js';
import { runPipeline } from '../../../src/pass/run-pipeline.js';
import { Random, generateProgram, memoryOptions } from '../../support/generate/generate-program.js';
import { loadSample } from '../../support/load-sample.js';
import { parseFp } from '../../support/parse-fp.js';
import { reachable } from '../../support/plain/bounded.js';
import type { Reachable } from '../../support/plain/bounded.js';

const maxStates = 4000;
const options = { ...memoryOptions, everything: true, depth: 2, properties: true };

interface BothWays {
  readonly plain: Reachable;
  readonly own: Reachable;
}

/** The program under its model within the bound, and with its buffers and flushes written into its threads; null: too large. */
function bothWays(program: Program, model: MemoryModel, bound: number, spins: boolean): BothWays | null {
  const pipeline = forVerifiers(model);
  const reductions = pipeline.reductions.filter((pass) => spins || pass !== spinsWait);
  const buffers = { model, bound: { all: bound }, ownFlushes: true as const };
  const lowered = runPipeline({ ...pipeline, reductions, onSystem: [] }, program, { procs: null, buffers });
  const { reference, system } = lowered;
  const plain = reachable(new Machine(reference, model), { all: bound }, { maxStates });
  if (plain === null) return null;
  const overflow = overflowProperty(lowered);
  const own = reachable(new Machine(system, sc), null, {
    maxStates: 100 * maxStates,
    original: reference,
    ...(overflow === null ? {} : { goesOnAfter: overflow }),
  });
  return own === null ? null : { plain, own };
}

const sorted = (all: ReadonlySet<string>): readonly string[] => [...all].sort();

describe('a thread that makes its flushes itself', () => {
  it('comes to the same ends and violates the same, on generated programs', () => {
    let compared = 0;
    let violating = 0;
    for (let seed = 0; seed < 50; seed++) {
      const program = generateProgram(new Random(seed), options);
      const model = seed % 2 === 0 ? tso : pso;
      const both = bothWays(program, model, 1 + (seed % 3 === 0 ? 1 : 0), false);
      if (both === null) continue;
      compared++;
      const { plain, own } = both;
      const about = `seed ${seed}`;
      expect([about, sorted(own.finals)]).toEqual([about, sorted(plain.finals)]);
      expect([about, sorted(own.violated)]).toEqual([about, sorted(plain.violated)]);
      expect([about, own.overflows.size > 0]).toEqual([about, plain.overflows.size > 0]);
      if (plain.violated.size > 0) violating++;
    }
    expect(compared).toBeGreaterThan(20);
    expect(violating).toBeGreaterThan(3);
  });

  it('violates the same where loops that only look have become waits', () => {
    let compared = 0;
    for (let seed = 200; seed < 235; seed++) {
      const program = generateProgram(new Random(seed), options);
      const both = bothWays(program, seed % 2 === 0 ? tso : pso, 1, true);
      if (both === null) continue;
      compared++;
      expect([seed, sorted(both.own.violated)]).toEqual([seed, sorted(both.plain.violated)]);
    }
    expect(compared).toBeGreaterThan(15);
  });

  it.each([
    ['mutex/peterson.fp', tso, 2],
    ['mutex/peterson-fenced.fp', tso, 2],
    ['mutex/spinlock-xchg.fp', pso, 1],
    ['mutex/dekker.fp', pso, 1],
    ['mutex/dekker.fp', tso, 2],
    ['mutex/spinlock-xchg.fp', tsoN(1), 2],
  ] as const)('violates the same in %s', async (name, model, bound) => {
    const both = bothWays(await loadSample(name), model, bound, true);
    expect(both).not.toBeNull();
    expect(sorted(both?.own.violated ?? new Set())).toEqual(sorted(both?.plain.violated ?? new Set(['?'])));
  });

  it('keeps the labels of the statement that it flushes before', () => {
    const program = parseFp(`shared int x = 0, y = 0;
      thread P { x = 1; L: y = 2; M: assume(y == 2); y = 3; }
      thread Q { local int r = 0; r = x; assume(r == 1); N: skip; }
      invariant apart: !(P at M && Q at N);
      invariant behind: !(P at L && Q at N);`);
    const both = bothWays(program, tso, 2, true);
    expect(sorted(both?.own.violated ?? new Set())).toEqual(['apart', 'behind']);
  });
});
