shared int x = 1;
const N = 2;
thread P {
  local int r = 0;
  r = x / 0;
  r = x % (N - 2);
  r = 1 / (2 - 2);
  r = x / r;
}
