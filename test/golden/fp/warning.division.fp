shared int x = 1, a[2] = 0;
const N = 2;
thread P {
  local int r = 0;
  r = x / 0;
  r = x % (N - 2);
  r = 1 / (2 - 2);
  r = x / r;
  r = a[1 / 0];
  if (x == 0 || x / 0 == 1) { skip; }
  while (false && 1 / 0 == 1) { skip; }
  if (2 < 2) { x = 1 / 0; } else { x = 1 % 0; }
}
