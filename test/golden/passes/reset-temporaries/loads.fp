shared int x = 0, y = 0;

thread P {
  local int r = 0;
  x = y + 1;
  if (x == 0 && y == 0) { r = 1; }
  r = xchg(x, r);
}
