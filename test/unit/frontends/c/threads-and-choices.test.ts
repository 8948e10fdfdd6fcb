import { describe, expect, it } from '@jest/globals';
import { verifyText } from '../../../support/verify-text.js';
import { programOf } from './read-c.js';

const head = `#include <assert.h>
#include <limits.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
`;

const verdictOf = async (text: string): Promise<string | null> => {
  const report = await verifyText('t.c', head + text);
  expect(report.errors).toEqual([]);
  return report.verdict;
};

const typesOfChoices = (text: string): readonly string[] =>
  programOf(head + text)
    .locals.filter(({ name }) => name.startsWith('any'))
    .map(({ type }) => (type.kind === 'range' ? `${type.lo}..${type.hi}` : type.kind));

describe('threads of C', () => {
  const some = (claim: string): string => `atomic_int data;
    void *work(void *arg) { data++; return NULL; }
    int main(void) { pthread_t t[3]; int bound = __VERIFIER_nondet_int();
      __VERIFIER_assume(0 <= bound && bound < 3);
      for (int i = 0; i < bound; i++) pthread_create(&t[i], NULL, work, NULL);
      for (int i = 0; i < bound; i++) pthread_join(t[i], NULL);
      assert(${claim}); return 0; }`;

  it('are made and joined as often as only a run knows', async () => {
    expect(await verdictOf(some('data == bound'))).toBe('safe');
    expect(await verdictOf(some('data < 2'))).toBe('unsafe');
  });

  it('are given elements that only a run knows', async () => {
    const text = (claim: string): string => `int cells[3]; int *behind;
      void *work(void *arg) { int *p = arg; *p = 5; *behind = *behind + 1; return NULL; }
      int main(void) { pthread_t t; unsigned i = __VERIFIER_nondet_uint(); __VERIFIER_assume(i < 3);
        behind = &cells[i];
        pthread_create(&t, NULL, work, &cells[i]);
        pthread_join(t, NULL);
        assert(${claim}); return 0; }`;
    expect(await verdictOf(text('cells[i] == 6'))).toBe('safe');
    expect(await verdictOf(text('cells[1] == 6'))).toBe('unsafe');
  });

  it('are as many as variables say that nobody writes once there are threads', async () => {
    const text = (count: string): string => `int count = 1; atomic_int data;
      void *work(void *arg) { data++; ${count} return NULL; }
      int main(void) { pthread_t t[2]; count = count + 1;
        for (int i = 0; i < count; i++) pthread_create(&t[i], NULL, work, NULL);
        for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
        assert(data == 2 && count == 2); return 0; }`;
    expect(await verdictOf(text(''))).toBe('safe');
    const { errors } = await verifyText('t.c', head + text('count = 2;'));
    expect(errors.map(({ message }) => message)).toEqual(['a thread in a variable that is not known here']);
  });
});

describe('variables of C that name threads', () => {
  const text = (main: string): string => `${head}#include <semaphore.h>
    #include <string.h>
    int x; pthread_t kept; sem_t told; struct named { pthread_t t; };
    void *one(void *arg) { x = 1; return NULL; }
    void *none(void *arg) { return NULL; }
    void *makes(void *arg) { pthread_create(&kept, NULL, one, NULL); sem_post(&told); return NULL; }
    int main(void) { pthread_t s = 0, t = 0; struct named a, b; ${main} return 0; }`;
  const two = 'pthread_create(&s, NULL, one, NULL); pthread_create(&t, NULL, none, NULL);';
  const inTwo = two.replace('&s', '&a.t').replace('&t', '&b.t');

  it.each([
    [
      'another thread changes',
      'sem_init(&told, 0, 0); pthread_create(&kept, NULL, makes, NULL); sem_wait(&told); pthread_join(kept, NULL);',
    ],
  ])('that %s are not taken for what they were', (_, main) => {
    expect(() => programOf(text(main))).toThrow('which thread this waits for is not known here');
  });

  it.each([
    ['one by one', two, 's', 't'],
    ['with a record', inTwo, 'a', 'b'],
  ])('are what they are copied from (%s)', async (_, makes, first, second) => {
    const joined = first === 's' ? 's' : 'a.t';
    const body = (copy: string): string => `${makes} ${copy} pthread_join(${joined}, NULL); assert(x == 1);`;
    expect(await verdictOf(text(body('')))).toBe('safe');
    expect(await verdictOf(text(body(`${first} = ${second};`)))).toBe('unsafe');
    expect(await verdictOf(text(body(`${second} = ${first}; ${first} = ${second};`)))).toBe('safe');
  });

  it('are known in functions that wait for them', async () => {
    const waits = 'void waits(pthread_t u, void *r) { pthread_join(u, NULL); }';
    const body = (which: string): string => `${two} waits(${which}, NULL); assert(x == 1);`;
    expect(await verdictOf(text(body('s')).replace('int main', `${waits} int main`))).toBe('safe');
    expect(await verdictOf(text(body('t')).replace('int main', `${waits} int main`))).toBe('unsafe');
  });

  it.each([
    two + 'pthread_join(t, NULL); pthread_join(s, NULL); assert(x == 1);',
    'int some = __VERIFIER_nondet_int() > 0; if (some) pthread_create(&s, NULL, one, NULL); if (some) { pthread_join(s, NULL); assert(x == 1); }',
  ])('are known as long as they stay: %s', async (main) => {
    expect(await verdictOf(text(main))).toBe('safe');
  });
});

