// A stack of Treiber's whose nodes go back to the allocator at once. Who has read the top and its successor may be
// overtaken: both are taken, the first is given back, and a new node comes to lie at its address. Then the exchange
// succeeds although nothing is as it was (ABA), and a node that somebody has is on the stack again. Besides, the node whose
// successor is read may be gone by then. Expect: sc unsafe, tso unsafe, pso unsafe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
  int value;
  struct node *next;
};

_Atomic(struct node *) top;
atomic_int taken[3];

void push(int value) {
  struct node *node = malloc(sizeof(struct node));
  node->value = value;
  struct node *old = atomic_load(&top);
  do {
    node->next = old;
  } while (!atomic_compare_exchange_strong(&top, &old, node));
}

struct node *pop(void) {
  struct node *old = atomic_load(&top);
  while (old != NULL) {
    struct node *next = old->next;
    if (atomic_compare_exchange_strong(&top, &old, next)) break;
  }
  return old;
}

void take(struct node *node) {
  int before = atomic_fetch_add(&taken[node->value], 1);
  assert(before == 0);
}

void *reader(void *arg) {
  struct node *node = pop();
  if (node != NULL) take(node);
  return NULL;
}

void *changer(void *arg) {
  struct node *first = pop();
  struct node *second = pop();
  if (first != NULL) {
    take(first);
    free(first);
  }
  push(2);
  if (second != NULL) take(second);
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
  for (struct node *node = pop(); node != NULL; node = pop()) take(node);
  return 0;
}
