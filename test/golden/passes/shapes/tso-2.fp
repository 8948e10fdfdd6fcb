// buffers: tso 2
shared int x = 0, y = 0;

thread P {
  local int r = 0;
  x = 1;
  either { x = 2; } or { y = 2; }
  r = x;
}
