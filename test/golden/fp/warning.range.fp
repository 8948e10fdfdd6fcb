shared int[0..3] x = 0;
shared int[0..1] a[2] = 0;
thread P {
  local int[-1..1] r = 0;
  x = 9;
  x = 2 * 2;
  r = -1;
  r = -2;
  a[0] = 5;
  a[2] = 2;
  r = cas(x, 0, 4);
  r = xchg(x, -1);
  while (2 > 3) { x = 4; }
}
