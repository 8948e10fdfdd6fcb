/** What a call of an atomic operation does; its place is always its first argument. */
export type AtomicCall =
  | { readonly kind: 'init' }
  | { readonly kind: 'load' }
  | { readonly kind: 'store'; readonly order: OrderAt }
  | { readonly kind: 'exchange' }
  /** `wantsNew`: its value is the one behind the change. */
  | { readonly kind: 'change'; readonly op: string; readonly wantsNew: boolean }
  /** `expected`: behind a pointer, which gets the old value, or the value itself. */
  | { readonly kind: 'compare'; readonly expected: 'pointer' | 'value'; readonly gives: 'truth' | 'old' }
  | { readonly kind: 'set' }
  | { readonly kind: 'clear'; readonly order: OrderAt }
  | { readonly kind: 'fence'; readonly order: OrderAt }
  | { readonly kind: 'lock-free' };

/** Which argument says how strong it is, or what holds without one. */
export type OrderAt = number | 'seq_cst' | 'release' | 'none';

const changes: readonly (readonly [string, string])[] = [
  ['add', '+'],
  ['sub', '-'],
  ['or', '|'],
  ['xor', '^'],
  ['and', '&'],
];

const calls = new Map<string, AtomicCall>([
  ['atomic_init', { kind: 'init' }],
  ['atomic_load', { kind: 'load' }],
  ['atomic_load_explicit', { kind: 'load' }],
  ['__atomic_load_n', { kind: 'load' }],
  ['atomic_store', { kind: 'store', order: 'seq_cst' }],
  ['atomic_store_explicit', { kind: 'store', order: 2 }],
  ['__atomic_store_n', { kind: 'store', order: 2 }],
  ['atomic_exchange', { kind: 'exchange' }],
  ['atomic_exchange_explicit', { kind: 'exchange' }],
  ['__atomic_exchange_n', { kind: 'exchange' }],
  ['__sync_lock_test_and_set', { kind: 'exchange' }],
  ['__sync_lock_release', { kind: 'clear', order: 'release' }],
  ['__atomic_compare_exchange_n', { kind: 'compare', expected: 'pointer', gives: 'truth' }],
  ['__sync_bool_compare_and_swap', { kind: 'compare', expected: 'value', gives: 'truth' }],
  ['__sync_val_compare_and_swap', { kind: 'compare', expected: 'value', gives: 'old' }],
  ['atomic_flag_test_and_set', { kind: 'set' }],
  ['atomic_flag_test_and_set_explicit', { kind: 'set' }],
  ['__atomic_test_and_set', { kind: 'set' }],
  ['atomic_flag_clear', { kind: 'clear', order: 'seq_cst' }],
  ['atomic_flag_clear_explicit', { kind: 'clear', order: 1 }],
  ['__atomic_clear', { kind: 'clear', order: 1 }],
  ['atomic_thread_fence', { kind: 'fence', order: 0 }],
  ['__atomic_thread_fence', { kind: 'fence', order: 0 }],
  ['__sync_synchronize', { kind: 'fence', order: 'seq_cst' }],
  ['atomic_signal_fence', { kind: 'fence', order: 'none' }],
  ['__atomic_signal_fence', { kind: 'fence', order: 'none' }],
  ['atomic_is_lock_free', { kind: 'lock-free' }],
]);
for (const strength of ['strong', 'weak'])
  for (const order of ['', '_explicit'])
    calls.set(`atomic_compare_exchange_${strength}${order}`, {
      kind: 'compare',
      expected: 'pointer',
      gives: 'truth',
    });
for (const [name, op] of changes) {
  for (const known of [
    `atomic_fetch_${name}`,
    `atomic_fetch_${name}_explicit`,
    `__atomic_fetch_${name}`,
    `__sync_fetch_and_${name}`,
  ])
    calls.set(known, { kind: 'change', op, wantsNew: false });
  for (const known of [`__atomic_${name}_fetch`, `__sync_${name}_and_fetch`])
    calls.set(known, { kind: 'change', op, wantsNew: true });
}

/** C11 7.17 and the built-in functions of gcc, by name. */
export const atomicCalls: ReadonlyMap<string, AtomicCall> = calls;

/** Of `memory_order`: what a store and a fence of such a strength are (docs/c.md has the table). */
export const strengths: readonly ('relaxed' | 'acquire' | 'release' | 'seq_cst')[] = [
  'relaxed',
  'acquire',
  'acquire',
  'release',
  'release',
  'seq_cst',
];
