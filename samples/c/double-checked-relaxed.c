// Initialisation that is checked twice, with a relaxed mark: under PSO it may be seen before what was made.
// Expect: sc safe, tso safe, pso unsafe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

#ifndef MADE
#define MADE memory_order_relaxed
#endif

struct table {
  int size;
  int first;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_bool is_made;
static struct table table;
static int times;

static struct table *get(void) {
  if (!atomic_load_explicit(&is_made, memory_order_acquire)) {
    pthread_mutex_lock(&lock);
    if (!atomic_load_explicit(&is_made, memory_order_relaxed)) {
      times++;
      table.size = 8;
      table.first = 1;
      atomic_store_explicit(&is_made, true, MADE);
    }
    pthread_mutex_unlock(&lock);
  }
  return &table;
}

static void *user(void *unused) {
  struct table *own = get();
  assert(own->size == 8 && own->first == 1);
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++)
    pthread_create(&threads[i], NULL, user, NULL);
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], NULL);
  assert(times == 1);
  return 0;
}
