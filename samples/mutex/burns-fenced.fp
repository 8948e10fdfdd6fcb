// The one-bit mutual exclusion of Burns and Lynch (1980) for two threads, with a fence behind each raising of a flag:
// the second gives way to the first. Own program.
// Expect: sc safe, tso safe, pso safe (of two raised flags at least one is seen; a flag that is lowered late only
// lets the other wait longer).
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
  local bool other = false;
  while (true) {
    Start: flag[1] = false;
    assume(!flag[0]);
    flag[1] = true;
    fence;
    other = flag[0];
    if (other) { goto Start; }
    Critical: skip;
    flag[1] = false;
  }
}

invariant mutex: !(First at Critical && Second at Critical);
