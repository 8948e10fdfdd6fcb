import { describe, expect, it } from '@jest/globals';
import { plainText } from '../../../../src/frontends/frontend.js';
import { raceModels, raceVerdict } from '../../../support/c/races/compare-races.js';
import { verifyText } from '../../../support/verify-text.js';
import { isTellingOfRaces, tallyRaces } from '../../../../tools/fuzz/races.js';
import { readC } from './read-c.js';

const order = (text: string): string =>
  text.replace(/\b(RLX|CON|ACQ|REL|AR|SC)\b/g, (word) => `memory_order_${orders.get(word) ?? ''}`);
const orders = new Map<string, string>([
  ...([
    ['RLX', 'relaxed'],
    ['CON', 'consume'],
    ['ACQ', 'acquire'],
    ['REL', 'release'],
  ] as const),
  ...([
    ['AR', 'acq_rel'],
    ['SC', 'seq_cst'],
  ] as const),
]);

/** Two threads, or three, that are made and joined by `main`. */
function threads(first: string, second: string, third = ''): string {
  const bodies = [first, second, ...(third === '' ? [] : [third])];
  const each = (text: (n: number) => string): string => bodies.map((_, i) => text(i)).join('\n  ');
  return order(`#include <pthread.h>
#include <stdatomic.h>
void __VERIFIER_atomic_begin(void); void __VERIFIER_atomic_end(void);
int x, cells[2]; struct { int left, right; } pair; int *where[2] = { &x, &cells[1] };
atomic_int a, b; pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
${bodies.map((body, i) => `void *t${i}(void *arg) { int r = 0, e = 0; ${body} return NULL; }`).join('\n')}
int main(void) {
  ${each((n) => `pthread_t h${n};`)}
  ${each((n) => `pthread_create(&h${n}, NULL, t${n}, NULL);`)}
  ${each((n) => `pthread_join(h${n}, NULL);`)}
  x = 9;
  return 0;
}`);
}

const set = (of: string): string => `x = 1; atomic_store_explicit(&a, 1, ${of});`;
const get = (of: string): string => `if (atomic_load_explicit(&a, ${of}) == 1) r = x;`;

