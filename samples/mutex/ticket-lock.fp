// A ticket lock for three threads: fetch_add draws a ticket, the lock serves tickets in order. Own program.
// Expect: sc safe, tso safe, pso unsafe (the next ticket may be served before the counter is written).
shared int[0..3] next = 0, serving = 0;
shared int[0..3] counter = 0;

thread P(me: 0..2) {
  local int[0..3] ticket = 0;
  ticket = fetch_add(next, 1);
  assume(serving == ticket);
  Critical: counter = counter + 1;
  serving = ticket + 1;
}

invariant mutex: forall a != b in P: !(a at Critical && b at Critical);
final counted: counter == 3;
