import { expect, it } from '@jest/globals';
import { sc } from '../../../../src/memory/sc.js';
import { answerOf, questionOf } from '../../../support/abstraction/abstract-agreement.js';
import { parseFp } from '../../../support/parse-fp.js';

/** With predicates that are found, by property. */
async function verdictsOf(text: string): Promise<readonly string[]> {
  const approach = { model: sc, bound: 1, abstraction: {}, discovery: { discover: 'both' } as const };
  const answer = await answerOf(questionOf(parseFp(text), 'abstract', approach));
  if (answer.kind !== 'decided') return [answer.why];
  return [...answer.reports.values()].map(({ verdict }) => verdict);
}

/** Programs of a form, by a constant: one that is safe, and one that breaks its property somewhere. */
const forms: readonly (readonly [string, (c: number, off: number) => string])[] = [
  [
    'a sum of a counter',
    (c, off) =>
      `shared int s = ${c}, i = 0;
       thread P { while (true) { i = i + 1; s = s + i; Here: skip; } }
       invariant grows: P at Here -> s >= i + ${c + off};`,
  ],
  [
    'a sum of sums, asserted',
    (c, off) =>
      `shared int a = 0, b = 0, s = 0;
       thread P { while (s < ${100 * c}) { a = a + 1; b = b + a; s = s + b; } assert(s >= a + ${10_000 * off}); }`,
  ],
  [
    'what is conserved',
    (c, off) =>
      `shared int used = 0, free = ${c};
       thread A { while (true) { atomic { assume(free > 0); free = free - 1; used = used + 1; } } }
       thread B { while (true) { atomic { assume(used > 0); used = used - 1; free = free + 1; } } }
       invariant few: used <= ${c - off};`,
  ],
  [
    'what is conserved among three',
    (c, off) =>
      `shared int used = 0, free = ${c}, lent = 0;
       thread A { while (true) { atomic { assume(free > 0); free = free - 1; used = used + 1; } } }
       thread B { while (true) { atomic { assume(used > 0); used = used - 1; lent = lent + 1; } } }
       thread C { while (true) { atomic { assume(lent > 0); lent = lent - 1; free = free + 1; } } }
       invariant few: lent <= ${c - off};`,
  ],
  [
    'one up, one down',
    (c, off) =>
      `shared int x = 0, y = ${10 * c};
       thread A { while (x < ${10 * c}) { x = x + 1; y = y - 1; } assert(y == ${off}); }`,
  ],
  [
    'up and down again',
    (c, off) =>
      `shared int x = 0, y = 0;
       thread A { while (x < ${10 * c}) { x = x + 1; } y = x; while (y > 0) { y = y - 1; x = x - 1; } assert(x == ${off}); }`,
  ],
  [
    'two phases',
    (c, off) =>
      `shared int x = 0, y = ${5 * c};
       thread A {
         while (x < ${10 * c}) { if (x < ${5 * c}) { x = x + 1; } else { x = x + 1; y = y + 1; } }
         assert(y == ${10 * c - off});
       }`,
  ],
  [
    'a greatest value',
    (c, off) =>
      `shared int max = ${c};
       thread P { local int v = 0; while (true) { havoc v; if (v > max) { max = v; } assert(v <= max - ${off}); } }`,
  ],
  [
    'steps of more than one',
    (c, off) =>
      `shared int x = 1, y = ${c + 3};
       thread A { while (true) { atomic { x = x + 1; y = y + ${c}; } } }
       invariant lin: y == ${c} * x + ${3 + off};`,
  ],
];

it.each(forms)('decides %s', async (_, form) => {
  for (const c of [3, 7]) {
    expect(await verdictsOf(form(c, 0))).toEqual(['safe']);
    expect(await verdictsOf(form(c, 1))).toEqual(['unsafe']);
  }
});
