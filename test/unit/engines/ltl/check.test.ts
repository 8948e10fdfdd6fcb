import { describe, expect, it } from '@jest/globals';
import { toRuns } from '../../../../passes/pipelines.js';
import { checkTemporal } from '../../../../src/engines/ltl/check.js';
import type { LtlOptions, LtlVerdict } from '../../../../src/engines/ltl/check.js';
import type { Limits } from '../../../../src/search/limits.js';
import { replayLasso } from '../../../../src/evidence/replay-lasso.js';
import { isTemporal } from '../../../../src/lang/program/program.js';
import type { Program, Property } from '../../../../src/lang/program/program.js';
import { fairnessNamed } from '../../../../src/memory/fairness.js';
import type { FairnessName } from '../../../../src/memory/fairness.js';
import { modelNamed } from '../../../../src/memory/index.js';
import { Machine } from '../../../../src/memory/machine.js';
import { lassoBack, runPipeline } from '../../../../src/pass/run-pipeline.js';
import { at, getOrFail } from '../../../../src/support/invariant.js';
import { parseFp } from '../../../support/parse-fp.js';

const limits: Limits = { signal: new AbortController().signal, deadline: null, memoryMB: null };

interface Asked extends Partial<Omit<LtlOptions, 'fairness'>> {
  readonly fairness?: FairnessName;
  readonly limits?: Partial<Limits>;
}

/** The verdict on each temporal property; a violation must replay. */
async function decide(
  source: string | Program,
  modelName: string,
  asked: Asked = {},
): Promise<ReadonlyMap<string, LtlVerdict>> {
  const model = modelNamed(modelName);
  if (model === null) throw new Error(`there is no model ${modelName}`);
  const program = typeof source === 'string' ? parseFp(source) : source;
  const lowered = runPipeline(toRuns(model), program, { procs: null, model });
  const { system } = lowered;
  const properties = system.properties.filter(isTemporal);
  const fairness = fairnessNamed(asked.fairness ?? 'flush');
  const { verdicts } = await checkTemporal(
    { system, model, properties, limits: { ...limits, ...asked.limits }, progress: () => undefined },
    { bound: asked.bound ?? null, havocRange: asked.havocRange ?? null, fairness },
  );
  for (const property of properties) {
    const verdict = getOrFail(verdicts, property.name);
    if (verdict.kind !== 'unsafe') continue;
    const lasso = { stem: verdict.execution, cycle: verdict.cycle };
    const replayed = replayLasso(
      new Machine(lowered.reference, model),
      lassoBack(lowered, lasso),
      property,
      fairness,
    );
    expect(replayed.kind === 'accepted' ? '' : replayed.why).toBe('');
  }
  return verdicts;
}

const kinds = async (...args: Parameters<typeof decide>): Promise<Readonly<Record<string, string>>> =>
  Object.fromEntries(
    [...(await decide(...args))].map(([name, v]) => [name, v.kind === 'unknown' ? v.reason : v.kind]),
  );

