// Store buffering with two writes to one variable in between. Under tso1 (paper 004) the second of them waits until the first
// one has left the buffer, and with it the write to x or y: both threads reading 0 is a run that tso has and tso1 leaves out.
// Expect: sc safe, tso unsafe, pso unsafe (both threads read 0)
shared int x = 0, y = 0, z = 0;

thread P {
  local int r = 0;
  x = 1;
  z = 0;
  z = 0;
  r = y;
  End: skip;
}

thread Q {
  local int s = 0;
  y = 1;
  z = 0;
  z = 0;
  s = x;
  End: skip;
}

ltl seen: F (P.r == 1 || Q.s == 1) || G !(P at End) || G !(Q at End);
