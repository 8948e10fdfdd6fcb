import { describe, expect, it } from '@jest/globals';
import type { Limits } from '../../../src/search/limits.js';
import type { Proof } from '../../../src/engines/mcmt/steps/proof.js';
import { sc } from '../../../src/memory/sc.js';
import { comparesProcesses } from '../../../src/arrays/processes.js';
import { confirmedArrayRun } from '../../../src/ask/confirm.js';
import { Confirmer } from '../../../src/engines/mcmt/find-run.js';
import { systemOf } from '../frontends/cub/read-system.js';

const ordered = systemOf(`
  type place = A | B
  array PC[proc] : place
  init (i) { PC[i] = A }
  unsafe (i) { PC[i] = B }
  transition pass (i j)
  requires { i < j && PC[i] = A }
  { PC[i] := B }
`);
const unordered = systemOf(`
  type place = A | B
  array PC[proc] : place
  init (i) { PC[i] = A }
  unsafe (i) { PC[i] = B }
  transition pass (i)
  requires { PC[i] = A && forall_other j. PC[j] = B }
  { PC[i] := B }
`);

const limits: Limits = { signal: new AbortController().signal, deadline: null, memoryMB: null };
const proof = (procs: readonly number[], count: number): Proof => ({
  ...{ kind: 'unsafe', clause: 0, procs: count },
  steps: [{ transition: 0, procs }],
});

function pathOf(confirmer: Confirmer): readonly string[] | undefined {
  const run = confirmer.runTo(0);
  const shown = run === null ? null : confirmedArrayRun(run);
  return shown?.kind === 'unsafe' ? shown.trace.path : undefined;
}

describe('a path of the backward engine', () => {
  it('is a run with the numbers of its processes', async () => {
    const confirmer = new Confirmer(ordered, sc, limits);
    expect(await confirmer.confirm(proof([1, 2], 2))).toBe('run');
    expect(pathOf(confirmer)).toEqual(['pass(#1, #2)', 'unsafe[1]']);
  });

  it('is a run with other numbers where processes are compared', async () => {
    expect(comparesProcesses(ordered)).toBe(true);
    const confirmer = new Confirmer(ordered, sc, limits);
    expect(await confirmer.confirm(proof([3, 1], 3))).toBe('run');
    expect(pathOf(confirmer)?.at(-1)).toBe('unsafe[1]');
  });

  it('is none where a guard is false of a process that it does not name', async () => {
    expect(comparesProcesses(unordered)).toBe(false);
    const confirmer = new Confirmer(unordered, sc, limits);
    expect(await confirmer.confirm(proof([1], 1))).toBe('run');
    expect(await new Confirmer(unordered, sc, limits).confirm(proof([1], 2))).toBe('no-run');
  });
});
