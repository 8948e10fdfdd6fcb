import { describe, expect, test } from '@jest/globals';
import { tso } from '../../../../src/memory/tso.js';
import { backward } from '../../../support/mcmt/ask-backward.js';

/** Two raise flags and look at the other's, behind fences; a third one watches something else. */
const watched = `
  number_procs 3
  type place = Before | Raised | Fenced | Told | Done
  array At[proc] : place
  array Saw[proc] : int
  array News[proc] : int
  weak var A : int
  weak var B : int
  weak var Word : int
  weak var Own : int
  init (p) { At[p] = Before && Saw[p] = 7 && News[p] = 7 && A = 0 && B = 0 && Word = 0 && Own = 0 }
  unsafe (p q r) {
    p = #1 && q = #2 && r = #3 && At[p] = Done && At[q] = Done && At[r] = Done &&
    Saw[p] = 0 && Saw[q] = 0 && News[r] = 1 && Saw[r] = 0 }
  transition raiseA ([p]) requires { p = #1 && At[p] = Before } { At[p] := Raised; A := 1 }
  transition fenceA ([p]) requires { p = #1 && At[p] = Raised && fence() } { At[p] := Fenced }
  transition tell ([p]) requires { p = #1 && At[p] = Fenced } { At[p] := Told; Word := 1 }
  transition lookB ([p]) requires { p = #1 && At[p] = Told } { At[p] := Done; Saw[p] := B }
  transition raiseB ([p]) requires { p = #2 && At[p] = Before } { At[p] := Raised; B := 1 }
  transition fenceB ([p]) requires { p = #2 && At[p] = Raised && fence() } { At[p] := Fenced }
  transition lookA ([p]) requires { p = #2 && At[p] = Fenced } { At[p] := Done; Saw[p] := A }
  transition mark ([p]) requires { p = #3 && At[p] = Before } { At[p] := Raised; Own := 1 }
  transition hear ([p]) requires { p = #3 && At[p] = Raised } { At[p] := Told; News[p] := Word }
  transition check ([p]) requires { p = #3 && At[p] = Told } { At[p] := Done; Saw[p] := Own }`;

describe('guesses', () => {
  test('say more at once than the cubes that they stand for', async () => {
    const plain = await backward(watched, tso);
    const guessing = await backward(watched, tso, { brab: 3 });
    expect([plain, guessing].map(({ verdicts }) => verdicts.map(({ kind }) => kind))).toEqual([
      ['safe'],
      ['safe'],
    ]);
    expect(guessing.stats.guesses).toBeGreaterThan(0);
    expect(guessing.stats.nodes * 5).toBeLessThanOrEqual(plain.stats.nodes);
  });

  /** The first process never gets to Late, others do: what is true of one place is not true of all. */
  const ordered = (bad: string): string => `
    type place = Early | Late | Last
    array At[proc] : place
    weak array Flag[proc] : bool
    init (p) { At[p] = Early && Flag[p] = False }
    unsafe (p q) { ${bad} }
    transition pass ([p] q) requires { At[p] = Early && q < p } { At[p] := Late; Flag[p] := True }
    transition leave ([p] q) requires { At[p] = Late && q < p && Flag[p] = True } { At[p] := Last }`;

  test('hold of processes in any place', async () => {
    const reached = await backward(ordered('q < p && At[p] = Last && At[q] = Last'), tso, { brab: 2 });
    expect(reached.verdicts.map(({ kind }) => kind)).toEqual(['unsafe']);
    const wrong = await backward(
      ordered('p < q && At[p] = Late && At[q] = Late && p@Flag[p] = True && p@Flag[q] = False'),
      tso,
      {
        brab: 2,
      },
    );
    expect(wrong.verdicts.map(({ kind }) => kind)).toEqual(['unsafe']);
  });
});
