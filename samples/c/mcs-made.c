// The queue lock of Mellor-Crummey and Scott (1991), with nodes from malloc. A node goes back when nobody can come to it
// any more: when the tail was taken back, or when the successor was told.
// Expect: sc safe, tso safe, pso safe
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
    if (atomic_compare_exchange_strong(&tail, &own, NULL)) {
      free(me);
      return;
    }
    while ((next = atomic_load_explicit(&me->next, memory_order_acquire)) == NULL) {
    }
  }
  atomic_store_explicit(&next->waits, 0, memory_order_release);
  free(me);
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
