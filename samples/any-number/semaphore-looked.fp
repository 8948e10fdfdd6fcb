// The semaphore, where a thread looks whether there is a place before it takes one. Own program.
// Expect: sc unsafe, tso unsafe, pso unsafe (the place may be gone by then).
shared int places = 2;

process P(me) {
  while (true) {
    assume(places > 0);
    locked { places = places - 1; }
    Inside: skip;
    locked { places = places + 1; }
  }
}

invariant two: forall a != b != c in P: !(a at Inside && b at Inside && c at Inside);
invariant in_range: 0 <= places && places <= 2;
