// Store buffering: both threads store, then load what the other stored. Own program, after the classic litmus test.
// Expect: sc safe, tso unsafe, pso unsafe (both stores may still be buffered when the loads read 0).
shared int x = 0, y = 0;

thread P {
  local int r = 0;
  x = 1;
  r = y;
}

thread Q {
  local int r = 0;
  y = 1;
  r = x;
}

final not_both_zero: P.r == 1 || Q.r == 1;
