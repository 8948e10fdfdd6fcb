// Peterson's mutual exclusion for two threads, once each, with one fence (Peterson 1981). Own program.
// Expect: sc safe, tso safe, pso unsafe (one fence behind both stores is enough where they keep their order; under
// PSO the turn may be written before the flag is).
shared bool flag[2] = false;
shared int[0..1] turn = 0;

thread P(me: 0..1) {
  flag[me] = true;
  turn = 1 - me;
  fence;
  Wait: if (flag[1 - me]) { if (turn != me) { goto Wait; } }
  Critical: skip;
  flag[me] = false;
}

invariant mutex: !(P(0) at Critical && P(1) at Critical);
