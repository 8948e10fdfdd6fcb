import { describe, expect, it } from '@jest/globals';
import { plainText } from '../../../../src/frontends/frontend.js';
import { modelNamed } from '../../../../src/memory/index.js';
import { InternalError } from '../../../../src/support/invariant.js';
import { verifyText } from '../../../support/verify-text.js';
import { readC } from './read-c.js';

const head = `#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdint.h>
#include <threads.h>
int x, y, ready;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
`;

/** Two threads `a` and `b`, and what main does before and behind them. */
const twoThreads = (parts: string, before = '', behind = ''): string =>
  `${head}${parts}
int main(void) {
  pthread_t s, t;
  ${before}
  pthread_create(&s, NULL, a, NULL); pthread_create(&t, NULL, b, NULL);
  pthread_join(s, NULL); pthread_join(t, NULL);
  ${behind}
  return 0;
}`;

async function verdictOf(text: string, model: string, property?: string): Promise<string | null> {
  const known = modelNamed(model);
  if (known === null) throw new InternalError(`there is no model ${model}`);
  const report = await verifyText('t.c', text, { model: known, deadlock: true }, plainText);
  expect(report.errors).toEqual([]);
  if (property === undefined) return report.verdict;
  return report.properties.find(({ name }) => name === property)?.verdict ?? null;
}

interface Case {
  readonly name: string;
  readonly text: string;
  readonly model?: string;
  readonly verdict: 'safe' | 'unsafe';
}

const producer = (signal: string): string => `
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
void *a(void *arg) { pthread_mutex_lock(&m); x = 1; ready = 1; ${signal} pthread_mutex_unlock(&m); return NULL; }`;
const consumer = (wait: string): string =>
  `void *b(void *arg) { pthread_mutex_lock(&m); ${wait} assert(x == 1); pthread_mutex_unlock(&m); return NULL; }`;
const readersAndWriter = (take: string): string => `
pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
void *a(void *arg) { ${take}(&l); x++; y++; pthread_rwlock_unlock(&l); return NULL; }
void *b(void *arg) { pthread_rwlock_rdlock(&l); assert(x == y); pthread_rwlock_unlock(&l); return NULL; }`;
const once = (body: string): string =>
  `pthread_once_t o = PTHREAD_ONCE_INIT; void init(void) { x++; ready = 1; } ${body}`;

