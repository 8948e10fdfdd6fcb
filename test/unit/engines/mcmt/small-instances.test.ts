import { describe, expect, test } from '@jest/globals';
import { isRun } from '../../../../src/arrays/array-run.js';
import type { ArrayEvidence } from '../../../../src/engines/question.js';
import { plain } from '../../../../src/engines/mcmt/stages.js';
import type { Stage } from '../../../../src/engines/mcmt/stages.js';
import { sc } from '../../../../src/memory/sc.js';
import { tso } from '../../../../src/memory/tso.js';
import { backward } from '../../../support/mcmt/ask-backward.js';

const look = (procs: number): Stage => ({ kind: 'look', look: { procs, states: 20_000 } });

/** Numbers go to and fro through channels, until both have counted far enough. */
const channels = `
  type place = Idle | Sent
  array At[proc] : place
  array Number[proc] : int
  array Channel[proc,proc] : int
  init (p q) { At[p] = Idle && Number[p] = 0 && Channel[p,q] = 0 }
  unsafe (p q) { Number[p] = 4 && Number[q] = 4 }
  transition send (p q) requires { At[p] = Idle && Channel[p,q] = 0 && Number[p] <= Number[q] }
    { Channel[p,q] := Number[p] + 1; At[p] := Sent }
  transition receive (p q) requires { Channel[p,q] > 0 && Number[q] < Channel[p,q] }
    { Number[q] := Channel[p,q]; Channel[p,q] := 0; At[p] := Idle }`;

function isReal({ machine, run, target, procs }: ArrayEvidence): boolean {
  const goals = machine.clause(machine.clauseOf(target));
  return goals.some((goal) => goal.procs.join() === procs.join() && isRun(machine, run, goal));
}

describe('few processes', () => {
  test('show a violation of many steps at once', async () => {
    const found: ArrayEvidence[] = [];
    const { verdicts, stats } = await backward(channels, sc, {
      ...{ stages: [look(2)], brab: 'auto' },
      found: (evidence) => found.push(evidence),
    });
    expect(verdicts.map(({ kind }) => kind)).toEqual(['unsafe']);
    expect(stats.nodes).toBe(0);
    expect(found.map(({ run }) => run.steps.length)).toEqual([16]);
    expect(found.every(isReal)).toBe(true);
  });

  test('show nothing where there is no violation', async () => {
    const text = channels.replace('Number[p] = 4 && Number[q] = 4', 'Number[p] < 0');
    const { verdicts } = await backward(text, sc, { stages: [look(2), plain(Infinity)], brab: 'auto' });
    expect(verdicts.map(({ kind }) => kind)).toEqual(['safe']);
  });

  /** What no process at all would do is no run of the system with more of them. */
  const outsider = `
    type place = A | B
    array PC[proc] : place
    var T : proc
    init (p) { PC[p] = A }
    unsafe (p) { PC[p] = B }
    transition t ([i]) requires { T <> i && forall_other k. T <> k } { PC[i] := B }`;

  test.each([
    ['any number', null, 'unknown'],
    ['at most two, where a cell may hold none of them', 2, 'unsafe'],
  ] as const)('%s', async (_, maxProcs, expected) => {
    const { verdicts } = await backward(outsider, tso, { stages: [look(2)], brab: 'auto', maxProcs });
    expect(verdicts.map(({ kind }) => kind)).toEqual([expected]);
  });

  test('are as many as the system names at least, and allows at most', async () => {
    const named = `
      number_procs 3
      type place = A | B
      array PC[proc] : place
      init (p) { PC[p] = A }
      unsafe (p) { p = #3 && PC[p] = B }
      transition t ([i]) requires { PC[i] = A } { PC[i] := B }`;
    const found: ArrayEvidence[] = [];
    const options = { brab: 'auto', found: (evidence: ArrayEvidence) => found.push(evidence) } as const;
    await backward(named, sc, { ...options, stages: [look(2)] });
    await backward(named, sc, { ...options, stages: [look(4)] });
    expect(found.map(({ machine }) => machine.procs)).toEqual([3, 3]);
  });
});
