// Treiber's stack mended by hazard pointers (Michael 2004): who is about to look into a node says so first and then looks
// whether the node is still on top; who gives a node back waits until nobody looks into it.
// Expect: sc safe, tso safe, pso safe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
  int value;
  struct node *next;
};

_Atomic(struct node *) top;
_Atomic(struct node *) hazard;
atomic_int taken[3];

void push(int value) {
  struct node *node = malloc(sizeof(struct node));
  node->value = value;
  struct node *old = atomic_load(&top);
  do {
    node->next = old;
  } while (!atomic_compare_exchange_strong(&top, &old, node));
}

void take(int value) {
  int before = atomic_fetch_add(&taken[value], 1);
  assert(before == 0);
}

void *reader(void *arg) {
  for (;;) {
    struct node *old = atomic_load(&top);
    if (old == NULL) return NULL;
    atomic_store(&hazard, old);
    if (atomic_load(&top) != old) continue;
    struct node *next = old->next;
    if (atomic_compare_exchange_strong(&top, &old, next)) {
      take(old->value);
      atomic_store(&hazard, NULL);
      return NULL;
    }
  }
}

// The only one who gives nodes back needs no hazard pointer of its own.
struct node *pop(void) {
  struct node *old = atomic_load(&top);
  while (old != NULL) {
    struct node *next = old->next;
    if (atomic_compare_exchange_strong(&top, &old, next)) break;
  }
  return old;
}

void *changer(void *arg) {
  struct node *first = pop();
  struct node *second = pop();
  if (first != NULL) {
    take(first->value);
    while (atomic_load(&hazard) == first) {
    }
    free(first);
  }
  push(2);
  if (second != NULL) take(second->value);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  push(0);
  push(1);
  pthread_create(&a, NULL, reader, NULL);
  pthread_create(&b, NULL, changer, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  for (struct node *node = pop(); node != NULL; node = pop()) take(node->value);
  return 0;
}
