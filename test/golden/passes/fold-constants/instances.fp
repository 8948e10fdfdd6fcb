// buffers: sc 1
shared bool flag[2] = false;
shared int x = 0;
thread P(me: 0..1) {
  flag[1 - me] = true;
  if (me == 0 && x == 2 * 3) { x = 1 / (me - me); }
  while (me == 1) { assume(1 + 1 == 2); goto Out; }
  Out: skip;
}
