// Szymanski's mutual exclusion for two threads, for ever, with a fence behind each store that comes before a look at
// the other thread (Szymanski 1988). Own program.
// Expect: sc safe, tso safe, pso safe (only the store that leaves may wait).
shared int[0..4] flag[2] = 0;

thread First {
  local int[0..4] other = 0;
  while (true) {
    flag[0] = 1;
    fence;
    assume(flag[1] < 3);
    flag[0] = 3;
    fence;
    other = flag[1];
    if (other == 1) {
      flag[0] = 2;
      fence;
      assume(flag[1] == 4);
    }
    flag[0] = 4;
    fence;
    Critical: skip;
    Leave: other = flag[1];
    if (other == 2 || other == 3) { goto Leave; }
    flag[0] = 0;
  }
}

thread Second {
  local int[0..4] other = 0;
  while (true) {
    flag[1] = 1;
    fence;
    assume(flag[0] < 3);
    flag[1] = 3;
    fence;
    other = flag[0];
    if (other == 1) {
      flag[1] = 2;
      fence;
      assume(flag[0] == 4);
    }
    flag[1] = 4;
    fence;
    assume(flag[0] < 2);
    Critical: skip;
    flag[1] = 0;
  }
}

invariant mutex: !(First at Critical && Second at Critical);
