// Lamport's fast mutual exclusion for two threads with the fences that PSO needs: where nobody contends, a thread
// enters after two loads and three stores. Own program after Lamport (1987).
// Expect: sc safe, tso safe, pso safe (x is in memory before y is read, and y before x is read again. The last fence
// keeps y = 0 before the end of `trying`, or it could wipe out the y of a thread that has waited for that end and
// entered).
shared int[0..2] x = 0, y = 0;
shared bool trying[P] = false;

thread P(me: 1..2) {
  local int[0..2] seen = 0;
  while (true) {
    Start: trying[me] = true;
    x = me;
    fence;
    seen = y;
    if (seen != 0) {
      trying[me] = false;
      assume(y == 0);
      goto Start;
    }
    y = me;
    fence;
    seen = x;
    if (seen != me) {
      trying[me] = false;
      assume(!trying[3 - me]);
      seen = y;
      if (seen != me) {
        assume(y == 0);
        goto Start;
      }
    }
    Critical: skip;
    y = 0;
    fence(ww);
    trying[me] = false;
  }
}

invariant mutex: forall a != b in P: !(a at Critical && b at Critical);
