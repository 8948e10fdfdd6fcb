// The deque of Chase and Lev: its owner works at the bottom, thieves at the top. Only for the last task do they have to agree:
// the owner takes the place away before it looks whether somebody is about to steal from it, and a store that waits in the
// buffer has taken nothing away. Expect: sc safe, tso safe, pso safe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef LOOK
#define LOOK() atomic_thread_fence(memory_order_seq_cst)
#endif

#define TASKS 2
#define NONE (-1)

static atomic_int top, bottom;
static int tasks[TASKS];
/* How often a task was done. */
static atomic_int done[TASKS];

static void push(int task) {
  int b = atomic_load_explicit(&bottom, memory_order_relaxed);
  tasks[b] = task;
  atomic_store_explicit(&bottom, b + 1, memory_order_release);
}

static int take(void) {
  int b = atomic_load_explicit(&bottom, memory_order_relaxed) - 1;
  atomic_store_explicit(&bottom, b, memory_order_relaxed);
  LOOK();
  int t = atomic_load_explicit(&top, memory_order_relaxed);
  if (t < b)
    return tasks[b];
  int task = NONE;
  // The last one: whoever moves the top has it.
  if (t == b && atomic_compare_exchange_strong(&top, &t, t + 1))
    task = tasks[b];
  atomic_store_explicit(&bottom, b + 1, memory_order_relaxed);
  return task;
}

static int steal(void) {
  int t = atomic_load_explicit(&top, memory_order_acquire);
  int b = atomic_load_explicit(&bottom, memory_order_acquire);
  if (t >= b)
    return NONE;
  int task = tasks[t];
  return atomic_compare_exchange_strong(&top, &t, t + 1) ? task : NONE;
}

static void work(int task) {
  if (task != NONE)
    assert(atomic_fetch_add(&done[task], 1) == 0);
}

static void *thief(void *unused) {
  work(steal());
  work(steal());
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, thief, NULL);
  for (int i = 0; i < TASKS; i++)
    push(i);
  for (int i = 0; i < TASKS; i++)
    work(take());
  pthread_join(thread, NULL);
  return 0;
}
