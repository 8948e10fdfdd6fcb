// The one-bit mutual exclusion of Burns and Lynch (1980) for four threads, for ever, without fences: a thread gives
// way to those before it, and waits for those behind it. Asked is only that not all four are inside at once, which a
// search backwards finds hardest. Own program.
// Expect: sc safe, tso unsafe, pso unsafe (each looks at the others' flags while its own is still buffered).
shared bool flag[4] = false;

thread First {
  while (true) {
    flag[0] = true;
    assume(!flag[1]);
    assume(!flag[2]);
    assume(!flag[3]);
    Critical: skip;
    flag[0] = false;
  }
}

thread Second {
  while (true) {
    Start: flag[1] = false;
    assume(!flag[0]);
    flag[1] = true;
    if (flag[0]) { goto Start; }
    assume(!flag[2]);
    assume(!flag[3]);
    Critical: skip;
    flag[1] = false;
  }
}

thread Third {
  while (true) {
    Start: flag[2] = false;
    assume(!flag[0]);
    assume(!flag[1]);
    flag[2] = true;
    if (flag[0]) { goto Start; }
    if (flag[1]) { goto Start; }
    assume(!flag[3]);
    Critical: skip;
    flag[2] = false;
  }
}

thread Fourth {
  while (true) {
    Start: flag[3] = false;
    assume(!flag[0]);
    assume(!flag[1]);
    assume(!flag[2]);
    flag[3] = true;
    if (flag[0]) { goto Start; }
    if (flag[1]) { goto Start; }
    if (flag[2]) { goto Start; }
    Critical: skip;
    flag[3] = false;
  }
}

invariant not_all_inside:
  !(First at Critical && Second at Critical && Third at Critical && Fourth at Critical);
