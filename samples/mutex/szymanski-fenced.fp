// Szymanski's mutual exclusion for two threads, a single round, with two fences in each thread (Szymanski 1988; after
// the program in the CUPEX benchmarks, MIT licence, of Dan, Meshman, Vechev and Yahav).
// Expect: sc safe, tso safe, pso safe (f = 1 must be seen before the other's f is read, and f = 3 before it is read
// again; f = 2 and f = 4 may come late, as the other then only waits longer).
shared int[0..4] f[2] = 0;

thread P {
  local int[0..4] other = 0;
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

thread Q {
  local int[0..4] other = 0;
  f[1] = 1;
  fence;
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

invariant mutex: !(P at Critical && Q at Critical);
