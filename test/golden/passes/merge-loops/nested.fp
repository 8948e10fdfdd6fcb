shared int x = 0, y = 0;
thread Jumps {
  local int r = 0;
  while (true) {
    x = 1;
    Try: r = y;
    if (r == 1) { x = 0; goto Try; }
    In: x = 2;
  }
}
thread Loops {
  local int r = 0;
  while (true) {
    r = 0;
    while (r == 0) { y = 1; r = x; }
    In: y = 0;
  }
}
thread Counts {
  local int n = 0;
  while (true) {
    n = 0;
    while (n < 3) { n = n + 1; y = n; }
  }
}
thread Named {
  local int r = 0;
  while (true) {
    Begin: x = 1;
    Try: r = y;
    if (r == 1) { goto Try; }
  }
}
invariant apart: !(Jumps at In && Loops at In);
