import { describe, expect, it } from '@jest/globals';
import { verdictsOf } from './verdicts-of.js';

const threads = `
int main(void) {
  pthread_t t, u;
  pthread_create(&t, 0, left, 0); pthread_create(&u, 0, right, 0);
  pthread_join(t, 0); pthread_join(u, 0);
  return 0; }`;

describe('variables whose block has ended', () => {
  it.each([
    ['a block', 'int main(void) { int *p; { int x = 1; p = &x; } *p = 2; return 0; }'],
    ['a function', 'int *f(void) { int x = 3; return &x; } int main(void) { int *p = f(); return *p; }'],
    [
      'a function with two returns',
      'int *f(int c) { int x = 3; if (c) return 0; return &x; } int main(void) { int *p = f(0); return *p; }',
    ],
    [
      'a block that a break leaves',
      'int main(void) { int *p = 0; while (1) { int x = 1; p = &x; break; } return *p; }',
    ],
    [
      'a block that a goto leaves',
      'int main(void) { int *p = 0; { int x = 1; p = &x; goto out; } out: return *p; }',
    ],
    [
      'a literal',
      'struct s { int v; }; int main(void) { struct s *p; { p = &(struct s){ 1 }; } return p->v; }',
    ],
    ['an expression', 'int main(void) { int *p = ({ int x = 1; &x; }); return *p; }'],
    [
      'a block, which another thread had a pointer to',
      `void *left(void *a) { return (void *)0; } void *work(void *a) { int *p = a; assert(*p >= 0); return 0; }
       void make(pthread_t *t) { int x = 3; pthread_create(t, 0, work, &x); }
       int main(void) { pthread_t t; make(&t); pthread_join(t, 0); return 0; }`,
    ],
    [
      'a round of a loop that makes threads',
      `void *work(void *a) { int *p = a; assert(*p >= 0); return 0; }
       int main(void) { pthread_t t[2];
         for (int i = 0; i < 2; i++) { int x = i; pthread_create(&t[i], 0, work, &x); }
         for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
         return 0; }`,
    ],
    [
      'a thread',
      `_Atomic(int *) g;
       void *left(void *a) { int x = 7; g = &x; return 0; }
       void *right(void *a) { int *p = g; if (p) assert(*p == 7); return 0; }${threads}`,
    ],
    [
      'a thread that exits',
      `_Atomic(int *) g;
       void *left(void *a) { int x = 7; g = &x; pthread_exit(0); }
       void *right(void *a) { int *p = g; if (p) assert(*p == 7); return 0; }${threads}`,
    ],
    [
      'a thread, of its own variables',
      `_Thread_local int own = 7; _Atomic(int *) g;
       void *left(void *a) { g = &own; return 0; }
       void *right(void *a) { int *p = g; if (p) assert(*p == 7); return 0; }${threads}`,
    ],
  ])('are not there for pointers: %s', async (_, text) => {
    for (const model of ['sc', 'pso'])
      expect(await verdictsOf(text, model)).toMatchObject({ pointer: 'unsafe' });
  });

  it('may not be given back', async () => {
    const text = `int main(void) { for (int i = 0; i < 2; i++) { int x = i; int *p = &x; int *q = malloc(sizeof(int));
      *q = 1; free(i ? p : q); } return 0; }`;
    expect(await verdictsOf(text)).toMatchObject({ pointer: 'unsafe' });
  });

  it('have no address that could be compared', async () => {
    const text = `int main(void) { int *p, *q; { int x = 1; p = &x; } { int y = 1; q = &y; } assert(p != q); return 0; }`;
    expect(await verdictsOf(text)).toMatchObject({ unset: 'unknown', assert: 'unknown' });
  });

  it('of the first function stay, since the program ends with it', async () => {
    const text = `void *left(void *a) { int *p = a; assert(*p == 3); return 0; }
      int main(void) { int x = 3; pthread_t t; pthread_create(&t, 0, left, &x); return 0; }`;
    expect([...new Set(Object.values(await verdictsOf(text)))]).toEqual(['safe']);
  });

  it('are all right where nobody follows the pointer any more', async () => {
    const text = `struct node { int v; }; _Atomic(struct node *) tail; int sum; atomic_flag lock = ATOMIC_FLAG_INIT;
      void work(int v) { struct node me; me.v = v; while (atomic_flag_test_and_set(&lock)); tail = &me;
        struct node *last = tail; sum += last->v; tail = 0; atomic_flag_clear(&lock); }
      void *left(void *a) { work(1); work(2); return 0; }
      void *right(void *a) { work(3); return 0; }${threads.replace('return 0;', 'assert(sum == 6); return 0;')}`;
    for (const model of ['sc', 'tso', 'pso'])
      expect([...new Set(Object.values(await verdictsOf(text, model)))]).toEqual(['safe']);
  });

  it('of functions are returned as records', async () => {
    const text = `struct s { int a; int b; };
      struct s make(int v) { struct s x; struct s *p = v ? &x : 0; p = &x; p->a = v; p->b = v + 1; return x; }
      int main(void) { for (int i = 0; i < 3; i++) { struct s y = make(i); assert(y.b == y.a + 1); } return 0; }`;
    expect([...new Set(Object.values(await verdictsOf(text)))]).toEqual(['safe']);
  });
});

describe('variables of a block that is entered again', () => {
  it.each([
    [
      'that others see',
      `_Atomic(int *) g;
       void *left(void *a) { for (int i = 0; i < 2; i++) { int x; if (i == 0) { x = 1; g = &x; }
         else { int y = x; assert(y == 1); } g = 0; } return 0; }
       void *right(void *a) { int *p = g; return 0; }${threads}`,
    ],
    [
      'past whose declaration a case is',
      'int main(void) { int r = 5; for (int i = 0; i < 2; i++) switch (i) { int x; case 0: x = 5; break; case 1: r = x; } assert(r == 5); return 0; }',
    ],
    [
      'past whose declaration a goto leads',
      `int main(void) { int r = 0; for (int i = 0; i < 2; i++) { if (i == 1) goto skip; int y = 5; r = y;
         if (0) { skip: r = y; } } assert(r == 5); return 0; }`,
    ],
    [
      'that a goto enters from behind',
      'int main(void) { int n = 0, r = 5; { int y = 5; again: r = y; n++; } if (n < 2) goto again; assert(r == 5); return 0; }',
    ],
  ])('have no value: %s', async (_, text) => {
    expect(await verdictsOf(text)).toMatchObject({ unset: 'unknown' });
  });

  it('keep it where a goto stays in the block', async () => {
    const text = `int main(void) { int n = 0; { int y = 5; again: assert(y == 5); if (++n < 3) goto again; } return 0; }`;
    expect([...new Set(Object.values(await verdictsOf(text)))]).toEqual(['safe']);
  });
});
