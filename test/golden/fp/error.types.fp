shared int x = 0;
shared bool b = 1;
shared int[0..3] n = true;
thread P {
  local bool c = false;
  if (x) { skip; }
  while (x + 1) { skip; }
  b = x;
  x = b;
  x = x + b;
  b = x == c;
  c = !x;
  c = 0 < x < 3;
  assert(x);
  c = xchg(x, 1);
  x = x -> b;
}
invariant x;
invariant forall a in P: x == 0;
