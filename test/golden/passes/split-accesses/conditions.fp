shared int x = 0, y = 0;
shared int a[2] = 0;

thread P {
  local int i = 0;
  local bool b = false;
  if (x == 0 && y == 0) { i = 1; }
  b = i < 2 && a[i] == x;
  b = x == 1 || y == 1 || a[0] == 1;
  L: while (x == y) { i = i + 1; }
  while (i < 2 && a[i] == 0) { i = i + 1; }
}
