// A ticket lock for three threads whose numbers grow without end; both counters start at one number, which may be any. Own
// program.
// Expect: sc safe, tso safe, pso safe (drawing the next ticket waits for the buffers).
shared int next, serving = next;

thread P(me: 0..2) {
  local int ticket = 0;
  while (true) {
    ticket = fetch_add(next, 1);
    assume(serving == ticket);
    Critical: serving = ticket + 1;
  }
}

invariant mutex: forall a != b in P: !(a at Critical && b at Critical);

predicates {
  serving < next;
  serving <= next;
  P(0).ticket < next;
  P(1).ticket < next;
  P(2).ticket < next;
  P(0).ticket == P(1).ticket;
  P(0).ticket == P(2).ticket;
  P(1).ticket == P(2).ticket;
  serving == P(0).ticket;
  serving == P(1).ticket;
  serving == P(2).ticket;
}
