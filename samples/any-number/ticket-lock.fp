// A ticket lock for any number of threads, with numbers that grow without end; who leaves serves the next one by a plain
// store. Own program.
// Expect: sc safe, tso safe, pso safe (while the store waits, the number that it writes is held by nobody who is served).
shared int next = 0, owner = 0;

process P(me) {
  local int ticket = 0;
  while (true) {
    ticket = fetch_add(next, 1);
    assume(owner == ticket);
    Critical: skip;
    owner = ticket + 1;
  }
}

invariant mutex: forall a != b in P: !(a at Critical && b at Critical);
