shared int x = 0;
shared int a[2] = 0;

thread P {
  local bool ok = false;
  local int r = 0;
  ok = cas(x, 0, 1);
  r = cas(a[r], r, r + 1);
  cas(x, 1, 2);
  r = xchg(x, 5);
  r = xchg(x, r);
  xchg(x, 7);
  r = fetch_add(x, 2);
  L: r = fetch_add(a[r], 1);
  fetch_add(x, -1);
}