const cases: readonly Case[] = [
  {
    name: 'a condition that is waited for in a loop',
    text: twoThreads(
      producer('pthread_cond_signal(&c);') + consumer('while (!ready) pthread_cond_wait(&c, &m);'),
    ),
    verdict: 'safe',
  },
  {
    name: 'a condition that is waited for once: threads may wake up for no reason',
    text: twoThreads(
      producer('pthread_cond_signal(&c);') + consumer('if (!ready) pthread_cond_wait(&c, &m);'),
    ),
    verdict: 'unsafe',
  },
  {
    name: 'a condition that nobody signals: the waiter may wait for ever',
    text: twoThreads(producer('') + consumer('while (!ready) pthread_cond_wait(&c, &m);')),
    verdict: 'unsafe',
  },
  {
    name: 'two waiters and one signal: one of them may wait for ever',
    text: `${head}pthread_cond_t c;
      void *w(void *arg) { pthread_mutex_lock(&m); while (!ready) pthread_cond_wait(&c, &m); pthread_mutex_unlock(&m); return NULL; }
      int main(void) { pthread_t s, t; pthread_create(&s, NULL, w, NULL); pthread_create(&t, NULL, w, NULL);
        pthread_mutex_lock(&m); ready = 1; pthread_cond_signal(&c); pthread_mutex_unlock(&m);
        pthread_join(s, NULL); pthread_join(t, NULL); return 0; }`,
    verdict: 'unsafe',
  },
  {
    name: 'two waiters and a broadcast',
    text: `${head}pthread_cond_t c;
      void *w(void *arg) { pthread_mutex_lock(&m); while (!ready) pthread_cond_wait(&c, &m); pthread_mutex_unlock(&m); return NULL; }
      int main(void) { pthread_t s, t; pthread_create(&s, NULL, w, NULL); pthread_create(&t, NULL, w, NULL);
        pthread_mutex_lock(&m); ready = 1; pthread_cond_broadcast(&c); pthread_mutex_unlock(&m);
        pthread_join(s, NULL); pthread_join(t, NULL); return 0; }`,
    verdict: 'safe',
  },
  {
    name: 'a signal of another condition wakes nobody',
    text: twoThreads(
      `pthread_cond_t d;${producer('pthread_cond_signal(&d);')}${consumer('while (!ready) pthread_cond_wait(&c, &m);')}`,
    ),
    verdict: 'unsafe',
  },
  {
    name: 'a signal waits for no buffer',
    text: twoThreads(
      `pthread_cond_t c; atomic_int r, s;
      void *a(void *arg) { atomic_store_explicit(&r, 1, memory_order_relaxed); pthread_cond_signal(&c); x = atomic_load(&s); return NULL; }
      void *b(void *arg) { atomic_store(&s, 1); y = atomic_load(&r); return NULL; }`,
      '',
      'assert(x || y);',
    ),
    model: 'tso',
    verdict: 'unsafe',
  },
  {
    name: 'a lock for readers and writers',
    text: twoThreads(readersAndWriter('pthread_rwlock_wrlock')),
    verdict: 'safe',
  },
  {
    name: 'a writer that takes it as a reader',
    text: twoThreads(readersAndWriter('pthread_rwlock_rdlock')),
    verdict: 'unsafe',
  },
  {
    name: 'a read-write lock given back as often as it was taken',
    text: twoThreads(
      `pthread_rwlock_t l;
      void *a(void *arg) { pthread_rwlock_rdlock(&l); assert(pthread_rwlock_trywrlock(&l) == 16); pthread_rwlock_unlock(&l); return NULL; }
      void *b(void *arg) { if (pthread_rwlock_tryrdlock(&l) == 0) pthread_rwlock_unlock(&l); return NULL; }`,
      'pthread_rwlock_init(&l, NULL);',
      'assert(pthread_rwlock_trywrlock(&l) == 0);',
    ),
    verdict: 'safe',
  },
  {
    name: 'a semaphore that hands data over',
    text: twoThreads(
      `sem_t s0;
      void *a(void *arg) { x = 1; sem_post(&s0); return NULL; }
      void *b(void *arg) { sem_wait(&s0); assert(x == 1); return NULL; }`,
      'sem_init(&s0, 0, 0);',
      'assert(sem_trywait(&s0) == -1);',
    ),
    model: 'pso',
    verdict: 'safe',
  },
  {
    name: 'a semaphore with two places',
    text: twoThreads(
      `sem_t s0; atomic_int in;
      void *a(void *arg) { sem_wait(&s0); assert(in++ == 0); in--; sem_post(&s0); return NULL; }
      void *b(void *arg) { return a(arg); }`,
      'sem_init(&s0, 0, 2);',
    ),
    verdict: 'unsafe',
  },
  {
    name: 'a semaphore that tells how many places it has',
    text: twoThreads(
      `sem_t s0;
      void *a(void *arg) { sem_post(&s0); return NULL; }
      void *b(void *arg) { sem_wait(&s0); return NULL; }`,
      'sem_init(&s0, 0, 3);',
      'int left; sem_getvalue(&s0, &left); assert(left == 3);',
    ),
    verdict: 'safe',
  },
  {
    name: 'a try that fails waits for no buffer',
    text: twoThreads(
      `sem_t s0; atomic_int r, s;
      void *a(void *arg) { atomic_store_explicit(&r, 1, memory_order_relaxed); sem_trywait(&s0); x = atomic_load(&s); return NULL; }
      void *b(void *arg) { atomic_store(&s, 1); y = atomic_load(&r); return NULL; }`,
      'sem_init(&s0, 0, 0);',
      'assert(x || y);',
    ),
    model: 'tso',
    verdict: 'unsafe',
  },
  {
    name: 'a spin lock',
    text: twoThreads(
      `pthread_spinlock_t l;
      void *a(void *arg) { pthread_spin_lock(&l); x++; pthread_spin_unlock(&l); return NULL; }
      void *b(void *arg) { while (pthread_spin_trylock(&l) != 0) ; x++; pthread_spin_unlock(&l); return NULL; }`,
      'pthread_spin_init(&l, 0);',
      'assert(x == 2);',
    ),
    model: 'pso',
    verdict: 'safe',
  },
  {
    name: 'a spin lock that is given back waits for no buffer',
    text: twoThreads(
      `pthread_spinlock_t l; atomic_int s;
      void *a(void *arg) { pthread_spin_lock(&l); pthread_spin_unlock(&l); x = atomic_load(&s); return NULL; }
      void *b(void *arg) { atomic_store(&s, 1); y = pthread_spin_trylock(&l) == 0; return NULL; }`,
      '',
      'assert(x || y);',
    ),
    model: 'tso',
    verdict: 'unsafe',
  },
  {
    name: 'what is done once',
    text: twoThreads(
      once(`void *a(void *arg) { pthread_once(&o, init); assert(x == 1 && ready); return NULL; }
      void *b(void *arg) { return a(arg); }`),
    ),
    model: 'pso',
    verdict: 'safe',
  },
  {
    name: 'a barrier in a loop without end',
    text: twoThreads(
      `pthread_barrier_t c; atomic_int p, q;
      void *a(void *arg) { while (1) { p = 1; pthread_barrier_wait(&c); assert(q == 1); pthread_barrier_wait(&c); p = 0; pthread_barrier_wait(&c); } }
      void *b(void *arg) { while (1) { q = 1; pthread_barrier_wait(&c); assert(p == 1); pthread_barrier_wait(&c); q = 0; pthread_barrier_wait(&c); } }`,
      'pthread_barrier_init(&c, NULL, 2);',
    ),
    verdict: 'safe',
  },
  {
    name: 'one of those that meet at a barrier is told so',
    text: twoThreads(
      `pthread_barrier_t c; atomic_int n;
      void *a(void *arg) { if (pthread_barrier_wait(&c) == PTHREAD_BARRIER_SERIAL_THREAD) n++; return NULL; }
      void *b(void *arg) { if (pthread_barrier_wait(&c) == PTHREAD_BARRIER_SERIAL_THREAD) n++; return NULL; }`,
      'pthread_barrier_init(&c, NULL, 2);',
      'assert(n == 1);',
    ),
    verdict: 'safe',
  },
  {
    name: 'which of them it is nobody knows: not always the last one',
    text: twoThreads(
      `pthread_barrier_t c; atomic_int first;
      void *a(void *arg) { int mine = first++; if (pthread_barrier_wait(&c)) assert(mine == 1); return NULL; }
      void *b(void *arg) { return a(arg); }`,
      'pthread_barrier_init(&c, NULL, 2);',
    ),
    verdict: 'unsafe',
  },
  {
    name: 'values that threads return',
    text: `${head}void *w(void *arg) { if (arg == NULL) pthread_exit((void *)5); return (void *)((intptr_t)arg + 1); }
      int main(void) { pthread_t t[2]; void *r; int sum = 0;
        for (int i = 0; i < 2; i++) pthread_create(&t[i], NULL, w, (void *)(intptr_t)i);
        for (int i = 0; i < 2; i++) { pthread_join(t[i], &r); sum += (int)(intptr_t)r; }
        assert(sum == 7); return 0; }`,
    model: 'tso',
    verdict: 'safe',
  },
  {
    name: 'a pointer that a thread returns',
    text: `${head}int box[2];
      void *w(void *arg) { int *mine = &box[(intptr_t)arg]; *mine = 3; return mine; }
      int main(void) { pthread_t t; int *r; pthread_create(&t, NULL, w, (void *)1); pthread_join(t, (void **)&r);
        assert(r == &box[1] && *r == 3); return 0; }`,
    model: 'pso',
    verdict: 'safe',
  },
  {
    name: 'threads of C11',
    text: `${head}mtx_t l; once_flag f = ONCE_FLAG_INIT; cnd_t c;
      void init(void) { y = 10; }
      int w(void *arg) { call_once(&f, init); mtx_lock(&l); x++; y++; cnd_signal(&c); mtx_unlock(&l); return 4; }
      int main(void) { thrd_t s, t; int r; mtx_init(&l, mtx_plain); cnd_init(&c);
        if (thrd_create(&s, w, NULL) != thrd_success) return 1;
        thrd_create(&t, w, NULL);
        mtx_lock(&l); while (x < 2) cnd_wait(&c, &l); mtx_unlock(&l);
        thrd_join(s, NULL); thrd_join(t, &r); assert(y == 12 && r == 4); return 0; }`,
    model: 'tso',
    verdict: 'safe',
  },
  {
    name: 'a wait with an end that nobody ends',
    text: `#include <errno.h>
      ${head}pthread_cond_t c = PTHREAD_COND_INITIALIZER;
      int main(void) { struct timespec end = {0, 0}; pthread_mutex_lock(&m);
        int r = pthread_cond_timedwait(&c, &m, &end); assert(r == 0 || r == ETIMEDOUT);
        pthread_mutex_unlock(&m); return 0; }`,
    verdict: 'safe',
  },
  {
    name: 'a thread that knows itself',
    text: `${head}pthread_t owner; int depth;
      void lock(void) { if (pthread_equal(owner, pthread_self())) { depth++; return; } pthread_mutex_lock(&m); owner = pthread_self(); depth = 1; }
      void unlock(void) { if (--depth == 0) { owner = 0; pthread_mutex_unlock(&m); } }
      void *w(void *arg) { lock(); lock(); x++; unlock(); unlock(); return NULL; }
      int main(void) { pthread_t s, t; pthread_create(&s, NULL, w, NULL); pthread_create(&t, NULL, w, NULL);
        assert(!pthread_equal(s, t) && pthread_equal(s, s));
        pthread_join(s, NULL); pthread_join(t, NULL); assert(x == 2); return 0; }`,
    verdict: 'safe',
  },
];

