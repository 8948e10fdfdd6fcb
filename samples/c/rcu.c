// Read, copy, update: a reader says that it reads and follows the pointer; the writer publishes another version, and changes
// the old one only when nobody reads that may have got it. The word of the reader has to be there before it looks: if it waits
// in the buffer, the writer sees nobody and takes the version away under the reader's eyes.
// Expect: sc safe, tso safe, pso safe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

#ifndef SAY
#define SAY memory_order_seq_cst
#endif

struct version {
  int left, right;
};

static struct version versions[2] = {{1, 1}, {0, 0}};
static _Atomic(struct version *) current = &versions[0];
static atomic_bool reads;

static void *reader(void *unused) {
  for (int round = 0; round < 2; round++) {
    atomic_store_explicit(&reads, true, SAY);
    struct version *seen = atomic_load_explicit(&current, memory_order_acquire);
    int left = seen->left;
    int right = seen->right;
    assert(left == right);
    atomic_store_explicit(&reads, false, memory_order_release);
  }
  return NULL;
}

static void update(struct version *next, int value) {
  next->left = value;
  next->right = value;
  atomic_store_explicit(&current, next, memory_order_seq_cst);
  // Who begins to read from here on gets the new version.
  while (atomic_load_explicit(&reads, memory_order_acquire))
    ;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, reader, NULL);
  update(&versions[1], 2);
  update(&versions[0], 3);
  pthread_join(thread, NULL);
  return 0;
}
