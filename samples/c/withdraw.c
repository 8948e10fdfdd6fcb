// A spinlock around a balance; who finds too little there leaves the lock on the way out. All threads come to their end, and no
// access races with another. Expect: sc safe, tso safe, pso safe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int held;
static int balance = 1;

static void lock(void) {
  while (atomic_exchange_explicit(&held, 1, memory_order_acquire))
    while (atomic_load_explicit(&held, memory_order_relaxed))
      ;
}

static void unlock(void) { atomic_store_explicit(&held, 0, memory_order_release); }

static void *withdraw(void *arg) {
  lock();
  if (balance == 0) {
#ifndef FORGET
    unlock();
#endif
    return NULL;
  }
  balance--;
  unlock();
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++)
    pthread_create(&threads[i], NULL, withdraw, NULL);
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], NULL);
  lock();
  assert(balance == 0);
  unlock();
  return 0;
}
