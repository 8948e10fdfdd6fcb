import { describe, expect, it } from '@jest/globals';
import { plainText } from '../../../../src/frontends/frontend.js';
import { modelNamed } from '../../../../src/memory/index.js';
import { InternalError } from '../../../../src/support/invariant.js';
import { verifyText } from '../../../support/verify-text.js';

const head = `#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
struct node { int value; struct node *next; };
struct node *box;
`;

interface Told {
  readonly verdict: string;
  readonly reason: string | null;
}

async function toldOf(text: string, model = 'sc', allocations = 4): Promise<ReadonlyMap<string, Told>> {
  const known = modelNamed(model);
  if (known === null) throw new InternalError(`there is no model ${model}`);
  const report = await verifyText(
    'made.c',
    `${head}${text}`,
    { model: known, deadlock: true },
    { ...plainText, allocations },
  );
  expect(report.errors).toEqual([]);
  const told = new Map<string, Told>();
  for (const { name, verdict, reason } of report.properties) {
    const [kind = name] = name.split(':');
    // Of several asserts one that is violated counts.
    if (told.get(kind)?.verdict !== 'unsafe') told.set(kind, { verdict, reason });
  }
  return told;
}

const verdicts = async (text: string, model = 'sc', allocations = 4): Promise<Record<string, string>> =>
  Object.fromEntries(
    [...(await toldOf(text, model, allocations))].map(([name, { verdict }]) => [name, verdict]),
  );

describe('objects that malloc makes', () => {
  it('are as many as calls are come to', async () => {
    const text = `int main(void) {
      struct node *a = malloc(sizeof *a), *b = malloc(sizeof *b);
      a->value = 1; b->value = 2;
      assert(a != b && a->value == 1 && b->value == 2);
      return 0; }`;
    expect(await verdicts(text)).toMatchObject({ assert: 'safe' });
  });

  it('make lists, one object a round where the rounds are known', async () => {
    const text = `int main(void) {
      for (int i = 0; i < 5; i++) { struct node *n = malloc(sizeof(struct node)); n->value = i; n->next = box; box = n; }
      int sum = 0;
      for (struct node *n = box; n != NULL; n = n->next) sum += n->value;
      assert(sum == 10);
      return 0; }`;
    expect(await verdicts(text)).toMatchObject({ assert: 'safe', pointer: 'safe' });
  });

  it('are arrays, records with a tail, and zeros', async () => {
    const text = `struct tail { int length; int cells[]; };
    int main(void) {
      int *a = malloc(3 * sizeof(int));
      for (int i = 0; i < 3; i++) a[i] = i;
      assert(a[2] == 2);
      struct tail *t = malloc(sizeof(struct tail) + 2 * sizeof(int));
      t->cells[1] = 7;
      assert(t->cells[1] == 7);
      struct node *z = calloc(1, sizeof *z);
      assert(z->value == 0 && z->next == NULL);
      return 0; }`;
    expect(await verdicts(text)).toMatchObject({ assert: 'safe' });
  });

  const loop = `void *work(void *arg) {
      while (__VERIFIER_nondet_bool()) { struct node *n = malloc(sizeof *n); n->value = 1; box = n; }
      return NULL; }
    int main(void) { pthread_t t; pthread_create(&t, NULL, work, NULL); pthread_join(t, NULL);
      assert(box == NULL || box->value == BOX); return 0; }`;

  it('are no proof where there are too few of them', async () => {
    const told = await toldOf(`#define BOX 1\n${loop}`);
    expect(told.get('allocations')).toMatchObject({ verdict: 'unknown', reason: 'allocations' });
    expect(told.get('assert')).toMatchObject({ verdict: 'unknown', reason: 'allocations' });
    expect(told.get('deadlock')?.verdict).toBe('unknown');
  });

  it('do for a violation all the same', async () => {
    expect(await verdicts(`#define BOX 2\n${loop}`, 'sc', 1)).toMatchObject({
      assert: 'unsafe',
      allocations: 'unknown',
    });
  });

  it('hold no value before one is written', async () => {
    const text = `int main(void) { struct node *n = malloc(sizeof *n); box = n; assert(box->next == NULL); return 0; }`;
    const told = await toldOf(text);
    expect(told.get('unset')).toMatchObject({ verdict: 'unknown', reason: 'unset' });
    expect(told.get('assert')?.verdict).toBe('unknown');
  });

  it('may hold any value of a signed type then', async () => {
    const text = `int main(void) { struct node *n = malloc(sizeof *n); box = n; assert(box->value == 5); return 0; }`;
    expect(await verdicts(text)).toMatchObject({ assert: 'unsafe', unset: 'unknown' });
  });
});

