// Peterson's mutual exclusion for two threads, for ever, with one fence (Peterson 1981). Own program.
// Expect: sc safe, tso safe, pso unsafe (TSO writes the flag before the turn, so one fence behind both is enough;
// the store that leaves needs none).
shared bool flag[2] = false;
shared int[0..1] turn = 0;

thread P(me: 0..1) {
  while (true) {
    flag[me] = true;
    turn = 1 - me;
    fence;
    Wait: if (flag[1 - me]) { if (turn != me) { goto Wait; } }
    Critical: skip;
    flag[me] = false;
  }
}

invariant mutex: !(P(0) at Critical && P(1) at Critical);
