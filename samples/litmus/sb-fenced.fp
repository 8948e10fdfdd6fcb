// Store buffering with a fence between store and load: each thread waits until its store is visible. Own program.
// Expect: sc safe, tso safe, pso safe.
shared int x = 0, y = 0;

thread P {
  local int r = 0;
  x = 1;
  fence;
  r = y;
}

thread Q {
  local int r = 0;
  y = 1;
  fence;
  r = x;
}

final not_both_zero: P.r == 1 || Q.r == 1;
