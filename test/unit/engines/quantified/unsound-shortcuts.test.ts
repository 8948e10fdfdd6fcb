import { describe, expect, it } from '@jest/globals';
import { sc } from '../../../../src/memory/sc.js';
import { tso } from '../../../../src/memory/tso.js';
import type { MemoryModel } from '../../../../src/memory/model.js';
import { quantifiedAnswer, storeBufferAnswer } from '../../../support/dual/ask-dual.js';
import { parseFp } from '../../../support/parse-fp.js';
import { everyNth } from '../../../support/thorough.js';

/**
 * Programs that no few processes violate: each is what a proof with something left out would call safe. The number is that of
 * the processes that a violation takes.
 */
const programs: readonly (readonly [what: string, procs: number, model: MemoryModel, text: string])[] = [
  [
    'what the stepping thread does to what all share',
    6,
    sc,
    `shared int x = 0;
     process P(me) { fetch_add(x, 1); A: skip; }
     invariant few: x <= 5;`,
  ],
  [
    'what it does to what is known of a thread beside it',
    6,
    sc,
    `shared int x = 0;
     process P(me) { local int seen = 0; seen = fetch_add(x, 1); A: skip; }
     invariant near: forall a in P: !(a at A && x > P(a).seen + 5);`,
  ],
  [
    'what it does to what is known while two threads beside it are somewhere',
    5,
    sc,
    `shared int x = 0;
     process P(me) { fetch_add(x, 1); A: skip; }
     invariant few: forall a != b in P: !(a at A && b at A && x > 4);`,
  ],
  [
    'the room that a buffer needs',
    5,
    tso,
    `shared int x = 0, y = 0, z = 0;
     process P(me) {
       local int c = 0;
       c = fetch_add(x, 1);
       y = 1;
       either { fence; z = 1; } or { atomic { assume(c >= 4); z = 1; } }
       A: skip;
     }
     invariant seen: forall a in P: !(a at A && y == 0);`,
  ],
  [
    'all initial values',
    1,
    sc,
    `shared int[0..9] x;
     process P(me) { local int r = 0; r = x; A: skip; }
     invariant small: forall a in P: !(a at A && P(a).r > 7);`,
  ],
  [
    'how many threads are counted',
    4,
    sc,
    `shared int places = 4;
     process P(me) {
       locked { assume(places > 0); places = places - 1; }
       In: assert(places >= 1);
       locked { places = places + 1; }
     }`,
  ],
];

describe('a proof for any number of threads asks', () => {
  it.each(everyNth(programs, 2))('%s', async (_, procs, model, text) => {
    const program = parseFp(text);
    const any = await quantifiedAnswer(program, { model, procs: 'any', seconds: 60 });
    const verdicts = any.kind === 'decided' ? [...any.reports.values()].map(({ verdict }) => verdict) : any;
    expect(verdicts).not.toContain('safe');
    const some = await storeBufferAnswer(program, { model, procs, seconds: 60 });
    const known = some.kind === 'decided' ? [...some.reports.values()].map(({ verdict }) => verdict) : some;
    expect(known).toEqual(['unsafe']);
  });
});
