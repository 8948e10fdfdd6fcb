// The lock of Mellor-Crummey and Scott: who waits spins on its own node, and is told by the one before. The exchange of the
// tail puts a thread into the queue; the store that hands the lock on has to keep what was written under it in front of it.
// Expect: sc safe, tso safe, pso safe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

#ifndef HAND_ON
#define HAND_ON memory_order_release
#endif

struct node {
  _Atomic(struct node *) next;
  atomic_bool waits;
};

static _Atomic(struct node *) tail;
static struct node nodes[2];
static int inside;

static void enter(struct node *me) {
  atomic_store_explicit(&me->next, NULL, memory_order_relaxed);
  atomic_store_explicit(&me->waits, true, memory_order_relaxed);
  struct node *before = atomic_exchange(&tail, me);
  if (before == NULL)
    return;
  atomic_store_explicit(&before->next, me, memory_order_release);
  while (atomic_load_explicit(&me->waits, memory_order_acquire))
    ;
}

static void leave(struct node *me) {
  struct node *next = atomic_load_explicit(&me->next, memory_order_acquire);
  if (next == NULL) {
    struct node *last = me;
    if (atomic_compare_exchange_strong(&tail, &last, NULL))
      return;
    // Somebody is in the queue behind, and about to say so.
    do
      next = atomic_load_explicit(&me->next, memory_order_acquire);
    while (next == NULL);
  }
  atomic_store_explicit(&next->waits, false, HAND_ON);
}

static void *worker(void *arg) {
  int me = (int)(long)arg;
  enter(&nodes[me]);
  inside = me;
  assert(inside == me);
  leave(&nodes[me]);
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
