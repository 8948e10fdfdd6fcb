// The one-bit mutual exclusion of Burns and Lynch (1980) for two threads, without fences: the second gives way to the
// first. Own program.
// Expect: sc safe, tso unsafe, pso unsafe (each looks at the other's flag while its own is still buffered).
shared bool flag[2] = false;

thread First {
  while (true) {
    flag[0] = true;
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
    other = flag[0];
    if (other) { goto Start; }
    Critical: skip;
    flag[1] = false;
  }
}

invariant mutex: !(First at Critical && Second at Critical);
