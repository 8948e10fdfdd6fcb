import { noLimits } from '../../../src/arrays/array-limits.js';
import { describe, expect, test } from '@jest/globals';
import { explore } from '../../../src/arrays/explore-arrays.js';
import { ArrayMachine } from '../../../src/arrays/array-machine.js';
import type { ArrayTarget } from '../../../src/arrays/array-machine.js';
import { replayProof } from '../../../src/arrays/replay-proof.js';
import type { ProofStep } from '../../../src/arrays/replay-proof.js';
import { isRun } from '../../../src/arrays/array-run.js';
import type { ArrayRun } from '../../../src/arrays/array-run.js';
import { arrayTrace, transitionsOf } from '../../../src/arrays/array-trace.js';
import { boolType } from '../../../src/lang/arrays/array-system.js';
import type { ArraySystem } from '../../../src/lang/arrays/array-system.js';
import { sc } from '../../../src/memory/sc.js';
import { tso } from '../../../src/memory/tso.js';
import { randomArraySystem } from '../../../tools/fuzz/array-systems.js';
import {
  and,
  assign,
  bool,
  cell,
  clause,
  compare,
  con,
  enumType,
  eq,
  num,
  Symbols,
  systemOf,
  transition,
  v,
} from '../../support/arrays/array-terms.js';
import { Random } from '../../support/random.js';

const loc = enumType('loc', 'Idle', 'Want', 'Crit');
const first: ArrayTarget = { kind: 'unsafe', index: 0 };

/** The mutual exclusion of paper 001, section 3. */
function naive(fence: boolean): ArraySystem {
  const symbols = new Symbols();
  const x = symbols.add('X', boolType, { weak: true, arity: 1 });
  const pc = symbols.add('PC', loc, { arity: 1 });
  const is = (place: string, p = 0) => eq(cell(pc, v(p)), con(loc, place));
  const to = (place: string) => assign(pc, con(loc, place), [v(0)]);
  const set = (value: boolean) => assign(x, bool(value), [v(0)]);
  return systemOf({
    symbols,
    init: clause(1, and(is('Idle'), eq(cell(x, v(0)), bool(false)))),
    unsafe: [clause(2, and(is('Crit', 0), is('Crit', 1)))],
    transitions: [
      transition('t_req', { guard: is('Idle'), updates: [set(true), to('Want')] }),
      transition('t_enter', {
        guard: is('Want'),
        fence,
        universals: [eq(cell(x, v(1)), bool(false))],
        updates: [to('Crit')],
      }),
      transition('t_exit', { guard: is('Crit'), updates: [set(false), to('Idle')] }),
    ],
  });
}

const step = (transitionIndex: number, ...procs: number[]): ProofStep => ({
  transition: transitionIndex,
  procs,
});

function checked(machine: ArrayMachine, run: ArrayRun, procs: readonly number[], target = first): boolean {
  const goal = machine.clause(machine.clauseOf(target)).find((c) => c.procs.join() === procs.join());
  return goal !== undefined && isRun(machine, run, goal);
}

const proofOf = (run: ArrayRun): readonly ProofStep[] =>
  run.steps.flatMap((taken) =>
    taken.kind === 'transition' ? [step(taken.step.transition, ...taken.step.procs)] : [],
  );

