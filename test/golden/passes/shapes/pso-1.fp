// buffers: pso 1
shared int x = 0, y = 0;

thread P {
  local int r = 0;
  L: x = 1;
  r = x + 1;
  y = r;
  x = 2;
  fence;
  r = y;
}
