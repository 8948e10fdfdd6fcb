import type { MemoryOrder } from './memory-orders.js';

/** What a call of an atomic operation does; its place is always its first argument. */
export type AtomicCall =
  | { readonly kind: 'init' }
  /** `through`: the value, and what is given, stand behind pointers; `result`: which argument says where to put it. */
  | { readonly kind: 'load'; readonly order: OrderAt; readonly result?: number }
  | { readonly kind: 'store'; readonly order: OrderAt; readonly through?: true }
  | { readonly kind: 'exchange'; readonly order: OrderAt; readonly through?: true; readonly result?: number }
  /** `wantsNew`: its value is the one behind the change. */
  | { readonly kind: 'change'; readonly op: string; readonly wantsNew: boolean; readonly order: OrderAt }
  /** `expected`: behind a pointer, which gets the old value, or the value itself. `failure`: the order where that is not it. */
  | {
      readonly kind: 'compare';
      readonly expected: 'pointer' | 'value';
      readonly gives: 'truth' | 'old';
      readonly through?: true;
      readonly order: OrderAt;
      readonly failure: OrderAt;
    }
  | { readonly kind: 'set'; readonly order: OrderAt }
  | { readonly kind: 'clear'; readonly order: OrderAt }
  | { readonly kind: 'fence'; readonly order: OrderAt | 'none' }
  | { readonly kind: 'lock-free' };

/** Which argument says the order, or what holds without one. */
export type OrderAt = number | MemoryOrder;

const changes: readonly (readonly [string, string])[] = [
  ['add', '+'],
  ['sub', '-'],
  ['or', '|'],
  ['xor', '^'],
  ['and', '&'],
];

const compare = (
  expected: 'pointer' | 'value',
  gives: 'truth' | 'old',
  order: OrderAt,
  failure: OrderAt = order,
): AtomicCall & { readonly kind: 'compare' } => ({ kind: 'compare', expected, gives, order, failure });

const calls = new Map<string, AtomicCall>([
  ['atomic_init', { kind: 'init' }],
  ['atomic_load', { kind: 'load', order: 'seq_cst' }],
  ['atomic_load_explicit', { kind: 'load', order: 1 }],
  ['__atomic_load_n', { kind: 'load', order: 1 }],
  ['atomic_store', { kind: 'store', order: 'seq_cst' }],
  ['atomic_store_explicit', { kind: 'store', order: 2 }],
  ['__atomic_store_n', { kind: 'store', order: 2 }],
  ['atomic_exchange', { kind: 'exchange', order: 'seq_cst' }],
  ['atomic_exchange_explicit', { kind: 'exchange', order: 2 }],
  ['__atomic_exchange_n', { kind: 'exchange', order: 2 }],
  ['__atomic_load', { kind: 'load', order: 2, result: 1 }],
  ['__atomic_store', { kind: 'store', order: 2, through: true }],
  ['__atomic_exchange', { kind: 'exchange', order: 3, through: true, result: 2 }],
  ['__atomic_compare_exchange', { ...compare('pointer', 'truth', 4, 5), through: true }],
  ['__sync_lock_test_and_set', { kind: 'exchange', order: 'acquire' }],
  ['__sync_lock_release', { kind: 'clear', order: 'release' }],
  ['__atomic_compare_exchange_n', compare('pointer', 'truth', 4, 5)],
  ['__sync_bool_compare_and_swap', compare('value', 'truth', 'seq_cst')],
  ['__sync_val_compare_and_swap', compare('value', 'old', 'seq_cst')],
  ['atomic_flag_test_and_set', { kind: 'set', order: 'seq_cst' }],
  ['atomic_flag_test_and_set_explicit', { kind: 'set', order: 1 }],
  ['__atomic_test_and_set', { kind: 'set', order: 1 }],
  ['atomic_flag_clear', { kind: 'clear', order: 'seq_cst' }],
  ['atomic_flag_clear_explicit', { kind: 'clear', order: 1 }],
  ['__atomic_clear', { kind: 'clear', order: 1 }],
  ['atomic_thread_fence', { kind: 'fence', order: 0 }],
  ['__atomic_thread_fence', { kind: 'fence', order: 0 }],
  ['__sync_synchronize', { kind: 'fence', order: 'seq_cst' }],
  ['atomic_signal_fence', { kind: 'fence', order: 'none' }],
  ['__atomic_signal_fence', { kind: 'fence', order: 'none' }],
  ['atomic_is_lock_free', { kind: 'lock-free' }],
  ['__atomic_is_lock_free', { kind: 'lock-free' }],
  ['__atomic_always_lock_free', { kind: 'lock-free' }],
]);
for (const strength of ['strong', 'weak']) {
  calls.set(`atomic_compare_exchange_${strength}`, compare('pointer', 'truth', 'seq_cst'));
  calls.set(`atomic_compare_exchange_${strength}_explicit`, compare('pointer', 'truth', 3, 4));
}
for (const [name, op] of changes) {
  const change = (wantsNew: boolean, order: OrderAt): AtomicCall => ({ kind: 'change', op, wantsNew, order });
  calls.set(`atomic_fetch_${name}`, change(false, 'seq_cst'));
  calls.set(`atomic_fetch_${name}_explicit`, change(false, 2));
  calls.set(`__atomic_fetch_${name}`, change(false, 2));
  calls.set(`__sync_fetch_and_${name}`, change(false, 'seq_cst'));
  calls.set(`__atomic_${name}_fetch`, change(true, 2));
  calls.set(`__sync_${name}_and_fetch`, change(true, 'seq_cst'));
}

/** C11 7.17 and the built-in functions of gcc, by name. */
export const atomicCalls: ReadonlyMap<string, AtomicCall> = calls;
