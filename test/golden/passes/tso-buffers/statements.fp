// buffers: tso 2
shared int x = 0;
shared int[0..3] y = 0;
shared bool b = false;
thread P {
  local int r = 0;
  S: x = r;
  y = r;
  b = r == 0;
  L: r = x;
  F: fence;
  fence(ww);
  K: locked { r = x; x = r + 1; fence; }
  A: atomic { x = 1; y = 2; fence; r = y; }
}
thread Q { local int r = 0; r = x; fence; locked { r = y; } fence(ww); M: fence; }
final x == 1 || P.r == 2;
