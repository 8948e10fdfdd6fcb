/*
 * steps.fp (sc)
 * As C11 with POSIX threads; made by fencepost.
 *
 * Every step of the program is one section from __VERIFIER_atomic_begin to __VERIFIER_atomic_end; a thread that
 * has to wait ends the section unchanged and tries again. Integers are mathematical in the program and have 32 bits
 * here: what would leave them is the error int32. A violation calls the function violated_NAME, which calls
 * reach_error and aborts. With -DPROPERTY=N only the property N is checked:
 *
 *   1 invariant low: after every step
 *   2 final final:13: when all threads have ended
 *   3 error bounds: an array has no such cell
 *   4 error range: a value is out of the range of its variable
 *   5 error int32: an integer leaves the 32 bits that it has here
 *
 * To run it: gcc -O2 -pthread FILE.c -o program && ./program. A run ends with exit code 0 when all threads have
 * ended or after FENCEPOST_STEPS steps (100000), and says so on stderr; a violation aborts it. Who goes on after each
 * step is chosen by FENCEPOST_SEED (1). FENCEPOST_PRINT=1 prints the final values.
 *
 * To verify it, for all schedules: the property is that reach_error is never called, the data model any with int of
 * 32 bits. -DFENCEPOST_VERIFIER leaves out what only native runs need, among it the limit of steps.
 */

static int32_t x = 0;
static int32_t n = 0;
static bool go[2] = {false, true};
static int32_t P_0_r = 0;

/* Whether a thread is at a label. */
static bool P_0_at_Wait = false;

static void check_low(void)
{
    if (!(!P_0_at_Wait || n < 2))
        violated_low();
}

static void check_final_13(void)
{
    if (P_0_r != 0)
        violated_final_13();
}

/* Thread P(0) */
static void *thread_P_0(void *unused)
{
    int32_t load_1 = 0;
    bool taken;
    bool test;
    int32_t saved_n;
    (void)unused;
    native_thread_starts(0);
    /* steps.fp:6: x = r + 1; */
    __VERIFIER_atomic_begin();
    x = add32(P_0_r, 1);
    P_0_at_Wait = true;
    check_low();
    __VERIFIER_atomic_end();
    /* steps.fp:7: Wait: assume(go[me]); */
    do {
        __VERIFIER_atomic_begin();
        taken = go[0];
        if (taken) {
            P_0_at_Wait = false;
            check_low();
        }
        __VERIFIER_atomic_end();
    } while (!taken);
    /* steps.fp:8: if (x == 1) { n = n + 1; } else { havoc r; } */
    __VERIFIER_atomic_begin();
    test = x == 1;
    __VERIFIER_atomic_end();
    if (test) {
        __VERIFIER_atomic_begin();
        load_1 = n;
        __VERIFIER_atomic_end();
        __VERIFIER_atomic_begin();
        n = in_range(load_1 + 1, 0, 3);
        check_low();
        __VERIFIER_atomic_end();
    } else {
        __VERIFIER_atomic_begin();
        P_0_r = any_int();
        __VERIFIER_atomic_end();
    }
    /* steps.fp:9: either { assume(n == 2); } or { atomic { n = 2; assume(x < 9); go[r] = false; } } */
choose:
    switch (any_of(0, 1)) {
    case 0:
        __VERIFIER_atomic_begin();
        taken = n == 2;
        __VERIFIER_atomic_end();
        if (!taken)
            goto choose;
        break;
    default:
        __VERIFIER_atomic_begin();
        taken = false;
        saved_n = n;
        n = 2;
        if (x >= 9)
            goto blocked;
        go[cell(P_0_r, 2)] = false;
        taken = true;
        check_low();
blocked:
        if (!taken) {
            n = saved_n;
        }
        __VERIFIER_atomic_end();
        if (!taken)
            goto choose;
        break;
    }
    /* steps.fp:10: while (r > 0) { r = r - 1; } */
    for (;;) {
        __VERIFIER_atomic_begin();
        test = P_0_r > 0;
        __VERIFIER_atomic_end();
        if (!test)
            break;
        __VERIFIER_atomic_begin();
        P_0_r = sub32(P_0_r, 1);
        __VERIFIER_atomic_end();
    }
    native_thread_ends();
    return NULL;
}

/* Thread P(1) */
static void *thread_P_1(void *unused)
{
    int32_t r = 0;
    int32_t load_1 = 0;
    bool taken;
    bool test;
    int32_t saved_n;
    (void)unused;
    native_thread_starts(1);
    /* steps.fp:6: x = r + 1; */
    __VERIFIER_atomic_begin();
    x = add32(r, 1);
    __VERIFIER_atomic_end();
    /* steps.fp:7: Wait: assume(go[me]); */
    do {
        __VERIFIER_atomic_begin();
        taken = go[1];
        __VERIFIER_atomic_end();
    } while (!taken);
    /* steps.fp:8: if (x == 1) { n = n + 1; } else { havoc r; } */
    __VERIFIER_atomic_begin();
    test = x == 1;
    __VERIFIER_atomic_end();
    if (test) {
        __VERIFIER_atomic_begin();
        load_1 = n;
        __VERIFIER_atomic_end();
        __VERIFIER_atomic_begin();
        n = in_range(load_1 + 1, 0, 3);
        check_low();
        __VERIFIER_atomic_end();
    } else {
        __VERIFIER_atomic_begin();
        r = any_int();
        __VERIFIER_atomic_end();
    }
    /* steps.fp:9: either { assume(n == 2); } or { atomic { n = 2; assume(x < 9); go[r] = false; } } */
choose:
    switch (any_of(0, 1)) {
    case 0:
        __VERIFIER_atomic_begin();
        taken = n == 2;
        __VERIFIER_atomic_end();
        if (!taken)
            goto choose;
        break;
    default:
        __VERIFIER_atomic_begin();
        taken = false;
        saved_n = n;
        n = 2;
        if (x >= 9)
            goto blocked;
        go[cell(r, 2)] = false;
        taken = true;
        check_low();
blocked:
        if (!taken) {
            n = saved_n;
        }
        __VERIFIER_atomic_end();
        if (!taken)
            goto choose;
        break;
    }
    /* steps.fp:10: while (r > 0) { r = r - 1; } */
    for (;;) {
        __VERIFIER_atomic_begin();
        test = r > 0;
        __VERIFIER_atomic_end();
        if (!test)
            break;
        __VERIFIER_atomic_begin();
        r = sub32(r, 1);
        __VERIFIER_atomic_end();
    }
    native_thread_ends();
    return NULL;
}
