// A list that is read without locks, as with RCU: who writes puts a whole node in front, or takes one out and gives it back
// once no reader is left who might have seen it. Expect: sc safe, tso safe, pso safe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
  int value;
  _Atomic(struct node *) next;
};

static _Atomic(struct node *) first;
static atomic_int reading;

static void *reader(void *arg) {
  atomic_store(&reading, 1);
  int sum = 0;
  for (struct node *n = atomic_load_explicit(&first, memory_order_acquire); n != NULL;
       n = atomic_load_explicit(&n->next, memory_order_acquire))
    sum += n->value;
  assert(sum == 1 || sum == 3 || sum == 2);
  atomic_store_explicit(&reading, 0, memory_order_release);
  return NULL;
}

static struct node *made(int value, struct node *next) {
  struct node *n = malloc(sizeof *n);
  n->value = value;
  atomic_init(&n->next, next);
  return n;
}

static void *writer(void *arg) {
  struct node *old = atomic_load_explicit(&first, memory_order_relaxed);
  struct node *front = made(2, old);
  atomic_store_explicit(&first, front, memory_order_release);
  atomic_store_explicit(&front->next, NULL, memory_order_release);
#ifdef HASTY
  free(old);
#else
  atomic_thread_fence(memory_order_seq_cst);
  while (atomic_load_explicit(&reading, memory_order_acquire))
    ;
  free(old);
#endif
  return NULL;
}

int main(void) {
  pthread_t r, w;
  atomic_init(&first, made(1, NULL));
  pthread_create(&r, NULL, reader, NULL);
  pthread_create(&w, NULL, writer, NULL);
  pthread_join(r, NULL);
  pthread_join(w, NULL);
  return 0;
}
