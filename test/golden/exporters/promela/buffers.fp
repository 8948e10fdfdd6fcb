// buffers: tso 1
shared int x = 0;
shared int[0..3] y = 0;
thread P {
  local int r = 0;
  x = 1;
  CS: r = y;
}
thread Q { y = 3; }
invariant !(P at CS && y == 3);
final seen: P.r == 3 || x == 1;
