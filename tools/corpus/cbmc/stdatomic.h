/*
 * The atomic operations of C11 for CBMC, which does not know them, with the meaning of docs/c.md: stores that are
 * sequentially consistent and all that reads and writes in one step are between full fences; release keeps stores in order.
 */
#ifndef CBMC_STDATOMIC_H
#define CBMC_STDATOMIC_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum {
  memory_order_relaxed,
  memory_order_consume,
  memory_order_acquire,
  memory_order_release,
  memory_order_acq_rel,
  memory_order_seq_cst
} memory_order;

#define _Atomic(T) T
typedef _Bool atomic_bool;
typedef char atomic_char;
typedef int atomic_int;
typedef unsigned atomic_uint;
typedef long atomic_long;
typedef unsigned long atomic_ulong;
typedef long long atomic_llong;
typedef unsigned long long atomic_ullong;
typedef unsigned short atomic_ushort;
typedef short atomic_short;
typedef intptr_t atomic_intptr_t;
typedef uintptr_t atomic_uintptr_t;
typedef size_t atomic_size_t;
typedef struct { _Bool set; } atomic_flag;
#define ATOMIC_VAR_INIT(v) (v)
#define ATOMIC_FLAG_INIT { 0 }

#define CBMC_FULL() __CPROVER_fence("WWfence", "RRfence", "RWfence", "WRfence")
#define CBMC_STORES() __CPROVER_fence("WWfence")

#define atomic_thread_fence(o)                                                          \
  ({                                                                                    \
    if ((o) == memory_order_seq_cst) CBMC_FULL();                                       \
    else if ((o) == memory_order_release || (o) == memory_order_acq_rel) CBMC_STORES(); \
  })
#define atomic_signal_fence(o) ((void)0)
#define atomic_init(p, v) (*(p) = (v))
#define atomic_load_explicit(p, o) (*(p))
#define atomic_load(p) (*(p))
#define atomic_store_explicit(p, v, o)                                               \
  ({                                                                                 \
    if ((o) == memory_order_release || (o) == memory_order_seq_cst) CBMC_STORES();   \
    *(p) = (v);                                                                      \
    if ((o) == memory_order_seq_cst) CBMC_FULL();                                    \
  })
#define atomic_store(p, v) atomic_store_explicit(p, v, memory_order_seq_cst)

#define CBMC_LOCKED(p, old, change) \
  ({                                \
    __typeof__(*(p)) old;           \
    CBMC_FULL();                    \
    __CPROVER_atomic_begin();       \
    old = *(p);                     \
    change;                         \
    __CPROVER_atomic_end();         \
    CBMC_FULL();                    \
    old;                            \
  })
#define atomic_exchange_explicit(p, v, o) CBMC_LOCKED(p, old_x, *(p) = (v))
#define atomic_exchange(p, v) CBMC_LOCKED(p, old_x, *(p) = (v))
#define atomic_fetch_add_explicit(p, v, o) CBMC_LOCKED(p, old_a, *(p) = old_a + (v))
#define atomic_fetch_add(p, v) CBMC_LOCKED(p, old_a, *(p) = old_a + (v))
#define atomic_fetch_sub_explicit(p, v, o) CBMC_LOCKED(p, old_s, *(p) = old_s - (v))
#define atomic_fetch_sub(p, v) CBMC_LOCKED(p, old_s, *(p) = old_s - (v))
#define atomic_fetch_or_explicit(p, v, o) CBMC_LOCKED(p, old_o, *(p) = old_o | (v))
#define atomic_fetch_or(p, v) CBMC_LOCKED(p, old_o, *(p) = old_o | (v))
#define atomic_fetch_and_explicit(p, v, o) CBMC_LOCKED(p, old_n, *(p) = old_n & (v))
#define atomic_fetch_and(p, v) CBMC_LOCKED(p, old_n, *(p) = old_n & (v))
#define atomic_fetch_xor_explicit(p, v, o) CBMC_LOCKED(p, old_r, *(p) = old_r ^ (v))
#define atomic_fetch_xor(p, v) CBMC_LOCKED(p, old_r, *(p) = old_r ^ (v))
#define atomic_compare_exchange_strong(p, e, d)                          \
  ({                                                                     \
    __typeof__(*(p)) wanted_c = *(e), was_c;                             \
    was_c = CBMC_LOCKED(p, old_c, if (old_c == wanted_c) *(p) = (d));    \
    if (was_c != wanted_c) *(e) = was_c;                                 \
    was_c == wanted_c;                                                   \
  })
#define atomic_compare_exchange_weak(p, e, d) atomic_compare_exchange_strong(p, e, d)
#define atomic_compare_exchange_strong_explicit(p, e, d, s, f) atomic_compare_exchange_strong(p, e, d)
#define atomic_compare_exchange_weak_explicit(p, e, d, s, f) atomic_compare_exchange_strong(p, e, d)
#define atomic_flag_test_and_set(p) CBMC_LOCKED(&(p)->set, old_f, (p)->set = 1)
#define atomic_flag_test_and_set_explicit(p, o) atomic_flag_test_and_set(p)
#define atomic_flag_clear(p) atomic_store(&(p)->set, 0)
#define atomic_flag_clear_explicit(p, o) atomic_store_explicit(&(p)->set, 0, o)
#endif
