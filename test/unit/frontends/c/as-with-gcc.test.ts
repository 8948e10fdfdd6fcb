import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { plainText } from '../../../../src/frontends/frontend.js';
import { modelNamed } from '../../../../src/memory/index.js';
import { invariant } from '../../../../src/support/invariant.js';
import { verifyText } from '../../../support/verify-text.js';
import { readC } from './read-c.js';

const head = `#include <assert.h>
#include <pthread.h>
#include <stdalign.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define container_of(p, type, member) ((type *)((char *)(p) - offsetof(type, member)))
#define max(a, b) ({ typeof(a) _a = (a); typeof(b) _b = (b); _a > _b ? _a : _b; })
#define kind(x) _Generic((x), int: 1, unsigned: 2, long: 3, char *: 4, struct pair *: 5, const int *: 6, default: 7)
struct link { struct link *next; };
struct pair { int a[3]; char *name; };
struct item { int value; struct link all; struct link more[2]; };
struct derived { struct item base; int x; };
struct item one = { .value = 3 }, two = { .value = 4 };
struct derived d = { { 5 }, 42 };
struct pair p, q;
struct link *list; struct item *any;
int b[5], m[2][3], x;
static inline int swap(volatile int *p, int v) { __asm__ __volatile__("xchgl %0, %1" : "+r"(v), "+m"(*p) : : "memory"); return v; }
static inline int swap2(int *p, int v) { int old; asm volatile("xchg %1,%0" : "=r"(old), "+m"(*p) : "0"(v) : "memory"); return old; }
static inline int add(int *p, int v) { asm volatile("lock; xaddl %0, %1\\n" : "+r"(v), "+m"(*p) : : "memory", "cc"); return v; }
static inline int cas(int *p, int old, int new) { int prev; asm volatile("lock; cmpxchgl %2,%1" : "=a"(prev), "+m"(*p) : "r"(new), "0"(old) : "memory"); return prev; }
static inline char isSet(int *p, int old, int new) {
  char done; asm volatile("lock cmpxchgl %[New],%1\\n\\tsete %0" : "=q"(done), "+m"(*p), "+a"(old) : [New] "r"(new) : "memory", "cc"); return done; }
struct ring { int head; int buffer[3]; int tail; char c[4]; long m; } ring, *rings; struct tail { int x; int a[2]; } tails[2];
int *volatile kept; int *other;
typedef struct { int a; } T __attribute__((aligned(64)));
typedef struct { int a; } __attribute__((aligned(64))) U;
struct hold { char c; T t; char d; } hold;
struct __attribute__((packed)) pk { char a; int b; struct { char x; int y; } in; char z __attribute__((aligned(8))); };
struct mp { char a; int b __attribute__((packed)); long c; };
struct al { char a; __attribute__((aligned)) char b; int v[3]; char e; _Alignas(long) char f; };
struct sp { char c; pthread_spinlock_t s; pthread_once_t o; };
struct lines { int x; alignas(64) int y; } lines[2];
alignas(64) static int onLine;
typedef union { struct { uint16_t index, tag; }; uint32_t raw; } head_t;
struct outer { char c; union { uint16_t both; struct { uint8_t lo, hi; } h; }; int after; } o = { 1, { .h = { 2, 3 } }, 4 }, o2;
union tagged { int num; char *text; long wide; } t1 = { 5 }, t2 = { .wide = -7 }, t3;
union same { int a; unsigned b; } u1 = { -1 };
struct deep { int k; union { struct { int x, y; } p; struct { unsigned u; int v; } q; } u[2]; } deep;
struct unnamed { char c; struct { char a; long b; }; char d; } unnamed = { 1, { 2, 3 }, 4 };
union filled { struct { int n; int buf[2]; } s; char pad[64]; } lanes[2];
static head_t made(uint16_t i, uint16_t g) { head_t h; h.index = i; h.tag = g; return h; }
static uint32_t rawOf(const head_t *h) { return h->raw; }
static void bump(head_t *h) { h->tag++; }
struct ops { int (*get)(int *); void (*set)(int *); };
static int get(int *k) { return *k; } static int more(int *k) { return *k + 1; } static void set(int *k) { *k = 3; }
static struct ops ops[2] = { { get, set }, { .get = more, .set = set } }, *chosen;
static int first(int k, ...) { return k; }
struct list_head { struct list_head *next, *prev; } heads = { &heads, &heads };
enum colour { red, green } c;
enum negative { below = -1 } n;
`;

