// Dekker's mutual exclusion for two threads, without fences (Dijkstra, EWD 123).
// Expect: sc safe, tso unsafe, pso unsafe.
shared bool flag[2] = false;
shared int[0..1] turn = 0;

thread P(me: 0..1) {
  while (true) {
    flag[me] = true;
    Try: if (flag[1 - me]) {
      if (turn != me) {
        flag[me] = false;
        assume(turn == me);
        flag[me] = true;
      }
      goto Try;
    }
    Critical: skip;
    turn = 1 - me;
    flag[me] = false;
  }
}

invariant mutex: forall a != b in P: !(a at Critical && b at Critical);