/** By model; one word is that of all. */
const cases: readonly (readonly [string, string, string])[] = [
  ['two accesses with nothing between them', threads('x = 1;', 'r = x;'), 'unsafe'],
  ['two reads', threads('r = x;', 'r = x;'), 'safe'],
  ['a read whose value nobody wants', threads('x = 1;', 'x;'), 'unsafe'],
  ['atomic accesses', threads('a = 1;', 'a = 2; r = a;'), 'safe'],
  ['release and acquire', threads(set('REL'), get('ACQ')), 'safe'],
  ['release and consume', threads(set('REL'), get('CON')), 'safe'],
  ['a relaxed store', threads(set('RLX'), get('ACQ')), 'unsafe'],
  ['a relaxed load', threads(set('REL'), get('RLX')), 'unsafe'],
  ['the wrong value', threads(set('REL'), 'if (atomic_load_explicit(&a, ACQ) == 0) r = x;'), 'unsafe'],
  ['operators on atomic objects', threads('x = 1; a = 1;', 'if (a == 1) r = x;'), 'safe'],
  [
    'fences on both sides',
    threads(
      'x = 1; atomic_thread_fence(REL); atomic_store_explicit(&a, 1, RLX);',
      'r = atomic_load_explicit(&a, RLX); atomic_thread_fence(ACQ); if (r) r = x;',
    ),
    'safe',
  ],
  [
    'a fence behind the store',
    threads(
      'x = 1; atomic_store_explicit(&a, 1, RLX); atomic_thread_fence(REL);',
      'r = atomic_load_explicit(&a, RLX); atomic_thread_fence(ACQ); if (r) r = x;',
    ),
    'unsafe',
  ],
  [
    'a fence before the load',
    threads(set('REL'), 'atomic_thread_fence(SC); if (atomic_load_explicit(&a, RLX)) r = x;'),
    'unsafe',
  ],
  [
    'a barrier of the machine, which C does not know',
    threads('x = 1; asm volatile("mfence" ::: "memory"); atomic_store_explicit(&a, 1, RLX);', get('ACQ')),
    'unsafe',
  ],
  [
    'a change in between goes on with the release sequence',
    threads(
      set('REL'),
      'if (atomic_load_explicit(&a, ACQ) == 2) r = x;',
      'atomic_fetch_add_explicit(&a, 1, RLX);',
    ),
    'safe',
  ],
  [
    'a store in between breaks it',
    threads(
      set('REL'),
      'if (atomic_load_explicit(&a, ACQ) == 2) r = x;',
      'if (atomic_load_explicit(&a, RLX)) atomic_store_explicit(&a, 2, RLX);',
    ),
    'unsafe',
  ],
  [
    'so does a relaxed one of the same thread, as in C++20',
    threads(
      `${set('REL')} atomic_store_explicit(&a, 2, RLX);`,
      'if (atomic_load_explicit(&a, ACQ) == 2) r = x;',
    ),
    'unsafe',
  ],
  [
    'an exchange that succeeds and acquires',
    threads(set('REL'), 'e = 1; if (atomic_compare_exchange_strong_explicit(&a, &e, 2, ACQ, RLX)) r = x;'),
    'safe',
  ],
  [
    'an exchange that fails, relaxed then',
    threads(
      set('REL'),
      'e = 7; atomic_compare_exchange_strong_explicit(&a, &e, 2, ACQ, RLX); if (e == 1) r = x;',
    ),
    'unsafe',
  ],
  [
    'an exchange that fails and acquires even so',
    threads(
      set('REL'),
      'e = 7; atomic_compare_exchange_strong_explicit(&a, &e, 2, AR, ACQ); if (e == 1) r = x;',
    ),
    'safe',
  ],
  [
    'a mutex',
    threads(
      'pthread_mutex_lock(&m); x = 1; pthread_mutex_unlock(&m);',
      'pthread_mutex_lock(&m); r = x; pthread_mutex_unlock(&m);',
    ),
    'safe',
  ],
  [
    'a mutex that one of them leaves too early',
    threads(
      'pthread_mutex_lock(&m); x = 1; pthread_mutex_unlock(&m);',
      'pthread_mutex_lock(&m); pthread_mutex_unlock(&m); r = x;',
    ),
    'unsafe',
  ],
  [
    'a mutex that is tried, and not had',
    threads(
      'pthread_mutex_lock(&m); x = 1; pthread_mutex_unlock(&m);',
      'if (pthread_mutex_trylock(&m)) r = x;',
    ),
    'unsafe',
  ],
  [
    'a spinlock without bound',
    threads(
      'while (atomic_exchange_explicit(&a, 1, ACQ)); x++; atomic_store_explicit(&a, 0, REL);',
      'while (atomic_exchange_explicit(&a, 1, ACQ)); x++; atomic_store_explicit(&a, 0, REL);',
    ),
    'safe',
  ],
  [
    'a spinlock that nobody acquires',
    threads(
      'while (atomic_exchange_explicit(&a, 1, RLX)); x++; atomic_store_explicit(&a, 0, REL);',
      'while (atomic_exchange_explicit(&a, 1, RLX)); x++; atomic_store_explicit(&a, 0, REL);',
    ),
    'unsafe',
  ],
  [
    'sections that are atomic',
    threads(
      '__VERIFIER_atomic_begin(); x++; __VERIFIER_atomic_end();',
      '__VERIFIER_atomic_begin(); x++; __VERIFIER_atomic_end();',
    ),
    'safe',
  ],
  [
    'one of them outside',
    threads('__VERIFIER_atomic_begin(); x++; __VERIFIER_atomic_end();', 'x++;'),
    'unsafe',
  ],
  ['different elements', threads('cells[0] = 1;', 'cells[1] = 1;'), 'safe'],
  [
    'one element, by its number',
    threads('for (int i = 0; i < 2; i++) cells[i] = 1;', 'cells[1] = 2;'),
    'unsafe',
  ],
  ['different members', threads('pair.left = 1;', 'pair.right = 1;'), 'safe'],
  ['one member', threads('pair.left = 1;', 'r = pair.left;'), 'unsafe'],
  ['a pointer that a run knows', threads('int i = a; *where[i & 1] = 1;', 'x = 2;', 'a = 1;'), 'unsafe'],
  ['pointers to different objects', threads('*where[1] = 1;', '*where[0] = 2;'), 'safe'],
  ['an initialisation that is not atomic', threads('atomic_init(&a, 1);', 'r = a;'), 'unsafe'],
  [
    'atomic_init before there are threads',
    threads('r = a;', 'r = a;').replace('pthread_t h0', 'atomic_init(&a, 3); pthread_t h0'),
    'safe',
  ],
  [
    'the entry of Dekker with seq_cst',
    threads('a = 1; if (b == 0) x = 1;', 'b = 1; if (a == 0) x = 2;'),
    'safe',
  ],
  [
    'the entry of Dekker, relaxed: no two go in under SC',
    threads(
      'atomic_store_explicit(&a, 1, RLX); if (atomic_load_explicit(&b, RLX) == 0) x = 1;',
      'atomic_store_explicit(&b, 1, RLX); if (atomic_load_explicit(&a, RLX) == 0) x = 2;',
    ),
    'safe unsafe unsafe',
  ],
  [
    'two messages, relaxed: none overtakes the other under TSO',
    threads(
      'atomic_store_explicit(&a, 1, RLX); atomic_store_explicit(&b, 1, RLX);',
      'if (atomic_load_explicit(&b, RLX)) if (!atomic_load_explicit(&a, RLX)) x = 1;',
      'x = 2;',
    ),
    'safe safe unsafe',
  ],
];

