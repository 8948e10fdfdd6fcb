// What is not a lock: look until it seems free, and take it by a plain store, for any number of threads. Own
// program.
// Expect: sc unsafe, tso unsafe, pso unsafe (already under SC two threads may look before either stores; no fence helps).
shared int[0..1] lock = 0;

process P(me) {
  while (true) {
    assume(lock == 0);
    lock = 1;
    fence;
    Critical: skip;
    lock = 0;
  }
}

invariant mutex: forall a != b in P: !(a at Critical && b at Critical);
