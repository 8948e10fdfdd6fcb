import { describe, expect, it } from '@jest/globals';
import { programOf, readC } from './read-c.js';

const inMain = (body: string): string =>
  `#include <pthread.h>\n#include <stdatomic.h>\nint x, *p; atomic_int n;\nvoid *work(void *arg) { return NULL; }\nint main(void) { ${body} return 0; }\n`;

describe('what is outside of the subset of C', () => {
  it.each([
    [
      'recursion',
      'int f(int a) { return f(a - 1); } int main(void) { return f(3); }',
      'recursion: f calls f',
    ],
    [
      'calls that double and double',
      `int f0(int a) { return a + 1; } ${Array.from({ length: 13 }, (_, i) => `int f${i + 1}(int a) { int b = f${i}(a); return b + f${i}(b); }`).join(' ')} int main(void) { return f13(1); }`,
      'more than 4096 calls',
    ],
    [
      'recursion by way of others',
      'int g(int); int f(int a) { return g(a); } int g(int a) { return f(a); } int main(void) { return f(3); }',
      'recursion: f calls g calls f',
    ],
    ['fractions', 'double d; int main(void) { return 0; }', 'numbers with a fraction'],
    ['memory that grows', inMain('p = realloc(p, 4);'), 'realloc'],
    [
      'memory of a size that is not known',
      inMain('p = malloc(__VERIFIER_nondet_uint());'),
      'a size that is not known',
    ],
    ['memory for what does not fit in', inMain('p = malloc(3);'), '3 bytes for int'],
    ['memory without a type', inMain('void *q = malloc(4);'), 'memory without a type'],
    ['functions without a body', inMain('mystery(1);'), 'a call of mystery'],
    [
      'threads in a loop without end',
      inMain('pthread_t t; while (__VERIFIER_nondet_int()) pthread_create(&t, NULL, work, NULL);'),
      'how often this loop goes round',
    ],
    [
      'threads behind a jump back',
      inMain(
        'pthread_t t; again: pthread_create(&t, NULL, work, NULL); if (__VERIFIER_nondet_int()) goto again;',
      ),
      'a jump back over threads',
    ],
    ['unknown assembly', inMain('asm volatile("cpuid");'), 'the inline assembly "cpuid"'],
    ['joins of who knows what', inMain('pthread_t t; pthread_join(t, NULL);'), 'which thread this waits for'],
    [
      'orders that only a run knows',
      inMain('atomic_store_explicit(&n, 1, __VERIFIER_nondet_int());'),
      'an order of atomic_store_explicit',
    ],
    [
      'parts of unions by pointers that only a run knows',
      'union { struct { short a, b; } s; int w; } u; short *k; int main(void) { k = x ? &u.s.b : &u.s.a; *k = 1; return u.w; }',
      'a pointer to a part of a union',
    ],
    [
      'stores to parts that other threads see as a whole',
      `union { struct { short a, b; } s; int w; } u;\n${inMain('pthread_t t; pthread_create(&t, NULL, work, NULL); u.s.a = 1; x = u.w;')}`,
      'a store to a part',
    ],
    [
      'pointers over integers',
      'union { struct { int a, b; } s; char *p; } u; int main(void) { u.s.a = 1; return u.p == 0; }',
      'pointers that share memory with parts',
    ],
    [
      'members of some bits',
      'struct { int a : 3; } s; int main(void) { return s.a; }',
      'members of some bits',
    ],
    ['integers of 128 bits', '__int128 d; int main(void) { return 0; }', 'integers of 128 bits'],
    [
      'arguments without names',
      '#include <stdarg.h>\nint f(int k, ...) { va_list l; va_start(l, k); int r = va_arg(l, int); va_end(l); return r; } int main(void) { return f(1, 2); }',
      'va_arg',
    ],
    ['one type as another', inMain('*(long *)&x = 1;'), 'seen as'],
    [
      'brackets of a member without a name',
      'struct { int a; struct { int b, c; }; int d; } x = { 1, { 2 }, 3 }; int main(void) { return x.d; }',
      'brackets around initial values',
    ],
    ['steps in bytes of an object', inMain('char *q = (char *)&x; q++;'), 'arithmetic with int seen as char'],
    ['layouts that a pragma changes', '#pragma pack(push, 1)\nint main(void) { return 0; }', '#pragma pack'],
    ['the same as an operator', '_Pragma("pack(1)") int main(void) { return 0; }', '#pragma pack'],
    ['jumps into loops', inMain('goto in; while (x) { in: x = 1; }'), 'a jump into a loop'],
  ])('is refused: %s', (_, text, message) => expect(() => readC(text)).toThrow(message));

  it('is reported, many mistakes at once', () => {
    const wrong = Array.from({ length: 40 }, (_, i) => `void f${i}(void) { x = ; y${i} 1; }`).join('\n');
    const { errors, lines } = readC(`int x;\n${wrong}\nint main(void) { return 0; }`);
    expect(errors.length).toBeGreaterThanOrEqual(40);
    expect(new Set(lines).size).toBeGreaterThanOrEqual(20);
  });

  it.each([
    '(',
    '{',
    '[',
    '-',
    '*',
    '!',
    '~',
    'if (1) ',
    'while (1) ',
    'sizeof ',
    '(int) ',
    'a ? b : ',
    'x = ',
    'struct { ',
  ])('does not run out of stack: %j many times', (part) => {
    expect(readC(`int x; int main(void) { ${part.repeat(20_000)} 1; return 0; }`).program).toBeNull();
  });
});

describe('threads of C', () => {
  const text = inMain(
    'pthread_t t[2]; for (int i = 0; i < 2; i++) pthread_create(&t[i], NULL, work, (void *)(long)i); x = 1; for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);',
  );

  it('are made in loops whose rounds are known', () => {
    const program = programOf(text);
    expect(program.threads.map(({ name }) => name)).toEqual(['main', 'work', 'work_2']);
  });

  it('have a sequentially consistent store as an exchange, and a released one behind a fence', () => {
    const { threads } = programOf(
      inMain(
        'pthread_t t; pthread_create(&t, NULL, work, NULL); n = 1; atomic_store_explicit(&n, 2, memory_order_release); atomic_store_explicit(&n, 3, memory_order_relaxed); atomic_thread_fence(memory_order_seq_cst);',
      ),
    );
    const kinds = threads[0]?.body.map(({ kind }) => kind);
    expect(kinds).toEqual(['locked', 'rmw', 'fence', 'assign', 'assign', 'fence']);
  });
});
