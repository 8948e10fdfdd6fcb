shared int a[2] = 0;
shared int[0..1] y = 0;

thread P {
  local int[0..1] i = 0;
  a[i] = 1;
  y = i;
  assert(a[i] == 1);
}

thread Q {
  local bool r = false;
  r = cas(a[1], 0, 2);
  r = a[0] == 0;
}
