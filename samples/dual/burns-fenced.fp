// The one-bit mutual exclusion of Burns and Lynch (1980) for two threads, for ever, with a fence behind each store
// that comes before a look at the other thread. Own program.
// Expect: sc safe, tso safe, pso safe (only the store that leaves may wait, and the other then only waits longer).
shared bool flag[2] = false;

thread First {
  while (true) {
    flag[0] = true;
    fence;
    assume(!flag[1]);
    Critical: skip;
    flag[0] = false;
  }
}

thread Second {
  while (true) {
    Start: flag[1] = false;
    assume(!flag[0]);
    flag[1] = true;
    fence;
    if (flag[0]) { goto Start; }
    Critical: skip;
    flag[1] = false;
  }
}

invariant mutex: !(First at Critical && Second at Critical);