describe('free', () => {
  const pair = (body: string): string => `void *work(void *arg) { ${body} return NULL; }
    int main(void) { pthread_t t;
      box = malloc(sizeof *box); box->value = 1; box->next = NULL;
      pthread_create(&t, NULL, work, NULL);
      ${body}
      pthread_join(t, NULL);
      return 0; }`;

  it.each(['sc', 'tso', 'pso'])('is seen by who uses the object afterwards, under %s', async (model) => {
    const text = `void *work(void *arg) { box->value = 2; return NULL; }
    int main(void) { pthread_t t;
      box = malloc(sizeof *box);
      pthread_create(&t, NULL, work, NULL);
      free(box);
      pthread_join(t, NULL);
      return 0; }`;
    expect(await verdicts(text, model)).toMatchObject({ pointer: 'unsafe' });
  });

  it('is seen by who gives it back again', async () => {
    expect(await verdicts(pair('free(box);'))).toMatchObject({ pointer: 'unsafe' });
  });

  it('takes null, and nothing but what malloc gave', async () => {
    expect(await verdicts('int main(void) { free(NULL); free(box); return 0; }')).not.toMatchObject({
      pointer: 'unsafe',
    });
    expect(
      await verdicts('struct node own; int main(void) { box = &own; free(box); return 0; }'),
    ).toMatchObject({ pointer: 'unsafe' });
    expect(
      await verdicts('int main(void) { box = malloc(2 * sizeof *box); free(box + 1); return 0; }'),
    ).toMatchObject({ pointer: 'unsafe' });
  });

  it('lets the address come again, and need not', async () => {
    const again = (relation: string): string => `int main(void) {
      struct node *a = malloc(sizeof *a); struct node *old = a; free(a);
      struct node *b = malloc(sizeof *b); assert(old ${relation} b); return 0; }`;
    expect(await verdicts(again('!='))).toMatchObject({ assert: 'unsafe' });
    expect(await verdicts(again('=='))).toMatchObject({ assert: 'unsafe' });
  });

  const passing = (order: string): string => `int out;
    void *work(void *arg) { out = 1; free(box); atomic_store_explicit(&done, 1, ${order}); return NULL; }
    int main(void) { pthread_t t;
      box = malloc(sizeof *box);
      pthread_create(&t, NULL, work, NULL);
      struct node *n = malloc(sizeof *n);
      n->value = 3;
      if (atomic_load(&done)) assert(out == 1);
      assert(n->value == 3);
      pthread_join(t, NULL);
      return 0; }`;

  it('lets nothing that its thread wrote before come behind the next user', async () => {
    const text = `atomic_int done;
    void *work(void *arg) { box->value = 9; free(box); return NULL; }
    int main(void) { pthread_t t;
      box = malloc(sizeof *box);
      pthread_create(&t, NULL, work, NULL);
      struct node *n = malloc(sizeof *n);
      n->value = 3;
      assert(n->value == 3);
      pthread_join(t, NULL);
      return 0; }`;
    for (const model of ['sc', 'tso', 'pso'])
      expect(await verdicts(text, model)).toMatchObject({ assert: 'safe', pointer: 'safe' });
  });

  it('is no fence: what is written before may come late under pso, as without it', async () => {
    const text = `atomic_int done;\n${passing('memory_order_relaxed')}`;
    expect(await verdicts(text, 'tso')).toMatchObject({ assert: 'safe' });
    expect(await verdicts(text, 'pso')).toMatchObject({ assert: 'unsafe' });
  });

  it('is no fence between a store and a load', async () => {
    const side = (own: string, other: string, seen: string): string =>
      `void *${seen}(void *arg) { struct node *n = malloc(sizeof *n);
        atomic_store_explicit(&${own}, 1, memory_order_relaxed); free(n);
        ${seen}_saw = atomic_load(&${other}); return NULL; }`;
    const text = `atomic_int x, y; int a_saw, b_saw;
      ${side('x', 'y', 'a')}
      ${side('y', 'x', 'b')}
      int main(void) { pthread_t a, b;
        pthread_create(&a, NULL, a_work, NULL); pthread_create(&b, NULL, b_work, NULL);
        pthread_join(a, NULL); pthread_join(b, NULL);
        assert(a_saw == 1 || b_saw == 1); return 0; }`
      .replace(/\*a\(/, '*a_work(')
      .replace(/\*b\(/, '*b_work(');
    expect(await verdicts(text, 'sc')).toMatchObject({ assert: 'safe' });
    expect(await verdicts(text, 'tso')).toMatchObject({ assert: 'unsafe' });
  });
});

describe('pointers', () => {
  it('that are null are followed by nobody', async () => {
    const text = `int main(void) { struct node *n = box; if (__VERIFIER_nondet_bool()) n = malloc(sizeof *n); box = n;
      box->next = NULL; return 0; }`;
    expect(await verdicts(text)).toMatchObject({ pointer: 'unsafe', bounds: 'safe' });
  });

  it('to functions lie in memory, and are called where they point to', async () => {
    const text = `struct ops { int (*apply)(int); };
    int twice(int a) { return 2 * a; }
    int next(int a) { return a + 1; }
    struct ops table[2] = { { twice }, { next } };
    _Atomic(struct ops *) chosen;
    int (*callback)(int) = next;
    void *work(void *arg) { callback = twice; atomic_store(&chosen, &table[1]); return NULL; }
    int main(void) { pthread_t t;
      atomic_init(&chosen, &table[0]);
      pthread_create(&t, NULL, work, NULL);
      int r = atomic_load(&chosen)->apply(5), q = (*callback)(7);
      assert(r == 10 || r == 6);
      assert(q == 14 || q == 8);
      pthread_join(t, NULL);
      assert(callback(1) == 2 && chosen->apply(1) == 2);
      return 0; }`;
    expect(await verdicts(text, 'tso')).toMatchObject({ assert: 'safe', pointer: 'safe' });
  });

  it('see an integer with either sign', async () => {
    const text = `int number; unsigned other; void *any;
    void *work(void *arg) { unsigned *p = arg; *p = 4294967295u; return NULL; }
    int main(void) { pthread_t t;
      void *q = __VERIFIER_nondet_bool() ? (void *)&number : (void *)&other;
      pthread_create(&t, NULL, work, q);
      pthread_join(t, NULL);
      assert(q == &number ? number == -1 : other == 4294967295u);
      return 0; }`;
    expect(await verdicts(text)).toMatchObject({ assert: 'safe', pointer: 'safe' });
  });

  it('see an integer with the sign that no object has', async () => {
    const text = `unsigned char c = 255; signed char *volatile at;
    void *work(void *arg) { at = (signed char *)&c; return NULL; }
    int main(void) { pthread_t t;
      pthread_create(&t, NULL, work, NULL);
      pthread_join(t, NULL);
      assert(*at == -1);
      *at = -2;
      assert(c == 254);
      return 0; }`;
    expect(await verdicts(text)).toMatchObject({ assert: 'safe' });
    expect(await verdicts(text.replace('*at == -1', '*at == 255'))).toMatchObject({ assert: 'unsafe' });
  });

  it.each([
    ['to another object', 'int *p = at; if (p == a) p[3] = 1;', 'unsafe'],
    ['to another object and back', 'int *p = at; if (p == a) { p += 3; p -= 3; *p = 1; }', 'unsafe'],
    ['in front of the first one', 'int *p = at; p--;', 'unsafe'],
    ['out of an object that is known', 'int *p = a; p += 3; p -= 2;', 'unsafe'],
    ['behind the last element', 'int *p = at; for (int *end = p + 2; p < end; p++) *p = 1; p--;', 'safe'],
  ])('are moved %s', async (_, body, verdict) => {
    const text = `int a[2], b[2]; int *volatile at = a;
    void *work(void *arg) { at = b; return NULL; }
    int main(void) { pthread_t t;
      pthread_create(&t, NULL, work, NULL);
      ${body}
      pthread_join(t, NULL);
      return 0; }`;
    expect(await verdicts(text)).toMatchObject({ pointer: verdict });
  });

  it('see several variables of a type that is written before them', async () => {
    const text = `struct pair { int a, b; } x = { 1, 2 }, y, *at = &x;
    struct { int c; } u = { 4 }, v;
    int main(void) { y = *at; v = u; assert(y.b == 2 && v.c == 4); return 0; }`;
    expect(await verdicts(text)).toMatchObject({ assert: 'safe' });
  });
});
