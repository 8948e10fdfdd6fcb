shared int x = 0, y = 0;
shared int a[2] = 0;
thread P {
  assume(x == y);
  assume(a[x] == 1);
  assume(x == 1);
  atomic { assume(x == y); }
  havoc x;
  havoc me;
  { x = 1; }
  if (x == 1) { local int r = 0; }
  L: local int s = 0;
  t = 1;
  local int t = 0;
  x = fetch_add(x, 1);
  t = cas(t, 0, 1);
  local int u[2] = 0;
}
