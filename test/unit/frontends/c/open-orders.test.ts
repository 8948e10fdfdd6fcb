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
  struct stack { int top; int items[4]; int *more; struct stack *next; } k, *ks = &k;
  int pop(struct stack *p) { return p->items[--p->top]; }
  int size(const struct stack *p) { return p->top; }
  int (*either)(struct stack *) = pop; int plain; int *to = &x;
  int two(int b, int c) { return b - c; }
  int same(struct stack **list, struct stack *node) { return atomic_exchange((_Atomic(struct stack *) *)list, NULL) == node; }
  void takes(void) { struct stack *node = 0; same(&node->next, node); int *q = &node->top; *q = 0; }
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
    's.a += first(&s);',
    's.b = first(&s) + s.a;',
    'r = s.a++ + s.a;',
    'r = a[0]++ + a[i];',
    'a[1] = a[1]++;',
    'r = *p + i++;',
    'r = (*to)++ + *p;',
    '*p = (*p)++;',
    'r = ks->top++ - k.top;',
    'r = pop(ks) + size(ks);',
    'r = two(pop(&k), pop(ks));',
    'r = either(ks) + ks->top;',
    'ks->items[ks->top] = pop(ks);',
    'r = ks->top + (*to)++;',
    'ks->more[0] = ks->top++ + ks->more[1] + (*to = 2);',
    'r = s.a + (s = t.in).b;',
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
    's.b += first(&s);',
    'r = s.a++ + s.b;',
    'r = a[0]++ + a[1];',
    'r = (*p)++ + plain;',
    'ks->top = pop(ks);',
    '*p = pop(ks);',
    'ks->items[ks->top++] = k.items[0];',
    'r = ks->items[--ks->top] + plain;',
    'plain += pop(ks);',
    'a[i] = pop(ks) == a[2];',
    'r = size(ks) + size(&k) + ks->top;',
    'r = s.a + s.a;',
    'int *q = a; *q++ = *p;',
    't.in.b = first(&t.in);',
  ])('are taken where their order is said: %s', (body) => {
    expect(readC(text(body)).errors).toEqual([]);
  });
});
