// What must be possible: that a machine with store buffers lets both threads miss the other's write, and that one of them may
// see it, too.
// Own program after the test SB.
// Expect: sc unsafe, tso safe, pso safe (under SC one of them sees the other).
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

exists final both_miss: P.r == 0 && Q.r == 0;
exists seen: P.r == 1;