describe('what threads of C find that were made in some runs only', () => {
  const made = (claim: string, between: string, first = 'x = 1; '): string => `int x, y, *p = &y;
    void *one(void *arg) { return NULL; }
    void *two(void *arg) { assert(${claim}); return NULL; }
    int main(void) { pthread_t s, t; int some = __VERIFIER_nondet_int() > 0;
      if (some) { ${first}pthread_create(&s, NULL, one, NULL); }${between}pthread_create(&t, NULL, two, NULL); return 0; }`;

  it.each([
    ['behind a condition', 'x == 1', ' ', 'unsafe'],
    ['behind a condition, of both', 'x == 0 || x == 1', ' ', 'safe'],
    ['on the other way', 'x == 1', ' else ', 'unsafe'],
    ['on the other way, what was there', 'x == 0', ' else ', 'safe'],
    ['behind a change', 'x == 2', ' x = 2; ', 'safe'],
  ])('%s', async (_, claim, between, verdict) => {
    expect(await verdictOf(made(claim, between))).toBe(verdict);
  });

  it('by pointers', async () => {
    expect(await verdictOf(made('p == &x', ' ', 'p = &x; '))).toBe('unsafe');
    expect(await verdictOf(made('p == &x || p == &y', ' ', 'p = &x; '))).toBe('safe');
  });
});

describe('values of C that anything may be chosen for', () => {
  it.each([
    ['__VERIFIER_nondet_int(); __VERIFIER_assume(2 <= x && x < 6); y = x;', '2..5'],
    ['__VERIFIER_nondet_int(); y = 1; __VERIFIER_assume(2 <= x && x < 6);', 'int'],
    ['__VERIFIER_nondet_int(); __VERIFIER_assume(2 <= x); y = x;', 'int'],
    ['0; if (__VERIFIER_nondet_uint()) y = 1;', '0..1'],
    ['0; if (__VERIFIER_nondet_int() > 7) y = 1;', '6..8'],
    ['0; y = __VERIFIER_nondet_int();', 'int'],
  ])('x = %s', (text, expected) => {
    expect(typesOfChoices(`int y; int main(void) { int x = ${text} return 0; }`)).toEqual([expected]);
  });
});

describe('large integers of C', () => {
  it('are unsigned ones of 32 bits, up to the last', async () => {
    const text = `atomic_uint n; unsigned m = 0xfffffffe; uint32_t w;
      void *work(void *arg) { n = UINT_MAX; m++; w = (uint32_t)-1; n++; return NULL; }
      int main(void) { pthread_t t; n = 7;
        pthread_create(&t, NULL, work, NULL);
        unsigned s = n; assert(s == 7 || s == 0xffffffff || s == 0);
        pthread_join(t, NULL);
        assert(n == 0 && m == -1 && w == UINT_MAX && w + 1 == 0);
        m += 2; assert(m == 1); return 0; }`;
    expect(await verdictOf(text)).toBe('safe');
  });

  it('are long ones whose values stay small', async () => {
    const text = `volatile long last, first;
      void *work(void *arg) { for (long i = 0; i < 3; i++) last = (last + 1) % 2; first = -last; return NULL; }
      int main(void) { pthread_t t; pthread_create(&t, NULL, work, NULL); pthread_join(t, NULL);
        assert(last + first == 0 && last == 1); return 0; }`;
    expect(await verdictOf(text)).toBe('safe');
  });

  it('lose what a shift moves out, which is an overflow where they are signed', async () => {
    const text = `int main(void) { long long mask = 0xffffffffLL << 32; assert(mask == -4294967296LL); return 0; }`;
    const report = await verifyText('t.c', head + text);
    expect(report.properties.map(({ name, verdict }) => [name.split(':')[0], verdict])).toEqual([
      ['overflow', 'unsafe'],
      ['assert', 'safe'],
    ]);
  });
});

describe('variables of C without a value', () => {
  it('prove nothing where they are read, and nothing else where they are not', async () => {
    const text = (cond: string): string => `int main(void) { int x, y = __VERIFIER_nondet_int() > 0;
      if (y) x = 3; if (${cond}) assert(x == 3); return 0; }`;
    expect(await verdictOf(text('y'))).toBe('safe');
    expect(await verdictOf(text('1'))).toBe('unsafe');
  });

  it.each([
    ['of a block', 'int i = 0; while (i < 2) { int x; if (i == 0) x = 3; assert(x == 3); i++; }'],
    [
      'behind a label',
      'int i = 0; again:; int x; if (i == 0) x = 3; assert(x == 3); if (++i < 2) goto again;',
    ],
    ['of a function', 'for (int i = 0; i < 2; i++) assert(chosen(i) == 3);'],
    ['in a record', 'for (int i = 0; i < 2; i++) { struct pair p; if (i == 0) p.b = 3; assert(p.b == 3); }'],
  ])('have none again where they are come to again: %s', async (_, body) => {
    const text = (main: string): string => `struct pair { int a, b; };
      int chosen(int i) { int r; if (i == 0) r = 3; return r; }
      int main(void) { ${main} return 0; }`;
    expect(await verdictOf(text(body))).toBe('unsafe');
    expect(await verdictOf(text(body.replaceAll('i == 0', 'i < 9').replace('chosen(i)', 'chosen(0)')))).toBe(
      'safe',
    );
  });
});

describe('values of C that nobody wants', () => {
  it.each([
    ['a result', 'quotient(zero);'],
    ['a condition of nothing', 'if (5 / zero) ;'],
    ['a choice of nothing', 'switch (5 % zero) { }'],
    ['what main returns', 'return few[two];'],
  ])('go wrong where they are computed: %s', async (_, body) => {
    const text = `int zero, two = 2, few[2];
      int quotient(int by) { return 5 / by; }
      int main(void) { ${body} }`;
    expect(await verdictOf(text)).toBe('unsafe');
    expect(await verdictOf(text.replace('zero, two = 2', 'zero = 1, two = 1'))).toBe('safe');
  });
});
