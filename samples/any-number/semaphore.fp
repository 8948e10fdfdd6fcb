// A semaphore with two places for any number of threads. Own program.
// Expect: sc safe, tso safe, pso safe (places and those inside are two together).
shared int places = 2;

process P(me) {
  while (true) {
    locked { assume(places > 0); places = places - 1; }
    Inside: skip;
    locked { places = places + 1; }
  }
}

invariant two: forall a != b != c in P: !(a at Inside && b at Inside && c at Inside);
invariant in_range: 0 <= places && places <= 2;
