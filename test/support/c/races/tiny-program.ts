import { memoryOrders } from '../../../../src/frontends/c/lower/memory-orders.js';
import type { MemoryOrder } from '../../../../src/frontends/c/lower/memory-orders.js';
import { assertNever } from '../../../../src/support/invariant.js';

/**
 * A program of threads without loops, for judging data races: `x`, `y` are plain, `a`, `b` are atomic, `m` is a mutex. Each
 * thread has one register, `r`, with what it read last. Thread 0 is `main`.
 */
export interface TinyProgram {
  readonly threads: readonly (readonly TinyOp[])[];
}

export type PlainName = 'x' | 'y';
export type AtomicName = 'a' | 'b';

export type TinyOp =
  | { readonly kind: 'read'; readonly of: PlainName }
  | { readonly kind: 'write'; readonly of: PlainName; readonly value: number }
  /** `atomic_init`, which is not atomic. */
  | { readonly kind: 'init'; readonly of: AtomicName; readonly value: number }
  | { readonly kind: 'load'; readonly of: AtomicName; readonly order: MemoryOrder }
  | { readonly kind: 'store'; readonly of: AtomicName; readonly value: number; readonly order: MemoryOrder }
  | {
      readonly kind: 'exchange';
      readonly of: AtomicName;
      readonly value: number;
      readonly order: MemoryOrder;
    }
  | { readonly kind: 'add'; readonly of: AtomicName; readonly order: MemoryOrder }
  /** `r` is whether it succeeded. */
  | {
      readonly kind: 'compare';
      readonly of: AtomicName;
      readonly expected: number;
      readonly value: number;
      readonly order: MemoryOrder;
      readonly failure: MemoryOrder;
    }
  | { readonly kind: 'fence'; readonly order: MemoryOrder }
  | { readonly kind: 'lock' }
  | { readonly kind: 'unlock' }
  /** `r` is 1 if it got the mutex. */
  | { readonly kind: 'trylock' }
  | { readonly kind: 'create' | 'join'; readonly thread: number }
  | { readonly kind: 'if'; readonly value: number; readonly body: readonly TinyOp[] };

export const loadOrders = memoryOrders.filter((order) => order !== 'release' && order !== 'acq_rel');
export const storeOrders = ['relaxed', 'release', 'seq_cst'] as const satisfies readonly MemoryOrder[];

/** The program as C. */
export function tinyText({ threads }: TinyProgram): string {
  const bodies = threads.map((ops) => ops.map((op) => statementOf(op, '  ')).join(''));
  const functions = bodies
    .slice(1)
    .map((body, i) => `void *t${i + 1}(void *arg) {\n  int r = 0;\n${body}  return NULL;\n}\n`);
  const handles = threads.slice(1).map((_, i) => `h${i + 1}`);
  return [
    '#include <pthread.h>\n#include <stdatomic.h>\n',
    'int x, y;\natomic_int a, b;\npthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\n',
    ...functions,
    'int main(void) {\n  int r = 0;\n',
    handles.length === 0 ? '' : `  pthread_t ${handles.join(', ')};\n`,
    `${bodies[0] ?? ''}  return 0;\n}\n`,
  ].join('');
}

function statementOf(op: TinyOp, indent: string): string {
  const order = (of: MemoryOrder): string => `memory_order_${of}`;
  const line = (text: string): string => `${indent}${text}\n`;
  switch (op.kind) {
    case 'read':
      return line(`r = ${op.of};`);
    case 'write':
      return line(`${op.of} = ${op.value};`);
    case 'init':
      return line(`atomic_init(&${op.of}, ${op.value});`);
    case 'load':
      return line(`r = atomic_load_explicit(&${op.of}, ${order(op.order)});`);
    case 'store':
      return line(`atomic_store_explicit(&${op.of}, ${op.value}, ${order(op.order)});`);
    case 'exchange':
      return line(`r = atomic_exchange_explicit(&${op.of}, ${op.value}, ${order(op.order)});`);
    case 'add':
      return line(`r = atomic_fetch_add_explicit(&${op.of}, 1, ${order(op.order)});`);
    case 'compare':
      return line(
        `{ int e = ${op.expected}; r = atomic_compare_exchange_strong_explicit(&${op.of}, &e, ${op.value}, ${order(op.order)}, ${order(op.failure)}); }`,
      );
    case 'fence':
      return line(`atomic_thread_fence(${order(op.order)});`);
    case 'lock':
    case 'unlock':
      return line(`pthread_mutex_${op.kind}(&m);`);
    case 'trylock':
      return line('r = pthread_mutex_trylock(&m) == 0;');
    case 'create':
      return line(`pthread_create(&h${op.thread}, NULL, t${op.thread}, NULL);`);
    case 'join':
      return line(`pthread_join(h${op.thread}, NULL);`);
    case 'if':
      return [
        line(`if (r == ${op.value}) {`),
        ...op.body.map((inner) => statementOf(inner, `${indent}  `)),
        line('}'),
      ].join('');
    default:
      return assertNever(op);
  }
}
