shared int x = 0, y = 0;
thread Looks {
  local bool other = false;
  local int busy = 1, n = 0;
  while (x == 0) { skip; }
  Wait: other = x == 1;
  if (other && n < 3) { goto Wait; }
  while (busy == 1) { busy = y; }
}
thread Counts {
  local int n = 0, r = 0;
  while (r == 0) { n = n + 1; r = x; }
  Again: r = x;
  if (r == 0) { y = 1; goto Again; }
  Seen: r = y;
  if (r == 2) { goto Seen; }
}
thread Locks {
  local int busy = 1; local bool got = false;
  while (busy == 1) { busy = xchg(x, 1); }
  while (!got) { got = cas(y, 0, 1); }
}
thread Trades {
  local int busy = 1; local bool got = false;
  while (busy == 1) { busy = xchg(x, 2); }
  while (!got) { got = cas(y, 0, 1); x = 0; }
}
invariant low: Counts.r <= 5;
