shared int[0..3] x = 7;
shared int[3..0] y = 1;
shared int[0..3] z = 2, w = z, v = z + 1;
shared int[0..1] a[2] = {0, 2};
shared int b[2] = {0, 1, 2};
thread P {
  local int[-1..1] r = -2;
  r = -1;
  a[0] = 5;
}
