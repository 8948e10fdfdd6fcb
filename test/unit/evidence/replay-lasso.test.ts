import { describe, expect, it } from '@jest/globals';
import { toRuns } from '../../../passes/pipelines.js';
import { replayLasso } from '../../../src/evidence/replay-lasso.js';
import type { Lasso, Step } from '../../../src/lang/run/execution.js';
import { cellId, threadId } from '../../../src/lang/expr/ids.js';
import { isTemporal } from '../../../src/lang/program/program.js';
import { fairnessNamed } from '../../../src/memory/fairness.js';
import type { FairnessName } from '../../../src/memory/fairness.js';
import { Machine } from '../../../src/memory/machine.js';
import { tso } from '../../../src/memory/tso.js';
import { runPipeline } from '../../../src/pass/run-pipeline.js';
import { at } from '../../../src/support/invariant.js';
import { parseFp } from '../../support/parse-fp.js';

const { reference } = runPipeline(
  toRuns(tso),
  parseFp(`shared int x = 0;
    thread P { local int r = 0; x = 1; End: skip; }
    thread Q { local int r = 0, n = 0; while (true) { r = x; } }
    ltl seen: F (x == 1);
    ltl quiet: G !(x == 1);`),
  { procs: null, model: tso },
);
const machine = new Machine(reference, tso);
const [seen, quiet] = reference.properties.filter(isTemporal);

/** The only edge of a thread that the state lets it take, again and again. */
function walk(threads: readonly ('P' | 'Q' | 'flush')[]): readonly Step[] {
  let state = machine.initial({ cells: new Map(), locals: new Map() });
  return threads.map((name) => {
    const thread = threadId(name === 'Q' ? 1 : 0);
    const steps: readonly Step[] =
      name === 'flush'
        ? [{ kind: 'flush', thread, cell: cellId(0) }]
        : at(reference.threads, thread).edges.map((edge) => ({
            kind: 'edge',
            thread,
            edge: edge.id,
            havoc: [],
          }));
    for (const step of steps) {
      const result = machine.take(state, step);
      if (result.kind !== 'moved') continue;
      ({ state } = result);
      return step;
    }
    throw new Error(`${name} cannot step`);
  });
}

const lasso = (stem: Parameters<typeof walk>[0], cycle: Parameters<typeof walk>[0]): Lasso => {
  const steps = walk([...stem, ...cycle]);
  return {
    stem: { initial: { cells: new Map(), locals: new Map() }, steps: steps.slice(0, stem.length) },
    cycle: steps.slice(stem.length),
  };
};

function judge(run: Lasso, property = seen, fairness: FairnessName = 'flush'): string {
  if (property === undefined) throw new Error('there are two properties');
  const replayed = replayLasso(machine, run, property, fairnessNamed(fairness));
  return replayed.kind === 'accepted' ? `accepted, repeats from ${replayed.trace.loop}` : replayed.why;
}

// The loop of Q is one load.
const round = ['Q'] as const;

describe('the replayer of runs without end', () => {
  it('accepts a fair cycle on which the formula is false', () => {
    expect(judge(lasso([], round))).toBe('accepted, repeats from 0');
    expect(judge(lasso(['P', 'flush'], round), quiet)).toMatch(/^accepted/);
  });

  it('rejects a cycle that leaves a write in its buffer, unless that is allowed', () => {
    expect(judge(lasso(['P'], round))).toBe('a write of P to x stays in its buffer for ever');
    expect(judge(lasso(['P'], round), seen, 'none')).toMatch(/^accepted/);
  });

  it('rejects a cycle that leaves a thread behind, if threads must be fair', () => {
    expect(judge(lasso([], round), seen, 'weak')).toBe('P could always move and never does');
    expect(judge(lasso(['P', 'P', 'flush'], round), quiet, 'weak')).toMatch(/^accepted/);
  });

  it('rejects a run of which the formula is true', () => {
    expect(judge(lasso(['P', 'flush'], round))).toBe('seen is true of this run');
    expect(judge(lasso([], round), quiet)).toBe('quiet is true of this run');
  });

  it('rejects a cycle that does not come back', () => {
    expect(judge(lasso([], ['P']))).toMatch(/cannot be taken|not the one before/);
  });

  it('rejects a run that stays where somebody could step', () => {
    expect(judge(lasso(['Q'], []))).toBe('the run could go on from its last state');
  });

  it('takes the cycle once more where a local settles the first time round', () => {
    // Q loads 1 for the first time on the cycle.
    expect(judge(lasso(['Q', 'P', 'flush'], ['Q']), quiet)).toBe('accepted, repeats from 4');
  });
});
