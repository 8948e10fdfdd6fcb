shared int x = 0, y = 0;

thread P {
  local int r = 0;
  atomic { x = 1; y = 1; }
  atomic { Head: r = x; if (r == 0) { goto Head; } }
  atomic { while (r < 3) { r = r + 1; } x = r; }
  atomic { }
  Leave: atomic { r = y; if (r == 1) { goto Leave; } r = 2; }
}

thread Q {
  local int r = 0;
  locked { x = 1; }
  locked { r = x; y = r; }
  locked { if (x == 0) { y = 1; } }
  locked { }
  atomic { x = 3; locked { y = 4; } x = 5; }
}
