// Dekker's mutual exclusion for two threads, for ever, without fences (Dijkstra, EWD 123). Own program.
// Expect: sc safe, tso unsafe, pso unsafe (each finds the other's flag down while its own store is still buffered).
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

invariant mutex: !(P(0) at Critical && P(1) at Critical);