describe('data races of C', () => {
  it.each(cases)('%s', async (_, text, expected) => {
    const words = expected.split(' ');
    for (const [i, model] of raceModels.entries())
      expect([model, await raceVerdict(text, model)]).toEqual([model, words[i] ?? words[0]]);
  });

  it('are those of a search through all executions', async () => {
    const tally = await tallyRaces(15, 70_000);
    expect(tally.complaints).toEqual([]);
    expect(isTellingOfRaces(tally)).toBe(true);
  });

  it('leave values what they are, those below 0 too', async () => {
    const text = threads(
      'a = -3; e = atomic_fetch_add(&a, -4); x = e + 3;',
      'while (a != -7); b = a / 2; e = -3; atomic_compare_exchange_strong(&b, &e, a - 1); cells[0] = b + 8;',
    ).replace('x = 9;', 'if (x != 0 || cells[0] != 0) __VERIFIER_error(); if (b != -8) __VERIFIER_error();');
    const report = await verifyText('t.c', text, {}, { ...plainText, races: true });
    expect(report.properties.map(({ name, verdict }) => [name, verdict])).toEqual(
      expect.arrayContaining([
        ['race', 'safe'],
        ['reach_error', 'safe'],
      ]),
    );
  });

  it('are told with the line of each access', async () => {
    const text = threads('x = 1;', 'r = x;');
    const { trace } = await verifyText('t.c', text, { properties: ['race'] }, { ...plainText, races: true });
    const lines = trace?.steps.map(({ line }) => line) ?? [];
    expect(lines).toContain(6);
    expect(lines.at(-1)).toBe(7);
  });

  it.each([
    [
      'memory that is given back',
      '#include <stdlib.h>\nint main(void) { int *p = malloc(sizeof *p); free(p); return 0; }',
      'free, with --races',
    ],
    [
      'an atomic object that is seen as one that is not',
      'atomic_int n; int main(void) { *(int *)&n = 1; return 0; }',
      'an atomic object seen as one that is not',
    ],
  ])('are not looked for with %s', (_, text, message) => {
    const whole = `#include <pthread.h>\n#include <stdatomic.h>\n${text}`;
    expect(() => readC(whole, { races: true })).toThrow(message);
  });
});
