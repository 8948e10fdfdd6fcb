/**
 * What the standard headers declare, as far as this front end knows it, in its own words: types that have a meaning here are
 * built in (syntax/type-names.ts), functions too (lower/library-calls.ts), so a header holds macros and names for types only.
 */

/** Known without any include. Sizes are those of x86-64. */
export const builtInMacros = `
#define __STDC__ 1
#define __STDC_VERSION__ 201112L
#define __x86_64__ 1
#define __linux__ 1
#define __GNUC__ 9
#define __CHAR_BIT__ 8
#define __SIZEOF_INT__ 4
#define __SIZEOF_POINTER__ 8
#define __SIZEOF_LONG__ 8
#define __INT_MAX__ 2147483647
#define __ATOMIC_RELAXED 0
#define __ATOMIC_CONSUME 1
#define __ATOMIC_ACQUIRE 2
#define __ATOMIC_RELEASE 3
#define __ATOMIC_ACQ_REL 4
#define __ATOMIC_SEQ_CST 5
`;

const nullMacro = '#undef NULL\n#define NULL ((void *)0)\n';

const stdint = `
#define INT8_MIN (-128)
#define INT8_MAX 127
#define UINT8_MAX 255
#define INT16_MIN (-32768)
#define INT16_MAX 32767
#define UINT16_MAX 65535
#define INT32_MIN (-2147483647 - 1)
#define INT32_MAX 2147483647
#define UINT32_MAX 4294967295U
#define INT64_MIN (-9223372036854775807L - 1)
#define INT64_MAX 9223372036854775807L
#define UINT64_MAX 18446744073709551615UL
#define INTPTR_MIN INT64_MIN
#define INTPTR_MAX INT64_MAX
#define UINTPTR_MAX UINT64_MAX
#define SIZE_MAX UINT64_MAX
#define UINT32_C(c) c ## U
#define UINT64_C(c) c ## UL
#define INT64_C(c) c ## L
`;

const limits = `
#define CHAR_BIT 8
#define SCHAR_MIN (-128)
#define SCHAR_MAX 127
#define UCHAR_MAX 255
#define CHAR_MIN (-128)
#define CHAR_MAX 127
#define SHRT_MIN (-32768)
#define SHRT_MAX 32767
#define USHRT_MAX 65535
#define INT_MIN (-2147483647 - 1)
#define INT_MAX 2147483647
#define UINT_MAX 4294967295U
#define LONG_MIN (-9223372036854775807L - 1)
#define LONG_MAX 9223372036854775807L
#define ULONG_MAX 18446744073709551615UL
#define LLONG_MIN LONG_MIN
#define LLONG_MAX LONG_MAX
#define ULLONG_MAX ULONG_MAX
`;

const stdatomic = `
#define memory_order_relaxed 0
#define memory_order_consume 1
#define memory_order_acquire 2
#define memory_order_release 3
#define memory_order_acq_rel 4
#define memory_order_seq_cst 5
#define ATOMIC_VAR_INIT(value) (value)
#define ATOMIC_FLAG_INIT 0
#define ATOMIC_BOOL_LOCK_FREE 2
#define ATOMIC_INT_LOCK_FREE 2
#define ATOMIC_LONG_LOCK_FREE 2
#define ATOMIC_POINTER_LOCK_FREE 2
#define kill_dependency(value) (value)
`;

const stdbool = `
#undef bool
#define bool _Bool
#define true 1
#define false 0
#define __bool_true_false_are_defined 1
`;

const assertion = `
#undef assert
#ifdef NDEBUG
#define assert(cond) ((void)0)
#else
#define assert(cond) __fencepost_assert(cond)
#endif
#undef static_assert
#define static_assert _Static_assert
`;

const pthread = `${nullMacro}
#include <time.h>
#define PTHREAD_MUTEX_INITIALIZER 0
#define PTHREAD_RWLOCK_INITIALIZER 0
#define PTHREAD_COND_INITIALIZER 0
#define PTHREAD_ONCE_INIT 0
#define PTHREAD_BARRIER_SERIAL_THREAD (-1)
#define PTHREAD_PROCESS_PRIVATE 0
#define PTHREAD_PROCESS_SHARED 1
#define PTHREAD_CREATE_JOINABLE 0
#define PTHREAD_CREATE_DETACHED 1
#define PTHREAD_MUTEX_NORMAL 0
#define PTHREAD_MUTEX_RECURSIVE 1
#define PTHREAD_MUTEX_ERRORCHECK 2
#define PTHREAD_MUTEX_DEFAULT 0
#define PTHREAD_MUTEX_ADAPTIVE_NP 3
`;

/** Kinds and results are those of glibc. */
const threads = `${nullMacro}
#include <time.h>
#define thread_local _Thread_local
#define ONCE_FLAG_INIT 0
#define mtx_plain 0
#define mtx_recursive 1
#define mtx_timed 2
#define thrd_success 0
#define thrd_busy 1
#define thrd_error 2
#define thrd_nomem 3
#define thrd_timedout 4
`;

const time = `
#ifndef CLOCK_REALTIME
#define CLOCK_REALTIME 0
#define CLOCK_MONOTONIC 1
struct timespec { long tv_sec; long tv_nsec; };
#endif
`;

const stdlib = `${nullMacro}
#define EXIT_SUCCESS 0
#define EXIT_FAILURE 1
`;

/** The numbers of Linux. */
const errno = `
extern _Thread_local int errno;
#define EPERM 1
#define ESRCH 3
#define EINTR 4
#define EAGAIN 11
#define ENOMEM 12
#define EBUSY 16
#define EINVAL 22
#define EDEADLK 35
#define ETIMEDOUT 110
`;

/** A spin loop that Dartagnan's files mark as one. */
const dat3m = '#define await_while(cond) while (cond)\n';

/** What a function takes by these is not followed; who only hands it on to printf needs no more. */
const stdarg = `
#define va_start(list, last) ((void)0)
#define va_end(list) ((void)0)
#define va_copy(to, from) ((void)0)
#define va_arg(list, type) __fencepost_va_arg()
`;

/** By the name between the brackets. */
export const builtInHeaders: ReadonlyMap<string, string> = new Map([
  ['assert.h', assertion],
  ['dat3m.h', dat3m],
  ['errno.h', errno],
  ['genmc.h', ''],
  ['inttypes.h', stdint],
  ['limits.h', limits],
  ['memory.h', nullMacro],
  ['pthread.h', pthread],
  ['sched.h', ''],
  ['semaphore.h', `${nullMacro}#include <time.h>\n`],
  ['stdarg.h', stdarg],
  ['stdalign.h', '#define alignas _Alignas\n#define alignof _Alignof\n'],
  ['stdatomic.h', stdatomic],
  ['stdbool.h', stdbool],
  ['stddef.h', `${nullMacro}#define offsetof(type, member) __builtin_offsetof(type, member)\n`],
  ['stdint.h', stdint],
  [
    'stdio.h',
    `${nullMacro}#define stdin ((FILE *)1)\n#define stdout ((FILE *)2)\n#define stderr ((FILE *)3)\n`,
  ],
  ['stdlib.h', stdlib],
  ['stdnoreturn.h', '#define noreturn _Noreturn\n'],
  ['string.h', nullMacro],
  ['sys/types.h', ''],
  ['threads.h', threads],
  ['time.h', time],
  ['unistd.h', nullMacro],
]);
