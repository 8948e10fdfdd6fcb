import type { CLines } from './c-text.js';

/** What verifiers know by themselves, and what stands for it in a native run. */
export function runtimeLines(threads: number, print: CLines): CLines {
  return [...interfaceLines, ...nativeLines(threads, print), ...verifierLines];
}

const interfaceLines = lines(`
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
extern int __VERIFIER_nondet_int(void);

void reach_error(void);
void reach_error(void)
{
}
`);

function nativeLines(threads: number, print: CLines): CLines {
  return [
    ...lines(`
#ifndef FENCEPOST_VERIFIER

/*
 * The native run. Only one thread runs at a time; at the begin of each atomic section one of the waiting threads is
 * chosen at random to go on. The same seed gives the same run.
 */
#define NATIVE_THREADS ${threads}

static pthread_mutex_t native_mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t native_turn[NATIVE_THREADS];
static bool native_waits[NATIVE_THREADS];
static int native_waiting = 0;
static int native_alive = NATIVE_THREADS;
static int native_chosen = -1;
static long native_steps = 0;
static long native_limit = 0;
static uint32_t native_schedule_state = 1;
/* Of the running thread: its number and its own random numbers. */
static _Thread_local int native_self = 0;
static _Thread_local uint32_t native_random_state = 1;

static long native_setting(const char *name, long otherwise)
{
    const char *text = getenv(name);
    return text == NULL ? otherwise : strtol(text, NULL, 10);
}

static uint32_t native_random(uint32_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 17;
    *state ^= *state << 5;
    return *state >> 4;
}

static void native_seed(uint32_t *state, int number)
{
    *state = ((uint32_t)native_setting("FENCEPOST_SEED", 1) * 2654435761u + (uint32_t)number * 40503u) | 1u;
    for (int i = 0; i < 8; i++)
        native_random(state);
}

static void native_starts(void)
{
    for (int i = 0; i < NATIVE_THREADS; i++)
        pthread_cond_init(&native_turn[i], NULL);
    native_limit = native_setting("FENCEPOST_STEPS", 100000);
    native_seed(&native_schedule_state, -2);
    native_seed(&native_random_state, -1);
}

static __attribute__((unused)) void native_stop(const char *how)
{
    fprintf(stderr, "%s after %ld steps: no violation was found\\n", how, native_steps);
    exit(EXIT_SUCCESS);
}

static void native_count(void)
{
    if (native_steps == native_limit)
        native_stop("stopped by the limit");
    native_steps++;
}

/* Chooses who goes on, once all threads that have not ended wait. */
static void native_choose(void)
{
    if (native_waiting == 0 || native_waiting < native_alive)
        return;
    int number = (int)(native_random(&native_schedule_state) % (uint32_t)native_waiting);
    for (native_chosen = 0; !native_waits[native_chosen] || number-- > 0;)
        native_chosen++;
    pthread_cond_signal(&native_turn[native_chosen]);
}

__attribute__((weak)) void __VERIFIER_atomic_begin(void)
{
    pthread_mutex_lock(&native_mutex);
    native_waits[native_self] = true;
    native_waiting++;
    native_choose();
    while (native_chosen != native_self)
        pthread_cond_wait(&native_turn[native_self], &native_mutex);
    native_chosen = -1;
    native_waits[native_self] = false;
    native_waiting--;
    native_count();
    pthread_mutex_unlock(&native_mutex);
}

/* The next thread is chosen when this one waits again, or has ended. */
__attribute__((weak)) void __VERIFIER_atomic_end(void)
{
}

/* Of any size, and small ones often. */
__attribute__((weak)) int __VERIFIER_nondet_int(void)
{
    const uint32_t width = native_random(&native_random_state) % 31;
    const int value = (int)(native_random(&native_random_state) % ((uint32_t)1 << width));
    return native_random(&native_random_state) % 2 == 0 ? value : -value;
}

static void native_thread_starts(int number)
{
    native_self = number;
    native_seed(&native_random_state, number);
}

static void native_thread_ends(void)
{
    pthread_mutex_lock(&native_mutex);
    native_alive--;
    native_choose();
    pthread_mutex_unlock(&native_mutex);
}

/* In loops inside atomic sections, which might not end. */
static __attribute__((unused)) void native_loop(void)
{
    native_count();
}

static __attribute__((unused)) int32_t native_fold(int32_t value, int32_t lo, int32_t hi)
{
    const uint64_t count = (uint64_t)((int64_t)hi - lo) + 1;
    return (int32_t)(lo + (int64_t)((uint32_t)value % count));
}

static __attribute__((unused)) void native_report(const char *property)
{
    fprintf(stderr, "violated after %ld steps: %s\\n", native_steps, property);
}

static void native_ends(void)
{
    if (native_setting("FENCEPOST_PRINT", 0) != 0) {
`),
    ...print.map((line) => `        ${line}`),
    ...lines(`
    }
    native_stop("all threads have ended");
}
`),
  ];
}

const verifierLines = lines(`

#else /* FENCEPOST_VERIFIER: nothing but what the program does */

static void native_starts(void) {}
static void native_thread_starts(int number) { (void)number; }
static void native_thread_ends(void) {}
static __attribute__((unused)) void native_loop(void) {}
static __attribute__((unused)) void native_report(const char *property) { (void)property; }
static void native_ends(void) {}
static __attribute__((unused)) void native_stop(const char *how) { (void)how; exit(EXIT_SUCCESS); }
static __attribute__((unused)) int32_t native_fold(int32_t value, int32_t lo, int32_t hi) { (void)value; (void)hi; return lo; }

#endif
`);

/** What verifiers know by themselves; CBMC has its own names for sections. */
export const verifierInterface = lines(`
#ifdef __CPROVER__
#define __VERIFIER_atomic_begin __CPROVER_atomic_begin
#define __VERIFIER_atomic_end __CPROVER_atomic_end
#define __VERIFIER_assume __CPROVER_assume
#else
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
extern void __VERIFIER_assume(int);
#endif
extern int __VERIFIER_nondet_int(void);
extern bool __VERIFIER_nondet_bool(void);

void reach_error(void);
void reach_error(void)
{
    assert(0);
}

/* The execution is of no interest any more. */
static __attribute__((unused)) void leave_out(void)
{
#ifdef __CPROVER__
    /* CBMC loses count of sections where it knows beforehand that one is never left. This it does not know. */
    const bool on = __VERIFIER_nondet_bool();
    __VERIFIER_assume(on);
    __VERIFIER_assume(!on);
#else
    abort();
#endif
}
`);

/** Without the line breaks around. */
function lines(text: string): CLines {
  return text.slice(1, -1).split('\n');
}
