// R: a thread's store comes last into memory, yet its later load misses the other's first store. Own program, classic
// test.
// Expect: sc safe, tso unsafe, pso unsafe (Q's store waits in its buffer while Q loads x).
shared int x = 0, y = 0;

thread P {
  x = 1;
  y = 1;
}

thread Q {
  local int r = 0;
  y = 2;
  r = x;
}

final no_overtaking: !(y == 2 && Q.r == 0);
