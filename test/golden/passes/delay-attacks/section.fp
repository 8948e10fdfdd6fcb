shared int x = 0, y = 0;

thread P {
  local int r = 0;
  x = 1;
  r = y;
}

thread Q {
  local int[0..2] n = 0;
  locked { while (n < x) { n = n + 1; } y = n; }
}
