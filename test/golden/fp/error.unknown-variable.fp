shared int counter = 0;
shared bool done = false;
thread P {
  local int r = 0;
  cuonter = 1;
  r = conter + 1;
  s = r;
  if (dnoe) { r = 1; }
}
thread Q {
  local int s = 0;
  s = r;
  s = P.r;
}
invariant r == 0;
invariant Q.t == 0;