describe('replayProof', () => {
  const proof = [step(0, 1), step(0, 2), step(1, 1), step(1, 2)];

  test('finds when writes leave their buffers', async () => {
    const machine = new ArrayMachine(naive(false), tso, 2);
    const found = await replayProof(machine, proof, first);
    expect(found.kind === 'run' && checked(machine, found.run, found.procs)).toBe(true);
    expect(found.kind === 'run' && transitionsOf(found.run)).toEqual([
      't_req(#1)',
      't_req(#2)',
      't_enter(#1)',
      't_enter(#2)',
    ]);
  });

  test('says that there is no run', async () => {
    expect(await replayProof(new ArrayMachine(naive(true), tso, 2), proof, first)).toEqual({
      kind: 'no-run',
    });
    expect(await replayProof(new ArrayMachine(naive(false), sc, 2), proof, first)).toEqual({
      kind: 'no-run',
    });
    const short = new ArrayMachine(naive(false), tso, 2);
    expect(await replayProof(short, proof.slice(1), first)).toEqual({ kind: 'no-run' });
  });

  test('each actor keeps its order, but the order of actors is free with buffers', async () => {
    // As a backward proof has it: a write where it matters to the others, which is behind their reads.
    const machine = new ArrayMachine(naive(false), tso, 2);
    const scheduled = [step(0, 1), step(1, 1), step(0, 2), step(1, 2)];
    expect((await replayProof(machine, scheduled, first)).kind).toBe('run');
    const swapped = [step(1, 1), step(0, 1), step(0, 2), step(1, 2)];
    expect((await replayProof(machine, swapped, first)).kind).toBe('no-run');
  });

  test('without buffers the order is that of the proof', async () => {
    const symbols = new Symbols();
    const done = symbols.add('D', boolType, { arity: 1 });
    const system = systemOf({
      symbols,
      init: clause(1, eq(cell(done, v(0)), bool(false))),
      unsafe: [clause(2, and(eq(cell(done, v(0)), bool(true)), eq(cell(done, v(1)), bool(true))))],
      transitions: [
        transition('first', {
          universals: [eq(cell(done, v(1)), bool(false))],
          updates: [assign(done, bool(true), [v(0)])],
        }),
        transition('last', { updates: [assign(done, bool(true), [v(0)])] }),
      ],
    });
    const machine = new ArrayMachine(system, sc, 2);
    expect((await replayProof(machine, [step(0, 1), step(1, 2)], first)).kind).toBe('run');
    expect((await replayProof(machine, [step(1, 2), step(0, 1)], first)).kind).toBe('no-run');
  });

  test('universals bind all processes there are', async () => {
    const two = new ArrayMachine(naive(false), sc, 2);
    const three = new ArrayMachine(naive(false), sc, 3);
    const crit: ArraySystem = { ...naive(false), unsafe: [{ ...clause(1, and()), name: 'unsafe[1]' }] };
    const steps = [step(0, 3), step(0, 1), step(1, 1)];
    expect((await replayProof(new ArrayMachine(crit, sc, 3), steps, first)).kind).toBe('no-run');
    expect((await replayProof(new ArrayMachine(crit, sc, 3), steps.slice(1), first)).kind).toBe('run');
    expect([two.steps.length, three.steps.length]).toEqual([6, 9]);
  });

  test('numbers of which nothing is said are found where the text has them', async () => {
    const symbols = new Symbols();
    const [n, m] = [symbols.add('N', { kind: 'int' }), symbols.add('M', { kind: 'int' })];
    const guard = and(compare('<', num(41), cell(n)), compare('<', cell(n), cell(m)));
    const system = systemOf({
      symbols,
      init: clause(0, and()),
      unsafe: [clause(0, eq(cell(n), num(0)))],
      transitions: [transition('t', { params: 0, actor: null, guard, updates: [assign(n, num(0))] })],
    });
    const machine = new ArrayMachine(system, sc, 1);
    const found = await replayProof(machine, [step(0)], first);
    expect(found.kind === 'run' && checked(machine, found.run, [])).toBe(true);
    const never = await replayProof(machine, [step(0), step(0)], first);
    expect(never).toEqual({ kind: 'undecided', why: 'numbers' });
  });

  test('a limit is told', async () => {
    const limits = { ...noLimits, maxStates: 2 };
    const machine = new ArrayMachine(naive(true), tso, 2);
    expect(await replayProof(machine, proof, first, { limits })).toEqual({
      kind: 'undecided',
      why: 'states',
    });
  });
});

/** Seeds are fixed, so that this says the same every time; the campaign is longer. */
test('runs that are found can be replayed, with and without trying all orders', async () => {
  let runs = 0;
  for (let seed = 1; seed <= 60; seed++) {
    const random = new Random(seed);
    const system = randomArraySystem(random);
    for (const model of [sc, tso]) {
      const machine = new ArrayMachine(system, model, random.between(2, 3));
      const limits = { ...noLimits, maxStates: 20_000 };
      for (const { target, run, procs } of (await explore(machine, { bufferBound: 2, limits })).reached) {
        expect(checked(machine, run, procs, target)).toBe(true);
        for (const reduce of [true, false]) {
          const again = await replayProof(machine, proofOf(run), target, { reduce });
          expect(again.kind === 'run' && checked(machine, again.run, again.procs, target)).toBe(true);
        }
        const proof = shuffled(proofOf(run), random);
        const [quick, slow] = [
          await replayProof(machine, proof, target),
          await replayProof(machine, proof, target, { reduce: false }),
        ];
        expect(quick.kind).toBe(slow.kind);
        runs++;
      }
    }
  }
  expect(runs).toBeGreaterThan(40);
});

function shuffled(proof: readonly ProofStep[], random: Random): readonly ProofStep[] {
  const steps = [...proof];
  const i = random.below(steps.length);
  return [...steps.slice(i), ...steps.slice(0, i)];
}

test('a run is told step by step', async () => {
  const machine = new ArrayMachine(naive(false), tso, 2);
  const proof = [step(0, 1), step(1, 1), step(2, 1), step(0, 1), step(0, 2), step(1, 1), step(1, 2)];
  const found = await replayProof(machine, proof, first);
  if (found.kind !== 'run') throw new Error('there is a run');
  const trace = arrayTrace(machine, found.run, first, found.procs);
  expect(trace.conclusion).toBe('the clause holds of #1 and #2');
  expect(trace.violated).toBe('unsafe[1]');
  const [start] = trace.steps;
  expect(start?.action).toBe('t_req(#1): X[#1] = True; PC[#1] = Want');
  expect(start?.after.memory.get('PC[#1]')).toBe('Want');
  expect(start?.after.buffers.get('#1')).toEqual(['X[#1]=True']);
  expect(
    trace.steps
      .filter(({ kind }) => kind === 'edge')
      .map(({ thread }) => thread)
      .sort(),
  ).toEqual(['#1', '#1', '#1', '#1', '#1', '#2', '#2']);
  const flushes = trace.steps.filter(({ kind }) => kind === 'flush').map(({ action }) => action);
  expect(flushes).toEqual(['flush X[#2] = True']);
});
