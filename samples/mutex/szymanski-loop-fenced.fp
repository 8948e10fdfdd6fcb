// Szymanski's mutual exclusion for two threads, round after round, with as few fences as it can do with: Q needs none behind
// its first store, for it looks at P once more before it enters.
// Expect: sc safe, tso safe, pso safe.
shared int[0..4] f[2] = 0;

thread P {
  local int[0..4] other = 0;
  while (true) {
    f[0] = 1;
    fence;
    assume(f[1] < 3);
    f[0] = 3;
    fence;
    other = f[1];
    if (other == 1) {
      f[0] = 2;
      assume(f[1] == 4);
    }
    f[0] = 4;
    Critical: skip;
    Leave: other = f[1];
    if (other == 2 || other == 3) { goto Leave; }
    f[0] = 0;
  }
}

thread Q {
  local int[0..4] other = 0;
  while (true) {
    f[1] = 1;
    assume(f[0] < 3);
    f[1] = 3;
    fence;
    other = f[0];
    if (other == 1) {
      f[1] = 2;
      assume(f[0] == 4);
    }
    f[1] = 4;
    assume(f[0] < 2);
    Critical: skip;
    f[1] = 0;
  }
}

invariant mutex: !(P at Critical && Q at Critical);
