// A test-and-test-and-set lock for any number of threads: look until the lock seems free, and only then try to take
// it by an exchange. Released by a plain store. Own program after Rudolph and Segall (1984).
// Expect: sc safe, tso safe, pso safe (what the look finds may be old; the exchange decides).
shared int[0..1] lock = 0;

process P(me) {
  local int[0..1] old = 0;
  while (true) {
    Try: assume(lock == 0);
    old = xchg(lock, 1);
    if (old == 1) { goto Try; }
    Critical: skip;
    lock = 0;
  }
}

invariant mutex: forall a != b in P: !(a at Critical && b at Critical);
