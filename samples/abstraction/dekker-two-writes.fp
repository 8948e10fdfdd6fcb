// Dekker's mutual exclusion for two threads; who leaves lowers its flag without waiting, so that the next raising
// is buffered with it (Dijkstra, EWD 123).
// Expect: sc safe, tso safe, pso safe (two writes are buffered at most).
shared int[0..1] flag[2] = 0;
shared int[0..1] turn = 0;

thread P(me: 0..1) {
  local int[0..1] other = 0;
  local int[0..1] whose = 0;
  while (true) {
    flag[me] = 1;
    fence;
    Try: other = flag[1 - me];
    if (other != 0) {
      whose = turn;
      if (whose != me) {
        flag[me] = 0;
        assume(turn == me);
        flag[me] = 1;
        fence;
      }
      goto Try;
    }
    Critical: skip;
    turn = 1 - me;
    fence;
    flag[me] = 0;
  }
}

invariant mutex: forall a != b in P: !(a at Critical && b at Critical);

predicates {
  flag[0] == 0;
  flag[1] == 0;
  turn == 0;
  P(0).other == 0;
  P(1).other == 0;
  P(0).whose == 0;
  P(1).whose == 0;
}
