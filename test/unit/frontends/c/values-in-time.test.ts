import { describe, expect, it } from '@jest/globals';
import { verdictsOf } from './verdicts-of.js';

/** `i`, which only a run knows. */
const main = (body: string): string =>
  `int main(void) { int a[6] = { 10, 11, 12, 13, 14, 15 }; for (int i = 0; i < 2; i++) { ${body} } return 0; }`;

describe('values are those of their time', () => {
  it.each([
    ['an assignment', 'int z = i; int y = (z = z + 1) + 0; assert(y == i + 1);'],
    ['op=', 'int z = i; if ((z += 2) != i + 2) assert(0);'],
    ['op= in a condition', 'int n = i + 5, c = 0; do c++; while ((n -= 4) > 0); assert(c == 2);'],
    ['both', 'int z = i, y; z = (y = (z = z * 2) + 1); assert(z == 2 * i + 1 && y == z);'],
    ['an index of a pointer', 'int j = i; int *p = a + j; j = 3; assert(*p == 10 + i);'],
    ['an index of an address', 'int j = i; int *p = &a[j]; j = 3; assert(*p == 10 + i);'],
    [
      'a pointer that was moved',
      'int j = i; int *p = a + j; int *q = p + 1; j = 4; p = a; assert(*q == 11 + i);',
    ],
    [
      'case labels in a loop',
      'int n = i + 5, c = 0; switch (n & 3) { case 0: do { c++; case 3: c++; case 2: c++; case 1: c++; } while ((n -= 4) > 0); } assert(c == n + 4 + i || c == 5 + i);',
    ],
  ])('%s', async (_, body) => {
    expect([...new Set(Object.values(await verdictsOf(main(body))))]).toEqual(['safe']);
  });

  it.each([
    'x == x',
    '!(x < x)',
    'x * x == x * x',
    '(x ^ x) == 0',
    '(unsigned char)x - (unsigned char)x == 0',
    '!x == !x',
    'atomic_load(&x) == atomic_load(&x)',
  ])('two reads of one variable are two: %s', async (cond) => {
    const text = `atomic_int x; void *left(void *a) { x = 1; return 0; }
        void *right(void *a) { assert(${cond}); return 0; }
        int main(void) { pthread_t t, u; pthread_create(&t, 0, left, 0); pthread_create(&u, 0, right, 0);
          pthread_join(t, 0); pthread_join(u, 0); return 0; }`;
    expect(await verdictsOf(text)).toMatchObject({ assert: 'unsafe' });
  });

  it('enumerations without negative constants are unsigned, and their constants are not', async () => {
    const text = `enum u { A, B }; enum s { C = -1, D };
      int main(void) { enum u x = (enum u)-1; enum s y = C; enum u z = A;
        assert(x > 100 && y < 0 && z - 1 > 0 && A - 1 < 0 && sizeof(enum u) == 4); return 0; }`;
    expect([...new Set(Object.values(await verdictsOf(text)))]).toEqual(['safe']);
  });

  it('the length of an array follows from a list without inner brackets', async () => {
    const text = `int m[][2] = { 1, 2, 3 }; struct s { int a, b; } r[] = { 1, 2, 3, [3] = { 4 } };
      int main(void) { assert(sizeof(m) == 16 && m[1][0] == 3 && sizeof(r) == 32 && r[1].a == 3 && r[3].a == 4); return 0; }`;
    expect([...new Set(Object.values(await verdictsOf(text)))]).toEqual(['safe']);
  });
});
