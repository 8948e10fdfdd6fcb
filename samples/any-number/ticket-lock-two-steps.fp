// The ticket lock for any number of threads with a ticket that is drawn by a load and a store. Own program.
// Expect: sc unsafe, tso unsafe, pso unsafe (two threads draw the same ticket).
shared int next = 0, owner = 0;

process P(me) {
  local int ticket = 0;
  while (true) {
    ticket = next;
    next = ticket + 1;
    assume(owner == ticket);
    Critical: skip;
    owner = ticket + 1;
  }
}

invariant mutex: forall a != b in P: !(a at Critical && b at Critical);
