// Labels, an atomic section that tests in its middle, an array, a truth value.
shared int[0..3] x = 0;
shared bool done = false;
shared int[0..1] flag[2] = 0;
thread P {
  local int[0..3] r = 0;
  L: x = 1;
  atomic { r = x; assume(r > 0); done = true; }
}
thread Q {
  local bool ok = false;
  ok = done;
  if (ok) { flag[x % 2] = 1; }
  assert seen: !ok || flag[1] == 0;
}
invariant !(P at L && done);
final x == 1;
