import { describe, expect, it } from '@jest/globals';
import { pso } from '../../../../src/memory/pso.js';
import { dualAnswer } from '../../../support/dual/ask-dual.js';
import { compareBounds } from '../../../support/dual/bounds-agreement.js';
import { parseFp } from '../../../support/parse-fp.js';

/** The reader sees the newest store, and nothing of those before it. */
const overtaken = (stores: number): string => `
  shared int[0..${stores}] x = 0; shared bool y = false, z = false;
  thread W { ${Array.from({ length: stores }, (_, i) => `x = ${i + 1};`).join(' ')} y = true; fence(ww); z = true; }
  thread R { local bool seen = false; local int[0..${stores}] old = 0; seen = y; old = x; }
  final late: !(R.seen && R.old == 0);`;

/** Both parts break without the store fence or the lock; the first makes that stores are made later. */
const between = (step: string): string => `
  shared bool u = false, v = false, x = false, y = false;
  thread W { local bool old = false; u = true; fence(ww); v = true; x = true; ${step} }
  thread R { local bool a = false, b = false, c = false, d = false; a = v; b = u; c = y; d = x; }
  final ordered: (R.a -> R.b) && (R.c -> R.d);`;

async function answer(text: string): Promise<readonly (string | null)[]> {
  const found = await dualAnswer(parseFp(text), { model: pso, procs: 2, seconds: 60 });
  if (found.kind !== 'decided') return [found.kind, found.why];
  return [...found.reports.values()].flatMap(({ kind, verdict, reason }) =>
    kind === 'final' ? [verdict, reason] : [],
  );
}

describe('stores that are made later', () => {
  it.each([
    ['as many as may wait', overtaken(3), ['unsafe', null]],
    ['one more than may wait', overtaken(4), ['unknown', 'overflow']],
    ['a lock waits for them', between('old = xchg(y, true);'), ['safe', null]],
    ['a fence waits for them', between('fence; y = true;'), ['safe', null]],
    ['a store fence waits for them', between('fence(ww); y = true;'), ['safe', null]],
    ['nothing waits for them', between('y = true;'), ['unsafe', null]],
  ])('%s', async (_name, text, expected) => {
    expect(await answer(text)).toEqual(expected);
    const { complaints } = await compareBounds(parseFp(text), pso);
    expect(complaints).toEqual([]);
  });
});
