// What is written before a flag is set with release is handed over to who sees the flag with acquire: no data race, and
// --races proves it. Expect: sc safe, tso safe, pso safe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef SET
#define SET memory_order_release
#endif

static int message;
static atomic_int ready;

static void *receiver(void *arg) {
  while (!atomic_load_explicit(&ready, memory_order_acquire))
    ;
  assert(message == 42);
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, receiver, NULL);
  message = 42;
  atomic_store_explicit(&ready, 1, SET);
  pthread_join(thread, NULL);
  message = 0;
  return 0;
}
