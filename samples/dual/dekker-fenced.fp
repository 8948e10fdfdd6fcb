// Dekker's mutual exclusion for two threads, for ever, with a fence behind each store that raises a flag (Dijkstra,
// EWD 123). Own program.
// Expect: sc safe, tso safe, pso safe (the stores that leave the critical section need no fence: the turn is written
// before the flag falls, and a late turn only delays).
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
    flag[me] = false;
  }
}

invariant mutex: !(P(0) at Critical && P(1) at Critical);