describe('temporal properties', () => {
  it('count a flush inside an atomic section as one, so that a run of such sections is fair', async () => {
    // Under tso1 the section flushes, inside, the write that the last one left behind, and then its own first one.
    const text = `shared int x = 0;
      thread P { local int r = 0; while (true) { atomic { r = 1 - r; x = 1; x = 2; } } }
      ltl again: G F (x == 2);`;
    expect(await kinds(text, 'tso1')).toEqual({ again: 'unsafe' });
    expect(await kinds(text, 'sc')).toEqual({ again: 'safe' });
  });

  it('know runs in which a section flushes its writes before anybody looks', async () => {
    const text = `shared int x = 0;
      thread P { local int r = 0; atomic { x = 1; r = 2; } End: skip; }
      ltl late: F (P at End && x == 0);`;
    expect(await kinds(text, 'tso')).toEqual({ late: 'unsafe' });
  });

  it('stay in the last state where nobody can step', async () => {
    const text = `shared int x = 0;
      thread P { x = 1; assume(x == 2); x = 3; }
      ltl ends: F G (x == 1);
      ltl more: F (x == 3);
      ltl next: X X X (x == 1);`;
    for (const model of ['sc', 'tso', 'pso', 'tso1'])
      expect(await kinds(text, model)).toEqual({ ends: 'safe', more: 'unsafe', next: 'safe' });
    const verdict = (await decide(text, 'tso')).get('more');
    expect(verdict?.kind === 'unsafe' ? verdict.cycle : null).toEqual([]);
  });

  it('are safe for want of runs only where a thread may starve', async () => {
    const text = `shared int x = 0;
      thread P { x = 1; }
      thread Q { local int r = 0; while (true) { r = x; } }
      ltl moves: F (x == 1);
      ltl buffered: G (P at Done -> F (x == 1));`.replace('x = 1; }', 'x = 1; Done: skip; }');
    const asked = async (fairness: FairnessName) => kinds(text, 'tso', { fairness });
    expect(await asked('none')).toEqual({ moves: 'unsafe', buffered: 'unsafe' });
    expect(await asked('flush')).toEqual({ moves: 'unsafe', buffered: 'safe' });
    expect(await asked('weak')).toEqual({ moves: 'safe', buffered: 'safe' });
  });

  it('are not safe where executions end at a fault', async () => {
    const text = `shared int x = 0;
      thread P { local int r = 0; r = 1 / x; x = 1; }
      ltl one: F (x == 1);`;
    expect(await kinds(text, 'sc')).toEqual({ one: 'cut-off' });
  });

  it('have atoms that are false where they have no value, and their negation true', async () => {
    const text = `shared int x = 0, a[2] = 0;
      thread P { x = 5; x = 1; Done: skip; }
      ltl inside: G (P at Done -> F (a[x] == 0 && X true));
      ltl outside: F (!(a[x] == 0)) || F X false;
      ltl beyond: (F (x == 5)) -> F !(G (a[x] == 0));`;
    expect(await kinds(text, 'sc')).toEqual({ inside: 'safe', outside: 'unsafe', beyond: 'safe' });
  });

  it('are unknown beyond a bound, but a cycle within it is a violation', async () => {
    const text = `shared int x = 0;
      thread P { while (true) { x = 1; x = 0; } }
      ltl stays: F G (x == 0);
      ltl free: G F (x == 0) || F G (x == 1);`;
    expect(await kinds(text, 'tso', { bound: { all: 2 } })).toEqual({ stays: 'unsafe', free: 'overflow' });
  });

  it('stop at a limit with its reason', async () => {
    const text = `shared int x = 0;
      thread P { while (true) { x = x + 1; } }
      ltl small: G F (x >= 0);`;
    expect(await kinds(text, 'sc', { limits: { memoryMB: 4 } })).toEqual({ small: 'memory' });
    expect(await kinds(text, 'sc', { limits: { deadline: performance.now() + 200 } })).toEqual({
      small: 'timeout',
    });
  });

  it('go on while fields grow', async () => {
    const text = `shared int x = 0, y = 0;
      thread P { while (x < 2000) { x = x + 1; } while (true) { y = 1; y = 0; } }
      ltl grows: F (x == 2000);
      ltl turns: G F (y == 1);
      ltl rests: F G (y == 0);`;
    expect(await kinds(text, 'tso1')).toEqual({ grows: 'safe', turns: 'safe', rests: 'unsafe' });
  });

  it('may be an automaton beside the program', async () => {
    const program = parseFp(`shared int x = 0;
      thread P { either { x = 1; } or { x = 2; } while (true) { skip; } }
      invariant x == 1; invariant true;`);
    const [one, any] = program.properties;
    if (one?.kind !== 'invariant' || any?.kind !== 'invariant') throw new Error('two invariants');
    const never = (name: string, accepting: boolean): Property => ({
      kind: 'never',
      name,
      automaton: {
        states: [
          { name: 'wait', accepting: false },
          { name: 'seen', accepting },
        ],
        initial: 0,
        edges: [
          { from: 0, to: 0, guard: any.formula },
          { from: 0, to: 1, guard: one.formula },
          { from: 1, to: 1, guard: one.formula },
        ],
      },
      span: at(program.threads, 0).span,
    });
    const properties = [never('ones', true), never('nothing', false)];
    expect(await kinds({ ...program, properties }, 'tso')).toEqual({ ones: 'unsafe', nothing: 'safe' });
  });

  it('refuses more marks than there are bits', async () => {
    const text = `shared int a[40] = 0;
      thread P { local int i = 0; while (true) { a[i] = 1; i = (i + 1) % 40; } }
      ltl any: G F (a[0] == 1);`;
    await expect(decide(text, 'pso')).rejects.toThrow(/marks/);
  });
});
