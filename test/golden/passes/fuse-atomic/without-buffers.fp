// buffers: sc 1
shared int x = 0, y = 0;
thread P {
  local int r = 0;
  atomic { r = x; y = 1; x = r + 1; }
  atomic { if (x == 0) { x = 1; y = 2; } else { x = 2; } y = 3; assert(x == 1); assume(y == 3); }
}
