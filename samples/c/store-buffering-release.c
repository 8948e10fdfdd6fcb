// Store buffering with stores that only release: they may wait in the buffer, so both threads may find nothing. Expect: sc safe, tso unsafe, pso unsafe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef RAISE
#define RAISE memory_order_release
#endif

static atomic_bool flag[2];
static int saw[2];

static void *look(void *arg) {
  int me = (int)(long)arg;
  atomic_store_explicit(&flag[me], 1, RAISE);
  saw[me] = atomic_load(&flag[1 - me]);
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  for (long i = 0; i < 2; i++)
    pthread_create(&threads[i], NULL, look, (void *)i);
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], NULL);
  assert(saw[0] || saw[1]);
  return 0;
}