/** What each does; all that is asserted holds, and the last assertion says something. */
const programs: Readonly<Record<string, string>> = {
  'objects filled with bytes':
    `memset(b, 0xff, sizeof b); assert(b[4] == -1); memset(&b[1], 0, 2 * sizeof(int)); assert(b[0] == -1 && b[2] == 0 && b[3] == -1);
    p.a[2] = 7; memset(&p, 0, sizeof(struct pair)); assert(p.a[2] == 0 && p.name == NULL); memset(p.a, 1, sizeof p); assert(p.a[0] == 0x01010101);`.replace(
      'memset(p.a, 1, sizeof p);',
      'memset(p.a, 1, sizeof p.a);',
    ),
  'arrays of arrays filled': `m[1][2] = 4; memset(m, 0, sizeof m); assert(m[1][2] == 0); m[0][1] = 2; memset(m[1], 0xff, sizeof m[1]); assert(m[0][1] == 2 && m[1][0] == -1);`,
  'a copy of bytes': `p.a[1] = 3; memcpy(&q, &p, sizeof q); p.a[1] = 4; assert(q.a[1] == 3);
    for (int i = 0; i < 5; i++) b[i] = i;
    int *r = memmove(&b[1], &b[0], 4 * sizeof(int)); assert(r == &b[1] && b[4] == 3 && b[1] == 0 && b[2] == 1);`,
  'a copy of bytes behind a pointer that only a run knows': `struct pair *r = malloc(sizeof *r), *s[2] = { &p, r }; memset(s[1], 0, sizeof *r); s[1]->a[2] = 5; memcpy(s[0], s[1], sizeof **s); assert(p.a[2] == 5 && r->a[0] == 0);`,
  'pointers behind arrays in records': `int sum = 0, *e; ring.buffer[1] = 2; ring.tail = 7; for (e = ring.buffer; e != ring.buffer + 3; ++e) sum += *e; assert(sum == 2);
    for (e = ring.buffer; x < 3; x++) e++;
    assert(e == ring.buffer + 3 && e - ring.buffer == 3 && e == &ring.tail && !(e < &ring.tail) && e >= &ring.tail && e > ring.buffer + 2);
    kept = &ring.tail; assert(kept == ring.buffer + 3 && e == kept && (void *)e == (void *)kept); e--; assert(*e == 0 && e != &ring.tail);
    char *t = ring.c; for (x = 0; x < 4; x++) t++; assert((void *)t == (void *)&ring.m || sizeof ring != 32);
    for (e = tails[0].a, x = 0; x < 2; x++) e++; assert(e == &tails[1].x && tails[0].a + 2 == &tails[1].x);
    for (e = tails[1].a, x = 0; x < 2; x++) e++; assert(e == (int *)&tails[2] && sizeof tails == 24);
    other = &ring.buffer[3]; assert(other == &ring.tail); __sync_bool_compare_and_swap(&other, &ring.tail, NULL); assert(other == NULL);
    rings = calloc(1, sizeof *rings); for (e = rings->buffer; e < rings->buffer + 3; e++) *e = 1; struct ring copy = *rings;
    assert(copy.buffer[2] == 1 && copy.tail == 0 && copy.head == 0);`,
  'a struct with an array as a value': `p.a[0] = 1; q = p; p.a[0] = 2; struct pair r = q, *s = &r; q = *s; assert(q.a[0] == 1 && r.a[0] == 1);`,
  'memory of some alignment': `struct pair *r; assert(posix_memalign((void **)&r, 64, sizeof *r) == 0); r->a[1] = 3; int *s = aligned_alloc(8, 8); s[1] = 2; assert(r->a[1] + s[1] == 5);`,
  'from a member to what it is in': `one.all.next = &two.all; struct item *s = container_of(one.all.next, struct item, all); assert(s == &two && s->value == 4);
    struct link *l = &one.more[1]; assert(container_of(l, struct item, more[1])->value == 3);`,
  'from a member that only a run knows': `list = &one.all; if (x == 0) list = &two.all; any = container_of(list, struct item, all); assert(any->value == 4);
    struct link *l = (struct link *)((char *)any + offsetof(struct item, more[1])); l->next = list; assert(two.more[1].next == &two.all);`,
  'from the first member of the first member': `struct link *l = &d.base.all; struct derived *s = (struct derived *)container_of(l, struct item, all); assert(s->x == 42);
    int *first = &d.base.value; assert(((struct derived *)first)->x == 42 && ((struct item *)first)->value == 5);`,
  'distances in bytes': `assert(offsetof(struct item, value) == 0 && offsetof(struct item, all) == 8 && offsetof(struct item, more[1]) == 24);
    assert(alignof(struct pair) == 8 && _Alignof(char) == 1 && offsetof(struct pair, name) == 16);`,
  'alignments that are asked for': `alignas(64) int l = 0; assert(sizeof(T) == 4 && _Alignof(T) == 64 && sizeof(U) == 64 && l == onLine);
    assert(sizeof(struct hold) == 128 && offsetof(struct hold, d) == 68 && sizeof(struct lines) == 128 && offsetof(struct lines, y) == 64);
    assert(sizeof(struct pk) == 24 && offsetof(struct pk, in) == 5 && offsetof(struct pk, z) == 16 && _Alignof(struct pk) == 8);
    assert(offsetof(struct mp, b) == 1 && sizeof(struct mp) == 16 && offsetof(struct al, b) == 16 && sizeof(struct al) == 48);
    lines[1].y = 2; hold.t.a = 3; assert(offsetof(struct al, f) == 40 && sizeof(struct sp) == 12 && lines[1].y + hold.t.a == 5);`,
  'unions whose members share memory': `head_t a, b = { .raw = 0x10002 }, c = { { 7, 1 } }; a.index = 3; a.tag = 1; assert(a.raw == 0x10003); b.index++;
    assert(b.raw == 0x10003 && b.tag == 1 && b.index == a.index && c.raw == 0x10007); bump(&c); assert(c.tag == 2 && rawOf(&c) == 0x20007);
    head_t e = made(9, 1); assert(e.raw == 0x10009); e = b; assert(e.index == 3 && sizeof(head_t) == 4 && offsetof(struct outer, both) == 2);
    assert(o.both == 0x302 && o.h.hi == 3 && o.after == 4 && sizeof o == 8); o2.both = 0x102; assert(o2.h.lo == 2 && o2.h.hi == 1); o2.h.lo = 0xff; assert(o2.both == 0x1ff);
    assert(t1.num == 5 && t2.wide == -7 && t3.num == 0 && t3.text == NULL); t3.num = -3; assert(t3.num == -3); t3.text = "x"; assert(t3.text[0] == 'x');
    assert(u1.b == 0xffffffffu); u1.b = 3; assert(u1.a == 3); deep.u[1].p.x = 4; deep.u[1].p.y = -1; assert(deep.u[1].q.u == 4 && deep.u[1].q.v == -1 && deep.u[0].q.u == 0);
    memset(&deep, 0, sizeof deep); assert(deep.u[1].p.y == 0); union filled *l = &lanes[1]; l->s.buf[1] = 2; assert(sizeof lanes == 128 && lanes[1].s.buf[1] == 2);
    assert(sizeof unnamed == 32 && unnamed.a == 2 && unnamed.b == 3 && unnamed.d == 4);`,
  'cases from one number to another, and other ways to write': `x = 2; switch (x) { case 5: x = 1; break; case 1 ... 3: x = 10; break; default: x = 0; } assert(x == 10 && 1[b] == 0);
    unsigned v = 7; switch (v) { case 8 ... 9: x = 1; break; case 3 ... 7: x = 2; } assert(x == 2 && first(4, x, "y") == 4 && heads.next->prev == &heads);
    chosen = &ops[0]; if (x == 2) chosen++; chosen->set(&x); assert(x == 3 && chosen->get(&x) == 4);`,
  'a choice by types': `long l = 0; unsigned u = 0; char t[] = "x"; const int *k = &x; short s = 0;
    assert(kind(x) == 1 && kind(u) == 2 && kind(l) == 3 && kind(t) == 4 && kind(&p) == 5 && kind(k) == 6 && kind(s) == 7 && kind(s + s) == 1);
    assert(kind(c) == 2 && kind(red) == 1 && kind(n) == 1 && kind("ab") == 4);
    _Generic(x, int: b, default: m)[1] = 8; assert(b[1] == 8);`,
  'inline assembly': `x = 5; assert(swap(&x, 7) == 5 && x == 7); assert(swap2(&x, 8) == 7 && x == 8); assert(add(&x, -3) == 8 && x == 5);
    assert(cas(&x, 5, 9) == 5 && x == 9 && cas(&x, 5, 1) == 9 && x == 9 && isSet(&x, 9, 2) && !isSet(&x, 9, 3) && x == 2);
    asm volatile("lock; addl %1,%0" : "+m"(x) : "ir"(5)); asm volatile("lock orl $8, %0" : "+m"(x)); asm volatile("lock; decl %0" : "+m"(x));
    asm("" : "+r"(x)); asm volatile("mfence" ::: "memory"); asm volatile("rep; nop"); asm volatile("lock; addl $0,0(%%rsp)" ::: "memory", "cc"); assert(x == 14);`,
  'atomics whose values stand behind pointers': `int v = 3, r; __atomic_store(&x, &v, __ATOMIC_RELEASE); __atomic_load(&x, &r, __ATOMIC_ACQUIRE); assert(r == 3 && x == 3);
    v = 4; __atomic_exchange(&x, &v, &r, __ATOMIC_SEQ_CST); assert(r == 3 && x == 4); v = 9;
    assert(!__atomic_compare_exchange(&x, &r, &v, 0, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED) && r == 4 && x == 4);
    assert(__atomic_compare_exchange(&x, &r, &v, 0, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED) && x == 9);`,
  'bits of 64': `static uint64_t f = 6; f &= ~2UL; assert(f == 4); f |= 1; uint64_t m = 4; f = f & ~m; assert(f == 1);
    static atomic_ullong top = 5; unsigned long long o = top; atomic_fetch_and(&top, 0xffffffffULL << 32); assert(top == 0 && (o & ~0xffffffffULL) >> 32 == 0 && (~m & f) == 1);
    struct { uint64_t a[2]; } s = { { 7, 9 } }; s.a[x] &= ~(1ULL << x); s.a[x + 1] = ~s.a[x] & 15; assert(s.a[0] == 6 && s.a[1] == 9);`,
  texts: `static const char *names[] = { "zero", "one" }; char t[] = "x\\n\\x41" "y", u[2] = "ab", v[4] = { "ab" }; struct { char s[4]; int k; } w = { "ab", 3 };
    assert(names[1][2] == 'e' && sizeof t == 5 && t[2] == 'A' && t[4] == 0 && u[1] == 'b' && v[2] == 0 && w.s[1] == 'b' && w.k == 3);
    const char *s = names[x]; while (*s) s++; assert(s - names[0] == 4 && sizeof "abc" == 4); printf("%s\\n", s); fprintf(stderr, "%d", x); assert("text" && !(!"text"));`,
  'blocks as expressions, and words for compilers': `_Static_assert(sizeof(int) == 4, "int"); int r = max(x, 3); _Pragma("GCC diagnostic pop") assert(__builtin_expect(r == 3, 1));
    do { r = 2; } while (0); assert(*(volatile typeof(r) *)&r == 2);`,
};