describe('threads of C that wait for each other', () => {
  it.each(cases)('$name', async ({ text, model = 'sc', verdict }) => {
    expect(await verdictOf(text, model)).toBe(verdict);
  });

  it.each(['sc', 'tso', 'pso'])('have no races where they wait as they should (%s)', async (name) => {
    const model = modelNamed(name);
    if (model === null) throw new InternalError(`there is no model ${name}`);
    const races = { ...plainText, races: true };
    const asked = async (text: string): Promise<string | undefined> =>
      (await verifyText('t.c', text, { model }, races)).properties.find((p) => p.name === 'race')?.verdict;
    expect(await asked(twoThreads(readersAndWriter('pthread_rwlock_wrlock')))).toBe('safe');
    expect(await asked(twoThreads(readersAndWriter('pthread_rwlock_rdlock')))).toBe('unsafe');
    expect(
      await asked(
        twoThreads(
          once(
            'void *a(void *arg) { pthread_once(&o, init); assert(x == 1); return NULL; } void *b(void *arg) { return a(arg); }',
          ),
        ),
      ),
    ).toBe('safe');
  });

  it.each([
    [
      'recursive mutexes of POSIX',
      'pthread_mutexattr_t t; pthread_mutexattr_settype(&t, PTHREAD_MUTEX_RECURSIVE); pthread_mutex_init(&m, &t);',
      'a mutex that is recursive',
    ],
    ['recursive mutexes', 'mtx_t l; mtx_init(&l, mtx_recursive);', 'a mutex of this kind'],
    ['something else as a lock', 'pthread_rwlock_rdlock((pthread_rwlock_t *)&m);', 'seen as'],
    [
      'barriers for who knows how many',
      'pthread_barrier_t c; pthread_barrier_init(&c, NULL, x);',
      'a barrier for a number',
    ],
    [
      'barriers for less threads than wait at them',
      'pthread_barrier_t c; pthread_barrier_init(&c, NULL, 1); pthread_t t; pthread_create(&t, NULL, w, &c); pthread_barrier_wait(&c);',
      'a barrier for 1 threads in a program where 2 wait',
    ],
  ])('are refused: %s', (_, body, message) => {
    const text = `${head}void *w(void *c) { pthread_barrier_wait((pthread_barrier_t *)c); return NULL; }\nint main(void) { ${body} return 0; }`;
    expect(() => readC(text)).toThrow(message);
  });

  it('are refused where conditions are waited for and it is asked who ends', () => {
    const text = twoThreads(producer('') + consumer('while (!ready) pthread_cond_wait(&c, &m);'));
    expect(() => readC(text, { termination: true })).toThrow('conditions, with --termination');
  });
});
