// Peterson's mutual exclusion for two threads, for ever, without fences (Peterson 1981). Own program.
// Expect: sc safe, tso unsafe, pso unsafe (the own flag is still buffered when the other's is loaded; a thread that
// goes round may have any number of stores buffered).
shared bool flag[2] = false;
shared int[0..1] turn = 0;

thread P(me: 0..1) {
  while (true) {
    flag[me] = true;
    turn = 1 - me;
    Wait: if (flag[1 - me]) { if (turn != me) { goto Wait; } }
    Critical: skip;
    flag[me] = false;
  }
}

invariant mutex: !(P(0) at Critical && P(1) at Critical);
