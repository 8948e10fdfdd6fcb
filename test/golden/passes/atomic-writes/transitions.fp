// atomic: 0 2 4 6
shared int x = 0, y = 0, z = 0;

thread P {
  local int r = 0;
  L: x = 1;
  y = 1;
  atomic { r = z; x = r; y = r; x = r + 1; }
  M: atomic { if (r == 0) { z = 1; } else { y = 2; } }
  locked { x = 3; }
  while (r == 0) { z = x + 1; }
}
