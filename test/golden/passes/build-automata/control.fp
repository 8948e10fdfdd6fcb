shared int x = 0, y = 0;

thread P {
  local int r = 0;
  Top: while (true) {
    if (x == 0) { r = 1; } else { r = 2; }
    while (y == 0) { skip; }
    if (r == 3) { goto Out; }
  }
  Out: fence;
  fence(ww);
  assert(r == 3);
}

thread Idle { while (true) { } }

thread Choose {
  either { assume(x == 1); y = 1; } or { Named: y = 2; } or { }
  y = 3;
}
