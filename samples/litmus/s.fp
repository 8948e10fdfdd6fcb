// S: a thread sees the other's second store and then stores, yet the other's first store comes last. Own program,
// classic test.
// Expect: sc safe, tso safe, pso unsafe (the second store may reach memory before the first).
shared int x = 0, y = 0;

thread P {
  x = 2;
  y = 1;
}

thread Q {
  local int r = 0;
  r = y;
  x = 1;
}

final overwritten: !(Q.r == 1 && x == 2);
