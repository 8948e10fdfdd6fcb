import { describe, expect, test } from '@jest/globals';
import { sc } from '../../../../src/memory/sc.js';
import { candidates } from '../../../../src/engines/mcmt/stages.js';
import { backward } from '../../../support/mcmt/ask-backward.js';
import { german, noSharer } from '../../../support/mcmt/german.js';

const stages = [candidates(50_000)];

describe('all guesses at once', () => {
  test('those that are left are gone through by the search itself, which finds nothing more', async () => {
    const { verdicts, stats } = await backward(german(noSharer), sc, { stages });
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
