import { assertNever } from '../../../../src/support/invariant.js';

/**
 * A program of threads that wait for each other, for judging termination: `a`, `b` are atomic, `m` is a mutex. Each thread has
 * one register, `r`, with what it read last. Thread 0 is `main`.
 */
export interface SpinProgram {
  readonly threads: readonly (readonly SpinOp[])[];
}

export type SpinFlag = 'a' | 'b';
export type SpinStoreOrder = 'relaxed' | 'release' | 'seq_cst';

export type SpinOp =
  | { readonly kind: 'store'; readonly of: SpinFlag; readonly value: number; readonly order: SpinStoreOrder }
  | { readonly kind: 'load'; readonly of: SpinFlag }
  | { readonly kind: 'exchange'; readonly of: SpinFlag; readonly value: number }
  | { readonly kind: 'fence' | 'lock' | 'unlock' | 'abort' }
  | { readonly kind: 'break' }
  /** `while (atomic_load(&a) != value);` */
  | { readonly kind: 'await'; readonly of: SpinFlag; readonly value: number }
  /** `do ... while (r != until);` */
  | { readonly kind: 'repeat'; readonly body: readonly SpinOp[]; readonly until: number }
  /** `while (1) ...` */
  | { readonly kind: 'forever'; readonly body: readonly SpinOp[] }
  | { readonly kind: 'if'; readonly value: number; readonly body: readonly SpinOp[] }
  | { readonly kind: 'assume'; readonly value: number }
  | { readonly kind: 'create' | 'join'; readonly thread: number };

/** The program as C. */
export function spinText({ threads }: SpinProgram): string {
  const bodies = threads.map((ops) => ops.map((op) => statementOf(op, '  ')).join(''));
  const functions = bodies
    .slice(1)
    .map((body, i) => `void *t${i + 1}(void *arg) {\n  int r = 0;\n${body}  return NULL;\n}\n`);
  const handles = threads.slice(1).map((_, i) => `h${i + 1}`);
  return [
    '#include <pthread.h>\n#include <stdatomic.h>\n#include <stdlib.h>\n',
    'void __VERIFIER_assume(int);\natomic_int a, b;\npthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\n',
    ...functions,
    `int main(void) {\n  int r = 0;\n  pthread_t ${handles.join(', ')};\n${bodies[0] ?? ''}  return 0;\n}\n`,
  ].join('');
}

function statementOf(op: SpinOp, indent: string): string {
  const line = (text: string): string => `${indent}${text}\n`;
  const around = (head: string, body: readonly SpinOp[], foot: string): string =>
    [line(head), ...body.map((inner) => statementOf(inner, `${indent}  `)), line(foot)].join('');
  switch (op.kind) {
    case 'store':
      return line(`atomic_store_explicit(&${op.of}, ${op.value}, memory_order_${op.order});`);
    case 'load':
      return line(`r = atomic_load(&${op.of});`);
    case 'exchange':
      return line(`r = atomic_exchange(&${op.of}, ${op.value});`);
    case 'fence':
      return line('atomic_thread_fence(memory_order_seq_cst);');
    case 'lock':
    case 'unlock':
      return line(`pthread_mutex_${op.kind}(&m);`);
    case 'abort':
      return line('abort();');
    case 'break':
      return line('break;');
    case 'await':
      return line(`while (atomic_load(&${op.of}) != ${op.value});`);
    case 'repeat':
      return around('do {', op.body, `} while (r != ${op.until});`);
    case 'forever':
      return around('while (1) {', op.body, '}');
    case 'if':
      return around(`if (r == ${op.value}) {`, op.body, '}');
    case 'assume':
      return line(`__VERIFIER_assume(r == ${op.value});`);
    case 'create':
      return line(`pthread_create(&h${op.thread}, NULL, t${op.thread}, NULL);`);
    case 'join':
      return line(`pthread_join(h${op.thread}, NULL);`);
    default:
      return assertNever(op);
  }
}
