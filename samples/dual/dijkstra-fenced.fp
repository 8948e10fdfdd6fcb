// Dijkstra's mutual exclusion for two threads, for ever, with one fence (Dijkstra 1965): 1 asks for the turn, 2 is
// about to enter. Own program.
// Expect: sc safe, tso safe, pso safe (whether the turn is known late does not matter: the flags alone keep them
// apart).
shared int[0..2] flag[2] = 0;
shared int[0..1] turn = 0;

thread P(me: 0..1) {
  local int[0..1] whose = 0;
  while (true) {
    flag[me] = 1;
    Ask: whose = turn;
    if (whose != me) {
      if (flag[1 - me] == 0) { turn = me; }
      goto Ask;
    }
    flag[me] = 2;
    fence;
    if (flag[1 - me] == 2) {
      flag[me] = 1;
      goto Ask;
    }
    Critical: skip;
    flag[me] = 0;
  }
}

invariant mutex: !(P(0) at Critical && P(1) at Critical);
