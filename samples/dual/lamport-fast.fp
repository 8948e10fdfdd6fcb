// Lamport's fast mutual exclusion for three threads, for ever, without fences: where nobody contends, a thread
// enters after two loads and three stores (Lamport 1987). Own program.
// Expect: sc safe, tso unsafe, pso unsafe (a thread finds its own buffered x, which the others do not see).
shared int[0..3] x = 0, y = 0;
shared bool trying[P] = false;

thread P(me: 1..3) {
  local int[0..3] seen = 0;
  while (true) {
    Start: trying[me] = true;
    x = me;
    seen = y;
    if (seen != 0) {
      trying[me] = false;
      assume(y == 0);
      goto Start;
    }
    y = me;
    seen = x;
    if (seen != me) {
      trying[me] = false;
      assume(!trying[1]);
      assume(!trying[2]);
      assume(!trying[3]);
      seen = y;
      if (seen != me) {
        assume(y == 0);
        goto Start;
      }
    }
    Critical: skip;
    y = 0;
    trying[me] = false;
  }
}

invariant mutex: forall a != b in P: !(a at Critical && b at Critical);
