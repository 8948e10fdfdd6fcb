// A ring between one producer and one consumer: the place of the last element is published behind the element. Expect: sc safe, tso safe, pso safe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define SIZE 2
#define COUNT 3

struct ring {
  int slots[SIZE];
  atomic_uint head;
  atomic_uint tail;
};

static struct ring ring;

#ifndef PUBLISH
#define PUBLISH memory_order_release
#endif

static void push(struct ring *r, int value) {
  unsigned tail = atomic_load_explicit(&r->tail, memory_order_relaxed);
  while (tail - atomic_load_explicit(&r->head, memory_order_acquire) == SIZE)
    ;
  r->slots[tail % SIZE] = value;
  atomic_store_explicit(&r->tail, tail + 1, PUBLISH);
}

static int pop(struct ring *r) {
  unsigned head = atomic_load_explicit(&r->head, memory_order_relaxed);
  while (atomic_load_explicit(&r->tail, memory_order_acquire) == head)
    ;
  int value = r->slots[head % SIZE];
  atomic_store_explicit(&r->head, head + 1, memory_order_release);
  return value;
}

static void *producer(void *unused) {
  for (int i = 1; i <= COUNT; i++)
    push(&ring, i);
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, producer, NULL);
  for (int i = 1; i <= COUNT; i++)
    assert(pop(&ring) == i);
  pthread_join(thread, NULL);
  return 0;
}
