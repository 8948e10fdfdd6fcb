import { describe, expect, it } from '@jest/globals';
import { toAutomata } from '../../../passes/pipelines.js';
import { DiagnosticBag } from '../../../src/diagnostics/diagnostic.js';
import { Source } from '../../../src/diagnostics/span.js';
import { exploreExplicit } from '../../../src/engines/explicit/explore.js';
import { Machine } from '../../../src/memory/machine.js';
import { replay } from '../../../src/evidence/replay.js';
import { fp } from '../../../src/frontends/fp/parse.js';
import type { Execution, Step } from '../../../src/lang/run/execution.js';
import { cellId, edgeId, localId, threadId } from '../../../src/lang/expr/ids.js';
import type { Property } from '../../../src/lang/program/program.js';
import type { MemoryModel } from '../../../src/memory/model.js';
import { sc } from '../../../src/memory/sc.js';
import { tso } from '../../../src/memory/tso.js';
import { runPipeline } from '../../../src/pass/run-pipeline.js';
import { at, getOrFail } from '../../../src/support/invariant.js';

const storeBuffering = `
  shared int x = 0, y = 0;
  thread P { local int r = 0; x = 1; r = y; }
  thread Q { local int r = 0; y = 1; r = x; }
  final sb: P.r == 1 || Q.r == 1;`;

async function counterexample(text: string, model: MemoryModel, name: string) {
  const bag = new DiagnosticBag();
  const program = fp.parse(new Source('t.fp', text), bag);
  if (program === null) throw new Error('the test program is right');
  const { system } = runPipeline(toAutomata, program, { procs: null });
  const property = at(
    system.properties.filter((p) => p.name === name),
    0,
  );
  const limits = { signal: new AbortController().signal, deadline: null, memoryMB: null };
  const result = await exploreExplicit(
    { system, model, properties: [property], limits, progress: () => undefined },
    { bound: null, havocRange: null, reductions: true, collectFinals: null },
  );
  const verdict = getOrFail(result.verdicts, name);
  if (verdict.kind !== 'unsafe') throw new Error(`the property is ${verdict.kind}`);
  return { machine: new Machine(system, model), property, execution: verdict.execution };
}

const verdictOn = (machine: Machine, execution: Execution, property: Property | null): string => {
  const replayed = replay(machine, execution, property);
  return replayed.kind === 'accepted' ? 'accepted' : replayed.why;
};

describe('the replayer', () => {
  it('accepts a counterexample and tells it in the words of the program', async () => {
    const { machine, property, execution } = await counterexample(storeBuffering, tso, 'sb');
    const replayed = replay(machine, execution, property);
    if (replayed.kind !== 'accepted') throw new Error(replayed.why);
    expect(replayed.trace.violated).toBe('sb');
    expect(replayed.trace.steps.map((s) => `${s.thread} ${s.action}`).sort()).toEqual([
      'P flush x = 1',
      'P load r = y (0)',
      'P store x = 1',
      'Q flush y = 1',
      'Q load r = x (0)',
      'Q store y = 1',
    ]);
  });

  it('rejects it under another model', async () => {
    const { machine, property, execution } = await counterexample(storeBuffering, tso, 'sb');
    expect(verdictOn(new Machine(machine.system, sc), execution, property)).toMatch(/cannot be taken/);
  });

  it('rejects every execution that lacks one of its steps', async () => {
    const { machine, property, execution } = await counterexample(storeBuffering, tso, 'sb');
    for (const i of execution.steps.keys()) {
      const steps = execution.steps.filter((_, j) => j !== i);
      expect(verdictOn(machine, { ...execution, steps }, property)).not.toBe('accepted');
    }
  });

  it('rejects steps that do not exist, and choices where there is none', async () => {
    const { machine, property, execution } = await counterexample(storeBuffering, tso, 'sb');
    const flush: Step = { kind: 'flush', thread: threadId(0), cell: cellId(0) };
    expect(verdictOn(machine, { ...execution, steps: [flush] }, property)).toMatch(/no write to x can leave/);
    const [first] = execution.steps;
    if (first === undefined || first.kind !== 'edge') throw new Error('the first step is an edge');
    const twice = { ...execution, steps: [first, first] };
    expect(verdictOn(machine, twice, property)).toMatch(/the thread is elsewhere/);
    const surplus: Step = { ...first, havoc: [1n] };
    expect(verdictOn(machine, { ...execution, steps: [surplus] }, property)).toMatch(/more havoc values/);
    const chosen = { ...execution, initial: { cells: new Map([[cellId(0), 1n]]), locals: new Map() } };
    expect(verdictOn(machine, chosen, property)).toMatch(/x has an initialiser/);
  });

  it('rejects a value outside the range of a variable', async () => {
    const text = `
      shared int[0..1] x;
      thread P { local int[0..3] r; havoc r; assert(r + x < 4); }`;
    const { machine, property, execution } = await counterexample(text, sc, 'assert:3');
    expect(verdictOn(machine, execution, property)).toBe('accepted');
    const cells = new Map([[cellId(0), 2n]]);
    expect(verdictOn(machine, { ...execution, initial: { ...execution.initial, cells } }, property)).toMatch(
      /2 is no value of x/,
    );
    const locals = new Map([[localId(0), 7n]]);
    expect(verdictOn(machine, { ...execution, initial: { ...execution.initial, locals } }, property)).toMatch(
      /7 is no value of r/,
    );
    const steps = execution.steps.map((s): Step =>
      s.kind === 'edge' && s.havoc.length > 0 ? { ...s, havoc: [9n] } : s,
    );
    expect(verdictOn(machine, { ...execution, steps }, property)).toMatch(/range/);
  });

  it('rejects an execution that violates another property', async () => {
    const { machine, execution } = await counterexample(storeBuffering, tso, 'sb');
    for (const name of ['div', 'bounds', 'range'] as const) {
      expect(verdictOn(machine, execution, { kind: name, name })).toMatch(/does not violate/);
    }
    expect(verdictOn(machine, execution, { kind: 'deadlock', name: 'deadlock' })).toMatch(/no deadlock/);
    expect(verdictOn(machine, execution, null)).toBe('accepted');
  });

  it('does not let others move, or read invariants, inside an atomic section', async () => {
    const text = `
      shared int x = 0, y = 0;
      thread P { atomic { x = 1; Mid: y = 1; } }
      thread Q { y = 2; }
      invariant i: x == y || y == 2;`;
    const bag = new DiagnosticBag();
    const program = fp.parse(new Source('t.fp', text), bag);
    if (program === null) throw new Error('the test program is right');
    const { reference, system } = runPipeline(toAutomata, program, { procs: null });
    const machine = new Machine(reference, sc);
    const enter: Step = { kind: 'edge', thread: threadId(0), edge: edgeId(0), havoc: [] };
    const other: Step = { kind: 'edge', thread: threadId(1), edge: edgeId(0), havoc: [] };
    const initial = { cells: new Map(), locals: new Map() };
    const [property] = system.properties;
    if (property === undefined) throw new Error('there is a property');
    expect(verdictOn(machine, { initial, steps: [enter, other] }, property)).toMatch(
      /inside an atomic section/,
    );
    expect(verdictOn(machine, { initial, steps: [enter] }, property)).toMatch(
      /not read inside an atomic section/,
    );
  });
});
