// A compare-and-swap lock that is released twice, "to be sure", for any number of threads. Own program.
// Expect: sc unsafe, tso unsafe, pso unsafe (already under SC the second release takes the lock away from the next holder).
shared int[0..1] lock = 0;

process P(me) {
  local bool mine = false;
  while (true) {
    mine = false;
    while (!mine) { mine = cas(lock, 0, 1); }
    Critical: skip;
    lock = 0;
    lock = 0;
  }
}

invariant mutex: forall a != b in P: !(a at Critical && b at Critical);
