// buffers: pso 2
shared int[0..2] a[2] = 0;

thread P {
  local int i = 0;
  local int[0..1] j = 0;
  a[j] = i;
  atomic { assume(i < 2 && a[i] == 1); i = 0; }
}

thread Q {
  local int i = 0;
  a[i] = 1;
  atomic { a[i] = a[i] + 1; }
}
