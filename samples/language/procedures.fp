// A lock of one cell, taken and released by procedures; what it guards is called by another name in them.
// Own program.
// Expect: sc safe, tso safe, pso unsafe (the release may become visible before what was written under the lock).
enum Lock { Free, Held }
shared Lock lock[2] = Free;
shared int[0..2] count[2] = 0;

inline bool try_lock(shared l) {
  local bool got = false;
  for (i in 1..2) {
    got = cas(l, Free, Held);
    if (got) return true;
  }
  return false;
}

inline add(shared l, shared sum, int by) {
  local bool got = false;
  got = try_lock(l);
  assume(got);
  sum += by;
  l = Free;
}

thread P(me: 0..1) {
  add(lock[me], count[me], 1);
  add(lock[1 - me], count[1 - me], 1);
}

final all_counted: count[0] == 2 && count[1] == 2;
