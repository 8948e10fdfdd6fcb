// buffers: tso 1
shared int x = 0, y = 0;

thread P {
  local int r = 0;
  atomic { r = y; assume(r == 0); x = 1; fence; CS: y = x; }
}
