import { describe, expect, test } from '@jest/globals';
import { sc } from '../../../../src/memory/sc.js';
import { candidates } from '../../../../src/engines/mcmt/stages.js';
import { backward } from '../../../support/mcmt/ask-backward.js';

const stages = [candidates(50_000)];

/** German's protocol without data: a directory, three channels for each client. `grant` is what a client with the line gives back. */
const german = (exclusive: string): string => `
  type state = Invalid | Shared | Exclusive
  type request = None | WantShared | WantExclusive
  type answer = Nothing | Invalidate | GrantShared | GrantExclusive
  var Granted : bool
  var Command : request
  var Client : proc
  array Wish[proc] : request
  array Told[proc] : answer
  array Acked[proc] : bool
  array Cache[proc] : state
  array Sharer[proc] : bool
  array Pending[proc] : bool
  init (p) { Wish[p] = None && Told[p] = Nothing && Acked[p] = False && Cache[p] = Invalid && Sharer[p] = False &&
    Pending[p] = False && Command = None && Granted = False }
  unsafe (p q) { Cache[p] = Exclusive && Cache[q] <> Invalid }
  transition wish_shared (p) requires { Wish[p] = None && Cache[p] = Invalid } { Wish[p] := WantShared }
  transition wish_exclusive (p) requires { Wish[p] = None && Cache[p] <> Exclusive } { Wish[p] := WantExclusive }
  transition take (p) requires { Command = None && Wish[p] <> None }
    { Command := Wish[p]; Client := p; Wish[p] := None; Pending[q] := case | _ : Sharer[q] }
  transition invalidate (p) requires { Told[p] = Nothing && Pending[p] = True && Command = WantExclusive }
    { Told[p] := Invalidate; Pending[p] := False }
  transition invalidate_owner (p) requires { Told[p] = Nothing && Pending[p] = True && Command = WantShared && Granted = True }
    { Told[p] := Invalidate; Pending[p] := False }
  transition obey (p) requires { Told[p] = Invalidate && Acked[p] = False }
    { Told[p] := Nothing; Acked[p] := True; Cache[p] := Invalid }
  transition hear (p) requires { Acked[p] = True && Command <> None }
    { Acked[p] := False; Sharer[p] := False; Granted := False }
  transition grant_shared (p) requires { Command = WantShared && Client = p && Told[p] = Nothing && Granted = False }
    { Told[p] := GrantShared; Sharer[p] := True; Command := None }
  transition grant_exclusive (p) requires { Command = WantExclusive && Client = p && Told[p] = Nothing && Granted = False
    ${exclusive} }
    { Told[p] := GrantExclusive; Sharer[p] := True; Command := None; Granted := True }
  transition get_shared (p) requires { Told[p] = GrantShared } { Cache[p] := Shared; Told[p] := Nothing }
  transition get_exclusive (p) requires { Told[p] = GrantExclusive } { Cache[p] := Exclusive; Told[p] := Nothing }`;

describe('all guesses at once', () => {
  test('those that are left are gone through by the search itself, which finds nothing more', async () => {
    const { verdicts, stats } = await backward(
      german('&& Sharer[p] = False && forall_other q. Sharer[q] = False'),
      sc,
      { stages },
    );
    expect(verdicts.map(({ kind }) => kind)).toEqual(['safe']);
    expect(stats.guesses).toBeGreaterThan(5);
    // The root is one of the cubes, or a part of one.
    expect(stats.kept).toBeLessThanOrEqual(stats.guesses + 1);
    expect(stats.nodes).toBeLessThanOrEqual(stats.guesses + 1);
  });

  test('where initial states lead to the clause none of them stands', async () => {
    const { verdicts, stats } = await backward(german(''), sc, { stages });
    expect(verdicts.map(({ kind }) => kind)).toEqual(['unknown']);
    expect(stats.guesses).toBe(0);
  });

  /** Two processes never get there, three do: what few processes show is only where candidates come from. */
  test('what only more processes than were looked at come to is not taken for unreachable', async () => {
    const text = `
      type place = Start | One | Two | Three | Four
      array At[proc] : place
      init (p) { At[p] = Start }
      unsafe (p) { At[p] = Four }
      transition first (p) requires { At[p] = Start } { At[p] := One }
      transition second (p q) requires { At[p] = One && At[q] = One } { At[p] := Two }
      transition third (p q r) requires { At[p] = Two && At[q] = One && At[r] = One } { At[p] := Three }
      transition fourth (p q r s) requires { At[p] = Three && At[q] = One && At[r] = One && At[s] = Two } { At[p] := Four }`;
    const { verdicts } = await backward(text, sc, { stages });
    expect(verdicts.map(({ kind }) => kind)).toEqual(['unknown']);
    const found = await backward(text, sc, { brab: 'auto' });
    expect(found.verdicts.map(({ kind }) => kind)).toEqual(['unsafe']);
  });
});
