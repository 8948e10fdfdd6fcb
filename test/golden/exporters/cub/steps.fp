// Two threads: fences, locked instructions, tests, computed values.
shared int x = 0, y = 0;
shared int[0..2] z = 1;
shared bool done[2] = false;

thread P {
  local int r = 0, s = 0;
  local bool won = false;
  x = 1;
  fence;
  r = y;
  won = cas(z, 1, 2);
  L: s = xchg(y, r + 2);
  xchg(x, 3);
  done[1] = won && r != s;
}

thread Q {
  local int[0..3] i = 0;
  havoc i;
  assume(i < 2);
  while (!done[i]) { }
  z = z + i;
  assert(i != 1 || x > y);
}

invariant P at L -> Q.i == 0 || P.won;
final x + y <= 5;
