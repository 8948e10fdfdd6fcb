// The ticket lock with a relaxed store where it is left: under PSO the next one may be served before what was written Expect: sc safe, tso safe, pso unsafe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef LEAVE
#define LEAVE memory_order_relaxed
#endif

struct ticket_lock {
  atomic_uint next;
  atomic_uint served;
};

static struct ticket_lock lock;
static int inside;

static void enter(struct ticket_lock *l) {
  unsigned mine = atomic_fetch_add_explicit(&l->next, 1, memory_order_relaxed);
  while (atomic_load_explicit(&l->served, memory_order_acquire) != mine)
    ;
}

static void leave(struct ticket_lock *l) {
  unsigned now = atomic_load_explicit(&l->served, memory_order_relaxed);
  atomic_store_explicit(&l->served, now + 1, LEAVE);
}

static void *worker(void *arg) {
  int me = *(int *)arg;
  enter(&lock);
  inside = me;
  assert(inside == me);
  leave(&lock);
  return NULL;
}

static int ids[2] = {1, 2};

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++)
    pthread_create(&threads[i], NULL, worker, &ids[i]);
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], NULL);
  return 0;
}
