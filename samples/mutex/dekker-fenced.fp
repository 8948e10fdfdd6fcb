// Dekker's mutual exclusion for two threads with a fence after each raising of the flag (Dijkstra, EWD 123).
// Expect: sc safe, tso safe, pso safe.
shared bool flag[2] = false;
shared int[0..1] turn = 0;

thread P(me: 0..1) {
  while (true) {
    flag[me] = true;
    fence;
    Try: if (flag[1 - me]) {
      if (turn != me) {
        flag[me] = false;
        assume(turn == me);
        flag[me] = true;
        fence;
      }
      goto Try;
    }
    Critical: skip;
    turn = 1 - me;
    fence;
    flag[me] = false;
  }
}

invariant mutex: forall a != b in P: !(a at Critical && b at Critical);
