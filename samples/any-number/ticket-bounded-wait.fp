// A ticket lock for any number of threads that draw a ticket only while few wait: who finds too many before it comes back
// later. Own program.
// Expect: sc safe, tso safe, pso safe (the ticket is drawn by a compare-and-swap, so nobody draws it twice).
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
    Critical: skip;
    owner = ticket + 1;
  }
}

invariant mutex: forall a != b in P: !(a at Critical && b at Critical);
