// Double-checked initialisation: who sees the pointer needs no lock. The object is written before the pointer is, by a
// release store. Expect: sc safe, tso safe, pso safe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef PUBLISH
#define PUBLISH memory_order_release
#endif

struct config {
  int width;
  int height;
};

static struct config only;
static _Atomic(struct config *) instance;
static pthread_mutex_t making = PTHREAD_MUTEX_INITIALIZER;

static struct config *get(void) {
  struct config *found = atomic_load_explicit(&instance, memory_order_acquire);
  if (found == NULL) {
    pthread_mutex_lock(&making);
    found = atomic_load_explicit(&instance, memory_order_relaxed);
    if (found == NULL) {
      found = &only;
      found->width = 4;
      found->height = 3;
      atomic_store_explicit(&instance, found, PUBLISH);
    }
    pthread_mutex_unlock(&making);
  }
  return found;
}

static void *use(void *arg) {
  struct config *mine = get();
  assert(mine->width == 4 && mine->height == 3);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, use, NULL);
  pthread_create(&b, NULL, use, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
