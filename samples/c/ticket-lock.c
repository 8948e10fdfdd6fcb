// A ticket lock: who takes a number waits until it is served. Its counters wrap around as unsigned ones do. Leaving the lock
// is a release store, so what was written inside is seen by whoever is served next. Expect: sc safe, tso safe, pso safe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef LEAVE
#define LEAVE memory_order_release
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
