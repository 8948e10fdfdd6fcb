import { describe, expect, it } from '@jest/globals';
import { readC } from './read-c.js';

const text = (body: string): string => `
  #include <stdatomic.h>
  int x; atomic_int n; int a[3];
  int count(void) { return x++; }
  int next(void) { static int last; return last++; }
  void set(int *p) { *p = 1; }
  struct pair { int a, b; } s; struct { struct pair in; } t;
  int first(struct pair *p) { p->a = 1; return 2; }
  int two(int b, int c) { return b - c; }
  int main(void) { int i = 0, r = 0, *p = &i; ${body} return r; }
`;

/** C11 6.5p2: no meaning, or one that depends on what a compiler does first. */
describe('changes beside uses', () => {
  it.each([
    'i = i++;',
    'i = i++ + 1;',
    'a[i] = i++;',
    'a[i++] = i;',
    'r = i++ + i;',
    'r = i + (i = 2);',
    'i += i++;',
    'i = a[i++];',
    'r = two(i, i++);',
    'r = count() + x;',
    'r = count() + count();',
    'r = next() - next();',
    'x += count();',
    'a[x] = count();',
    'r = (set(&i), 1) + i;',
    'r = atomic_fetch_add(&n, 1) + n;',
    'a[n] = atomic_exchange(&n, 1);',
    's.b += first(&s);',
    's.b = first(&s) + s.a;',
  ])('are refused: %s', (body) => {
    expect(() => readC(text(body))).toThrow('C leaves open which comes first');
  });

  it.each([
    'i = (i++, i);',
    'r = (i++, i) + 1;',
    'r = i++ && i;',
    'r = i++ ? i : 0;',
    'x = count();',
    'a[i] = count();',
    'i = i + 1;',
    'i = ++r;',
    'r = two(i, r++);',
    'r = ({ int q = i++; q + i; });',
    '{ int x = 1; r = x + count(); }',
    'n = n + 1;',
    'r = sizeof(i++) + i;',
    'i = atomic_fetch_add(&n, i);',
    's.b = first(&s);',
    't.in.b = first(&t.in);',
  ])('are taken where their order is said: %s', (body) => {
    expect(readC(text(body)).errors).toEqual([]);
  });
});
