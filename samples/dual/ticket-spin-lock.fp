// A ticket spin lock for three threads, for ever: tickets are drawn by a locked instruction, the lock serves them in
// order and is released by a plain store. Tickets count modulo 4, which is enough for three threads. Own program.
// Expect: sc safe, tso safe, pso safe (only the holder writes `serving`; while its store waits, nobody is served).
shared int[0..3] next = 0, serving = 0;

thread P(me: 0..2) {
  local int[0..3] ticket = 0;
  while (true) {
    locked { ticket = next; next = (ticket + 1) % 4; }
    assume(serving == ticket);
    Critical: skip;
    serving = (ticket + 1) % 4;
  }
}

invariant mutex: forall a != b in P: !(a at Critical && b at Critical);
