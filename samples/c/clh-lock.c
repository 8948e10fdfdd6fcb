// The lock of Craig, Landin and Hagersten: who waits spins on the node of the one before, and goes on with that node when it
// is done, since its own may still be looked at. Expect: sc safe, tso safe, pso safe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

#ifndef LEAVE
#define LEAVE memory_order_release
#endif

struct node {
  atomic_bool busy;
};

static struct node nodes[3];
/* The third node belongs to nobody: the first one who comes finds it free. */
static _Atomic(struct node *) tail = &nodes[2];
static int inside;

static void *worker(void *arg) {
  int me = (int)(long)arg;
  struct node *own = &nodes[me];
  for (int round = 0; round < 2; round++) {
    atomic_store_explicit(&own->busy, true, memory_order_relaxed);
    struct node *before = atomic_exchange(&tail, own);
    while (atomic_load_explicit(&before->busy, memory_order_acquire))
      ;
    inside = me;
    assert(inside == me);
    atomic_store_explicit(&own->busy, false, LEAVE);
    own = before;
  }
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  for (long i = 0; i < 2; i++)
    pthread_create(&threads[i], NULL, worker, (void *)i);
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], NULL);
  return 0;
}
