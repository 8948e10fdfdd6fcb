import { describe, expect, it } from '@jest/globals';
import { plainText } from '../../../../src/frontends/frontend.js';
import { endsVerdict } from '../../../support/c/ends/compare-ends.js';
import { raceModels } from '../../../support/c/races/compare-races.js';
import { verifyText } from '../../../support/verify-text.js';
import { isTellingOfEnds, tallyEnds } from '../../../../tools/fuzz/ends.js';

const threads = (first: string, second: string, main = ''): string => `#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
void __VERIFIER_assume(int);
int plain; atomic_int a, b; pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *t0(void *arg) { int r = 0; ${first} return NULL; }
void *t1(void *arg) { int r = 0; ${second} return NULL; }
int main(void) {
  pthread_t h0, h1;
  pthread_create(&h0, NULL, t0, NULL);
  pthread_create(&h1, NULL, t1, NULL);
  ${main}
  return 0;
}`;

const tell = (flag: string, order = 'relaxed'): string =>
  `atomic_store_explicit(&${flag}, 1, memory_order_${order});`;
const wait = (flag: string): string => `while (!atomic_load(&${flag}));`;

/** By model; one word is that of all. */
const cases: readonly (readonly [string, string, string])[] = [
  ['nobody waits', threads('a = 1;', 'b = 1;'), 'safe'],
  ['a message that comes, if its write does not stay in a buffer', threads(tell('a'), wait('a')), 'safe'],
  ['a message that does not come', threads('', wait('a')), 'unsafe'],
  ['each waits for the other', threads(wait('a') + tell('b'), wait('b') + tell('a')), 'unsafe'],
  ['each tells before it waits', threads(tell('b') + wait('a'), tell('a') + wait('b')), 'safe'],
  ['a value that comes and goes may be missed', threads('a = 1; a = 0;', wait('a')), 'unsafe'],
  [
    'a value that is never to be seen for long',
    threads('while (!b) { a = 1; a = 2; }', 'while (a != 2); b = 1;'),
    'unsafe',
  ],
  [
    'one overtakes another under PSO',
    threads(`${tell('a')} ${tell('b')}`, `${wait('b')} r = atomic_load(&a); while (!r);`),
    'safe safe unsafe',
  ],
  [
    'a mutex that is left',
    threads(
      'pthread_mutex_lock(&m); pthread_mutex_unlock(&m);',
      'pthread_mutex_lock(&m); pthread_mutex_unlock(&m);',
    ),
    'safe',
  ],
  [
    'a mutex that is not',
    threads('pthread_mutex_lock(&m);', 'pthread_mutex_lock(&m); pthread_mutex_unlock(&m);'),
    'unsafe',
  ],
  [
    'a thread that waits for itself by way of another',
    threads(wait('a'), '', 'pthread_join(h0, NULL); a = 1;'),
    'unsafe',
  ],
  [
    'threads that are joined',
    threads(wait('a'), tell('a'), 'pthread_join(h0, NULL); pthread_join(h1, NULL);'),
    'safe',
  ],
  [
    'a thread that is never made',
    threads('', '').replace('pthread_create(&h1', 'if (a) pthread_create(&h1'),
    'safe',
  ],
  ['the end of the program', threads('abort();', wait('a')), 'safe'],
  ['the end of the program, which need not come', threads('if (b) abort();', wait('a'), 'b = 1;'), 'unsafe'],
  [
    'what is assumed',
    threads('a = 1; a = 0;', 'r = atomic_load(&a); __VERIFIER_assume(r == 1); while (!r);'),
    'safe',
  ],
  ['what is assumed of memory', threads('', '__VERIFIER_assume(atomic_load(&a) == 1); while (1);'), 'safe'],
  [
    'what has no meaning says nothing of the end',
    threads('int n = a; while (a < 5) n = n + 2000000000;', 'a = 1;'),
    'safe',
  ],
  ['a loop without a way out that does nothing', threads('while (1);', ''), 'unsafe'],
  ['a loop without a way out that reads', threads('while (1) r = atomic_load(&a);', ''), 'unsafe'],
  ['a loop without a way out that works', threads('while (1) { a = 1; a = 0; }', wait('b')), 'safe'],
  ['a loop without a way out that is held up', threads(`for (;;) { a = 1; ${wait('b')} }`, ''), 'unsafe'],
  ['a loop whose way out is never taken', threads('while (1) { a = 1; if (r) break; }', ''), 'unsafe'],
  ['a loop whose condition is never false', threads('while (!r) a = 1;', ''), 'unsafe'],
  [
    'a loop that only the end of the program leaves',
    threads('while (1) { if (a == 2) abort(); a = 1; }', ''),
    'safe',
  ],
];

describe('termination of C', () => {
  it.each(cases)('%s', async (_, text, expected) => {
    const words = expected.split(' ');
    for (const [i, model] of raceModels.entries())
      expect([model, await endsVerdict(text, model)]).toEqual([model, words[i] ?? words[0]]);
  });

  it('is that of a graph of all states', async () => {
    const tally = await tallyEnds(60, 90_000);
    expect(tally.complaints).toEqual([]);
    expect(isTellingOfEnds(tally)).toBe(true);
  });

  const asked = { ...plainText, termination: true };

  it('is violated by a run that repeats', async () => {
    const report = await verifyText(
      't.c',
      threads('', wait('a')),
      { engine: 'auto', properties: ['termination'] },
      asked,
    );
    const { trace } = report;
    expect(trace?.steps.slice(trace.loop).map(({ thread, line }) => [thread, line])).toEqual([['t1', 7]]);
  });

  it('names loops without a way out', async () => {
    const text = threads('while (1) { a = 1; }', '');
    const report = await verifyText('t.c', text, { engine: 'auto', properties: ['termination'] }, asked);
    expect(report.warnings.map(({ code }) => code)).toContain('W616');
  });

  it('is not asked of other languages', async () => {
    const report = await verifyText('t.fp', 'thread P { skip; }', {}, asked);
    expect([report.verdict, report.reason]).toEqual([null, 'usage']);
  });
});
