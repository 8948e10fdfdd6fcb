// Szymanski's mutual exclusion for two threads, for ever, without fences (Szymanski 1988): 1 wants to enter the
// waiting room, 3 stands in its door, 2 waits inside for others, 4 has shut the door. Own program.
// Expect: sc safe, tso unsafe, pso unsafe (each finds the other's 0 while its own 1 and 3 are still buffered).
shared int[0..4] flag[2] = 0;

thread First {
  local int[0..4] other = 0;
  while (true) {
    flag[0] = 1;
    assume(flag[1] < 3);
    flag[0] = 3;
    other = flag[1];
    if (other == 1) {
      flag[0] = 2;
      assume(flag[1] == 4);
    }
    flag[0] = 4;
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
    assume(flag[0] < 3);
    flag[1] = 3;
    other = flag[0];
    if (other == 1) {
      flag[1] = 2;
      assume(flag[0] == 4);
    }
    flag[1] = 4;
    assume(flag[0] < 2);
    Critical: skip;
    flag[1] = 0;
  }
}

invariant mutex: !(First at Critical && Second at Critical);
