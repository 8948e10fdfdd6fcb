// The ticket lock with few who wait, where the next one is served before the critical section ends. Own program.
// Expect: sc unsafe, tso unsafe, pso unsafe (two threads are served).
shared int next = 0, owner = 0;

process P(me) {
  local int ticket = 0, served = 0;
  local bool drawn = false;
  while (true) {
    drawn = false;
    while (!drawn) {
      served = owner;
      ticket = next;
      if (ticket < served + 4) { drawn = cas(next, ticket, ticket + 1); }
    }
    assume(owner == ticket);
    owner = ticket + 1;
    Critical: skip;
  }
}

invariant mutex: forall a != b in P: !(a at Critical && b at Critical);
