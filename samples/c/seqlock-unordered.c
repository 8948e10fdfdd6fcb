// The seqlock with fences that order no stores: under PSO the values may be seen before their version. Expect: sc safe, tso safe, pso unsafe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_uint version;
static atomic_int left, right;

#define ORDERED() atomic_thread_fence(memory_order_acquire)

static void *writer(void *unused) {
  for (int i = 1; i <= 2; i++) {
    atomic_store_explicit(&version, version + 1, memory_order_relaxed);
    ORDERED();
    atomic_store_explicit(&left, i, memory_order_relaxed);
    atomic_store_explicit(&right, i, memory_order_relaxed);
    ORDERED();
    atomic_store_explicit(&version, version + 1, memory_order_relaxed);
  }
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, writer, NULL);
  unsigned before;
  int a, b;
  do {
    do
      before = atomic_load_explicit(&version, memory_order_acquire);
    while (before & 1);
    a = atomic_load_explicit(&left, memory_order_relaxed);
    b = atomic_load_explicit(&right, memory_order_acquire);
  } while (atomic_load_explicit(&version, memory_order_relaxed) != before);
  assert(a == b);
  pthread_join(thread, NULL);
  return 0;
}
