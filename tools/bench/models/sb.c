// samples/litmus/sb.fp in C: both threads store, then load what the other stored.
#include <assert.h>
#include <pthread.h>

static int x, y;

static void *p(void *seen) {
  x = 1;
  *(int *)seen = y;
  return NULL;
}

static void *q(void *seen) {
  y = 1;
  *(int *)seen = x;
  return NULL;
}

static int seen[2];

int main(void) {
  pthread_t one, other;
  pthread_create(&one, NULL, p, &seen[0]);
  pthread_create(&other, NULL, q, &seen[1]);
  pthread_join(one, NULL);
  pthread_join(other, NULL);
  assert(seen[0] == 1 || seen[1] == 1);
  return 0;
}
