// buffers: tso 1
// P writes x and a; it only reads y.
shared int x = 0, y = 0;
shared int a[2] = 0;
thread P {
  local int r = 0, s = 0;
  local bool b = false;
  x = 1;
  r = x;
  r = x + 1;
  r = y + 1;
  a[r] = 2;
  r = a[s];
  A: assume(x == 1);
  assert(x == 1);
  B: if (x == 0) { r = 0; } else { r = 1; }
  C: if (b && x == 0) { r = 0; }
  D: while (x == 0) { r = r + 1; }
  atomic { assume(x == 0 || y == 0); x = x + a[y] + y; if (x == y) { r = 2; } }
  locked { x = x + 1; }
}
thread Q { local int r = 0; r = x; y = r; }
