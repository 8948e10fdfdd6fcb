import { describe, expect, it } from '@jest/globals';
import { ArrayMachine } from '../../../src/arrays/array-machine.js';
import { spareProcesses } from '../../../src/arrays/processes.js';
import { replayProof } from '../../../src/arrays/replay-proof.js';
import type { Limits } from '../../../src/search/limits.js';
import type { Proof } from '../../../src/engines/mcmt/steps/proof.js';
import { sc } from '../../../src/memory/sc.js';
import { tso } from '../../../src/memory/tso.js';
import { Confirmer } from '../../../src/engines/mcmt/find-run.js';
import { cubSystem } from '../../support/arrays/read-cub.js';
import { verdicts } from '../../support/mcmt/ask-backward.js';

const limits: Limits = { signal: new AbortController().signal, deadline: null, memoryMB: null };

/** `procs` is what the path speaks of. */
const path = (procs: number, ...steps: readonly (readonly number[])[]): Proof => ({
  ...{ kind: 'unsafe', clause: 0, procs },
  steps: steps.map((named) => ({ transition: 0, procs: named })),
});

async function confirmed(text: string, proof: Proof): Promise<readonly [string, number | null]> {
  const confirmer = new Confirmer(cubSystem(text), sc, limits);
  return [await confirmer.confirm(proof), confirmer.runTo(0)?.machine.procs ?? null];
}

describe('processes of which only the order is known', () => {
  const storedFirst = `
    type loc = A | B
    array PC[proc] : loc
    var T : proc
    init (i) { PC[i] = A }
    unsafe (i) { PC[i] = A && T < i }`;
  const between = (before = ''): string => `${before}
    type loc = A | B
    array PC[proc] : loc
    init (i) { PC[i] = A }
    unsafe (i j) { PC[j] = B && j < i }
    transition t (j i) requires { PC[j] = A && i < j } { PC[j] := B }`;

  it('are in a run that a path without them tells of', async () => {
    expect(await verdicts(storedFirst, sc)).toEqual(['unsafe']);
    expect(await verdicts(between(), sc)).toEqual(['unsafe']);
    expect(await confirmed(storedFirst, path(1))).toEqual(['run', 2]);
    expect(await confirmed(between(), path(2, [2, 1]))).toEqual(['run', 3]);
  });

  it('may be two', async () => {
    const outer = `
      array A[proc] : bool
      init (i) { A[i] = False }
      unsafe (i) { A[i] = True }
      transition t (i j k) requires { i < j && k < i } { A[i] := True }`;
    const stored = `
      array A[proc] : bool
      var T : proc
      var S : proc
      init (i) { A[i] = False }
      unsafe (i) { A[i] = False && T < i && S < T }`;
    expect(await verdicts(outer, sc)).toEqual(['unsafe']);
    expect(await verdicts(stored, sc)).toEqual(['unsafe']);
    expect(await confirmed(stored, path(1))).toEqual(['run', 3]);
  });

  it('are no more than the system may have', async () => {
    expect(await verdicts(between('number_procs 2'), sc)).not.toEqual(['unsafe']);
    expect(await verdicts(between(), sc, { maxProcs: 2 })).not.toEqual(['unsafe']);
    expect(await verdicts(between('number_procs 3'), sc)).toEqual(['unsafe']);
    expect(await verdicts(between('number_procs 2'), sc, { maxProcs: 3 })).toEqual(['unsafe']);
  });

  it('under TSO', async () => {
    const buffered = `
      type loc = A | B
      array PC[proc] : loc
      weak var X : bool
      init (i) { PC[i] = A && X = False }
      unsafe (i j) { PC[j] = B && j < i }
      transition t ([j] i) requires { PC[j] = A && X = False && i < j } { PC[j] := B; X := . }`;
    expect(await verdicts(buffered, tso)).toEqual(['unsafe']);
  });

  it('are looked for only where there may be any', () => {
    expect(spareProcesses(cubSystem(between()))).toBe(2);
    const plain = (symbols: string): number =>
      spareProcesses(cubSystem(`${symbols} init () { X = X } unsafe () { X <> X }`));
    expect(plain('var X : proc')).toBe(1);
    expect(plain('var X : bool')).toBe(0);
  });
});

describe('a process that only a cell holds', () => {
  const stored = (guard: string, before = ''): string => `${before}
    type loc = A | B
    array PC[proc] : loc
    var T : proc
    init (i) { PC[i] = A }
    unsafe (i) { PC[i] = B }
    transition t ([i]) requires { T <> i ${guard} } { PC[i] := B }`;
  const phantom = '&& forall_other k. T <> k';

  it('is asked universal guards, too', async () => {
    expect(await verdicts(stored(phantom), sc)).toEqual(['spurious']);
    expect(await confirmed(stored(phantom), path(1, [1]))).toEqual(['no-run', null]);
  });

  it('is one of the processes of the run', async () => {
    expect(await verdicts(stored(''), sc)).toEqual(['unsafe']);
    expect(await confirmed(stored(''), path(1, [1]))).toEqual(['run', 2]);
    expect(await verdicts(stored('&& forall_other k. PC[k] = A'), sc)).toEqual(['unsafe']);
  });

  it('may wait in a buffer', async () => {
    const buffered = (guard: string): string => `
      type loc = A | B | C
      array PC[proc] : loc
      weak var T : proc
      init (i) { PC[i] = A && T = #1 }
      unsafe (i) { i <> #1 && PC[i] = C }
      transition s ([i]) requires { PC[i] = A } { PC[i] := B; T := . }
      transition t ([i]) requires { PC[i] = B && T <> i && T <> #1 ${guard} } { PC[i] := C }`;
    expect(await verdicts(buffered(''), tso)).toEqual(['unsafe']);
    expect(await verdicts(buffered(phantom), tso)).toEqual(['spurious']);
  });

  it('may be another one where there may be no more', async () => {
    expect(await verdicts(stored(phantom, 'number_procs 1'), sc)).toEqual(['unsafe']);
    expect(await verdicts(stored(phantom), sc, { maxProcs: 1 })).toEqual(['unsafe']);
  });

  it('may be no process at all where the file says so', async () => {
    const home = (init: string): string => `
      array A[proc] : bool
      array P[proc] : proc
      var Home : proc
      init (i j) { A[i] = False && ${init} }
      unsafe (i) { A[i] = True }
      transition t (i) requires { Home <> i && P[i] <> i && forall_other k. (Home <> k && P[i] <> k) } { A[i] := True }`;
    expect(await verdicts(home('Home <> i && P[i] <> j'), sc)).toEqual(['unsafe']);
    expect(await verdicts(home('j <> Home'), sc)).toEqual(['unsafe']);
    expect(await verdicts(home('P[i] <> i'), sc)).toEqual(['spurious']);
  });

  it('is left out of a closed machine', async () => {
    const steps = [{ transition: 0, procs: [1] }];
    const replayed = async (closed: boolean): Promise<string> => {
      const machine = new ArrayMachine(cubSystem(stored('')), sc, 1, closed);
      return (await replayProof(machine, steps, { kind: 'unsafe', index: 0 })).kind;
    };
    expect(await replayed(false)).toBe('run');
    expect(await replayed(true)).toBe('no-run');
  });
});
