// The queue lock of mcs-made.c, with a mistake: where no successor is known the node goes back before it is looked whether
// one has come meanwhile, who is about to write to it.
// Expect: sc unsafe, tso unsafe, pso unsafe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
  _Atomic(struct node *) next;
  atomic_int waits;
};

_Atomic(struct node *) tail;
int counter;

struct node *lock(void) {
  struct node *me = malloc(sizeof(struct node));
  atomic_store_explicit(&me->next, NULL, memory_order_relaxed);
  atomic_store_explicit(&me->waits, 1, memory_order_relaxed);
  struct node *before = atomic_exchange(&tail, me);
  if (before != NULL) {
    atomic_store_explicit(&before->next, me, memory_order_release);
    while (atomic_load_explicit(&me->waits, memory_order_acquire)) {
    }
  }
  return me;
}

void unlock(struct node *me) {
  struct node *next = atomic_load_explicit(&me->next, memory_order_acquire);
  if (next == NULL) {
    struct node *own = me;
    free(me);
    if (atomic_compare_exchange_strong(&tail, &own, NULL)) return;
    while ((next = atomic_load_explicit(&me->next, memory_order_acquire)) == NULL) {
    }
  }
  atomic_store_explicit(&next->waits, 0, memory_order_release);
}

void *work(void *arg) {
  struct node *me = lock();
  int seen = counter;
  counter = seen + 1;
  unlock(me);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, work, NULL);
  pthread_create(&b, NULL, work, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(counter == 2);
  return 0;
}
