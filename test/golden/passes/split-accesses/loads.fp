shared int x = 0, y = 0, z = 0;
shared int a[2] = 0;

thread P {
  local int r = 0;
  r = x;
  r = x + y;
  L: x = y + z;
  a[y] = 1;
  r = a[y];
  x = 3;
  assert(x < y);
  atomic { x = y + z; }
  locked { x = y + z; }
}
