// Load buffering: both threads load, then store what the other loads; can both see the later store? Own program,
// classic test.
// Expect: sc safe, tso safe, pso safe (a store enters the buffer after the loads before it are done; ARM and POWER
// differ).
shared int x = 0, y = 0;

thread P {
  local int r = 0;
  r = x;
  y = 1;
}

thread Q {
  local int r = 0;
  r = y;
  x = 1;
}

final not_both_one: !(P.r == 1 && Q.r == 1);