const withGcc = spawnSync('gcc', ['--version']).status === 0 ? describe : describe.skip;

const whole = (body: string): string => `${head}int main(void) { ${body} return 0; }\n`;

/** The same with its last assertion turned round. */
function wrong(text: string): string {
  const last = text.lastIndexOf('assert(');
  invariant(last !== -1, 'something is asserted');
  let [depth, end] = [0, last + 'assert'.length];
  do {
    depth += text[end] === '(' ? 1 : text[end] === ')' ? -1 : 0;
    end++;
  } while (depth > 0);
  return `${text.slice(0, last)}assert(!${text.slice(last + 'assert'.length, end)})${text.slice(end)}`;
}

function statusByGcc(text: string): number | null {
  const folder = mkdtempSync(join(tmpdir(), 'types-'));
  try {
    writeFileSync(join(folder, 'p.c'), text);
    const made = spawnSync('gcc', ['-std=gnu11', '-w', '-o', join(folder, 'p'), join(folder, 'p.c')]);
    expect(made.stderr.toString()).toBe('');
    return spawnSync(join(folder, 'p')).status;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function verdictOf(text: string, name: string): Promise<string | null> {
  const model = modelNamed(name);
  invariant(model !== null, 'the model is known');
  const report = await verifyText('t.c', text, { model }, plainText);
  expect(report.errors).toEqual([]);
  return report.verdict;
}

withGcc('programs with gcc (needs gcc)', () => {
  it.each(Object.entries(programs))('%s: holds, and does not where it is turned round', (_, body) => {
    expect(statusByGcc(whole(body))).toBe(0);
    expect(statusByGcc(wrong(whole(body)))).not.toBe(0);
  });
});

describe.each(Object.entries(programs))('%s', (_, body) => {
  it.each(['sc', 'pso'])('holds here, and does not where it is turned round (%s)', async (model) => {
    expect(await verdictOf(whole(body), model)).toBe('safe');
    expect(await verdictOf(wrong(whole(body)), model)).toBe('unsafe');
  });
});

const storeBuffering = (between: string): string => `#include <pthread.h>
#include <assert.h>
int x, y, r, s;
void *a(void *arg) { x = 1; ${between} r = y; return NULL; }
void *b(void *arg) { y = 1; ${between} s = x; return NULL; }
int main(void) { pthread_t t, u; pthread_create(&t, NULL, a, NULL); pthread_create(&u, NULL, b, NULL);
  pthread_join(t, NULL); pthread_join(u, NULL); assert(r || s); return 0; }`;

describe('inline assembly between a store and a load', () => {
  it.each([
    ['asm volatile("" ::: "memory");', 'unsafe'],
    ['asm volatile("lfence" ::: "memory");', 'unsafe'],
    ['asm volatile("sfence" ::: "memory");', 'unsafe'],
    ['asm volatile("mfence" ::: "memory");', 'safe'],
    ['asm volatile("lock; addl $0, (%%rsp)" ::: "memory");', 'safe'],
    ['int own; asm volatile("lock; incl %0" : "+m"(own) : : "memory");', 'safe'],
  ])('%s: %s', async (text, verdict) => {
    expect(await verdictOf(storeBuffering(text), 'tso')).toBe(verdict);
  });

  it.each([
    ['asm volatile("cpuid" : "+a"(x));', 'the inline assembly "cpuid"'],
    ['asm volatile("incl %0" : "+m"(x));', 'the inline assembly'],
    ['asm volatile("lock; xaddl %0, %1; incl %0" : "+r"(x), "+m"(y));', 'the inline assembly'],
    ['asm volatile("lock; cmpxchgl %1, %0" : "+m"(x) : "r"(y));', 'the inline assembly'],
  ])('is refused where it is not known: %s', (text, message) => {
    expect(() => readC(storeBuffering(text))).toThrow(message);
  });
});

describe('what is said of objects as bytes', () => {
  it.each([
    ['a part of an object', 'memset(&p, 0, 5);', '5 bytes of struct pair'],
    ['more than there is', 'memset(&b[3], 0, 3 * sizeof(int));', '12 bytes of int'],
    ['pointers of bytes that are not 0', 'memset(&p, 1, sizeof p);', 'of bytes 1'],
    ['sizes that only a run knows', 'memset(b, 0, __VERIFIER_nondet_uint());', 'a size that is not known'],
    ['a copy to another type', 'memcpy(m, &p, sizeof m);', 'a copy of one type to another'],
    [
      'a member of something else',
      'any = container_of(&p.name, struct item, all);',
      'this is no member of struct item',
    ],
    ['a changed text', 'char *s = "ab"; s[0] = 1;', 'a change of a text'],
    ['a choice that is not there', 'x = _Generic(p.name, int: 1);', 'no choice for char'],
    [
      'a choice between what is alike here',
      'long l = 0; x = _Generic(l, long: 1, long long: 2);',
      'alike here',
    ],
    ['a text that is too long', 'char s[2] = "abc";', 'a text of 3 characters'],
  ])('is refused: %s', (_, body, message) => {
    expect(() => readC(whole(body))).toThrow(message);
  });

  it.each([
    ['a pointer to nothing', 'any = container_of(list, struct item, all); x = any->value;'],
    [
      'a pointer to something else',
      'list = (struct link *)&p.name; if (__VERIFIER_nondet_int()) list = &one.all; any = container_of(list, struct item, all); x = any->more[0].next == NULL;',
    ],
  ])('is looked at where it is followed: %s', async (_, body) => {
    const model = modelNamed('sc');
    invariant(model !== null, 'the model is known');
    const { properties } = await verifyText('t.c', whole(body), { model }, plainText);
    expect(properties.find(({ name }) => name === 'pointer')?.verdict).toBe('unsafe');
  });
});
