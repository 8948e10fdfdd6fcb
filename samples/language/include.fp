// Two threads take a lock that another file has the procedures of.
// Own program.
// Expect: sc safe, tso safe, pso safe.
include "locks.inc"
shared int[0..1] lock = 0;

thread P(me: 0..1) {
  acquire(lock);
  CS: skip;
  release(lock);
}

invariant mutex: forall a != b in P: !(a at CS && b at CS);
