// A compare-and-swap lock for any number of threads, released by a plain store. Own program.
// Expect: sc safe, tso safe, pso safe (while the releasing store waits in its buffer, the lock is taken for everybody else;
// and who takes it next has to have an empty buffer itself).
shared int[0..1] lock = 0;

process P(me) {
  local bool mine = false;
  while (true) {
    mine = false;
    while (!mine) { mine = cas(lock, 0, 1); }
    Critical: skip;
    lock = 0;
  }
}

invariant mutex: forall a != b in P: !(a at Critical && b at Critical);
